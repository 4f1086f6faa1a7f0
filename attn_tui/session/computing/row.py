"""The selected query's row through every stage: what the explanations tell of."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from attn_tui import engine
from attn_tui.session.panes import is_shifted, sink_of
from attn_tui.session.session import Session


@dataclass(frozen=True, eq=False)
class Row:
    """One query's row. `output` is (d_v,), `total` a number, all other arrays are (T_k,).

    `e` is e to the masked score, and `total` their sum with the sink's. Where that would overflow `peak` is the
    largest score of the row, which was taken off first; otherwise it is None.
    """

    query: str
    scores: npt.NDArray[Any]
    scaled: npt.NDArray[Any]
    capped: npt.NDArray[Any]
    masked: npt.NDArray[Any]
    allowed: npt.NDArray[np.bool_]
    takes_part: npt.NDArray[np.bool_]
    e: npt.NDArray[Any]
    total: Any
    peak: Any
    weights: npt.NDArray[Any]
    output: npt.NDArray[Any]
    empty: bool


def selected_row(session: Session) -> Row:
    """The row of the selected query in the head shown."""
    i = session.selection.i
    trace, first = session.trace(i, i + 1)
    at = i - first
    sink, shifted = sink_of(session), is_shifted(session)
    masked = trace.masked[at : at + 1]
    e, total = engine.exponentials(masked, sink, shifted)
    return Row(
        query=session.label("i", i),
        scores=trace.scores[at],
        scaled=trace.scaled[at],
        capped=trace.capped[at],
        masked=masked[0],
        allowed=trace.allowed[at],
        takes_part=_taking_part(session, trace.allowed[at]),
        e=e[0],
        total=np.ravel(total)[0],
        peak=_peak(masked[0], sink) if shifted else None,
        weights=trace.weights[at],
        output=trace.output[at],
        empty=bool(trace.empty[at]),
    )


def why_nan(row: Row) -> str:
    """Why the row's weights are nan, in words; empty where they are numbers."""
    if not np.isnan(row.weights).any():
        return ""
    scores = row.masked[row.takes_part]
    if np.isnan(scores).any():
        return "a score in the row is nan"
    if np.isposinf(scores).any():
        return "a score in the row is inf, and inf ÷ inf is no number"
    if np.isneginf(scores).all():
        return "every score in the row is -inf, and 0 ÷ 0 is no number"
    return "the sink's logit is not finite"


def largest(numbers: npt.NDArray[Any], most: int, always: int | None = None) -> list[int]:
    """The positions of the `most` numbers farthest from 0, nan before all, in their order; `always` among them."""
    sizes = np.nan_to_num(np.abs(numbers), nan=np.inf)
    if always is not None:
        sizes[always] = np.inf
    if sizes.size <= most:
        return list(range(sizes.size))
    candidates = np.flatnonzero(sizes >= np.partition(sizes, -most)[-most])
    return sorted(candidates[np.argsort(-sizes[candidates], kind="stable")[:most]].tolist())


def _taking_part(session: Session, allowed: npt.NDArray[np.bool_]) -> npt.NDArray[np.bool_]:
    """Which keys softmax reads: those allowed, and all where a blocked score becomes a number."""
    return allowed if session.settings.blocked == -np.inf else np.ones_like(allowed)


def _peak(masked: npt.NDArray[Any], sink: float | None) -> Any:
    scores = masked if sink is None else np.append(masked, masked.dtype.type(sink))
    peak: Any = scores.max()
    return 0.0 if peak == -np.inf else peak
