"""Moving the selected query in the plane: by steps, in strength and direction, to coordinates, by the mouse."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import cos, floor, hypot, isfinite, log10, radians, sin
from typing import Any

import numpy as np
import numpy.typing as npt

from attn_tui.session.digits import exact, typed
from attn_tui.session.editing import require_direct
from attn_tui.session.faults import Fault
from attn_tui.session.history import NumbersEdit, Place
from attn_tui.session.line_edit import LineEdit
from attn_tui.session.numbers import nudged, parse_entry, stored_as
from attn_tui.session.plane import Drag
from attn_tui.session.plane_frame import Bounds
from attn_tui.session.plane_showing import space_columns
from attn_tui.session.session import CommandLine, Session

STRONGER = 1.1
"""What one key multiplies the query's length by."""
TURN = 5.0
"""Degrees by which one key turns the query."""
SIGNIFICANT = 6
"""Digits that are kept of a number that was multiplied or turned."""


def query_point(session: Session) -> tuple[float, float]:
    """The selected query's numbers in the two columns shown, as they are written. Fault where there is one column."""
    row = session.problem.q[session.head, session.selection.i]
    across, upward = space_columns(session, "keys")
    return float(str(row[across])), float(str(row[upward]))


def move_query(session: Session, right: int, up: int) -> None:
    """Move the query by so many steps; the step is that of `<` and `>`."""
    x, y = query_point(session)
    put_query(session, nudged(x, session.step, right), nudged(y, session.step, up))


def strengthen(session: Session, times: int) -> None:
    """Multiply the query's length by 1.1, or with -1 divide it; its direction is kept."""
    x, y = _directed(session)
    _put_about(session, x * STRONGER**times, y * STRONGER**times)


def turn(session: Session, times: int) -> None:
    """Turn the query by 5 degrees to the left, or with -1 to the right; its length is kept."""
    x, y = _directed(session)
    angle = radians(TURN * times)
    _put_about(session, x * cos(angle) - y * sin(angle), x * sin(angle) + y * cos(angle))


def at(session: Session, text: str) -> None:
    """Put the query at the two numbers that `text` spells; with fewer the command line opens on them.

    With none it opens on where the query is. Fault for what is no number, and for more than two.
    """
    words = text.replace(",", " ").replace("(", " ").replace(")", " ").split()
    numbers = [parse_entry(word) for word in words]
    if len(numbers) > 2:
        raise Fault(
            f"{len(numbers)} numbers were typed, and the plane has two columns: type two such as 1 -0.5"
        )
    if len(numbers) == 2:
        put_query(session, numbers[0], numbers[1])
        return
    where = " ".join(words or [exact(number) for number in query_point(session)])
    session.command = CommandLine(LineEdit.on(f"at {where}"))


def put_query(session: Session, x: float, y: float) -> None:
    """Write the query's two numbers as one undoable step; where they are there already, none is made."""
    edit = _edit(session, x, y)
    if edit.before.tobytes() == edit.after.tobytes():
        session.say(f"{_name(session)} is as it was")
    else:
        _do(session, edit)


def begin_drag(session: Session, bounds: Bounds) -> None:
    """Take hold of the query; until it is let go the plane shows `bounds`."""
    session.plane = replace(session.plane, has_keys=True, drag=Drag(bounds))


def drag_to(session: Session, x: float, y: float) -> None:
    """Move the query that is held to a point; however often, the drag is one undoable step."""
    drag = session.plane.drag
    if drag is None or query_point(session) == (x, y):
        return
    edit, last = _edit(session, x, y), drag.edit
    done = session.history.done
    if last is not None and done and done[-1] is last and _same_place(edit, last):
        edit = _edit(session, x, y, last.before)
    else:
        last = None
    before = session.before
    _do(session, edit)
    if last is not None:
        done.remove(last)
        session.before = before
    session.plane = replace(session.plane, drag=replace(drag, edit=edit))


def end_drag(session: Session) -> None:
    """Let go of the query."""
    session.plane = replace(session.plane, drag=None)


def _edit(session: Session, x: float, y: float, before: npt.NDArray[Any] | None = None) -> NumbersEdit:
    """The edit that writes x and y into the selected query's row, from one of the two columns to the other."""
    require_direct(session, "q")
    across, upward = space_columns(session, "keys")
    i, left = session.selection.i, min(across, upward)
    stored = session.problem.q
    old = stored[session.head, i : i + 1, left : max(across, upward) + 1].copy()
    numbers = old.astype(np.float64)
    numbers[0, across - left], numbers[0, upward - left] = x, y
    after = stored_as(numbers, stored.dtype)
    before = old if before is None else before
    columns = [across - left, upward - left]
    what = f"{_name(session)} {_point(before[0, columns])} → {_point(after[0, columns])}"
    return NumbersEdit(what, "q", session.head, i, left, before, after, Place("q", i, across, session.head))


def _do(session: Session, edit: NumbersEdit) -> None:
    """Carry the edit out; the selection stays in its pane."""
    pane, selection = session.pane, session.selection
    session.do(edit)
    session.pane, session.selection = pane, selection


def _directed(session: Session) -> tuple[float, float]:
    """The query, which has a length and a direction; Fault where it has none."""
    x, y = query_point(session)
    if not (isfinite(x) and isfinite(y)):
        raise Fault(f"{_name(session)} is {_point((x, y))}, which has no direction: type its coordinates")
    if x == y == 0:
        raise Fault(f"{_name(session)} is 0 and has no direction: an arrow key moves it first")
    return x, y


def _put_about(session: Session, x: float, y: float) -> None:
    """Put the query at a point with `SIGNIFICANT` digits, counted from the larger of its numbers."""
    if not isfinite(hypot(x, y)):
        raise Fault(f"{_name(session)} would be longer than a float64 can be: - makes it shorter")
    size = max(abs(x), abs(y))
    decimals = SIGNIFICANT - 1 - floor(log10(size)) if size else 0
    put_query(session, round(x, decimals) + 0.0, round(y, decimals) + 0.0)


def _same_place(edit: NumbersEdit, other: NumbersEdit) -> bool:
    return edit.place == other.place and edit.after.shape == other.after.shape


def _name(session: Session) -> str:
    """`Q[it]`, or of a wider table `Q[it; x, y]`."""
    word = session.label("i", session.selection.i)
    if session.problem.q.shape[2] == 2:
        return f"Q[{word}]"
    across, upward = (session.label("c", at) for at in space_columns(session, "keys"))
    return f"Q[{word}; {across}, {upward}]"


def _point(numbers: Sequence[Any] | npt.NDArray[Any]) -> str:
    return "({}, {})".format(*(typed(float(number), written=str(number)) for number in numbers))
