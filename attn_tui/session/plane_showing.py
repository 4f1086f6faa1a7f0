"""The keys that change what the plane shows."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from attn_tui.session.addresses import position
from attn_tui.session.faults import Fault
from attn_tui.session.labels import plain
from attn_tui.session.numbers import QUOTED
from attn_tui.session.plane import Space
from attn_tui.session.session import Session

_TABLES: dict[Space, str] = {"keys": "Q and K have", "values": "V has"}


def toggle_plane(session: Session) -> None:
    """Open the plane and give it the keys, or close it."""
    shown = not session.plane.shown
    _set(session, shown=shown, has_keys=shown, drag=None)


def give_keys(session: Session, has_keys: bool) -> None:
    """Let keys go to the plane, where it is shown, or to the panes."""
    _set(session, has_keys=has_keys and session.plane.shown)


def toggle_space(session: Session) -> None:
    """Show the values and the output, or the keys and the query."""
    space: Space = "keys" if session.plane.space == "values" else "values"
    _set(session, space=space, drag=None)
    session.say("the plane of the values" if space == "values" else "the plane of the keys")


def toggle_plain(session: Session) -> None:
    """Draw the plane in characters, or in Braille dots."""
    _set(session, plain=not session.plane.plain)
    session.say(f"the plane is drawn in {'plain characters' if session.plane.plain else 'Braille dots'}")


def plain_from(session: Session, text: str) -> None:
    """Draw the plane in characters where `text` is "on"."""
    if text not in ("on", "off"):
        raise Fault(f"'{plain(text[:QUOTED])}' is neither on nor off: on draws the plane in characters")
    _set(session, plain=text == "off")
    toggle_plain(session)


def space_columns(session: Session, space: Space) -> tuple[int, int]:
    """The columns across and upward, as the table is stored. Fault where it has only one."""
    count = _count(session, space)
    if count < 2:
        raise Fault(f"{_TABLES[space]} one column, and the plane needs two: I and A insert one")
    chosen = session.plane.k_columns if space == "keys" else session.plane.v_columns
    return chosen if max(chosen) < count else (0, 1)


def next_column(session: Session, way: int) -> None:
    """Take the next column across (`way` 0) or upward (1), past the one that the other axis has."""
    count = _count(session, session.plane.space)
    columns = space_columns(session, session.plane.space)
    if count == 2:
        raise Fault(f"{_TABLES[session.plane.space]} two columns, and the plane shows both")
    after = (columns[way] + 1) % count
    _take(session, way, (after + 1) % count if after == columns[1 - way] else after)


def column_from(session: Session, text: str, way: int) -> None:
    """Take the column that `text` names, or its position; where the other axis has it the two change places."""
    axis = "c" if session.plane.space == "keys" else "e"
    space_columns(session, session.plane.space)
    _take(session, way, position(session.problem, axis, text) % _count(session, session.plane.space))


def next_query(session: Session, step: int) -> None:
    """Select the query `step` further, held at the ends."""
    session.select_on("i", session.selection.i + step)


def _take(session: Session, way: int, column: int) -> None:
    columns = space_columns(session, session.plane.space)
    other = columns[1 - way] if columns[1 - way] != column else columns[way]
    chosen = (column, other) if way == 0 else (other, column)
    _set(session, **{"k_columns" if session.plane.space == "keys" else "v_columns": chosen})
    axis = "c" if session.plane.space == "keys" else "e"
    across, upward = (session.label(axis, at) for at in chosen)
    session.say(f"the plane shows {across} across and {upward} upward")


def _count(session: Session, space: Space) -> int:
    return (session.problem.q if space == "keys" else session.problem.v).shape[2]


def _set(session: Session, **change: Any) -> None:
    session.plane = replace(session.plane, **change)
