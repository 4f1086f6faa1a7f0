"""Every line of the computation as a table: what it computes, its shape in letters and in numbers, and its numbers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import inf
from typing import Any

import numpy as np
import numpy.typing as npt

from attn_tui import engine
from attn_tui.session import panes
from attn_tui.session.computing.position_stage import changes, is_rotary
from attn_tui.session.computing.right import right_session
from attn_tui.session.digits import computed, full, typed, weight
from attn_tui.session.explaining.explain import scale_words
from attn_tui.session.explaining.formula import product_part, whole_formula
from attn_tui.session.labels import cell_width, fit
from attn_tui.session.panes import sink_of
from attn_tui.session.selection import AXES, PANE_NAMES, TABLES, Axis, Pane
from attn_tui.session.session import Session
from attn_tui.session.stages import changes_by_mask, is_scaled, may_block

MOST = 12
"""Rows, and columns, that a line's numbers are shown of; how many more there are is said."""
LABEL = 10
_SIZES: dict[Axis, str] = {"i": "T_q", "j": "T_k", "c": "d_k", "e": "d_v"}
_OUTER: dict[Axis, str] = {"m": "d_model", "z": "H·d_v", "o": "d_out"}


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
    for stage in _mistaken_stages(session) if session.settings.mistakes else _stages(session):
        letters = _SIZES | _OUTER
        shape = f"{letters[stage.rows]} × {letters[stage.columns]}"
        counts = f"{session.size(stage.rows)} × {session.size(stage.columns)}"
        lines += [f"{stage.says}   ({shape} = {counts})", *_numbers(session, stage), ""]
    return lines[:-1]


def _stages(session: Session) -> Iterator[Stage]:
    yield from _sources(session)
    yield from _tables(session)
    trace, first = session.trace(0, min(MOST, session.size("i")))
    shown = slice(0, MOST)
    settings = session.settings
    yield Stage(f"scores = {product_part(settings)}", "i", "j", trace.scores[shown])
    if is_scaled(settings):
        yield Stage(f"scaled = scores {scale_words(session)}", "i", "j", trace.scaled[shown])
    if settings.softcap is not None:
        yield Stage("capped = cap · tanh( scaled ÷ cap )", "i", "j", trace.capped[shown])
    if changes_by_mask(settings):
        yield Stage(_masked_words(session), "i", "j", trace.masked[shown])
    assert first == 0
    sink = sink_of(session)
    e, total = engine.exponentials(trace.masked[shown], sink, True)
    yield Stage("e to the score, less the row's largest: no weight changes, none overflows", "i", "j", e)
    sums = ", ".join(computed(float(one), 3) for one in np.ravel(total)[:4])
    more = ", …" if np.size(total) > 4 else ""
    with_sink = "" if sink is None else f", e^{full(sink)} of the sink among it"
    yield Stage(f"weights = that ÷ the row's sum, {sums}{more}{with_sink}", "i", "j", trace.weights[shown])
    yield Stage("output = weights · V", "i", "e", trace.output[shown])
    yield from _mixed(session)


def _mistaken_stages(session: Session) -> Iterator[Stage]:
    """The tables, and every stage with the mistakes in force, followed by what it is without them where it differs."""
    yield from _tables(session)
    wrong, right = (
        one.trace(0, min(MOST, session.size("i")))[0] for one in (session, right_session(session))
    )
    capped = ["capped"] * (session.settings.softcap is not None)
    for name in ("scores", "scaled", *capped, "masked", "weights", "output"):
        columns: Axis = "e" if name == "output" else "j"
        numbers, without = (getattr(trace, name)[:MOST] for trace in (wrong, right))
        if np.array_equal(numbers, without, equal_nan=True):
            yield Stage(f"{name}, as without the mistake", "i", columns, numbers)
        else:
            yield Stage(f"{name} with the mistake !", "i", columns, numbers)
            yield Stage(f"{name} without it", "i", columns, without)


def _tables(session: Session) -> Iterator[Stage]:
    """Q, K and V, and where the position stage makes others of them, these."""
    position = session.settings.position
    if changes(position, "x"):
        yield Stage("X + the waves of each position", *AXES["x"], session.read("x")[:MOST])
    for table in TABLES:
        rows, columns = AXES[table]
        name, numbers = PANE_NAMES[table], session.table(table)
        if session.problem.projection is not None:
            name = f"{name} = X · W_{name}"
        if position == "sinusoidal":
            name, numbers = f"{table.upper()} = (X + waves) · W_{table.upper()}", session.read(table)
        yield Stage(name, rows, columns, numbers[:MOST])
    for table in TABLES if is_rotary(position) else ():
        rows, columns = AXES[table]
        if changes(position, table):
            name = PANE_NAMES[table]
            yield Stage(
                f"rot({name}): each pair of columns turned", rows, columns, session.read(table)[:MOST]
            )


def _sources(session: Session) -> Iterator[Stage]:
    """X and the weights of the head shown, where Q, K and V follow from them."""
    projection = session.problem.projection
    for pane in () if projection is None else projection.sources:
        rows, columns = AXES[pane]
        yield Stage(PANE_NAMES[pane], rows, columns, session.table(pane)[:MOST])


def _mixed(session: Session) -> Iterator[Stage]:
    """What becomes of the heads: their outputs side by side, and the result."""
    last = min(MOST, session.size("i"))
    says: tuple[tuple[Pane, str], ...] = (
        ("concat", "concat = the outputs of all heads, side by side"),
        ("result", "result = concat · W_O"),
    )
    for pane, said in says:
        if session.problem.has_pane(pane):
            yield Stage(said, *AXES[pane], panes.mixture(session, pane, 0, last))


def _masked_words(session: Session) -> str:
    """What M is made of: `masked = the scores + M, where M is 0, or -∞ where blocked`."""
    settings = session.settings
    added = ["the bias"] * (settings.bias is not None) + ["ALiBi"] * (settings.alibi is not None)
    if not may_block(settings):
        return f"masked = the scores + M, where M is {' + '.join(added)}"
    if settings.blocked != -inf:
        return f"masked = the scores + {' + '.join(added) or '0'}, or {full(settings.blocked)} where blocked"
    return f"masked = the scores + M, where M is {' + '.join(added) or '0'} or -∞"


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
