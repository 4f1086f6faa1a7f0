"""A mistake told in lines: its sentences, right and wrong side by side with what differs marked, the tell-tale.

A line that begins in the first cell is a heading or a sentence, one that is set in belongs to a table.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any, Literal, TypeAlias

import numpy as np
import numpy.typing as npt

from attn_tui.engine import Mistake
from attn_tui.session.explaining.mistake_compared import Compared, agree, tell_tales
from attn_tui.session.explaining.moved import DOWN, OTHER, UP
from attn_tui.session.labels import cell_width, fit, right_aligned, shortened
from attn_tui.session.phrases import score_text, three, weight_text
from attn_tui.session.selection import Axis
from attn_tui.session.session import Session

Shown: TypeAlias = Literal["weights", "scores"]
ROWS = 8
"""Rows of a table; of more, those around the selected one."""
_LABEL, _FIELD, _BETWEEN = 8, 8, 2
_STAGES: dict[str, tuple[str, Axis]] = {
    "weights": ("weights", "j"),
    "scores": ("masked", "j"),
    "output": ("output", "e"),
}
"""What a table shows: the stage of a trace, and the axis of its columns."""


@dataclass(frozen=True, eq=False)
class _Part:
    """A rectangle of a stage: its place among the query rows and on `axis`, right and wrong (rows, columns)."""

    axis: Axis
    rows: range
    columns: range
    right: npt.NDArray[Any]
    wrong: npt.NDArray[Any]
    blocked: tuple[npt.NDArray[np.bool_], npt.NDArray[np.bool_]] | None


def mistake_told(session: Session, both: Compared, shown: Shown, width: int) -> list[str]:
    """All that the list of mistakes says of one, with tables of at most `width` cells."""
    mistake = both.mistake
    lines = [mistake.does]
    if both.nothing is not None:
        lines.append(f"It changes nothing here: {both.nothing}.")
    else:
        beside, below = _tables(session, both, shown, width)
        lines += [*beside, *tell_tales(session, both), *below]
        beside, below = _tables(session, both, "output", width)
        lines += [*beside, *below]
    return [*lines, *about(mistake)]


def about(mistake: Mistake) -> tuple[str, str, str]:
    """Why people make it, how it shows and what is right, a sentence each."""
    return f"Why: {mistake.why}", f"Shows: {mistake.shows}", f"Right: {mistake.right}"


def _tables(session: Session, both: Compared, shown: str, width: int) -> tuple[list[str], list[str]]:
    """Right and wrong side by side, with how far off it is beside them, or in a table to stand below."""
    part = _part(session, both, shown, width)
    texts = [_texts(shown, part, side) for side in (0, 1)]
    apart = _differences(part)
    blocks = [_block(session, part, "right", texts[0]), _block(session, part, "with the mistake", texts[1])]
    third = _block(session, part, "how far off", apart)
    labels = ["", "", *(session.label("i", i) for i in part.rows)]
    title = f"{'scores before the weights' if shown == 'scores' else shown}{_places(session, part)}"
    if _LABEL + sum(_width(block) + _BETWEEN for block in (*blocks, third)) <= width:
        return [title, *_side_by_side(labels, [*blocks, third])], []
    return [title, *_side_by_side(labels, blocks)], [title, *_side_by_side(labels, [third])]


def _part(session: Session, both: Compared, shown: str, width: int) -> _Part:
    name, axis = _STAGES[shown]
    count = session.size(axis)
    fitting = max(1, (width - _LABEL - 2 * _BETWEEN) // (2 * _FIELD))
    columns = _around(session.selection.of(axis), fitting, count)
    computed = both.right.rows
    rows = _around(session.selection.i - computed.start, ROWS, len(computed))
    at = slice(rows.start, rows.stop), slice(columns.start, columns.stop)
    right, wrong = (getattr(trace, name)[at] for trace in (both.right, both.wrong))
    blocked = None if axis == "e" else (~both.right.allowed[at], ~both.wrong.allowed[at])
    whole = range(rows.start + computed.start, rows.stop + computed.start)
    return _Part(axis, whole, columns, right, wrong, blocked)


def _around(at: int, most: int, count: int) -> range:
    first = min(max(at - most // 2, 0), max(count - most, 0))
    return range(first, min(first + most, count))


def _texts(shown: str, part: _Part, side: int) -> list[list[str]]:
    """The numbers of the right side, 0, or of the wrong one, 1, whose cells that differ have a mark behind them."""
    numbers = (part.right, part.wrong)[side]
    blocked = np.zeros(numbers.shape, bool) if part.blocked is None else part.blocked[side]
    marks = np.full(numbers.shape, " ")
    if side:
        grown = np.where(part.wrong > part.right, UP, np.where(part.wrong < part.right, DOWN, OTHER))
        marks = np.where(agree(part.wrong, part.right), " ", grown)
    return [
        [_text(shown, value, cut) + mark for value, cut, mark in zip(*row, strict=True)]
        for row in zip(numbers, blocked.tolist(), marks.tolist(), strict=True)
    ]


def _text(shown: str, value: Any, blocked: bool) -> str:
    return weight_text(value, blocked) if shown == "weights" else score_text(value, blocked)


def _differences(part: _Part) -> list[list[str]]:
    with np.errstate(all="ignore"):
        apart = part.wrong - part.right
    same = agree(part.wrong, part.right)
    return [
        [_difference(value, equal) for value, equal in zip(*row, strict=True)]
        for row in zip(apart.tolist(), same.tolist(), strict=True)
    ]


def _difference(value: float, equal: bool) -> str:
    if equal:
        return "= "
    if not np.isfinite(value):
        return f"{OTHER} "
    text = three(value)
    return f"{text} " if text.startswith("-") else f"+{text} "


def _block(session: Session, part: _Part, title: str, texts: list[list[str]]) -> list[str]:
    """A title, the names of the columns, and a line a row, all of one width."""
    names = [session.label(part.axis, at) for at in part.columns]
    fields = [
        max(_FIELD, *(cell_width(row[at]) + 1 for row in texts)) if texts else _FIELD
        for at in range(len(names))
    ]
    shorter = [f"{shortened(name, field - 1)} " for name, field in zip(names, fields, strict=True)]
    header = "".join(map(right_aligned, shorter, fields))
    body = [
        "".join(right_aligned(text, field) for text, field in zip(row, fields, strict=True)) for row in texts
    ]
    wide = max(sum(fields), cell_width(title))
    return [
        fit(line, wide) if at == 0 else right_aligned(line, wide)
        for at, line in enumerate([title, header, *body])
    ]


def _side_by_side(labels: Sequence[str], blocks: list[list[str]]) -> Iterator[str]:
    for label, *parts in zip_longest(labels, *blocks, fillvalue=""):
        yield (f"  {fit(label, _LABEL - 2)}" + (" " * _BETWEEN).join(["", *parts])).rstrip()


def _width(block: list[str]) -> int:
    return cell_width(block[0])


def _places(session: Session, part: _Part) -> str:
    """Of which head, and of which rows and columns where not of all."""
    said = f", head {session.head}" if session.heads > 1 else ""
    for what, shown, count in (
        ("rows", part.rows, session.size("i")),
        ("keys" if part.axis == "j" else "columns", part.columns, session.size(part.axis)),
    ):
        if len(shown) < count:
            said += f", {what} {shown.start + 1}–{shown.stop} of {count}"
    return said
