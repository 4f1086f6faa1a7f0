"""How widely dot products of random vectors spread, and what 1/√d_k does about it.

With independent entries of mean 0 and variance 1 the dot product of d_k terms has variance d_k, and times
1/√d_k it has variance 1.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from math import nan, sqrt

import numpy as np

from attn_tui.engine.arrays import Array
from attn_tui.engine.stages import default_scale

BLOCK = 1 << 18
"""Random numbers that are held at a time, of the queries and of the keys."""
LARGEST_BINNED = 1e300


@dataclass(frozen=True, eq=False)
class VariancePoint:
    """What the scores of one width showed. `scores` (pairs,) are the raw dot products counted so far.

    A variance is the mean square less the square of the mean; of no pairs it is nan. `scaled_variance` is that
    of the scores times `scale`. `expected` is what `raw_variance` comes close to if the entries are independent
    with mean 0, and `standard_error` how close, one standard deviation; None where that is not known.
    """

    d_k: int
    scale: float
    scores: Array
    raw_variance: float
    scaled_variance: float
    expected: float
    standard_error: float | None

    @property
    def pairs(self) -> int:
        """How many dot products were counted."""
        return self.scores.size


@dataclass(frozen=True, eq=False)
class Histogram:
    """How many scores fell between each two of `edges` (bins + 1,): `raw` and `scaled` are counts (bins,).

    Both stand on the same edges, which hold every score below LARGEST_BINNED; what is beyond, or nan, is in no bin.
    """

    edges: Array
    raw: Array
    scaled: Array


def variance_points(widths: Iterable[int], pairs: int, seed: int) -> Iterator[VariancePoint]:
    """For each width the point so far, again and again until it has all its pairs; the last one is whole."""
    for d_k in widths:
        for scores in dot_products(d_k, pairs, seed):
            error = d_k * sqrt((2 + 6 / d_k) / max(scores.size, 1))
            yield variance_point(scores, d_k, expected=float(d_k), standard_error=error)


def variance_point(
    scores: Array,
    d_k: int,
    *,
    scale: float | None = None,
    expected: float,
    standard_error: float | None = None,
) -> VariancePoint:
    """The variance of raw `scores` (pairs,) and of these times `scale`, None for 1/√d_k."""
    factor = default_scale(d_k) if scale is None else scale
    raw, scaled = _variance(scores, 1.0), _variance(scores, factor)
    return VariancePoint(d_k, factor, scores, raw, scaled, expected, standard_error)


def dot_products(d_k: int, pairs: int, seed: int) -> Iterator[Array]:
    """The dot products of `pairs` queries and keys so far, (0,) … (pairs,), float64.

    The entries are `default_rng(seed).standard_normal`: all the queries (pairs, d_k), then all the keys. Only
    BLOCK of each are held at a time: a second generator passes over the queries and goes on with the keys.
    """
    queries, keys = np.random.default_rng(seed), np.random.default_rng(seed)
    scores = np.empty(pairs)
    blocks = list(_blocks(pairs, max(1, BLOCK // d_k)))
    for block in blocks:
        keys.standard_normal((len(block), d_k))
        yield scores[:0]
    for block in blocks:
        q, k = (side.standard_normal((len(block), d_k)) for side in (queries, keys))
        scores[block.start : block.stop] = np.einsum("pd,pd->p", q, k)
        yield scores[: block.stop]


def histogram(point: VariancePoint, bins: int = 41) -> Histogram:
    """The scores of a point before and after the scale, in `bins` of equal width around 0."""
    with np.errstate(all="ignore"):
        raw, scaled = (
            side[np.abs(side) < LARGEST_BINNED] for side in (point.scores, point.scores * point.scale)
        )
    furthest = max(np.abs(side).max(initial=0.0) for side in (raw, scaled)) or 1.0
    edges = np.linspace(-furthest, furthest, bins + 1)
    return Histogram(edges, np.histogram(raw, edges)[0], np.histogram(scaled, edges)[0])


def _variance(scores: Array, scale: float) -> float:
    if not scores.size:
        return nan
    with np.errstate(all="ignore"):
        return float((scores * scale).var(dtype=np.float64))


def _blocks(whole: int, block: int) -> Iterator[range]:
    for start in range(0, whole, block):
        yield range(start, min(start + block, whole))
