"""Values as TOML and JSON have them: what they are, and how a fault names them and their places."""

from __future__ import annotations

from math import isinf
from typing import TypeAlias

from attn_tui.session.labels import plain

Path: TypeAlias = tuple[str | int, ...]
"""Keys and positions that lead to a value: ("head", 1, "q", 2) is the third row of the second head's q."""


def is_number(value: object) -> bool:
    """Whether `value` is an integer or a float, and not true or false."""
    return isinstance(value, int | float) and not isinstance(value, bool)


def decimal(text: str) -> float | int:
    """The number that a file writes with a point or an exponent.

    One that only infinity would be as large as is the integer that it begins with, which no float64 can hold, so
    that its reader refuses it with its place; `inf` itself is infinity.
    """
    value = float(text)
    if not isinf(value) or "inf" in text.lower():
        return value
    return -(10**400) if value < 0 else 10**400


def depth(value: object) -> int:
    """How many lists deep the first number stands: 0 for a number, 1 for a row, 2 for a matrix."""
    levels = 0
    while isinstance(value, list) and value:
        value = value[0]
        levels += 1
    return levels


def counted(count: int, thing: str) -> str:
    """A number of things: "1 row", "3 rows"."""
    return f"{count} {thing}" if count == 1 else f"{count} {thing}s"


def sized(rows: int, columns: int) -> str:
    """The size of a table in words: "3 rows of 2"."""
    return f"{counted(rows, 'row')} of {columns}"


def written(path: Path) -> str:
    """A path as a reader would write it: head[1].q[2,0]; "the file" where it is empty.

    Steps of a lesson are counted from 1, as their titles are on the screen: `step 3, ask.cell`.
    """
    if path[:1] == ("step",) and len(path) > 1 and isinstance(path[1], int):
        step = f"step {path[1] + 1}"
        return f"{step}, {written(path[2:])}" if path[2:] else step
    said = ""
    for before, step in zip((None, *path), path, strict=False):
        if isinstance(step, str):
            said += f".{plain(step[:60])}" if said else plain(step[:60])
        elif isinstance(before, int):
            said = f"{said[:-1]},{step}]"
        else:
            said += f"[{step}]"
    return said or "the file"


def described(value: object) -> str:
    """What a value is, in a few words fit for a line on a terminal."""
    match value:
        case None:
            return "nothing"
        case bool():
            return "true" if value else "false"
        case str():
            return f'the text "{plain(value[:40])}{"…" if len(value) > 40 else ""}"'
        case int():
            return str(value) if abs(value) < 10**18 else "a very large number"
        case float():
            return repr(value)
        case list():
            return f"a list of {len(value)}" if value else "an empty list"
        case dict():
            return "a table"
        case _:
            return "a date or a time"
