"""A learner goes through a lesson: on and back with everything kept, and a step restored as it opened."""

import pytest

from attn_tui.session import moving, viewing
from attn_tui.session.edits import editing, toggles
from attn_tui.session.faults import Fault
from attn_tui.session.lessons.walking import go_on, restore
from attn_tui.session.selection import Selection
from attn_tui.session.session import Session
from tests.session.lessons import CRANE, learner


def causal(session: Session) -> bool:
    return bool(session.settings.mask)


def test_a_lesson_opens_on_its_first_step():
    session = learner()
    assert session.walk is not None
    assert (session.walk.title, session.walk.at, len(session.walk.steps)) == ("the crane lesson", 0, 3)
    assert (session.pane, session.selection.i, session.selection.j) == ("scores", 1, 2)
    assert not causal(session)


def test_going_on_opens_the_next_step_and_what_it_sets():
    session = learner()
    assert (step := go_on(session, 1)) is not None and step.title == "Two"
    assert causal(session)
    assert (session.pane, session.selection.i, session.selection.j) == ("scores", 1, 2)
    assert (step := go_on(session, 1)) is not None and step.title == "Three"
    assert session.problem.key_tokens == ("the", "crane", "ate", "fish")
    assert (session.pane, session.selection, causal(session)) == ("q", Selection(), False)


def test_going_back_finds_the_step_as_it_was_left():
    session = learner()
    session.select("q", 3, 1)
    editing.fill(session, 5.0)
    viewing.next_digits(session)
    moving.move(session, -1, 0)
    edited = session.state
    go_on(session, 1)
    assert session.problem.q[0, 3, 1] == 0.8
    go_on(session, -1)
    assert session.state is edited
    assert (session.pane, session.cell, session.digits) == ("q", (2, 1), "2")
    assert session.trace()[0].scores[3, 2] == pytest.approx(0.1 * 0.1 + 5 * 0.9)


def test_undo_stays_inside_a_step():
    session = learner()
    session.select("q", 0, 0)
    editing.fill(session, 5.0)
    go_on(session, 1)
    with pytest.raises(Fault, match="nothing to undo"):
        session.undo()
    go_on(session, -1)
    session.undo()
    assert session.problem.q[0, 0, 0] == 0.2


def test_a_learner_who_prefers_other_digits_keeps_them():
    session = learner()
    viewing.digits_from(session, "full")
    go_on(session, 1)
    assert session.digits == "full"


def test_the_ends_of_a_lesson_say_so():
    session = learner()
    with pytest.raises(Fault, match="this is the first step"):
        go_on(session, -1)
    go_on(session, 1)
    go_on(session, 1)
    with pytest.raises(Fault, match="this is the last step"):
        go_on(session, 1)
    assert session.walk is not None and session.walk.at == 2


def test_a_step_is_restored_as_it_opened_and_undo_takes_that_back():
    session = learner()
    session.select("q", 3, 1)
    editing.fill(session, 5.0)
    viewing.next_stage(session)
    edited = session.state
    restore(session)
    assert session.problem.q[0, 3, 1] == 0.8
    assert (session.pane, session.cell, session.stage) == ("scores", (1, 2), "auto")
    session.undo()
    assert session.state.problem is edited.problem


def test_a_step_that_was_only_looked_around_in_is_restored_without_an_edit():
    session = learner()
    session.select("v", 0, 0)
    restore(session)
    assert (session.pane, session.cell) == ("scores", (1, 2))
    assert session.history.done == []
    with pytest.raises(Fault, match="nothing to restore"):
        restore(session)


def test_a_second_step_is_restored_to_its_own_beginning():
    session = learner()
    go_on(session, 1)
    toggles.mask_from(session, "none")
    restore(session)
    assert causal(session)


def test_edits_of_every_step_would_be_lost():
    session = learner()
    session.select("q", 0, 0)
    editing.fill(session, 5.0)
    go_on(session, 1)
    assert session.edits_to_lose == 1
    session.select("q", 0, 0)
    editing.fill(session, 5.0)
    assert session.edits_to_lose == 2
    restore(session)
    session.undo()
    session.undo()
    assert session.edits_to_lose == 1


def test_outside_a_lesson_there_is_no_step():
    session = learner(learner.__defaults__[0].split("[[step]]")[0])
    assert session.walk is None
    with pytest.raises(Fault, match="this is no lesson"):
        go_on(session, 1)
    with pytest.raises(Fault, match="nothing to reset"):
        restore(session)


@pytest.mark.parametrize(
    ("step", "cell"),
    [
        (
            'select = { pane = "q", row = "crane", column = 1 }\ngoal = { cell = "weights[the, steel]", above = 2 }',
            3,
        ),
        (
            'select = { pane = "v", row = "lifted" }\nask = { question = "?", cell = "weights[crane, steel]" }',
            2,
        ),
        ('ask = { question = "?", cell = "weights[crane, steel]" }', 0),
    ],
)
def test_where_a_step_selects_the_key_that_it_speaks_of_is_selected_unless_the_step_says_another(step, cell):
    session = learner(f"{CRANE}[[step]]\n{step}\n")
    assert session.selection.j == cell
