"""What moved: each number against the one before the last step, worked out from two sessions of their own."""

from collections.abc import Callable
from math import inf, nan
from typing import Any

import numpy as np
import pytest

from attn_tui.engine import Trace
from attn_tui.session.computing.compute import compute
from attn_tui.session.edits import editing, structure, toggles
from attn_tui.session.explaining.moved import change_line, marks, toggle_moved, why_not
from attn_tui.session.lessons.walking import go_on, restore
from attn_tui.session.panes import shown
from attn_tui.session.plane.plane_editing import begin_drag, drag_to
from attn_tui.session.plane.plane_frame import Bounds
from attn_tui.session.problem import Problem
from attn_tui.session.selection import PANES, Block, Pane
from attn_tui.session.session import Session
from attn_tui.session.settings import Settings
from tests.session.lessons import learner

Build = Callable[..., Session]


def marked(session: Session, pane: Pane) -> list[str]:
    """The marks of a whole pane, a row a string, `.` where there is none."""
    block = Block(0, 0, *session.shape(pane))
    found = marks(session, pane, block, shown(session, pane, block).values)
    return [] if found is None else ["".join(mark or "." for mark in row) for row in found]


def all_marked(session: Session) -> list[list[str]]:
    return [marked(session, pane) for pane in PANES]


def put(session: Session, pane: Pane, row: int, column: int, number: float) -> None:
    """Type a number into a cell."""
    session.select(pane, row, column)
    editing.fill(session, number)


def expected(before: Session, after: Session, pane: Pane) -> list[str]:
    """The marks by comparing the numbers of two sessions one by one, as plain floats."""
    whole = Block(0, 0, *after.shape(pane))
    pairs = zip(
        shown(before, pane, whole).values.tolist(), shown(after, pane, whole).values.tolist(), strict=True
    )
    return [
        "".join("." if a == b else "↑" if b > a else "↓" for a, b in zip(*rows, strict=True))
        for rows in pairs
    ]


@pytest.fixture
def on(crane: Session) -> Session:
    """The crane sentence with the marks on."""
    toggle_moved(crane)
    return crane


@pytest.mark.parametrize(
    ("pane", "row", "column", "number"), [("q", 1, 0, 2.0), ("k", 2, 1, -3.0), ("v", 3, 0, 9.0)]
)
def test_after_an_edit_every_number_that_differs_is_marked(
    on: Session, open_session: Build, pane, row, column, number
):
    before = open_session()
    put(on, pane, row, column, number)
    for each in PANES:
        assert marked(on, each) == expected(before, on, each)
    assert sum(mark != "." for line in marked(on, pane) for mark in line) == 1
    untouched = {"q": ("k", "v"), "k": ("q", "v"), "v": ("q", "k", "scores", "weights")}[pane]
    assert all(set("".join(marked(on, other))) == {"."} for other in untouched)


def test_a_toggle_an_undo_and_a_redo_are_steps_like_an_edit(on: Session, open_session: Build):
    plain, causal = open_session(), open_session()
    toggles.mask_from(causal, "causal")
    toggles.mask_from(on, "causal")
    forward = [expected(plain, causal, pane) for pane in ("weights", "output")]
    assert [marked(on, pane) for pane in ("weights", "output")] == forward
    assert marked(on, "weights")[1] == "↑↑↓↓"
    on.undo()
    assert marked(on, "weights") == expected(causal, plain, "weights")
    on.redo()
    assert [marked(on, pane) for pane in ("weights", "output")] == forward


def test_only_the_last_of_several_steps_is_compared_with(on: Session, open_session: Build):
    put(on, "q", 1, 0, 2.0)
    put(on, "v", 0, 0, 1.0)
    before = open_session()
    put(before, "q", 1, 0, 2.0)
    assert all_marked(on) == [expected(before, on, pane) for pane in PANES]
    assert set("".join(marked(on, "scores"))) == {"."}


def test_the_change_of_a_number_is_told_in_digits(on: Session):
    put(on, "q", 1, 0, 2.0)
    assert change_line(on, 78) == "Q[crane, animal] was 0.70, now 2.00, +1.30"
    on.select("weights", 1, 1)
    assert change_line(on, 78) == "weights[crane, crane] was 0.257, now 0.320, +0.063"
    assert change_line(on, 30) == "was 0.257, now 0.320, +0.063"
    on.select("weights", 0, 1)
    assert change_line(on, 78) == "weights[the, crane] did not move: 0.252"
    on.select("output", 1, 1)
    assert change_line(on, 78) == "output[crane, machine] was 0.672, now 0.651, -0.021"


def test_a_change_too_small_for_the_digits_is_marked_and_told(on: Session):
    put(on, "v", 0, 0, 0.1 + 1e-12)
    on.select("output", 0, 0)
    assert marked(on, "output")[0] == "↑."
    assert change_line(on, 78).startswith("output[the, animal] was 0.175, now 0.175, +2.3")
    assert change_line(on, 78).endswith("e-13")


def test_what_is_blocked_is_told_as_the_panes_tell_it(on: Session):
    toggles.mask_from(on, "causal")
    on.select("weights", 1, 2)
    assert change_line(on, 78) == "weights[crane, lifted] was 0.283, now blocked, -0.283"
    on.select("scores", 1, 2)
    assert change_line(on, 78) == "scores[crane, lifted] was 0.495, now -∞"
    on.undo()
    on.select("scores", 1, 2)
    assert change_line(on, 78) == "scores[crane, lifted] was -∞, now 0.495"


def test_nan_to_nan_and_zero_to_minus_zero_are_no_change(open_session: Build):
    session = open_session(v=[[nan, 0.0], [inf, 1.0], [0.2, 1.0], [0.3, 1.0]])
    toggle_moved(session)
    put(session, "v", 0, 1, -0.0)
    assert set("".join(marked(session, "v"))) == {"."}
    assert set("".join(marked(session, "output"))) == {"."}
    session.select("v", 0, 0)
    assert change_line(session, 78) == f"V[the, animal] did not move: {nan}"


def test_a_number_that_becomes_nan_is_marked_as_neither_up_nor_down(on: Session):
    put(on, "v", 0, 0, nan)
    assert marked(on, "v") == ["≠.", "..", "..", ".."]
    on.select("v", 0, 0)
    assert change_line(on, 78) == "V[the, animal] was 0.10, now nan"
    on.undo()
    assert marked(on, "output") == ["≠."] * 4


def test_a_difference_beyond_every_float_is_left_out(open_session: Build):
    session = open_session(v=[[-1e308, 0.0]] * 4)
    toggle_moved(session)
    put(session, "v", 1, 0, 1e308)
    session.select("v", 1, 0)
    assert change_line(session, 78) == "V[crane, animal] was -1e308, now 1e308"


def test_other_words_mark_nothing_where_they_stand_and_say_so(on: Session):
    on.select("q", 1, 0)
    structure.insert_word(on, "old")
    assert all_marked(on) == [[]] * 6
    assert change_line(on, 78) == "Q: nothing is marked, 5 query words now, 4 before"
    structure.rename_word(on, "new")
    assert why_not(on, "k") == "the key words are others than before"
    assert all_marked(on) == [[]] * 6


def test_a_wider_table_is_not_compared_and_what_follows_from_it_is(on: Session, open_session: Build):
    before = open_session()
    toggles.widen_from(on, "3")
    assert marked(on, "q") == marked(on, "k") == []
    assert why_not(on, "q") == "6 columns of Q and K now, 2 before"
    for pane in ("scores", "weights", "output"):
        assert marked(on, pane) == expected(before, on, pane)


@pytest.mark.parametrize("stage", ["raw", "scaled", "masked", "M", "exp"])
def test_the_scores_are_compared_at_the_stage_that_is_shown(on: Session, open_session: Build, stage):
    before = open_session()
    before.stage = on.stage = stage
    toggles.mask_from(on, "causal")
    assert marked(on, "scores") == expected(before, on, "scores")
    assert (set("".join(marked(on, "scores"))) == {"."}) == (stage in ("raw", "scaled"))


def test_what_softmax_reads_is_compared_with_what_it_read(on: Session):
    toggles.toggle_scale(on)
    assert set("".join(marked(on, "scores"))) == {"↑"}
    on.select("scores", 1, 2)
    assert change_line(on, 78) == "scores[crane, lifted] was 0.495, now 0.700, +0.205"


def test_e_to_the_score_is_not_compared_where_the_largest_is_taken_off_in_one_only(on: Session):
    on.stage = "exp"
    toggles.scale_from(on, "1000")
    assert marked(on, "scores") == []
    assert why_not(on, "scores") == "the row's largest is taken off in one of the two only"
    assert marked(on, "weights")


def test_each_head_is_compared_with_itself(open_session: Build):
    rng = np.random.default_rng(3)
    tables = rng.normal(size=(3, 2, 4, 2))
    before, after = open_session(*tables), open_session(*tables)
    toggle_moved(after)
    put(after, "q", 1, 0, 5.0)
    assert "↑" in "".join(marked(after, "q"))
    after.show_head(1)
    before.show_head(1)
    assert all_marked(after) == [expected(before, after, pane) for pane in PANES]
    assert set("".join(marked(after, "weights"))) == {"."}


def test_a_whole_drag_is_one_step(on: Session):
    q = on.problem.q[0, 1].tolist()
    begin_drag(on, Bounds(-1, -1, 1, 1))
    for x in (0.5, 0.9, 0.75):
        drag_to(on, x, q[1])
    assert marked(on, "q") == ["..", "↑.", "..", ".."]
    assert len(on.history.done) == 1


def test_rows_in_view_are_compared_without_computing_the_others(open_session: Build, monkeypatch: Any):
    rng = np.random.default_rng(5)
    session = open_session(*(rng.normal(size=(700, 2)) for _ in "qkv"))
    toggle_moved(session)
    put(session, "q", 3, 0, 4.0)
    asked: list[tuple[int, int] | None] = []

    def watched(
        problem: Problem, settings: Settings, head: int, rows: tuple[int, int] | None = None, *read: Any
    ) -> Trace:
        asked.append(rows)
        return compute(problem, settings, head, rows, *read)

    monkeypatch.setattr("attn_tui.session.explored.compute", watched)
    block = Block(2, 0, 5, 6)
    found = marks(session, "weights", block, shown(session, "weights", block).values)
    assert found is not None
    assert [any(row) for row in found] == [False, True, False]
    assert asked == [(2, 5), (2, 5)]


def test_while_off_nothing_is_computed_of_what_was(crane: Session):
    put(crane, "q", 1, 0, 2.0)
    assert all_marked(crane) == [[]] * 6
    assert crane.earlier is None
    toggle_moved(crane)
    assert all_marked(crane) != [[]] * 6
    toggle_moved(crane)
    assert all_marked(crane) == [[]] * 6
    assert crane.earlier is None


def test_before_any_edit_nothing_is_marked(on: Session):
    assert all_marked(on) == [[]] * 6
    assert on.message.text.startswith("what moves is marked from the next edit on")
    assert change_line(on, 78) == "what moved: nothing since this was opened"


def test_another_step_of_a_lesson_is_no_change():
    session = learner()
    toggle_moved(session)
    toggles.mask_from(session, "causal")
    assert "↓" in "".join(marked(session, "weights"))
    go_on(session, 1)
    assert all_marked(session) == [[]] * 6
    go_on(session, -1)
    assert all_marked(session) == [[]] * 6
    restore(session)
    assert "↑" in "".join(marked(session, "weights"))
