"""A mistake by itself beside the formula: both results for the head shown, and what tells them apart."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from math import isnan
from typing import Any

import numpy as np
import numpy.typing as npt

from attn_tui import engine
from attn_tui.engine import Mistake, Trace
from attn_tui.session.computing.compute import compute
from attn_tui.session.computing.missing import why_nothing
from attn_tui.session.computing.mistakes import mistakes_of, spelt
from attn_tui.session.explored import WHOLE
from attn_tui.session.phrases import named, per_cent, three
from attn_tui.session.session import Session
from attn_tui.session.settings import Causal

ROWS = 16
"""Query rows of a large problem that are computed, around the selected one."""
QUICK = 64 * 64
"""Scores of all heads up to which it is told beforehand where a mistake changes none of these numbers."""
_NAMED = 3
"""Rows that are called by their words; of more, how many."""
_ROUNDING = 64
"""Units in the last place by which two numbers may differ and be taken for one."""


@dataclass(frozen=True, eq=False)
class Compared:
    """`mistake` alone, `wrong`, and no mistake, `right`, in the same query rows of the head shown.

    `nothing` is why it would change nothing here, None where it may; `made` whether it is in force now.
    """

    mistake: Mistake
    right: Trace
    wrong: Trace
    nothing: str | None
    made: bool


def compared(session: Session, mistake: Mistake) -> Compared:
    """Both results, of every row, or of a large problem of those around the selected query.

    Fault where the mistake cannot be made on this problem.
    """
    settings = replace(session.settings, mistakes=())
    rows = rows_compared(session)
    nothing = why_nothing(session.problem, settings, session.head, mistake, rows)
    right = compute(session.problem, settings, session.head, rows)
    wrong = compute(session.problem, replace(settings, mistakes=(spelt(mistake),)), session.head, rows)
    return Compared(mistake, right, wrong, nothing, mistake in mistakes_of(session.settings))


def rows_compared(session: Session) -> tuple[int, int]:
    """The query rows [A, B) that are compared."""
    T_q = session.size("i")
    if T_q * session.size("j") <= WHOLE:
        return 0, T_q
    first = min(max(session.selection.i - ROWS // 2, 0), max(T_q - ROWS, 0))
    return first, min(first + ROWS, T_q)


def why_same(session: Session, mistake: Mistake) -> str | None:
    """Why these numbers come out the same with the mistake alone, where they do; None for a problem to be looked at.

    Of a problem with more than `QUICK` scores nothing is said before the mistake is compared. Fault as for `compared`.
    """
    if session.heads * session.size("i") * session.size("j") > QUICK:
        return None
    return same_here(compared(session, mistake))


def same_here(both: Compared) -> str | None:
    """Why all weights and outputs are the same to the bit though the mistake could change them, or None."""
    wrong, right = both.wrong, both.right
    pairs = (wrong.weights, right.weights), (wrong.output, right.output)
    if not all(np.array_equal(*pair, equal_nan=True) for pair in pairs):
        return None
    if np.isnan(right.weights).all() and right.weights.size:
        return "every weight is nan with it and without it"
    if right.weights.shape[-1] == 1:
        return "there is one key, whose weight is the same with it and without it"
    return "these very numbers come out the same with it and without it, to the bit"


def agree(wrong: npt.NDArray[Any] | Any, right: npt.NDArray[Any] | Any) -> npt.NDArray[np.bool_]:
    """Where two results are one but for rounding; nan agrees with nan."""
    wrong, right = np.asarray(wrong), np.asarray(right)
    rtol = _ROUNDING * float(np.finfo(np.result_type(wrong, right)).eps)
    with np.errstate(all="ignore"):
        return np.isclose(wrong, right, rtol=rtol, atol=0, equal_nan=True)


def tell_tales(session: Session, both: Compared) -> Iterator[str]:
    """What gives the mistake away, a sentence each: sums, leak, empty rows, nan, saturation, the output."""
    wrong, right = both.wrong, both.right
    if same := same_here(both):
        yield f"The same here: {same}."
        return
    if agree(wrong.weights, right.weights).all() and agree(wrong.output, right.output).all():
        yield "Every weight and every output is as without it."
        return
    yield from _sums(wrong, right)
    yield from _leak(session, wrong, right)
    yield from _empty(session, wrong, right)
    yield from _nan(session, wrong, right)
    yield from _extremes(wrong, right)
    yield from _output(session, wrong, right)


def _sums(wrong: Trace, right: Trace) -> Iterator[str]:
    spans = [_span(trace.weights.sum(axis=-1)[~trace.empty]) for trace in (wrong, right)]
    if spans[0] != spans[1]:
        yield f"Rows sum to {spans[0]}; right: {spans[1]}."


def _leak(session: Session, wrong: Trace, right: Trace) -> Iterator[str]:
    """Weight on later keys under a causal mask, on blocked keys under another."""
    if right.allowed.all():
        return
    if any(isinstance(mask, Causal) for mask in session.settings.mask):
        where, offset = "later keys", session.offset
        on = [
            engine.future_weight(trace.weights, trace.rows, offset, empty=trace.empty).share
            for trace in (wrong, right)
        ]
    else:
        where, on = "blocked keys", [_on_blocked(trace, right) for trace in (wrong, right)]
    if on[0] != on[1] and not isnan(on[0]) and not isnan(on[1]):
        yield f"On {where} is {per_cent(on[0])} of a row's weight, on average; right: {per_cent(on[1])}."


def _on_blocked(trace: Trace, right: Trace) -> float:
    seeing = ~trace.empty
    count = int(seeing.sum())
    weight = np.where(right.allowed, 0, trace.weights).sum(dtype=np.float64)
    return float(weight) / count if count else 0.0


def _empty(session: Session, wrong: Trace, right: Trace) -> Iterator[str]:
    rows = [_rows(session, trace, trace.empty) for trace in (wrong, right)]
    if rows[0] != rows[1]:
        yield f"Rows that see nothing: {rows[0]}; right: {rows[1]}."


def _nan(session: Session, wrong: Trace, right: Trace) -> Iterator[str]:
    rows = [
        _rows(session, trace, np.asarray(np.isnan(trace.output).any(axis=-1))) for trace in (wrong, right)
    ]
    if rows[0] != rows[1]:
        yield f"Rows of nan: {rows[0]}; right: {rows[1]}."


def _extremes(wrong: Trace, right: Trace) -> Iterator[str]:
    """The largest weight, which tells of saturation, and the least where it is below 0."""
    finite = [trace.weights[np.isfinite(trace.weights)] for trace in (wrong, right)]
    if not all(weights.size for weights in finite):
        return
    most = [three(weights.max()) for weights in finite]
    if most[0] != most[1]:
        yield f"The largest weight is {most[0]}; right: {most[1]}."
    if finite[0].min() < 0 <= finite[1].min():
        yield f"The least weight is {three(finite[0].min())}, below 0."


def _output(session: Session, wrong: Trace, right: Trace) -> Iterator[str]:
    if agree(wrong.output, right.output).all():
        yield "The output is as without it."
        return
    with np.errstate(all="ignore"):
        far = np.nan_to_num(np.abs(wrong.output - right.output), nan=-1.0, posinf=np.inf)
    row, e = np.unravel_index(int(far.argmax()), far.shape)
    if far[row, e] <= 0:
        return
    query, column = named(session.label("i", wrong.rows[row]), 16), named(session.label("e", int(e)), 16)
    moved = f"{three(wrong.output[row, e])}; right: {three(right.output[row, e])}"
    yield f"The output is farthest off in {query}'s {column}: {moved}."


def _rows(session: Session, trace: Trace, marked: npt.NDArray[np.bool_]) -> str:
    """The rows that are marked, by their words where they are few."""
    found = [trace.rows[at] for at in np.flatnonzero(marked).tolist()]
    if len(found) > _NAMED:
        return f"{len(found)} of {len(trace.rows)}"
    return ", ".join(named(session.label("i", i), 16) for i in found) or "none"


def _span(values: npt.NDArray[Any]) -> str:
    """`1.000`, or `0.610 to 1.270`; nan is left out."""
    numbers = values[~np.isnan(values)]
    if not numbers.size:
        return "nan" if values.size else "nothing"
    least, most = three(numbers.min()), three(numbers.max())
    return least if least == most else f"{least} to {most}"
