"""The goal of a lesson's step: which numbers may be moved, how far it is, and when it is reached."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from attn_tui.session import panes
from attn_tui.session.computing.projection import with_tables_of
from attn_tui.session.covers import require_movable
from attn_tui.session.digits import full, in_digits
from attn_tui.session.history import Edit, NumbersEdit
from attn_tui.session.lessons.lesson import Goal
from attn_tui.session.selection import PANE_NAMES, Address, Block
from attn_tui.session.session import Session


def guard(session: Session, edit: Edit) -> None:
    """Fault where an edit moves numbers of a table that the step's goal leaves alone."""
    if isinstance(edit, NumbersEdit):
        require_movable(session, edit.table)


def notice(session: Session) -> None:
    """After an edit or an answer: remember and say it where the goal is now met, once its cell is not covered."""
    walk, goal = session.walk, _goal(session)
    if walk is None or goal is None or walk.at in walk.met or goal.cell[0] in session.covered:
        return
    if not is_met(session, goal):
        return
    walk.met.add(walk.at)
    session.say(f"reached: {goal_words(session, goal)}, and it is {_value_words(session, goal)}. n goes on")


def is_met(session: Session, goal: Goal) -> bool:
    """Whether the goal is met; with `only`, by the numbers of these tables, whatever else was changed."""
    if not goal.only:
        return goal.is_met_by(value_at(session, goal.cell))
    problem = with_tables_of(session.opened.problem, session.problem, goal.only)
    if problem is None:
        return False
    alone = Session(replace(problem, settings=session.opened.settings), head=session.head)
    alone.stage = session.stage
    return goal.is_met_by(value_at(alone, goal.cell))


def value_at(session: Session, address: Address) -> float:
    """What stands in a cell now; nan where words or columns were deleted so that it is no more."""
    pane, row, column = address
    rows, columns = session.shape(pane)
    if row >= rows or column >= columns:
        return float(np.nan)
    return float(panes.shown(session, pane, Block(row, column, row + 1, column + 1)).values[0, 0])


def goal_words(session: Session, goal: Goal) -> str:
    """`weights[crane, lifted] above 0.9, by Q alone`."""
    alone = f", by {_names(goal)} alone" if goal.only else ""
    return f"{session.cell_name(*goal.cell)} {_bounds(goal)}{alone}"


def _bounds(goal: Goal) -> str:
    bounds = (("above", goal.above), ("below", goal.below))
    return " and ".join(f"{word} {full(bound)}" for word, bound in bounds if bound is not None)


def goal_status(session: Session) -> str:
    """The step's goal and how far it is, in a line; empty where it has none."""
    walk, goal = session.walk, _goal(session)
    if walk is None or goal is None:
        return ""
    if walk.at in walk.met:
        return f"goal reached: {goal_words(session, goal)}"
    now = "covered" if goal.cell[0] in session.covered else _value_words(session, goal)
    return f"goal: {goal_words(session, goal)}; now {now}"


def goal_brief(session: Session) -> str:
    """The goal in a few words, to stand behind what a key did: `goal: above 0.9, now 0.248`; empty without one."""
    walk, goal = session.walk, _goal(session)
    if walk is None or goal is None:
        return ""
    if walk.at in walk.met:
        return "goal reached"
    now = "covered" if goal.cell[0] in session.covered else _value_words(session, goal)
    return f"goal: {_bounds(goal)}, now {now}"


def _value_words(session: Session, goal: Goal) -> str:
    return in_digits(value_at(session, goal.cell), session.digits, goal.cell[0] == "weights")


def _goal(session: Session) -> Goal | None:
    return None if session.walk is None else session.walk.step.goal


def _names(goal: Goal) -> str:
    return " and ".join(PANE_NAMES[table] for table in goal.only)
