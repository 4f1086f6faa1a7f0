"""The numbers of a pane as text: what digits, how wide a field, and what is written for a blocked cell."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np

from attn_tui.session import digits
from attn_tui.session.digits import UNLIMITED
from attn_tui.session.panes import Shown
from attn_tui.session.selection import ALL_PANES, EDITABLE, TABLES, Pane
from attn_tui.session.session import Session
from attn_tui.session.stages import shown_stage

FIELD: dict[Pane, int] = {pane: 8 if pane in EDITABLE else 9 for pane in ALL_PANES}
HEAT_FIELD, TOTAL = 4, 7
"""The narrowest cell where only heat is shown, and the fewest cells of what ends a row, its sum or its keys."""
Marks: TypeAlias = Sequence[Sequence[str]]


@dataclass(frozen=True)
class Cells:
    """A pane's numbers as text, row by row, in fields of `field` cells; `rounded` where not all of them are whole.

    `marks` has what stands before each number to say that it moved or was lost, "" where not; None where none is.
    """

    texts: list[list[str]]
    totals: list[str]
    field: int
    rounded: bool = False
    marks: Marks | None = None


def is_heat_only(session: Session, pane: Pane) -> bool:
    """Whether the pane shows heat without digits."""
    return session.digits == "heat" and pane in ("scores", "weights")


def is_typed(session: Session, pane: Pane) -> bool:
    """Whether a pane's numbers were typed, and not computed: by a projection Q, K and V are, and by a position."""
    if session.is_after_position(pane):
        return False
    return pane in EDITABLE and not (pane in TABLES and session.problem.projection is not None)


def cells(
    session: Session, pane: Pane, shown: Shown, most: int, least: int, marks: Marks | None = None
) -> Cells:
    """The texts of a pane's rectangle, of `most` cells each where all digits are shown, and of what ends its rows.

    `least` is how wide a field is where no number needs more.
    A mark takes a cell of its own, so that the field may be wider with `marks`.
    """
    most -= max((len(mark) for row in marks for mark in row), default=0) if marks else 0
    room = most if session.digits == "full" else FIELD[pane] - 1
    if is_typed(session, pane):
        texts = [[_typed(session, value, room) for value in row] for row in shown.values]
    else:
        blocked = np.zeros_like(shown.values, dtype=bool) if shown.blocked is None else shown.blocked
        texts = [
            [_computed(session, pane, value, cut, room) for value, cut in zip(row, cuts, strict=True)]
            for row, cuts in zip(shown.values, blocked.tolist(), strict=True)
        ]
    totals = [] if shown.totals is None else [_total(session, pane, total, room) for total in shown.totals]
    if shown.keys is not None:
        totals = [_keys(count, max(least, TOTAL) - 1) for count in shown.keys.tolist()]
    marked = texts if marks is None else _with_marks(texts, marks)
    field = _field(session, pane, marked, totals, least)
    return Cells(texts, totals, field, _is_rounded(session, pane, shown, texts), marks)


def _keys(count: int, room: int) -> str:
    """How many keys a row may look at; the number alone where the word has no room."""
    text = f"{count} key" if count == 1 else f"{count} keys"
    return text if len(text) <= room else str(count)


def _with_marks(texts: list[list[str]], marks: Marks) -> list[list[str]]:
    return [list(map("".join, zip(*row, strict=True))) for row in zip(marks, texts, strict=True)]


def _is_rounded(session: Session, pane: Pane, shown: Shown, texts: list[list[str]]) -> bool:
    """Whether a text that should be the whole number is another: in a table, and where all digits are shown."""
    if not is_typed(session, pane) and session.digits != "full":
        return False
    return any(
        text not in ("·", "-∞") and digits.is_rounded(text, float(str(value)))
        for row, values in zip(texts, shown.values, strict=True)
        for text, value in zip(row, values, strict=True)
    )


def _field(session: Session, pane: Pane, texts: list[list[str]], totals: list[str], least: int) -> int:
    if is_heat_only(session, pane):
        return least
    widest = max((len(text) for row in [*texts, totals] for text in row), default=0)
    return max(FIELD[pane], widest + 1)


def _typed(session: Session, value: Any, room: int) -> str:
    text = digits.typed(float(value), UNLIMITED if session.digits == "full" else room, str(value))
    return text if len(text) <= room else _whole(value, room)


def _whole(value: Any, room: int) -> str:
    """Every digit of a NumPy number, or as many as fit."""
    text = digits.exact(value)
    fewer = (digits.compact(f"{float(value):.{count}g}") for count in range(16, 0, -1))
    return text if len(text) <= room else next((short for short in fewer if len(short) <= room), text)


def _computed(session: Session, pane: Pane, value: Any, blocked: bool, room: int) -> str:
    decimals = digits.DECIMALS.get(session.digits)
    if pane == "weights":
        return _weight(session, value, blocked, decimals, room)
    if blocked and value == float("-inf") and pane == "scores":
        return "-∞"
    if pane == "scores" and value == 0 and shown_stage(session.stage, session.settings) == "M":
        return "0"
    return _whole(value, room) if decimals is None else digits.computed(float(value), decimals, room)


def _weight(session: Session, value: Any, blocked: bool, decimals: int | None, room: int) -> str:
    if blocked and value == 0:
        return "·"
    if session.digits == "percent":
        return digits.percent(float(value))
    return _whole(value, room) if decimals is None else digits.weight(float(value), decimals)


def _total(session: Session, pane: Pane, total: Any, room: int) -> str:
    decimals = digits.DECIMALS.get(session.digits)
    if decimals is None:
        return _whole(total, room)
    if pane == "weights" and session.digits == "percent":
        return digits.computed(100 * float(total), 1, 7) + "%"
    return digits.computed(float(total), decimals, 8)
