"""Where the selected number comes from, in two lines, with the numbers on the screen."""

from __future__ import annotations

from typing import Any

import numpy as np

from attn_tui import engine
from attn_tui.engine import Trace
from attn_tui.session.compute import bias_of, scale_factor
from attn_tui.session.digits import computed, full, percent, typed, weight
from attn_tui.session.labels import cell_width
from attn_tui.session.panes import is_shifted, sink_of
from attn_tui.session.session import Session
from attn_tui.session.stages import is_scaled
from attn_tui.session.why_blocked import why_blocked


def explanation(session: Session, width: int) -> tuple[str, str]:
    """Two lines of at most `width` cells: how a score and its weight come about, or an output's mix of values.

    Products for which there is no room fold into `+ … n more`, and the sum still stands.
    """
    if session.pane in ("v", "output"):
        return _mix(session, width), _mix_in_words(session)
    return score_line(session, width), weight_line(session)


def score_line(session: Session, width: int) -> str:
    """`crane asks lifted: 0.70·0.10 + 0.70·0.90 = 0.70    ÷ √2 = 0.495`"""
    i, j = session.selection.i, session.selection.j
    trace, first = session.trace(i, i + 1)
    q, k = session.table("q")[i], session.table("k")[j]
    start = f"{session.label('i', i)} asks {session.label('j', j)}: "
    raw = computed(float(trace.scores[i - first, j]), 3)
    end = f" = {_short(raw)}{''.join(steps_after(session, trace, i - first, i, j))}"
    products = [f"{_typed(a)}·{_bracketed(_typed(b))}" for a, b in zip(q, k, strict=True)]
    return start + fold(products, width - cell_width(start) - cell_width(end)) + end


def steps_after(session: Session, trace: Trace, row: int, i: int, j: int) -> list[str]:
    """What happens to the raw score on its way to softmax, each step with its result; only what is in force."""
    settings = session.settings
    steps: list[str] = []
    if is_scaled(settings):
        how = f"÷ √{session.size('c')}" if settings.scale is True else f"× {settings.scale!r}"
        steps.append(f"    {how} = {computed(float(trace.scaled[row, j]), 3)}")
    if settings.softcap is not None:
        steps.append(f"  cap {settings.softcap!r} → {computed(float(trace.capped[row, j]), 3)}")
    bias = bias_of(settings, session.head)
    if bias is not None and trace.allowed[row, j]:
        steps.append(f"  + bias {full(float(bias[i, j]))} = {computed(float(trace.masked[row, j]), 3)}")
    return steps


def weight_line(session: Session) -> str:
    """`e^0.495 = 1.640 of 5.792 in the row: 28.3 % of lifted's value`, or why the key is blocked."""
    i, j = session.selection.i, session.selection.j
    trace, first = session.trace(i, i + 1)
    row = i - first
    query, key = session.label("i", i), session.label("j", j)
    blocked = "" if trace.allowed[row, j] else f"blocked {why_blocked(session, i, j)}: "
    if trace.empty[row]:
        return f"{blocked}{query} sees nothing: all its weights are 0, and so is its output"
    if blocked and np.isneginf(trace.masked[row, j]):
        return f"{blocked}-∞ instead of {computed(float(trace.capped[row, j]), 3)}, weight 0"
    return (
        blocked
        + softmax_words(session, trace, row, j)
        + f": {_share(trace.weights[row, j])} of {key}'s value"
    )


def softmax_words(session: Session, trace: Trace, row: int, j: int) -> str:
    """`e^0.495 = 1.640 of 5.792 in the row`; with the row's maximum taken off where e to the score is too large."""
    score = float(trace.masked[row, j])
    shifted = is_shifted(session)
    e, total = engine.exponentials(trace.masked[row : row + 1], sink_of(session), shifted)
    power = f"e^{_bracketed(computed(score, 3))}"
    if shifted:
        power = f"e^({computed(score, 3)} - the row's largest)"
    with_sink = " with the sink" if sink_of(session) is not None else ""
    return f"{power} = {computed(float(e[0, j]), 3)} of {computed(float(np.ravel(total)[0]), 3)} in the row{with_sink}"


def _mix(session: Session, width: int) -> str:
    """`crane's machine: 0.191·0.10 + 0.257·0.50 + 0.283·0.90 + 0.270·1.00 = 0.672`"""
    i, e = session.selection.i, session.selection.e
    trace, first = session.trace(i, i + 1)
    weights, values = trace.weights[i - first].tolist(), session.table("v")[:, e]
    start = f"{session.label('i', i)}'s {session.label('e', e)}: "
    end = f" = {computed(float(trace.output[i - first, e]), 3)}"
    terms = [
        f"{weight(w, 3)}·{_bracketed(_typed(v))}"
        for w, v, may in zip(weights, values, _takes_part(session, trace, i - first), strict=True)
        if may
    ]
    return start + fold(terms or ["0"], width - cell_width(start) - cell_width(end)) + end


def _mix_in_words(session: Session) -> str:
    i = session.selection.i
    trace, first = session.trace(i, i + 1)
    query, column = session.label("i", i), session.label("e", session.selection.e)
    if trace.empty[i - first]:
        return f"{query} sees nothing: every key is blocked, and its output is 0"
    weights = trace.weights[i - first]
    if np.isnan(weights).any():
        return f"the weights of {query}'s row are nan, and so is what they mix"
    top = int(np.argmax(weights))
    return f"each value of V's {column} times {query}'s weight; most from {session.label('j', top)}, {_share(weights[top])}"


def _takes_part(session: Session, trace: Trace, row: int) -> list[bool]:
    if np.isneginf(session.settings.blocked):
        return trace.allowed[row].tolist()
    return [True] * trace.allowed.shape[1]


def fold(terms: list[str], width: int) -> str:
    """The terms joined by ` + ` in at most `width` cells; those in the middle fold into `… n more`."""
    whole = " + ".join(terms)
    if cell_width(whole) <= width or len(terms) < 2:
        return whole
    for kept in range(len(terms) - 2, 0, -1):
        text = " + ".join(terms[:kept]) + f" + … {len(terms) - kept} more"
        if cell_width(text) <= width:
            return text
    return f"{len(terms)} products"


def _typed(value: Any) -> str:
    return typed(float(value), 9, str(value))


def _bracketed(text: str) -> str:
    return f"({text})" if text.startswith("-") else text


def _short(text: str) -> str:
    """`0.70` for `0.700`: a sum of products with no more zeros than it needs."""
    return text[:-1] if text.endswith("0") and "." in text and "e" not in text else text


def _share(value: Any) -> str:
    return percent(float(value)).replace("%", " %")


def factor_words(session: Session) -> str:
    """The scale and the number that it is: `÷ √2 (× 0.7071067811865475)`."""
    factor = scale_factor(session.problem, session.settings)
    if session.settings.scale is True:
        return f"÷ √{session.size('c')} (× {factor!r})"
    return f"× {factor!r}" if is_scaled(session.settings) else "no scale"
