"""What a lesson's question covers until it is answered."""

from __future__ import annotations

from attn_tui.session.faults import Fault
from attn_tui.session.selection import PANE_NAMES, Pane
from attn_tui.session.session import Session


def require_uncovered(session: Session, pane: Pane) -> None:
    """Fault where a lesson's question covers `pane`."""
    if pane in session.covered:
        raise Fault(f"{PANE_NAMES[pane]} is covered until the step's question is answered: Q answers it")


def require_all_uncovered(session: Session, what: str) -> None:
    """Fault where a question covers any pane, for what tells numbers of all: `the explanation is`, `decoding is`."""
    if session.covered:
        raise Fault(f"{what} covered until the step's question is answered: Q answers it")
