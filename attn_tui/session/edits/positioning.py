"""The keys of the position stage: which one is in force."""

from __future__ import annotations

from dataclasses import replace

from attn_tui.session.computing.position_stage import position_from, position_words, require_position
from attn_tui.session.edits.setting import change
from attn_tui.session.faults import Fault
from attn_tui.session.session import Session
from attn_tui.session.settings import POSITIONS, Position


def next_position(session: Session) -> None:
    """Go on to the next position that this problem can have."""
    possible: list[Position] = [position for position in POSITIONS if _is_possible(session, position)]
    now = session.settings.position
    set_position(session, possible[(possible.index(now) + 1) % len(possible)])


def name_position(session: Session, text: str) -> None:
    """Set the position that `text` names. Fault for one that the problem cannot have."""
    set_position(session, position_from(text))


def set_position(session: Session, position: Position) -> None:
    """Put the position in force as one undoable step."""
    shown = "" if position == "none" else "; t: before, after"
    change(session, f"position: {position_words(position)}{shown}", position=position)


def _is_possible(session: Session, position: Position) -> bool:
    try:
        require_position(session.problem, replace(session.settings, position=position))
    except Fault:
        return False
    return True
