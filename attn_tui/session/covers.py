"""What a lesson's step leaves alone: panes that its question covers, tables that its goal is not to be met by."""

from __future__ import annotations

from attn_tui.session.faults import Fault
from attn_tui.session.selection import PANE_NAMES, Pane
from attn_tui.session.session import Session

_PHRASES: dict[Pane, str] = {
    "scores": "the scores are",
    "weights": "the weights are",
    "output": "the output is",
    "concat": "the heads side by side are",
    "result": "the result is",
}


def require_uncovered(session: Session, pane: Pane) -> None:
    """Fault where a lesson's question covers `pane`."""
    if pane in session.covered:
        is_covered = _PHRASES.get(pane, f"{PANE_NAMES[pane]} is")
        raise Fault(f"{is_covered} covered until the step's question is answered: Q answers it")


def require_movable(session: Session, pane: Pane) -> None:
    """Fault where the step's goal is to be met by other tables than `pane` alone."""
    goal = None if session.walk is None else session.walk.step.goal
    if goal is None or not goal.only or pane in goal.only:
        return
    moved = " and ".join(PANE_NAMES[table] for table in goal.only)
    raise Fault(f"{PANE_NAMES[pane]} stays as it is in this step: its goal is to be met by {moved} alone")


def require_all_uncovered(session: Session, what: str) -> None:
    """Fault where a question covers any pane, for what tells numbers of all: `the explanation is`, `decoding is`."""
    if session.covered:
        raise Fault(f"{what} covered until the step's question is answered: Q answers it")
