"""Numbers of Q, K and V change as typed, as nudged and as pasted, and come back to the bit."""

from collections.abc import Callable
from math import isnan

import numpy as np
import pytest

from attn_tui.session import moving
from attn_tui.session.edits import editing, structure
from attn_tui.session.faults import Fault
from attn_tui.session.line_edit import LineEdit
from attn_tui.session.session import Session

Build = Callable[..., Session]
STRANGE = np.array([0x8000000000000000, 0x7FF8000000000ABC, 0xFFF0000000000000, 1], dtype=np.uint64)
"""The bits of -0.0, a nan with a payload, -inf and the smallest number there is."""


def bits(session: Session) -> tuple[bytes, ...]:
    problem = session.problem
    return tuple(table.tobytes() for table in (problem.q, problem.k, problem.v))


def type_in(session: Session, text: str) -> bool:
    editing.begin_edit(session, text)
    return editing.commit_edit(session, 0, 0)


def test_a_number_typed_is_stored_and_nothing_else_moves(crane: Session):
    crane.select("q", 1, 0)
    before = crane.problem.q.copy()
    assert type_in(crane, "0.9")
    changed = crane.problem.q != before
    assert crane.problem.q[0, 1, 0] == 0.9
    assert changed.sum() == 1
    assert crane.message.text == "Q[crane, animal] 0.70 → 0.90"


def test_the_problem_as_opened_is_never_written_to(crane: Session):
    opened = crane.opened.problem
    before = opened.q.tobytes()
    crane.select("q", 1, 0)
    type_in(crane, "5")
    assert opened.q.tobytes() == before


@pytest.mark.parametrize("pane", ["q", "k", "v"])
@pytest.mark.parametrize("dtype", ["float64", "float32"])
def test_undo_restores_the_bits_of_strange_numbers(open_session: Build, pane: str, dtype: str):
    session = open_session(stored=dtype)
    table = getattr(session.problem, pane)
    if dtype == "float64":
        table.reshape(-1)[:4] = STRANGE.view(np.float64)
    else:
        table.reshape(-1)[:4] = np.array([0x80000000, 0x7FC00ABC, 0xFF800000, 1], np.uint32).view(np.float32)
    before = bits(session)
    for row, column in ((0, 0), (0, 1), (1, 0), (1, 1)):
        session.select(pane, row, column)
        assert type_in(session, "0.5")
        assert getattr(session.problem, pane)[0, row, column] == 0.5
    for _ in range(4):
        session.undo()
    assert bits(session) == before


def test_a_zero_and_a_negative_zero_are_two_numbers(open_session: Build):
    session = open_session()
    session.select("k", 3, 0)
    type_in(session, "-0.0")
    assert np.signbit(session.problem.k[0, 3, 0])
    session.undo()
    assert not np.signbit(session.problem.k[0, 3, 0])


def test_only_the_head_shown_changes(open_session: Build):
    rng = np.random.default_rng(0)
    q, k, v = rng.normal(size=(4, 3, 2)), rng.normal(size=(2, 5, 2)), rng.normal(size=(1, 5, 3))
    session = open_session(q, k, v, head=3)
    for pane, table, head in (("q", q, 3), ("k", k, 1), ("v", v, 0)):
        session.select(pane, 1, 1)
        type_in(session, "9")
        now = getattr(session.problem, pane)
        assert now[head, 1, 1] == 9
        assert (now != table).sum() == 1
    session.show_head(2)
    assert session.table("k")[1, 1] == 9
    session.show_head(1)
    assert session.table("k")[1, 1] == k[0, 1, 1]
    assert session.table("v")[1, 1] == 9


@pytest.mark.parametrize(
    "text", ["", "abc", "0,7", "1e999", "--1", "1_", "0x10", "__import__('os')", "a\nb", "7" * 5000]
)
def test_what_is_no_number_stays_in_the_editor_with_a_reason(crane: Session, text: str):
    crane.select("q", 1, 0)
    before = bits(crane)
    editing.begin_edit(crane, text)
    assert not editing.commit_edit(crane, 1, 0)
    assert crane.editor == LineEdit.on(text)
    assert crane.message.is_fault and "\n" not in crane.message.text and len(crane.message.text) < 160
    assert bits(crane) == before and crane.cell == (1, 0)
    editing.give_up_edit(crane)
    assert crane.editor is None and bits(crane) == before


def test_a_number_too_large_for_float32_stays_in_the_editor(open_session: Build):
    session = open_session(stored="float32")
    assert not type_in(session, "1e39")
    assert session.message.is_fault and "float32" in session.message.text
    assert session.editor is not None
    assert type_in(session, "inf")
    assert session.problem.q[0, 0, 0] == np.inf


def test_the_minus_that_typesetters_use_is_a_minus(crane: Session):
    crane.select("q", 0, 0)
    assert type_in(crane, "\u22120.5")
    assert crane.problem.q[0, 0, 0] == -0.5


def test_committing_moves_on_and_an_unchanged_number_is_no_step(crane: Session):
    crane.select("q", 1, 0)
    editing.begin_edit(crane)
    assert crane.editor == LineEdit.on("0.7")
    editing.commit_edit(crane, 1, 0)
    assert crane.cell == (2, 0)
    editing.begin_edit(crane)
    editing.commit_edit(crane, 0, 1)
    assert crane.cell == (2, 1)
    assert not crane.is_edited
    with pytest.raises(Fault, match="nothing to undo"):
        crane.undo()


@pytest.mark.parametrize("dtype", ["float64", "float32"])
def test_a_nudge_steps_in_decimals(open_session: Build, dtype: str):
    session = open_session(stored=dtype)
    session.select("q", 1, 0)
    for wanted in ("0.8", "0.9", "1.0", "1.1"):
        editing.nudge(session, 1)
        assert str(session.problem.q[0, 1, 0]) == wanted
    editing.nudge(session, -7)
    assert str(session.problem.q[0, 1, 0]) == "0.4"
    editing.nudge(session, -4)
    assert str(session.problem.q[0, 1, 0]) == "0.0"
    editing.nudge(session, 3)
    assert str(session.problem.q[0, 1, 0]) == "0.3"


def test_a_nudge_moves_a_block_and_leaves_what_is_not_finite(open_session: Build):
    session = open_session(q=((np.inf, 0.1), (np.nan, 0.2)), k=((1, 2),), v=((1, 2),))
    session.select("q", 0, 0)
    session.anchor = (1, 1)
    editing.nudge(session, 1)
    q = session.problem.q[0]
    assert q[0, 0] == np.inf and isnan(q[1, 0])
    assert q[:, 1].tolist() == [0.2, 0.3]
    assert session.anchor == (1, 1) and session.cell == (0, 0)


def test_the_step_of_a_nudge_can_be_set_to_what_goes_somewhere(crane: Session):
    editing.step_from(crane, "0.05")
    crane.select("q", 1, 0)
    editing.nudge(crane, 1)
    assert crane.problem.q[0, 1, 0] == 0.75
    for text in ("0", "-1", "inf", "nan", "x"):
        with pytest.raises(Fault):
            editing.step_from(crane, text)


def test_a_block_is_cleared_and_filled_as_one_step(crane: Session):
    before = bits(crane)
    crane.select("v", 1, 0)
    crane.anchor = (2, 1)
    editing.clear(crane)
    assert crane.problem.v[0].tolist() == [[0.1, 0.1], [0, 0], [0, 0], [0.0, 1.0]]
    editing.set_numbers(crane, "2.5")
    assert (crane.problem.v[0, 1:3] == 2.5).all()
    crane.undo()
    crane.undo()
    assert bits(crane) == before


@pytest.mark.parametrize(("pane", "source"), [("scores", "q"), ("weights", "q"), ("output", "v")])
def test_a_computed_number_says_where_it_follows_from_and_enter_goes_there(
    crane: Session, pane: str, source: str
):
    crane.select(pane, 2, 1)
    for act in (
        lambda: editing.begin_edit(crane, "1"),
        lambda: editing.nudge(crane, 1),
        lambda: editing.clear(crane),
    ):
        with pytest.raises(Fault, match="Enter goes to"):
            act()
    editing.enter(crane)
    assert crane.pane == source and crane.editor is None
    editing.enter(crane)
    assert crane.editor is not None


@pytest.mark.parametrize("widen", [1, 2, 8, 512])
def test_an_edit_of_a_copy_edits_the_original(open_session: Build, widen: int):
    session = open_session(widen=widen)
    last = 2 * widen - 1
    session.select("k", 2, last)
    type_in(session, "0.25")
    assert session.problem.k.shape == (1, 4, 2)
    assert session.problem.k[0, 2, 1] == 0.25
    assert (session.table("k")[2, 1::2] == 0.25).all()
    assert session.cell == (2, last)
    session.undo()
    assert session.problem.k[0, 2, 1] == 0.9


def test_a_block_over_whole_copies_edits_each_number_once(open_session: Build):
    session = open_session(widen=4)
    session.select("q", 1, 0)
    session.anchor = (1, 7)
    editing.nudge(session, 1)
    assert session.problem.q[0, 1].tolist() == [0.8, 0.8]


def test_a_block_over_the_seam_of_two_copies_is_refused(open_session: Build):
    session = open_session(q=np.ones((2, 3)), k=np.ones((2, 3)), v=np.ones((2, 3)), widen=2)
    session.select("q", 0, 2)
    session.anchor = (0, 3)
    with pytest.raises(Fault, match="seam"):
        editing.clear(session)


def test_a_paste_of_the_tables_size_replaces_it_wherever_one_stands(crane: Session):
    crane.select("v", 3, 1)
    numbers = np.arange(8.0).reshape(4, 2)
    structure.paste(crane, numbers)
    assert (crane.problem.v[0] == numbers).all()
    crane.undo()
    assert crane.problem.v[0, 3].tolist() == [0.0, 1.0]


def test_a_smaller_paste_lies_at_the_selected_cell(crane: Session):
    crane.select("q", 2, 0)
    structure.paste(crane, np.array([[5.0, 6.0]]))
    assert crane.problem.q[0].tolist() == [[0.2, 0.2], [0.7, 0.7], [5.0, 6.0], [0.1, 0.8]]


def test_a_single_pasted_number_fills_the_block(crane: Session):
    crane.select("q", 0, 0)
    crane.anchor = (1, 1)
    structure.paste(crane, np.array([[3.0]]))
    assert (crane.problem.q[0, :2] == 3).all() and (crane.problem.q[0, 2:] != 3).all()


def test_a_paste_that_sticks_out_is_asked_about_and_not_cut(crane: Session):
    before = bits(crane)
    crane.select("q", 3, 0)
    structure.paste(crane, np.ones((2, 3)))
    assert bits(crane) == before and crane.question is not None
    assert "2×3" in crane.question.text and "4×2" in crane.question.text


@pytest.mark.parametrize("pane", ["q", "k", "v"])
@pytest.mark.parametrize("shape", [(2, 1), (6, 5), (4, 3), (7, 2)])
def test_a_paste_resizes_its_table_and_those_that_share_its_sides(
    crane: Session, pane: str, shape: tuple[int, int]
):
    before = {name: getattr(crane.problem, name)[0] for name in "qkv"}
    rows, columns = shape
    crane.select(pane, 0, 0)
    structure.offer_resize(crane, np.full(shape, 7.0))
    crane.question.yes(crane)
    for name in "qkv":
        table = getattr(crane.problem, name)[0]
        if name == pane:
            assert (table == np.full(shape, 7.0)).all() and table.shape == shape
            continue
        wide = columns if name != "v" and pane != "v" else 2
        wanted = np.zeros((rows, wide))
        kept = before[name][:rows, :wide]
        wanted[: kept.shape[0], : kept.shape[1]] = kept
        assert (table == wanted).all()
    assert len(crane.problem.query_tokens) == len(crane.problem.key_tokens) == rows
    assert len(crane.problem.columns) == crane.problem.q.shape[2]
    assert len(crane.problem.v_columns) == crane.problem.v.shape[2]
    crane.trace()
    crane.undo()
    assert all((getattr(crane.problem, name)[0] == before[name]).all() for name in "qkv")


def test_a_resize_is_done_where_it_was_asked_for(crane: Session):
    crane.select("v", 0, 0)
    structure.paste(crane, np.ones((5, 2)))
    crane.pane = "q"
    crane.question.yes(crane)
    assert crane.problem.v.shape == (1, 5, 2) and (crane.problem.v == 1).all()
    assert crane.problem.q[0, 0, 0] == 0.2


def test_a_paste_that_is_too_large_or_in_the_wrong_place_is_refused(crane: Session, open_session: Build):
    with pytest.raises(Fault, match="weights follow"):
        structure.paste(crane, np.ones((1, 1)))
    crane.select("q", 0, 0)
    with pytest.raises(Fault, match="too many"):
        structure.paste(crane, np.ones((5000, 1)))
    wide = open_session(widen=2)
    with pytest.raises(Fault, match="widen 1"):
        structure.paste(wide, np.ones((4, 5)))
    narrow = open_session(stored="float32")
    with pytest.raises(Fault, match="float32"):
        structure.paste(narrow, np.full((4, 2), 1e300))
    structure.paste(narrow, np.full((5, 2), 1e300))
    with pytest.raises(Fault, match="float32"):
        narrow.question.yes(narrow)
    assert narrow.problem.q.shape == (1, 4, 2)


def test_a_selection_moves_within_its_pane_and_the_panes_stand_linked(crane: Session):
    moving.move(crane, 100, 100)
    assert crane.cell == (3, 3)
    assert (crane.selection.i, crane.selection.j) == (3, 3)
    moving.next_pane(crane, 1)
    assert crane.pane == "output" and crane.cell == (3, 0)
    moving.next_pane(crane, 1)
    assert crane.pane == "q" and crane.cell == (3, 0)
    moving.move_to_edge(crane, -1, 1)
    assert crane.cell == (0, 1)
    crane.pane = "k"
    assert crane.cell == (3, 1)


def test_a_block_grows_from_where_it_began_and_is_let_go(crane: Session):
    moving.move(crane, 1, -1, extend=True)
    moving.move(crane, 1, 0, extend=True)
    assert (crane.block.top, crane.block.left, crane.block.bottom, crane.block.right) == (1, 1, 4, 3)
    moving.toggle_block(crane)
    assert crane.block.shape == (1, 1)
