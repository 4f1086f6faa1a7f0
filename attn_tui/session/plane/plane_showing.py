"""The keys that change what the plane shows."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from attn_tui.session.addresses import position
from attn_tui.session.faults import Fault
from attn_tui.session.labels import plain
from attn_tui.session.numbers import QUOTED
from attn_tui.session.plane.plane import Space
from attn_tui.session.problem import Problem
from attn_tui.session.selection import Axis, Pane
from attn_tui.session.session import Session

_TABLES: dict[Space, str] = {"keys": "Q and K have", "values": "V has", "embeddings": "X has"}
_COLUMNS = {"keys": "k_columns", "values": "v_columns", "embeddings": "x_columns"}
"""Where the plane keeps the columns chosen for each of its spaces."""
_SAID: dict[Space, str] = {
    "keys": "the plane of the keys, where the query is moved",
    "values": "the plane of the values and their mix, the output",
    "embeddings": "the plane of the embeddings, where that of the selected word is moved",
}
SPACE_AXES: dict[Space, Axis] = {"keys": "c", "values": "e", "embeddings": "m"}
"""The axis of the columns that each space shows."""
SPACE_PANES: dict[Space, Pane] = {"keys": "k", "values": "v", "embeddings": "x"}
"""The table whose rows are the marks of each space."""


def toggle_plane(session: Session) -> None:
    """Open the plane and give it the keys, or close it."""
    shown = not session.plane.shown
    _set(session, shown=shown, has_keys=shown, drag=None)


def give_keys(session: Session, has_keys: bool) -> None:
    """Let keys go to the plane, where it is shown, or to the panes."""
    _set(session, has_keys=has_keys and session.plane.shown)


def spaces(problem: Problem) -> tuple[Space, ...]:
    """The spaces of a problem, in the order in which they are gone through: embeddings only where it has them."""
    return ("keys", "values") if problem.projection is None else ("keys", "values", "embeddings")


def next_space(session: Session) -> None:
    """Show the keys and the query, the values and the output, or the embeddings where there are any."""
    space = space_after(session)
    _set(session, space=space, drag=None)
    session.say(_SAID[space])


def space_after(session: Session) -> Space:
    """The space that comes after the one shown."""
    there = spaces(session.problem)
    return there[(there.index(session.plane.space) + 1) % len(there)]


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


def column_count(problem: Problem, space: Space) -> int:
    """How many columns the tables of a space have, as they are stored: d_k, d_v or d_model."""
    if space == "embeddings":
        return 0 if problem.projection is None else problem.projection.x.shape[1]
    return (problem.q if space == "keys" else problem.v).shape[2]


def space_columns(session: Session, space: Space) -> tuple[int, int]:
    """The columns across and upward, as the table is stored. Fault where it has only one."""
    count = column_count(session.problem, space)
    if count < 2:
        hint = ": I and A insert one" if session.problem.projection is None else ""
        widen = session.settings.widen
        times = f", which is repeated {widen} times" if widen > 1 and space == "keys" else ""
        raise Fault(f"{_TABLES[space]} one column{times}, and the plane needs two{hint}")
    chosen: tuple[int, int] = getattr(session.plane, _COLUMNS[space])
    return chosen if max(chosen) < count else (0, 1)


def next_column(session: Session, way: int) -> None:
    """Take the next column across (`way` 0) or upward (1), past the one that the other axis has."""
    space = session.plane.space
    count, columns = column_count(session.problem, space), space_columns(session, space)
    if count == 2:
        raise Fault(f"{_TABLES[space]} two columns, and the plane shows both")
    after = (columns[way] + 1) % count
    _take(session, way, (after + 1) % count if after == columns[1 - way] else after)


def column_from(session: Session, text: str, way: int) -> None:
    """Take the column that `text` names, or its position; where the other axis has it the two change places."""
    space = session.plane.space
    space_columns(session, space)
    at = position(session.problem, SPACE_AXES[space], text)
    _take(session, way, at % column_count(session.problem, space))


def next_word(session: Session, step: int) -> None:
    """Select the word `step` further, whose query or embedding is the arrow, held at the ends."""
    session.select_on("i", session.selection.i + step)


def select_mark(session: Session, at: int) -> None:
    """Select the key that a mark stands for, or in the plane of the embeddings the word."""
    session.select_on("i" if session.plane.space == "embeddings" else "j", at)


def _take(session: Session, way: int, column: int) -> None:
    space = session.plane.space
    columns = space_columns(session, space)
    other = columns[1 - way] if columns[1 - way] != column else columns[way]
    chosen = (column, other) if way == 0 else (other, column)
    _set(session, **{_COLUMNS[space]: chosen})
    across, upward = (session.label(SPACE_AXES[space], at) for at in chosen)
    session.say(f"the plane shows {across} across and {upward} upward")


def _set(session: Session, **change: Any) -> None:
    session.plane = replace(session.plane, **change)
