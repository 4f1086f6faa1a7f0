"""The numbers of a pane as text: what digits, how wide a field, and what is written for a blocked cell."""

from __future__ import annotations

from dataclasses import dataclass

from attn_tui.session import digits
from attn_tui.session.panes import Shown
from attn_tui.session.selection import TABLES, Pane
from attn_tui.session.session import Session
from attn_tui.session.stages import shown_stage

FIELD: dict[Pane, int] = {"q": 8, "k": 8, "v": 8, "scores": 9, "weights": 9, "output": 9}
HEAT_FIELD = 4


@dataclass(frozen=True)
class Cells:
    """A pane's numbers as text, row by row, in fields of `field` cells; `rounded` where a table's are not whole."""

    texts: list[list[str]]
    totals: list[str]
    field: int
    rounded: bool = False


def is_heat_only(session: Session, pane: Pane) -> bool:
    """Whether the pane shows heat without digits."""
    return session.digits == "heat" and pane in ("scores", "weights")


def cells(session: Session, pane: Pane, shown: Shown) -> Cells:
    """The texts of a pane's rectangle, and of its row totals."""
    room = UNBOUND if session.digits == "full" else FIELD[pane] - 1
    values = shown.values.tolist()
    if pane in TABLES:
        written = [[str(value) for value in row] for row in shown.values]
        texts = [
            [digits.typed(value, room, text) for value, text in zip(row, writing, strict=True)]
            for row, writing in zip(values, written, strict=True)
        ]
        rounded = any(
            digits.is_rounded(text, float(writing))
            for row, writing_row in zip(texts, written, strict=True)
            for text, writing in zip(row, writing_row, strict=True)
        )
        return Cells(texts, [], _field(session, pane, texts, []), rounded)
    blocked = shown.blocked.tolist() if shown.blocked is not None else [[False] * len(row) for row in values]
    texts = [
        [_computed(session, pane, value, cut, room) for value, cut in zip(row, cuts, strict=True)]
        for row, cuts in zip(values, blocked, strict=True)
    ]
    totals = [] if shown.totals is None else [_total(session, pane, total) for total in shown.totals.tolist()]
    return Cells(texts, totals, _field(session, pane, texts, totals))


UNBOUND = 40


def _field(session: Session, pane: Pane, texts: list[list[str]], totals: list[str]) -> int:
    if is_heat_only(session, pane):
        return HEAT_FIELD
    widest = max((len(text) for row in [*texts, totals] for text in row), default=0)
    return max(FIELD[pane], widest + 1)


def _computed(session: Session, pane: Pane, value: float, blocked: bool, room: int) -> str:
    decimals = digits.DECIMALS.get(session.digits)
    if pane == "weights":
        return _weight(session, value, blocked, decimals)
    if blocked and value == float("-inf") and pane == "scores":
        return "-∞"
    if pane == "scores" and value == 0 and shown_stage(session.stage, session.settings) == "M":
        return "0"
    return digits.full(value) if decimals is None else digits.computed(value, decimals, room)


def _weight(session: Session, value: float, blocked: bool, decimals: int | None) -> str:
    if blocked and value == 0:
        return "·"
    if session.digits == "percent":
        return digits.percent(value)
    return digits.full(value) if decimals is None else digits.weight(value, decimals)


def _total(session: Session, pane: Pane, total: float) -> str:
    decimals = digits.DECIMALS.get(session.digits)
    if decimals is None:
        return digits.full(total)
    if pane == "weights" and session.digits == "percent":
        return digits.computed(100 * total, 1, 7) + "%"
    return digits.computed(total, decimals, 8)
