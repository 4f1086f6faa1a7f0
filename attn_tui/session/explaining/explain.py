"""Where the selected number comes from, in two lines, with the numbers on the screen.

Every line has several forms, and the longest that fits is shown: words go first, numbers are never cut.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from attn_tui.session.computing.compute import bias_of, slope_of
from attn_tui.session.computing.position_stage import after_words
from attn_tui.session.computing.row import Row, selected_row, why_nan
from attn_tui.session.digits import full
from attn_tui.session.explaining.explain_mistakes import mistaken_lines
from attn_tui.session.explaining.explain_projection import BEHIND, projection_lines
from attn_tui.session.explaining.formula import scale_part
from attn_tui.session.explaining.loss_words import loss_line, moved_words
from attn_tui.session.explaining.why_blocked import what_blocks, why_blocked
from attn_tui.session.labels import cell_width
from attn_tui.session.panes import sink_of
from attn_tui.session.phrases import (
    bracketed,
    first_fitting,
    fold,
    named,
    per_cent,
    shown,
    sum_text,
    told,
    told_share,
)
from attn_tui.session.session import Session
from attn_tui.session.stages import is_scaled


def explanation(session: Session, width: int) -> tuple[str, str]:
    """Two lines of at most `width` cells: how a score and its weight come about, or an output's mix of values.

    Where the number type lost the selected number, the second line says that instead;
    where it moved it, a line says by how much, if there is room.
    Products for which there is no room fold into `+ … n more`, and the sum still stands.
    """
    if session.pane in BEHIND:
        return projection_lines(session, width)
    if session.settings.mistakes:
        return mistaken_lines(session, width)
    row = selected_row(session)
    if session.pane in ("v", "output"):
        first, second = mix_line(session, row, width), mix_in_words(session, row, width)
    else:
        first, second = score_line(session, row, width), weight_line(session, row, width)
    lost = loss_line(session)
    if lost and cell_width(lost) <= width:
        return first, lost
    moved = moved_words(session)
    if session.pane in ("weights", "output"):
        return first, _with(second, moved, width)
    return _with(first, moved, width), second


def _with(line: str, moved: str, width: int) -> str:
    """The line with what the number type did behind it, where there is room."""
    longer = f"{line}  ({moved})"
    return longer if moved and cell_width(longer) <= width else line


def score_line(session: Session, row: Row, width: int) -> str:
    """`crane asks lifted: 0.70·0.10 + 0.70·0.90 = 0.70    ÷ √2 = 0.495`"""
    return first_fitting(_score_forms(session, row, width), width)


def _score_forms(session: Session, row: Row, width: int) -> Iterator[str]:
    j = session.selection.j
    q, k = session.read("q")[session.selection.i], session.read("k")[j]
    stage = after_words(session.settings.position)
    raw = sum_text(row.scores[j], session.digits)
    steps = steps_after(session, row, j)
    long = f" = {raw}" + "".join(f"{gap}{how} = {result}" for gap, how, result in steps)
    brief = " → ".join([f" = {raw}", *(result for _, _, result in steps)])
    for end in (long, brief):
        for cells in (24, 8):
            yield fold(
                f"{named(row.query, cells)} asks {named(session.label('j', j), cells)}{stage}: ",
                (f"{factor(session, a)}·{bracketed(factor(session, b))}" for a, b in zip(q, k, strict=True)),
                end,
                q.size,
                width,
            )
    yield f"score{brief}"
    yield told(row.masked[j], session.digits)


def factor(session: Session, value: Any) -> str:
    """A number of Q, K or V as its pane shows it: as it was typed, or computed by a projection or a position."""
    typed = session.problem.projection is None and session.settings.position == "none"
    return shown(value) if typed else sum_text(value, session.digits)


def steps_after(session: Session, row: Row, j: int) -> list[tuple[str, str, str]]:
    """What happens to the raw score on its way to softmax: the gap before it, how, and with which result.

    Only what is in force.
    """
    settings = session.settings
    steps: list[tuple[str, str, str]] = []
    if is_scaled(settings):
        steps.append(("    ", scale_part(session), told(row.scaled[j], session.digits)))
    if settings.softcap is not None:
        steps.append(("  ", f"capped at {full(settings.softcap)}", told(row.capped[j], session.digits)))
    if row.allowed[j]:
        steps += _added(session, row, j)
    return steps


def _added(session: Session, row: Row, j: int) -> Iterator[tuple[str, str, str]]:
    """What is added to a score that may be looked at: the bias, and the slope of ALiBi times the distance."""
    settings, i = session.settings, session.selection.i
    slope = slope_of(session.problem, settings, session.head)
    bias = bias_of(settings, session.head)
    if bias is not None:
        total = row.masked[j] if slope is None else row.capped[j] + bias[i, j]
        yield "  ", f"+ bias {shown(bias[i, j])}", told(total, session.digits)
    if slope is not None:
        distance = abs(i + session.offset - j)
        yield "  ", f"+ ALiBi {full(-slope)}·{distance}", told(row.masked[j], session.digits)


def weight_line(session: Session, row: Row, width: int) -> str:
    """`e^0.495 = 1.640 of 5.792 in the row: 28.3 % of lifted's value`, or why the key is blocked."""
    j = session.selection.j
    forms = _seen_forms(session, row, j) if row.allowed[j] else _blocked_forms(session, row, j)
    return first_fitting(forms, width)


def _blocked_forms(session: Session, row: Row, j: int) -> Iterator[str]:
    here = session.selection.i, j
    longer = (
        f"blocked by {why_blocked(session, *here)}",
        f"blocked by {what_blocks(session, *here)}",
        "blocked",
    )
    if row.takes_part[j]:
        yield from (f"{blocked}: {form}" for blocked in longer for form in _seen_forms(session, row, j))
        return
    for blocked in longer:
        if row.empty:
            yield f"{blocked}: {named(row.query, 24)} sees nothing: all its weights are 0, and so is its output"
            yield f"{blocked}: {named(row.query, 8)} sees nothing, weights and output 0"
        yield f"{blocked}: -∞ instead of {told(row.capped[j], session.digits)}, weight 0"
    yield "blocked, weight 0"


def _seen_forms(session: Session, row: Row, j: int) -> Iterator[str]:
    key, share = session.label("j", j), per_cent(row.weights[j])
    if row.weights[j] == 0 and np.isfinite(row.masked[j]):
        dtype = session.settings.dtype or row.weights.dtype.name
        yield f"{softmax_words(session, row, j)}: 0 %, as so small a share is no number in {dtype}"
    if reason := why_nan(row):
        yield f"{softmax_words(session, row, j)}: nan, because {reason}"
        yield f"weight nan, because {reason}"
    for cells in (24, 8):
        yield f"{softmax_words(session, row, j)}: {share} of {named(key, cells)}'s value"
    yield f"e^{bracketed(told(row.masked[j], session.digits))} → {share}"
    yield share


def softmax_words(session: Session, row: Row, j: int) -> str:
    """`e^0.495 = 1.640 of 5.792 in the row`; with the row's largest taken off where e to it is too large."""
    score = told(row.masked[j], session.digits)
    power = f"e^{bracketed(score)}"
    if row.peak is not None:
        power = f"e^({score} - {bracketed(told(row.peak, session.digits))}, the row's largest)"
    with_sink = " with the sink" if sink_of(session) is not None else ""
    return f"{power} = {told(row.e[j], session.digits)} of {told(row.total, session.digits)} in the row{with_sink}"


def mix_line(session: Session, row: Row, width: int) -> str:
    """`crane's machine: 0.191·0.10 + 0.257·0.50 + 0.283·0.90 + 0.270·1.00 = 0.672`"""
    return first_fitting(_mix_forms(session, row, width), width)


def _mix_forms(session: Session, row: Row, width: int) -> Iterator[str]:
    e = session.selection.e
    values, keys = session.read("v")[:, e], np.flatnonzero(row.takes_part)
    result = told(row.output[e], session.digits)
    for cells in (24, 8):
        start = f"{named(row.query, cells)}'s {named(session.label('e', e), cells)}: "
        terms = (
            f"{told_share(row.weights[j], session.digits)}·{bracketed(factor(session, values[j]))}"
            for j in keys
        )
        yield fold(start, terms, f" = {result}", keys.size, width)
    yield f"output = {result}"
    yield result


def mix_in_words(session: Session, row: Row, width: int) -> str:
    """Whose value weighs most in the output, or why there is none."""
    return first_fitting(_word_forms(session, row), width)


def _word_forms(session: Session, row: Row) -> Iterator[str]:
    if row.empty:
        yield f"{named(row.query, 24)} sees nothing: every key is blocked, and its output is 0"
        yield "sees nothing: output 0"
        return
    if reason := why_nan(row):
        yield f"{named(row.query, 24)}'s weights are nan, and so is what they mix: {reason}"
        yield f"nan: {reason}"
        yield "weights are nan"
        return
    top = int(np.argmax(row.weights))
    key, share = session.label("j", top), per_cent(row.weights[top])
    column = session.label("e", session.selection.e)
    for cells in (24, 8):
        yield (
            f"each value of V's {named(column, cells)} times {named(row.query, cells)}'s weight; "
            f"the largest weight is {named(key, cells)}'s, {share}"
        )
    yield f"the largest weight is {named(key, 8)}'s, {share}"
    yield f"largest: {share}"
