"""What a lesson's question covers until it is answered."""

from __future__ import annotations

from attn_tui.session.faults import Fault
from attn_tui.session.selection import PANE_NAMES, Pane
from attn_tui.session.session import Session


def require_uncovered(session: Session, pane: Pane) -> None:
    """Fault where a lesson's question covers `pane`."""
    if pane in session.covered:
        raise Fault(f"{PANE_NAMES[pane]} is covered until the step's question is answered: Q answers it")


def require_uncovered_mistakes(session: Session) -> None:
    """Fault where the list of mistakes would show numbers that are covered, as it does of all."""
    _require_all(session, "the mistakes are")


def require_explanation(session: Session) -> None:
    """Fault where the explanation would tell of numbers that are covered, as it does of all."""
    _require_all(session, "the explanation is")


def require_uncovered_decoding(session: Session) -> None:
    """Fault where decoding would show numbers that are covered, as it does of all."""
    _require_all(session, "decoding is")


def _require_all(session: Session, what: str) -> None:
    if session.covered:
        raise Fault(f"{what} covered until the step's question is answered: Q answers it")
