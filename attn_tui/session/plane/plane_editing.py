"""Moving the arrow of the plane: by steps, in strength and direction, to coordinates, by the mouse.

The arrow is the selected word's query, and in the plane of the embeddings its embedding.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from math import cos, floor, hypot, isfinite, log10, radians, sin
from typing import Any

import numpy as np
import numpy.typing as npt

from attn_tui.session.computing.projection import stored
from attn_tui.session.covers import require_uncovered
from attn_tui.session.digits import exact, typed
from attn_tui.session.edits.editing import let_go_of_projection, require_direct
from attn_tui.session.faults import Fault
from attn_tui.session.history import NumbersEdit, Place
from attn_tui.session.line_edit import LineEdit
from attn_tui.session.numbers import nudged, parse_entry, stored_as
from attn_tui.session.plane.plane import Drag, Space
from attn_tui.session.plane.plane_frame import Bounds
from attn_tui.session.plane.plane_showing import SPACE_AXES, column_count, space_columns
from attn_tui.session.prompts import CommandLine, Question
from attn_tui.session.selection import PANE_NAMES, Pane
from attn_tui.session.session import Session

STRONGER = 1.1
"""What one key multiplies the arrow's length by."""
TURN = 5.0
"""Degrees by which one key turns the arrow."""
LONGEST = 14
"""Characters that a number has at most where it is told of with every digit."""
SIGNIFICANT = 6
"""Digits that are kept of a number that was multiplied or turned."""


def arrow_pane(session: Session) -> Pane:
    """The table that has the arrow's numbers: X in the plane of the embeddings, otherwise Q."""
    return "x" if session.plane.space == "embeddings" else "q"


def arrow_point(session: Session) -> tuple[float, float]:
    """The arrow's numbers in the two columns shown, as they are written. Fault where there is one column."""
    row = _table(session)[session.selection.i]
    across, upward = _columns(session)
    return float(str(row[across])), float(str(row[upward]))


def move_arrow(session: Session, right: int, up: int) -> None:
    """Move the arrow by so many steps; the step is that of `=`."""
    x, y = arrow_point(session)
    put_arrow(session, nudged(x, session.step, right), nudged(y, session.step, up))


def strengthen(session: Session, times: int) -> None:
    """Multiply the arrow's length by 1.1, or with -1 divide it; its direction is kept."""
    x, y = _directed(session)
    _put_about(session, x * STRONGER**times, y * STRONGER**times)


def turn(session: Session, times: int) -> None:
    """Turn the arrow by 5 degrees to the left, or with -1 to the right; its length is kept."""
    x, y = _directed(session)
    angle = radians(TURN * times)
    _put_about(session, x * cos(angle) - y * sin(angle), x * sin(angle) + y * cos(angle))


def at(session: Session, text: str) -> None:
    """Put the arrow's tip at the two numbers that `text` spells; with fewer the command line opens on them.

    With none it opens on where the tip is. Fault for what is no number, and for more than two.
    """
    words = text.replace(",", " ").replace("(", " ").replace(")", " ").split()
    numbers = [parse_entry(word) for word in words]
    if len(numbers) > 2:
        raise Fault(
            f"{len(numbers)} numbers were typed, and the plane has two columns: type two such as 1 -0.5"
        )
    if len(numbers) == 2:
        put_arrow(session, numbers[0], numbers[1])
        return
    require_uncovered(session, arrow_pane(session))
    where = " ".join(words or [exact(number) for number in arrow_point(session)])
    session.command = CommandLine(LineEdit.on(f"at {where}"))


def put_arrow(session: Session, x: float, y: float) -> None:
    """Write the arrow's two numbers as one undoable step; where they are there already, none is made.

    Fault where they follow from a projection: it is asked whether to let go of it and to move the query then.
    """
    edit = _edit(session, x, y)
    if edit.before.tobytes() == edit.after.tobytes():
        session.say(f"{_name(session)} is as it was")
    else:
        _do(session, edit)


def begin_drag(session: Session, bounds: Bounds) -> None:
    """Take hold of the arrow; until it is let go the plane shows `bounds`."""
    session.plane = replace(session.plane, has_keys=True, drag=Drag(bounds))


def drag_to(session: Session, x: float, y: float) -> None:
    """Move the arrow that is held to a point; however often, the drag is one undoable step.

    Fault as for `put_arrow`; the question then asked is about the point where the drag ends.
    """
    drag = session.plane.drag
    if drag is None or arrow_point(session) == (x, y):
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
    """Let go of the arrow."""
    session.plane = replace(session.plane, drag=None)


def _edit(session: Session, x: float, y: float, before: npt.NDArray[Any] | None = None) -> NumbersEdit:
    """The edit that writes x and y into the arrow's row, from one of the two columns to the other."""
    _require_direct(session, x, y)
    pane, table = arrow_pane(session), _table(session)
    across, upward = _columns(session)
    i, left = session.selection.i, min(across, upward)
    old = table[i : i + 1, left : max(across, upward) + 1].copy()
    numbers = old.astype(np.float64)
    numbers[0, across - left], numbers[0, upward - left] = x, y
    after = stored_as(numbers, table.dtype)
    before = old if before is None else before
    columns = [across - left, upward - left]
    what = f"{_name(session)} {_point(before[0, columns])} → {_point(after[0, columns])}"
    return NumbersEdit(
        what, pane, session.table_head(pane), i, left, before, after, _place(session, i, across)
    )


def _require_direct(session: Session, x: float, y: float) -> None:
    """Fault where the arrow can't be moved; what is then asked, if anything, moves it to (x, y) as well."""
    session.question = None
    try:
        require_direct(session, arrow_pane(session))
    except Fault as fault:
        if session.question is None:
            raise
        name = _name(session)
        text = f"{name} follows from X·W_Q: y lets go of X and W and moves it, Esc leaves it"
        session.question = Question(text, partial(_let_go_and_put, x=x, y=y))
        raise Fault(text) from fault


def _let_go_and_put(session: Session, x: float, y: float) -> None:
    """What is agreed to: the query stands on its own and is moved. Undo takes back the one, then the other."""
    let_go_of_projection(session)
    put_arrow(session, x, y)
    session.say(f"{session.message.text}; X and W are let go of")


def _place(session: Session, i: int, column: int) -> Place:
    """Where undo goes: to the word in Q, or in X where this is shown on the left or is what was moved there."""
    if arrow_pane(session) == "q":
        return Place("q", i, column, session.head)
    return Place("x", i, column, session.head) if session.shows_sources else Place("q", i, 0, session.head)


def _do(session: Session, edit: NumbersEdit) -> None:
    """Carry the edit out; the selection stays in its pane."""
    pane, selection = session.pane, session.selection
    session.do(edit)
    session.pane, session.selection = pane, selection


def _table(session: Session) -> npt.NDArray[Any]:
    """The stored numbers of which one row is the arrow."""
    pane = arrow_pane(session)
    return stored(session.problem, pane, session.table_head(pane))


def _space(session: Session) -> Space:
    return "embeddings" if arrow_pane(session) == "x" else "keys"


def _columns(session: Session) -> tuple[int, int]:
    return space_columns(session, _space(session))


def _directed(session: Session) -> tuple[float, float]:
    """The arrow, which has a length and a direction; Fault where it has none."""
    require_uncovered(session, arrow_pane(session))
    x, y = arrow_point(session)
    if not (isfinite(x) and isfinite(y)):
        raise Fault(f"{_name(session)} is {_point((x, y))}, which has no direction: type its coordinates")
    if x == y == 0:
        raise Fault(f"{_name(session)} is 0 and has no direction: an arrow key moves it first")
    return x, y


def _put_about(session: Session, x: float, y: float) -> None:
    """Put the tip at a point with `SIGNIFICANT` digits, counted from the larger of its numbers."""
    if not isfinite(hypot(x, y)):
        raise Fault(f"{_name(session)} would be longer than a float64 can be: - makes it shorter")
    size = max(abs(x), abs(y))
    decimals = SIGNIFICANT - 1 - floor(log10(size)) if size else 0
    put_arrow(session, round(x, decimals) + 0.0, round(y, decimals) + 0.0)


def _same_place(edit: NumbersEdit, other: NumbersEdit) -> bool:
    return (edit.table, edit.place, edit.after.shape) == (other.table, other.place, other.after.shape)


def _name(session: Session) -> str:
    """`Q[it]`, or of a wider table `Q[it; x, y]`."""
    word, name = session.label("i", session.selection.i), PANE_NAMES[arrow_pane(session)]
    space = _space(session)
    if column_count(session.problem, space) == 2:
        return f"{name}[{word}]"
    across, upward = (session.label(SPACE_AXES[space], at) for at in _columns(session))
    return f"{name}[{word}; {across}, {upward}]"


def _point(numbers: Sequence[Any] | npt.NDArray[Any]) -> str:
    """Two numbers as they are written; a computed one, as in a query that followed from X, in twelve digits at most."""
    return "({}, {})".format(*(_written(float(number), str(number)) for number in numbers))


def _written(value: float, written: str) -> str:
    if len(written) <= LONGEST:
        return typed(value, written=written)
    return typed(float(f"{value:.12g}"))
