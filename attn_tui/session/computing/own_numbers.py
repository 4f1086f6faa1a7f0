"""The experiments on a problem's own numbers: one head, under its settings.

The side "with the scale" has the problem's multiplier where it has one, and 1/√d_k otherwise, even where its
scale is off: an experiment shows both.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from attn_tui.engine import Trace
from attn_tui.engine.experiments.cost import Sizes
from attn_tui.engine.experiments.online_softmax import OnlineRow, online_row
from attn_tui.engine.experiments.saturation import SaturationPoint, Sharpness, each, mean, measures
from attn_tui.engine.experiments.training import Task
from attn_tui.engine.experiments.variance import VariancePoint, variance_point
from attn_tui.engine.inputs import Options
from attn_tui.session.computing.compute import compute, engine_arguments, engine_scale, tables_as_computed
from attn_tui.session.faults import Fault
from attn_tui.session.labels import plain
from attn_tui.session.problem import Problem
from attn_tui.session.settings import Settings

LARGEST = 1 << 22
"""Scores that an experiment on own numbers computes at once."""
MOST_TOKENS = 1024
"""Keys among which a row can be trained."""
MOST_KEYS = 1 << 14
"""Keys that the online softmax is stepped through."""

Range = tuple[int, int]
"""Query rows, half open, from 0."""


@dataclass(frozen=True)
class OwnSaturation:
    """The means over the rows that see something, and each of `rows` with its query, scaled and unscaled."""

    point: SaturationPoint
    rows: tuple[tuple[int, Sharpness, Sharpness], ...]


def own_variance(problem: Problem, head: int, rows: Range | None = None) -> VariancePoint:
    """The variance of the scores of every query of `rows` with every key it may look at, raw and scaled.

    Expected is what independent entries of mean 0 with the mean squares of this Q and K would have:
    d_k · mean(q²) · mean(k²). Raises Fault where there are no scores, or too many for one experiment.
    """
    settings = _with_scale(_right(problem.settings))
    trace = _trace(problem, settings, head, rows)
    q, k, _ = (table.astype(np.float64) for table in tables_as_computed(problem, settings, head))
    with np.errstate(all="ignore"):
        expected = q.shape[1] * float(np.square(q[slice(*_rows(problem, rows))]).mean() * np.square(k).mean())
    scores = trace.scores[trace.allowed].astype(np.float64)
    return variance_point(scores, q.shape[1], scale=engine_scale(settings.scale), expected=expected)


def own_saturation(problem: Problem, head: int, rows: Range | None = None) -> OwnSaturation:
    """How sharp the rows of this head are, with everything else (mask, cap, sink …) as the settings say.

    Raises Fault where there are no scores, or too many for one experiment.
    """
    settings = _with_scale(_right(problem.settings))
    scaled = _trace(problem, settings, head, rows)
    unscaled = _trace(problem, replace(settings, scale=False), head, rows)
    seeing = ~scaled.empty
    both = tuple(measures(trace.weights[seeing]) for trace in (scaled, unscaled))
    queries = (np.flatnonzero(seeing) + scaled.rows.start).tolist()
    d_k = problem.q.shape[2] * settings.widen
    return OwnSaturation(
        SaturationPoint(d_k, len(queries), mean(both[0]), mean(both[1])),
        tuple(zip(queries, each(both[0]), each(both[1]), strict=True)),
    )


def own_task(
    problem: Problem, head: int, query: int, key: int, *, learn_v: bool = False, rate: float = 1.0
) -> Task:
    """Training from this head's Q and K, with V its values where they are learnt, in float64.

    Raises Fault where the query may not look at the key, since no gradient reaches a blocked score, and where
    there are more keys than can be trained.
    """
    T_k = len(problem.key_tokens)
    if T_k > MOST_TOKENS:
        raise Fault(f"{T_k:,} keys are too many to train: open a problem of {MOST_TOKENS:,} or fewer")
    settings = _with_scale(_right(problem.settings))
    if not compute(problem, settings, head, (query, query + 1)).allowed[0, key]:
        asks, answers = plain(problem.query_tokens[query]), plain(problem.key_tokens[key])
        raise Fault(f"'{asks}' may not look at '{answers}': choose a key it may look at, or another mask")
    q, k, v = (table.astype(np.float64) for table in tables_as_computed(problem, settings, head))
    return Task(
        q=q,
        k=k,
        v=v if learn_v else np.eye(T_k),
        query=query,
        key=key,
        learn_v=learn_v,
        rate=rate,
        scale=engine_scale(settings.scale),
        options=Options(**engine_arguments(problem, settings, head)),
    )


def own_sizes(problem: Problem) -> Sizes:
    """The sizes of the whole problem, every head, `widen` included, in the dtype that it is computed in."""
    (heads, T_q, d_k), (v_heads, T_k, d_v) = problem.q.shape, problem.v.shape
    dtype = problem.settings.dtype or problem.q.dtype.name
    return Sizes(T_q, T_k, d_k * problem.settings.widen, d_v, heads, problem.k.shape[0], v_heads, str(dtype))


def own_row(problem: Problem, head: int, query: int) -> OnlineRow:
    """One row of this head as the settings say, in float64. Raises Fault where it has too many keys."""
    _right(problem.settings)
    T_k = len(problem.key_tokens)
    if T_k > MOST_KEYS:
        raise Fault(f"{T_k:,} keys are too many to step through: open a problem of {MOST_KEYS:,} or fewer")
    q, k, v = (table.astype(np.float64) for table in tables_as_computed(problem, problem.settings, head))
    return online_row(q, k, v, query, **Options(**engine_arguments(problem, problem.settings, head)))


def _right(settings: Settings) -> Settings:
    """The settings, of which none makes a mistake. Fault where one does: what is measured is the formula."""
    if settings.mistakes:
        names = " and ".join(settings.mistakes)
        are = "are" if len(settings.mistakes) > 1 else "is"
        raise Fault(
            f"{names} {are} in force, and experiments measure the formula: "
            "make no mistake in the file, or in the explorer with :mistake none"
        )
    return settings


def _with_scale(settings: Settings) -> Settings:
    return replace(settings, scale=True) if settings.scale is False else settings


def _trace(problem: Problem, settings: Settings, head: int, rows: Range | None) -> Trace:
    first, last = _rows(problem, rows)
    T_k = len(problem.key_tokens)
    if (last - first) * T_k > LARGEST:
        raise Fault(
            f"{last - first:,} queries × {T_k:,} keys are too many for one experiment: "
            f"choose at most {max(1, LARGEST // T_k):,} queries"
        )
    trace = compute(problem, settings, head, (first, last))
    if trace.empty.all():
        raise Fault("no query here may look at any key: choose other rows or another mask")
    return trace


def _rows(problem: Problem, rows: Range | None) -> Range:
    return (0, len(problem.query_tokens)) if rows is None else rows
