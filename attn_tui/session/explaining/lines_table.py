"""Every line of the computation as a table: what it computes, its shape in letters and in numbers, and its numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import inf
from typing import Any

import numpy as np
import numpy.typing as npt

from attn_tui import engine
from attn_tui.session import panes, phrases
from attn_tui.session.computing.position_stage import changes, is_rotary
from attn_tui.session.computing.right import right_session
from attn_tui.session.digits import computed, full
from attn_tui.session.explaining.formula import number_type, product_part, scale_part, whole_formula
from attn_tui.session.labels import cell_width, fit, right_aligned, shortened
from attn_tui.session.panes import sink_of
from attn_tui.session.phrases import score_text, weight_text
from attn_tui.session.selection import AXES, PANE_NAMES, TABLES, Axis, Pane
from attn_tui.session.session import Session
from attn_tui.session.stages import changes_by_mask, is_scaled, may_block

MOST = 12
"""Rows, and columns, that a line's numbers are shown of; how many more there are is said."""
LABEL = 10
_SIZES: dict[Axis, str] = {"i": "T_q", "j": "T_k", "c": "d_k", "e": "d_v"}
_OUTER: dict[Axis, str] = {"m": "d_model", "z": "H·d_v", "o": "d_out"}


@dataclass(frozen=True, eq=False)
class Line:
    """`says` is what it computes, `numbers` its first rows, with axes `rows` and `columns`, `text` writes one.

    Where `blocked`, a 0 is `·`.
    """

    says: str
    rows: Axis
    columns: Axis
    numbers: npt.NDArray[Any]
    text: Callable[[Any], str] = score_text
    blocked: npt.NDArray[np.bool_] | None = None


def lines_table(session: Session) -> list[str]:
    """The formula, what its letters stand for, and every line with its shape and its numbers, of the head shown."""
    sizes = ", ".join(f"{letter} = {session.size(axis)}" for axis, letter in _SIZES.items())
    lines = [whole_formula(session), f"{sizes}: queries, keys, numbers of a query and of a value"]
    lines += [f"{words}: Q, K, V and every stage are rounded to it" for words in number_type(session)]
    lines.append("")
    for line in _mistaken_lines(session) if session.settings.mistakes else _lines(session):
        letters = _SIZES | _OUTER
        shape = f"{letters[line.rows]} × {letters[line.columns]}"
        counts = f"{session.size(line.rows)} × {session.size(line.columns)}"
        lines += [f"{line.says}   ({shape} = {counts})", *_numbers(session, line), ""]
    return lines[:-1]


def _lines(session: Session) -> Iterator[Line]:
    yield from _sources(session)
    yield from _tables(session)
    trace, first = session.trace(0, min(MOST, session.size("i")))
    shown = slice(0, MOST)
    settings = session.settings
    yield Line(f"scores = {product_part(settings)}", "i", "j", trace.scores[shown])
    if is_scaled(settings):
        yield Line(f"scaled = scores {scale_part(session)}", "i", "j", trace.scaled[shown])
    if settings.softcap is not None:
        yield Line("capped = cap · tanh( scaled ÷ cap )", "i", "j", trace.capped[shown])
    if changes_by_mask(settings):
        blocks = may_block(settings) and not trace.allowed.all()
        yield Line(_masked_words(session, blocks), "i", "j", trace.masked[shown])
    assert first == 0
    sink = sink_of(session)
    e, total = engine.exponentials(trace.masked[shown], sink, True)
    largest = "the row's largest" if sink is None else "the largest of the row and the sink"
    yield Line(f"e to the score, less {largest}: no weight changes, none overflows", "i", "j", e)
    sums = ", ".join(computed(float(one), 3) for one in np.ravel(total)[:4])
    more = ", …" if np.size(total) > 4 else ""
    with_sink = "" if sink is None else f", with e to the sink {full(sink)}, less the same, in it"
    yield Line(
        f"weights = that ÷ the row's sum, {sums}{more}{with_sink}",
        "i",
        "j",
        trace.weights[shown],
        weight_text,
        ~trace.allowed[shown],
    )
    yield Line("output = weights · V", "i", "e", trace.output[shown])
    yield from _mixed(session)


def _mistaken_lines(session: Session) -> Iterator[Line]:
    """The tables, and every stage with the mistakes in force, followed by what it is without them where it differs."""
    yield from _tables(session)
    wrong, right = (
        one.trace(0, min(MOST, session.size("i")))[0] for one in (session, right_session(session))
    )
    capped = ["capped"] * (session.settings.softcap is not None)
    for name in ("scores", "scaled", *capped, "masked", "weights", "output"):
        columns: Axis = "e" if name == "output" else "j"
        text = weight_text if name == "weights" else score_text
        numbers, without = (getattr(trace, name)[:MOST] for trace in (wrong, right))
        if np.array_equal(numbers, without, equal_nan=True):
            yield Line(f"{name}, as without the mistake", "i", columns, numbers, text)
        else:
            yield Line(f"{name} with the mistake !", "i", columns, numbers, text)
            yield Line(f"{name} without it", "i", columns, without, text)


def _tables(session: Session) -> Iterator[Line]:
    """Q, K and V, and where the position stage makes others of them, these."""
    position = session.settings.position
    if changes(position, "x"):
        yield Line("X + the waves of each position", *AXES["x"], session.read("x")[:MOST])
    for table in TABLES:
        rows, columns = AXES[table]
        name = PANE_NAMES[table]
        if position == "sinusoidal":
            yield Line(f"{name} = (X + waves) · W_{name}", rows, columns, session.read(table)[:MOST])
        elif session.problem.projection is not None:
            yield Line(f"{name} = X · W_{name}", rows, columns, session.table(table)[:MOST])
        else:
            yield Line(name, rows, columns, session.table(table)[:MOST], phrases.shown)
    for table in TABLES if is_rotary(position) else ():
        rows, columns = AXES[table]
        if changes(position, table):
            name = PANE_NAMES[table]
            yield Line(f"rot({name}): each pair of columns turned", rows, columns, session.read(table)[:MOST])


def _sources(session: Session) -> Iterator[Line]:
    """X and the weights of the head shown, where Q, K and V follow from them."""
    projection = session.problem.projection
    for pane in () if projection is None else projection.sources:
        rows, columns = AXES[pane]
        yield Line(PANE_NAMES[pane], rows, columns, session.table(pane)[:MOST], phrases.shown)


def _mixed(session: Session) -> Iterator[Line]:
    """What becomes of the heads: their outputs side by side, and the result."""
    last = min(MOST, session.size("i"))
    says: tuple[tuple[Pane, str], ...] = (
        ("concat", "concat = the outputs of all heads, side by side"),
        ("result", "result = concat · W_O"),
    )
    for pane, said in says:
        if session.problem.has_pane(pane):
            yield Line(said, *AXES[pane], panes.mixture(session, pane, 0, last))


def _masked_words(session: Session, blocks: bool) -> str:
    """What M is made of: `masked = the scores + M, where M is 0, or -∞ where blocked`."""
    settings = session.settings
    added = ["the bias"] * (settings.bias is not None) + ["ALiBi"] * (settings.alibi is not None)
    if not blocks:
        return f"masked = the scores + M, where M is {' + '.join(added) or '0'}"
    if settings.blocked != -inf:
        return f"masked = the scores + {' + '.join(added) or '0'}, or {full(settings.blocked)} where blocked"
    return f"masked = the scores + M, where M is {' + '.join(added) or '0'} or -∞"


def _numbers(session: Session, line: Line) -> Iterator[str]:
    numbers = line.numbers[:, :MOST]
    cut = (
        np.zeros_like(numbers, np.bool_) if line.blocked is None else line.blocked[:, :MOST] & (numbers == 0)
    )
    texts = [
        ["·" if blocked else line.text(value) for value, blocked in zip(row, cuts, strict=True)]
        for row, cuts in zip(numbers, cut.tolist(), strict=True)
    ]
    names = [session.label(line.columns, at) for at in range(numbers.shape[1])]
    widths = [
        max(min(cell_width(name), LABEL), *(len(row[at]) for row in texts)) for at, name in enumerate(names)
    ]
    extra = session.size(line.columns) - len(names)
    yield _line(
        "",
        [right_aligned(shortened(name, width), width) for name, width in zip(names, widths, strict=True)],
        extra,
    )
    for at, row in enumerate(texts):
        cells = [text.rjust(width) for text, width in zip(row, widths, strict=True)]
        yield _line(session.label(line.rows, at), cells, 0)
    if (below := session.size(line.rows) - len(texts)) > 0:
        yield f"  … {below} more"


def _line(label: str, cells: Sequence[str], extra: int) -> str:
    return f"  {fit(label, LABEL)}  " + "  ".join([*cells, *[f"… {extra} more"] * (extra > 0)])
