"""How long attention takes on this machine, measured, for sizes that fit."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from statistics import median
from time import perf_counter

import numpy as np

from attn_tui.engine.arrays import Array
from attn_tui.engine.attention import attention
from attn_tui.engine.experiments.cost import Cost, Sizes, cost
from attn_tui.engine.stream import attention_stream

RUNS = 3
LONG = 0.5
"""Seconds after which a measurement has runs enough, even if it is one."""
MOST_SCORES = 1 << 24
MOST_OPERATIONS = 1 << 32


@dataclass(frozen=True)
class MeasuredCost:
    """A case and its cost, with seconds measured here: the median of a few runs, None where it was not tried.

    `whole` is `attention`, which keeps every stage; `tiled` is `attention_stream`. Half precision, for
    which NumPy has no matrix product of its own, is measured in float32: `dtype` is what it was measured in.
    """

    name: str
    cost: Cost
    whole: float | None = None
    tiled: float | None = None
    dtype: str = ""


def measured_costs(
    cases: Mapping[str, Sizes], clock: Callable[[], float] = perf_counter
) -> Iterator[MeasuredCost]:
    """Each case timed, one after the other; one that does not fit has no times."""
    for name, sizes in cases.items():
        counted = cost(sizes)
        if not fits(counted):
            yield MeasuredCost(name, counted)
            continue
        q, k, v = _random(sizes)
        whole = seconds(lambda q=q, k=k, v=v: attention(q, k, v), clock)
        tiled = seconds(lambda q=q, k=k, v=v: attention_stream(q, k, v), clock)
        yield MeasuredCost(name, counted, whole, tiled, q.dtype.name)


def fits(counted: Cost) -> bool:
    """Whether this is small enough to be measured in a moment."""
    held = counted.sizes.heads * counted.sizes.T_q * counted.sizes.T_k
    return held <= MOST_SCORES and counted.operations <= MOST_OPERATIONS


def seconds(run: Callable[[], object], clock: Callable[[], float] = perf_counter) -> float:
    """The median of RUNS runs after a first one that is not counted; where they take long, of fewer."""
    took: list[float] = []
    while len(took) < 1 + RUNS and sum(took) < LONG:
        start = clock()
        run()
        took.append(clock() - start)
    return median(took[1:] or took)


def _random(sizes: Sizes) -> tuple[Array, Array, Array]:
    """Random q, k, v of these sizes. Where K and V differ in heads, each query head gets its own of both."""
    s = sizes
    same = s.k_heads == s.v_heads
    shapes = (
        (s.heads, s.T_q, s.d_k),
        (s.k_heads if same else s.heads, s.T_k, s.d_k),
        (s.v_heads if same else s.heads, s.T_k, s.d_v),
    )
    random = np.random.default_rng(0)
    dtype = np.float64 if s.dtype == "float64" else np.float32
    q, k, v = (random.standard_normal(shape, dtype) for shape in shapes)
    return q, k, v
