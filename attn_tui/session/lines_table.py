"""Every line of the computation as a table: what it computes, its shape in letters and in numbers, and its numbers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from attn_tui import engine
from attn_tui.session.digits import computed, typed, weight
from attn_tui.session.explain import scale_words
from attn_tui.session.formula import whole_formula
from attn_tui.session.labels import cell_width, fit
from attn_tui.session.panes import sink_of
from attn_tui.session.selection import AXES, PANE_NAMES, TABLES, Axis
from attn_tui.session.session import Session
from attn_tui.session.stages import changes_by_mask, is_scaled

MOST = 12
"""Rows, and columns, that a line's numbers are shown of; how many more there are is said."""
LABEL = 10
_SIZES: dict[Axis, str] = {"i": "T_q", "j": "T_k", "c": "d_k", "e": "d_v"}


@dataclass(frozen=True, eq=False)
class Stage:
    """One line: `says` is what it computes, `numbers` its first rows, with axes `rows` and `columns`."""

    says: str
    rows: Axis
    columns: Axis
    numbers: npt.NDArray[Any]


def lines_table(session: Session) -> list[str]:
    """The formula, what its letters stand for, and every line with its shape and its numbers, of the head shown."""
    sizes = ", ".join(f"{letter} = {session.size(axis)}" for axis, letter in _SIZES.items())
    lines = [whole_formula(session), f"{sizes}: queries, keys, numbers of a query and of a value", ""]
    for stage in _stages(session):
        shape = f"{_SIZES[stage.rows]} × {_SIZES[stage.columns]}"
        counts = f"{session.size(stage.rows)} × {session.size(stage.columns)}"
        lines += [f"{stage.says}   ({shape} = {counts})", *_numbers(session, stage), ""]
    return lines[:-1]


def _stages(session: Session) -> Iterator[Stage]:
    for table in TABLES:
        rows, columns = AXES[table]
        yield Stage(PANE_NAMES[table], rows, columns, session.table(table)[:MOST])
    trace, first = session.trace(0, min(MOST, session.size("i")))
    shown = slice(0, MOST)
    settings = session.settings
    yield Stage("scores = Q·Kᵀ", "i", "j", trace.scores[shown])
    if is_scaled(settings):
        yield Stage(f"scaled = scores {scale_words(session)}", "i", "j", trace.scaled[shown])
    if settings.softcap is not None:
        yield Stage("capped = cap · tanh( scaled ÷ cap )", "i", "j", trace.capped[shown])
    if changes_by_mask(settings):
        yield Stage("masked = the scores + M, where M is 0 or -∞", "i", "j", trace.masked[shown])
    assert first == 0
    e, total = engine.exponentials(trace.masked[shown], sink_of(session), True)
    yield Stage("e to the score, less the row's largest: no weight changes, none overflows", "i", "j", e)
    sums = ", ".join(computed(float(one), 3) for one in np.ravel(total)[:4])
    more = ", …" if np.size(total) > 4 else ""
    yield Stage(f"weights = that ÷ the row's sum, {sums}{more}", "i", "j", trace.weights[shown])
    yield Stage("output = weights · V", "i", "e", trace.output[shown])


def _numbers(session: Session, stage: Stage) -> Iterator[str]:
    numbers = stage.numbers[:, :MOST]
    texts = [[_text(stage, value) for value in row] for row in numbers]
    names = [session.label(stage.columns, at) for at in range(numbers.shape[1])]
    widths = [
        max(min(cell_width(name), LABEL), *(len(row[at]) for row in texts)) for at, name in enumerate(names)
    ]
    extra = session.size(stage.columns) - len(names)
    yield _line("", [_right(name, width) for name, width in zip(names, widths, strict=True)], extra)
    for at, row in enumerate(texts):
        cells = [text.rjust(width) for text, width in zip(row, widths, strict=True)]
        yield _line(session.label(stage.rows, at), cells, 0)
    if (below := session.size(stage.rows) - len(texts)) > 0:
        yield f"  … {below} more"


def _right(name: str, width: int) -> str:
    short = fit(name, min(cell_width(name), width))
    return " " * (width - cell_width(short)) + short


def _line(label: str, cells: Sequence[str], extra: int) -> str:
    return f"  {fit(label, LABEL)}  " + "  ".join([*cells, *[f"… {extra} more"] * (extra > 0)])


def _text(stage: Stage, value: Any) -> str:
    if stage.says in PANE_NAMES.values():
        return typed(float(value), 7, str(value))
    if stage.says.startswith("weights"):
        return weight(float(value), 3)
    return computed(float(value), 3, 9).replace("-inf", "-∞")
