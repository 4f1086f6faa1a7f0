"""What moved: how the numbers on the screen differ from those before the last edit, toggle or undo."""

from __future__ import annotations

from collections.abc import Iterator
from decimal import Decimal
from math import isfinite
from typing import Any

import numpy as np
import numpy.typing as npt

from attn_tui.session import panes
from attn_tui.session.digits import exact
from attn_tui.session.panes import Shown, is_shifted
from attn_tui.session.phrases import first_fitting, shown, told, told_share
from attn_tui.session.selection import AXES, EDITABLE, PANE_NAMES, Axis, Block, Pane
from attn_tui.session.session import Session
from attn_tui.session.stages import shown_stage

UP, DOWN, OTHER = "↑", "↓", "≠"
"""The marks of a number that grew, of one that shrank, and of one that became nan or was it."""
_WORDS: dict[Axis, str] = {
    "i": "query words",
    "j": "key words",
    "c": "columns of Q and K",
    "e": "columns of V",
    "m": "numbers of an embedding",
    "z": "numbers of the heads side by side",
    "o": "numbers of the result",
}


def toggle_moved(session: Session) -> None:
    """Mark what moved by the last step, or mark nothing."""
    session.shows_moved = not session.shows_moved
    if not session.shows_moved:
        session.earlier = None
        session.say("what moved is no longer marked")
    elif session.before is None:
        session.say("what moves is marked from the next edit on: T hides the marks")
    else:
        session.say(f"{UP} {DOWN} mark what moved by the last edit, toggle or undo: T hides the marks")


def marks(session: Session, pane: Pane, block: Block, now: npt.NDArray[Any]) -> list[list[str]] | None:
    """The mark of each cell of `block`, whose numbers are `now` (rows, columns): "" where it is as before.

    None where nothing is marked: marks are off, nothing was done yet, or `why_not` says so.
    """
    earlier = _earlier(session) if session.shows_moved else None
    if earlier is None or why_not(session, pane):
        return None
    return _marks_of(panes.shown(earlier, pane, block).values, now)


def _marks_of(was: npt.NDArray[Any], now: npt.NDArray[Any]) -> list[list[str]]:
    moved = (was != now) & ~(np.isnan(was) & np.isnan(now))
    named = np.where(now > was, UP, np.where(now < was, DOWN, OTHER))
    found: list[list[str]] = np.where(moved, named, "").tolist()
    return found


def why_not(session: Session, pane: Pane) -> str:
    """Why the numbers of `pane` can't be compared with those before; empty where they can, and before any edit."""
    earlier = _earlier(session)
    if earlier is None:
        return ""
    for axis in AXES[pane]:
        if session.size(axis) != earlier.size(axis):
            return f"{session.size(axis)} {_WORDS[axis]} now, {earlier.size(axis)} before"
        if session.problem.labels(axis) != earlier.problem.labels(axis):
            return f"the {_WORDS[axis]} are others than before"
    stages = (shown_stage(session.stage, one.settings) for one in (session, earlier))
    if pane == "scores" and session.stage != "auto" and len(set(stages)) > 1:
        return "a mistake is in force in one of the two only"
    if pane == "scores" and earlier.stage == "exp" and is_shifted(session) != is_shifted(earlier):
        return "the row's largest is taken off in one of the two only"
    return ""


def change_line(session: Session, width: int) -> str:
    """`weights[crane, lifted] was 0.257, now 0.320, +0.063`: the change of the selected cell; shorter where need be."""
    return first_fitting(_forms(session), width)


def _forms(session: Session) -> Iterator[str]:
    earlier = _earlier(session)
    if earlier is None:
        yield "what moved: nothing since this was opened"
        yield "nothing moved yet"
        return
    if reason := why_not(session, session.pane):
        yield f"{PANE_NAMES[session.pane]}: nothing is marked, {reason}"
        yield f"nothing marked: {reason}"
        return
    change = _change(session, earlier)
    yield f"{session.cell_name(session.pane, *session.cell)} {change}"
    yield f"{PANE_NAMES[session.pane]} {change}"
    yield change


def _change(session: Session, earlier: Session) -> str:
    row, column = session.cell
    block = Block(row, column, row + 1, column + 1)
    before, after = panes.shown(earlier, session.pane, block), panes.shown(session, session.pane, block)
    was, now = (_written(session, cell) for cell in (before, after))
    if not _marks_of(before.values, after.values)[0][0]:
        return f"did not move: {now}"
    return f"was {was}, now {now}{_difference(session, before.values[0, 0], after.values[0, 0])}"


def _written(session: Session, cell: Shown) -> str:
    pane, value = session.pane, cell.values[0, 0]
    if cell.blocked is not None and cell.blocked[0, 0]:
        if pane == "weights" and value == 0:
            return "blocked"
        if np.isneginf(value):
            return "-∞"
    if pane == "weights":
        return told_share(value, session.digits)
    return shown(value) if pane in EDITABLE else told(value, session.digits)


def _difference(session: Session, was: Any, now: Any) -> str:
    """`, +0.063`; nothing where there is none that is a number."""
    if not (isfinite(was) and isfinite(now)):
        return ""
    change = float(Decimal(exact(now)) - Decimal(exact(was)))
    if not isfinite(change):
        return ""
    text = shown(change) if session.pane in EDITABLE else told(change, session.digits)
    return f", {text}" if text.startswith("-") else f", +{text}"


def _earlier(session: Session) -> Session | None:
    """A session on the state before the last step, that shows the head and the stage that are asked for now.

    With the stage `auto` the scores are what softmax reads, then as now.
    """
    if session.before is None:
        return None
    earlier = session.earlier
    if earlier is None or earlier.state is not session.before:
        earlier = session.earlier = Session(session.before.problem)
        earlier.state = session.before
    if earlier.head != session.head:
        earlier.show_head(session.head)
    earlier.stage, earlier.shows_before = session.stage, session.shows_before
    return earlier
