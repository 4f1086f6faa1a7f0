"""The softmax of a row key by key, as FlashAttention takes it: a running maximum, a running sum, one output.

When a key raises the maximum, what was summed before was measured against a smaller one, so it is rescaled by
e^(old maximum − new maximum). At the end the output over the sum is that of the ordinary softmax.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import inf
from typing import Unpack

import numpy as np
import numpy.typing as npt

from attn_tui.engine.arrays import Array, Booleans
from attn_tui.engine.attention import attention
from attn_tui.engine.inputs import Options, prepare


@dataclass(frozen=True, eq=False)
class OnlineStep:
    """What one key did to the row.

    score      what softmax reads of this key, after scale, cap and mask
    takes_part False for a blocked key, which changes nothing
    peak       the largest score so far, −∞ before the first
    rescaled   e^(peak before − peak): by what the sum and the output from before are multiplied, 0 for the first
    term       e^(score − peak), what this key adds to the sum
    total      the sum so far, measured against `peak`
    mixed      (d_v,) Σ term · value so far, measured against `peak`
    output     (d_v,) mixed / total: what the row would read if this key were the last
    """

    key: int
    score: float
    takes_part: bool
    peak: float
    rescaled: float
    term: float
    total: float
    mixed: Array
    output: Array


@dataclass(frozen=True, eq=False)
class OnlineRow:
    """A row ready to be stepped through: scores (T_k,), values v (T_k, d_v), who takes part (T_k,).

    `sink` is a logit that stands in the sum from the beginning, or None. `ordinary` (d_v,) is the output of the
    ordinary softmax, `weights` (T_k,) its weights, and T_q how many such rows the whole matrix has.
    """

    scores: Array
    v: Array
    takes_part: Booleans
    sink: float | None
    ordinary: Array
    weights: Array
    T_q: int

    @property
    def numbers_kept(self) -> int:
        """What the row carries from key to key: maximum, sum and d_v numbers of output."""
        return 2 + self.v.shape[1]

    @property
    def numbers_in_matrix(self) -> int:
        """The scores that are there at once where the matrix is computed whole: T_q · T_k."""
        return self.T_q * self.scores.size


def random_row(d_k: int, tokens: int, d_v: int, seed: int) -> OnlineRow:
    """The last row of `tokens` queries, keys (tokens, d_k) and values (tokens, d_v), drawn in this order."""
    random = np.random.default_rng(seed)
    q, k, v = (random.standard_normal((tokens, width)) for width in (d_k, d_k, d_v))
    return online_row(q, k, v, tokens - 1)


def online_row(
    q: npt.ArrayLike, k: npt.ArrayLike, v: npt.ArrayLike, query: int, **options: Unpack[Options]
) -> OnlineRow:
    """Row `query` of one head, q (T_q, d_k), k (T_k, d_k), v (T_k, d_v); options as `attention`, without rows."""
    here: Options = {**options, "rows": (query, query + 1)}
    trace = attention(q, k, v, **here)
    inputs = prepare(q, k, v, **here)
    takes_part = inputs.taking_part(trace.allowed[0])
    sink = None if inputs.sink is None else float(inputs.sink.reshape(-1)[0])
    return OnlineRow(
        scores=trace.masked[0],
        v=inputs.v,
        takes_part=np.ones(len(inputs.v), np.bool_) if takes_part is None else takes_part,
        sink=sink,
        ordinary=trace.output[0],
        weights=trace.weights[0],
        T_q=np.shape(q)[0],
    )


def online_steps(row: OnlineRow) -> Iterator[OnlineStep]:
    """Key after key of the row, in the dtype of its values."""
    number = row.v.dtype.type
    peak, total = (number(-inf), number(0)) if row.sink is None else (number(row.sink), number(1))
    mixed, sees = np.zeros(row.v.shape[1], row.v.dtype), False
    for key, (score, takes_part) in enumerate(zip(row.scores, row.takes_part, strict=True)):
        with np.errstate(all="ignore"):
            rescaled, term = number(1), number(0)
            if takes_part:
                sees = True
                before, peak = peak, np.maximum(peak, score)
                base = number(0) if peak == -inf else peak
                rescaled, term = np.exp(before - base), np.exp(score - base)
                total = total * rescaled + term
                mixed = mixed * rescaled + term * row.v[key]
            output = mixed / total if sees else np.zeros_like(mixed)
        yield OnlineStep(
            key=key,
            score=float(score),
            takes_part=bool(takes_part),
            peak=float(peak),
            rescaled=float(rescaled),
            term=float(term),
            total=float(total),
            mixed=mixed,
            output=output,
        )


def difference(row: OnlineRow, last: OnlineStep) -> float:
    """How far the online output ends from the ordinary one: the largest difference of two of their numbers."""
    same = (last.output == row.ordinary) | (np.isnan(last.output) & np.isnan(row.ordinary))
    with np.errstate(all="ignore"):
        apart = np.where(same, 0.0, np.abs(last.output - row.ordinary))
    return float(apart.max(initial=0.0))
