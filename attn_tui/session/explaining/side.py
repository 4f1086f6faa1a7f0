"""The explanation for a narrow column beside the panes: the selected score, its row's weights, the output."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import numpy.typing as npt

from attn_tui.session.computing.losses import SCORE_STAGES
from attn_tui.session.computing.position_stage import after_words
from attn_tui.session.computing.row import Row, largest, selected_row, why_nan
from attn_tui.session.explaining.explain import factor, steps_after
from attn_tui.session.explaining.explain_mistakes import mistaken_side
from attn_tui.session.explaining.loss_words import rounding, stage_told
from attn_tui.session.explaining.why_blocked import why_blocked
from attn_tui.session.labels import cell_width, fit
from attn_tui.session.panes import sink_of
from attn_tui.session.phrases import bracketed, named, per_cent, sum_text, told, told_share, wrapped
from attn_tui.session.session import Session

MOST = 6
"""Products, or keys, that a section lists; of more, the largest."""
LABEL = 10
"""The most cells that a label takes."""


def side_explanation(session: Session, width: int) -> list[str]:
    """Three sections, "score", "weight" and "output", in lines of at most `width` cells; numbers are never cut.

    A line that is too long goes on in the next. Where there is more than is listed, `… n more` says so.
    """
    if session.settings.mistakes:
        return [short for line in mistaken_side(session) for short in wrapped(line, width)]
    row = selected_row(session)
    sections = (_score(session, row), _weight(session, row), _output(session, row))
    lines: list[str] = []
    for section in sections:
        lines += [""] * bool(lines)
        for line in section:
            lines += wrapped(line, width)
    return lines


def _score(session: Session, row: Row) -> Iterator[str]:
    i, j = session.selection.i, session.selection.j
    q, k = session.read("q")[i], session.read("k")[j]
    yield f"score  {named(row.query, LABEL)} asks {named(session.label('j', j), LABEL)}"
    if stage := after_words(session.settings.position):
        yield f"  Q and K{stage}"
    with np.errstate(all="ignore"):
        products = q * k
    listed = largest(products, MOST)
    for c, name in zip(listed, _labels(session, "c", listed), strict=True):
        product = sum_text(products[c], session.digits)
        yield f"  {name} {factor(session, q[c])} · {bracketed(factor(session, k[c]))} = {product}"
    if len(listed) < products.size:
        yield f"  … {products.size - len(listed)} more: {sum_text(_rest(products, listed), session.digits)}"
    yield f"  sum {sum_text(row.scores[j], session.digits)}"
    yield from (f"  {how} = {result}" for _, how, result in steps_after(session, row, j))
    for stage in SCORE_STAGES:
        if lost := rounding(session, stage, i, j):
            yield f"  {stage_told(stage)}: {lost}"
    if not row.allowed[j]:
        instead = "-∞" if np.isneginf(row.masked[j]) else told(row.masked[j], session.digits)
        yield f"  blocked by {why_blocked(session, i, j)}: reads {instead}"


def _weight(session: Session, row: Row) -> Iterator[str]:
    yield f"weight  what {named(row.query, LABEL)} gives"
    listed = largest(row.weights, MOST, session.selection.j)
    for j, name in zip(listed, _labels(session, "j", listed), strict=True):
        mark = "▸" if j == session.selection.j else " "
        yield f"{mark} {name} {_share(session, row, j)}"
    if len(listed) < row.weights.size:
        yield f"  … {row.weights.size - len(listed)} more: {per_cent(_rest(row.weights, listed))}"
    if row.empty:
        yield "  sees nothing"
    elif reason := why_nan(row):
        yield f"  nan: {reason}"
    else:
        with_sink = ", with the sink" if sink_of(session) is not None else ""
        yield f"  row {told(row.total, session.digits)}{with_sink}"


def _share(session: Session, row: Row, j: int) -> str:
    if not row.takes_part[j]:
        return "blocked"
    score = bracketed(told(row.masked[j], session.digits))
    if row.peak is not None:
        score = f"({told(row.masked[j], session.digits)} - {bracketed(told(row.peak, session.digits))})"
    return f"e^{score} = {told(row.e[j], session.digits)}  {per_cent(row.weights[j])}"


def _output(session: Session, row: Row) -> Iterator[str]:
    e = session.selection.e
    values, keys = session.read("v")[:, e], np.flatnonzero(row.takes_part)
    yield f"output  {named(row.query, LABEL)}'s {named(session.label('e', e), LABEL)}"
    with np.errstate(all="ignore"):
        products = row.weights[keys] * values[keys]
    listed = largest(products, MOST)
    names = _labels(session, "j", [int(keys[at]) for at in listed])
    for at, name in zip(listed, names, strict=True):
        share = told_share(row.weights[keys[at]], session.digits)
        product = told(products[at], session.digits)
        yield f"  {name} {share} · {bracketed(factor(session, values[keys[at]]))} = {product}"
    if len(listed) < products.size:
        yield f"  … {products.size - len(listed)} more: {told(_rest(products, listed), session.digits)}"
    yield f"  sum {told(row.output[e], session.digits)}"


def _rest(numbers: npt.NDArray[Any], listed: list[int]) -> Any:
    with np.errstate(all="ignore"):
        return np.delete(numbers, listed).sum()


def _labels(session: Session, axis: Any, positions: list[int]) -> list[str]:
    names = [session.label(axis, at) for at in positions]
    widest = min(LABEL, max(map(cell_width, names), default=0))
    return [fit(name, widest) for name in names]
