"""A goal is reached by moving numbers, is checked after each edit, and may limit which table is moved."""

import pytest

from attn_tui.session.edits import editing, structure, toggles
from attn_tui.session.faults import Fault
from attn_tui.session.lessons.goals import goal_status
from attn_tui.session.lessons.walking import restore
from attn_tui.session.session import Session
from tests.session.lessons import aiming

ABOVE = '{ cell = "weights[crane, lifted]", above = 0.9 }'
BY_Q = '{ cell = "weights[crane, lifted]", above = 0.9, only = "q" }'


def is_reached(session: Session) -> bool:
    assert session.walk is not None
    return 0 in session.walk.met


def move(session: Session, pane: str, row: int, column: int, value: float) -> None:
    session.select(pane, row, column)
    editing.fill(session, value)


def test_a_goal_is_reached_by_the_edit_that_passes_its_bound():
    session = aiming(ABOVE)
    assert goal_status(session) == "goal: weights[crane, lifted] above 0.9; now 0.283"
    move(session, "q", 1, 0, -7)
    assert not is_reached(session)
    move(session, "k", 2, 1, 9)
    assert is_reached(session)
    assert session.message.text.startswith("reached: weights[crane, lifted] above 0.9, and it is 0.9")
    session.undo()
    assert goal_status(session) == "goal reached: weights[crane, lifted] above 0.9"


def test_a_goal_may_be_between_two_numbers():
    session = aiming('{ cell = "scores[crane, crane]", above = 1, below = 1.5 }')
    move(session, "q", 1, 0, 9)
    assert not is_reached(session)
    move(session, "q", 1, 0, 4)
    assert is_reached(session)


def test_only_the_tables_named_may_be_moved():
    session = aiming(BY_Q)
    with pytest.raises(Fault, match="K stays as it is in this step: its goal is to be met by Q alone"):
        move(session, "k", 2, 1, 9)
    assert session.problem.k[0, 2, 1] == 0.9
    move(session, "q", 1, 0, 50)
    assert not is_reached(session)


def test_a_mask_does_not_reach_a_goal_that_numbers_should():
    session = aiming('{ cell = "weights[crane, the]", above = 0.4, only = "q" }')
    toggles.mask_from(session, "causal")
    assert session.trace()[0].weights[1, 0] > 0.4
    assert not is_reached(session)
    move(session, "q", 1, 0, -9)
    assert not is_reached(session)
    move(session, "q", 1, 1, -9)
    assert is_reached(session)


def test_a_word_that_is_deleted_reaches_nothing():
    session = aiming('{ cell = "weights[steel, steel]", above = 0.1, below = 0.2 }')
    session.select("q", 3, 0)
    structure.delete_word(session)
    assert not is_reached(session)
    assert "weights[3, 3]" in goal_status(session)


def test_a_restored_step_has_its_goal_before_it_again():
    session = aiming(ABOVE)
    move(session, "k", 2, 1, 9)
    assert is_reached(session)
    restore(session)
    assert not is_reached(session)
    assert goal_status(session).endswith("now 0.283")
