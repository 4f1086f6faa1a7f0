"""How sharp the softmax gets as d_k grows, and how much of its gradient is left, with and without the scale."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from math import nan

import numpy as np

from attn_tui.engine import stages
from attn_tui.engine.arrays import Array
from attn_tui.engine.entropy import entropies

BLOCK = 1 << 18
"""Random numbers that are held at a time."""
NO_SINK = 1e-9
"""What a row of weights may lack of 1 by rounding; what it lacks above that, a sink has taken."""


@dataclass(frozen=True)
class Sharpness:
    """Of a row of weights w, or the mean over rows of these.

    largest   the largest weight
    entropy   −Σ w·log₂ w in bits: 0 where one key has it all, log₂ T_k where all have the same
    gradient  the Frobenius norm of diag(w) − w·wᵀ, which is the derivative of w by the scores it came from
    """

    largest: float
    entropy: float
    gradient: float


@dataclass(frozen=True)
class SaturationPoint:
    """Means over the `rows` rows so far of one width, from the same scores `scaled` and as they are."""

    d_k: int
    rows: int
    scaled: Sharpness
    unscaled: Sharpness


def saturation_points(widths: Iterable[int], keys: int, rows: int, seed: int) -> Iterator[SaturationPoint]:
    """For each width the point so far, again and again until it has all its rows; the last one is whole.

    Each row is one query and `keys` keys of its own, `default_rng(seed).standard_normal((rows, 1 + keys, d_k))`
    with the query first; the scale is 1/√d_k.
    """
    for d_k in widths:
        random = np.random.default_rng(seed)
        block = max(1, BLOCK // ((1 + keys) * d_k))
        scaled, unscaled = np.empty((rows, 3)), np.empty((rows, 3))
        for start in range(0, rows, block):
            stop = min(start + block, rows)
            drawn = random.standard_normal((stop - start, 1 + keys, d_k))
            scores = stages.scores(drawn[:, :1], drawn[:, 1:])[:, 0]  # (rows, 1, d_k)·(rows, d_k, keys)
            shares = stages.weights(stages.scaled(scores, stages.default_scale(d_k)), None, None)
            scaled[start:stop] = measures(shares)
            unscaled[start:stop] = measures(stages.weights(scores, None, None))
            yield SaturationPoint(d_k, stop, mean(scaled[:stop]), mean(unscaled[:stop]))


def measures(weights: Array) -> Array:
    """The three numbers of `Sharpness` for each row of weights (rows, T_k), as (rows, 3) float64.

    The gradient's norm is Σᵢ (wᵢ(1−wᵢ))² + Σᵢ≠ⱼ (wᵢwⱼ)², taken apart at the largest weight and with 1 − w as the
    sum of the other weights, so that it stays exact where it is too small to be told from 0 in 1 − w.
    """
    w = weights.astype(np.float64, copy=False)
    at = w.argmax(axis=-1, keepdims=True)
    largest = np.take_along_axis(w, at, axis=-1)  # (rows, 1)
    others = w.copy()
    np.put_along_axis(others, at, 0.0, axis=-1)
    with np.errstate(all="ignore"):
        rest = others.sum(axis=-1, keepdims=True)
        sink = 1 - (largest + rest)
        rest += np.where(sink > NO_SINK, sink, 0.0)
        squares = np.square(others).sum(axis=-1)
        diagonal = np.square(largest * rest)[:, 0] + np.square(others * (1 - others)).sum(axis=-1)
        mixed = 2 * np.square(largest[:, 0]) * squares
        beside = np.maximum(np.square(squares) - np.power(others, 4).sum(axis=-1), 0.0)
        bits = entropies(w)
        gradient = np.sqrt(diagonal + mixed + beside)
    return np.stack([largest[:, 0], bits, gradient], axis=-1)


def each(measured: Array) -> tuple[Sharpness, ...]:
    """What `measures` returned, a `Sharpness` a row."""
    return tuple(Sharpness(*row) for row in measured.tolist())


def mean(measured: Array) -> Sharpness:
    """The mean over the rows of what `measures` returned; nan where there are none."""
    if not len(measured):
        return Sharpness(nan, nan, nan)
    return Sharpness(*measured.mean(axis=0).tolist())
