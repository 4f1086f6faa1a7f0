"""From a problem and its settings to the engine's arguments, and to one head's trace."""

from __future__ import annotations

from functools import partial
from typing import Any

import numpy as np
import numpy.typing as npt

from attn_tui import engine
from attn_tui.engine import Trace
from attn_tui.session.computing.mask_arrays import mask_arguments, mask_offset
from attn_tui.session.computing.mistakes import check_mistakes, mistakes_of
from attn_tui.session.computing.position_stage import Tables, embeddings, is_rotary, turned
from attn_tui.session.computing.projection import stored
from attn_tui.session.problem import Problem
from attn_tui.session.selection import Pane
from attn_tui.session.settings import Settings
from attn_tui.session.stages import is_scaled

WEIGHTS: tuple[Pane, ...] = ("w_q", "w_k", "w_v")


def compute(
    problem: Problem,
    settings: Settings,
    head: int,
    rows: tuple[int, int] | None = None,
    read: Tables | None = None,
) -> Trace:
    """Every stage of query head `head`, as (T_q, …) arrays; of query rows [A, B) only where `rows` is given.

    `read` is what `tables` gives, where that is at hand.
    With mistakes among the settings it is what they make of it. Raises Fault where they cannot be made here.
    """
    if settings.mistakes:
        return _mistaken(problem, settings, head, rows, read)
    q, k, v = tables(problem, settings, head) if read is None else read
    arguments = engine_arguments(problem, settings, head)
    if settings.dtype is None:
        return engine.attention(q, k, v, rows=rows, **arguments)
    return engine.attention_as(settings.dtype, q, k, v, rows=rows, **arguments)


def _mistaken(
    problem: Problem, settings: Settings, head: int, rows: tuple[int, int] | None, read: Tables | None
) -> Trace:
    check_mistakes(problem, settings)
    mistakes = mistakes_of(settings)
    arguments = engine_arguments(problem, settings, head)
    compute_with = partial(engine.mistaken, mistakes, head=head, dtype=settings.dtype, rows=rows, **arguments)
    if any(mistake.mixes_heads for mistake in mistakes):
        return compute_with(*_before_turning(problem, settings), placed=partial(_turned, problem, settings))
    return compute_with(*whole_tables(problem, settings, head, read))


def tables_read(problem: Problem, settings: Settings, head: int) -> Tables:
    """What the scores and the output of head `head` are made of with the mistakes: as `tables`, other rows perhaps."""
    whole, placed = _before_turning(problem, settings), partial(_turned, problem, settings)
    return engine.read_with(mistakes_of(settings), *whole, head=head, placed=placed)


def whole_tables(problem: Problem, settings: Settings, head: int, read: Tables | None = None) -> Tables:
    """q (H_q, T_q, d_k·widen), k (H_k, T_k, d_k·widen), v (H_v, T_k, d_v), where every head is what `head` reads.

    That is `read`, if it is at hand, and nothing is copied.
    """
    counts = [len(table) for table in (problem.q, problem.k, problem.v)]
    read = tables(problem, settings, head) if read is None else read
    q, k, v = (np.broadcast_to(one, (H, *one.shape)) for one, H in zip(read, counts, strict=True))
    return q, k, v


def _before_turning(problem: Problem, settings: Settings) -> Tables:
    """q, k and v of all heads, with their shapes, as they are where code splits them: with waves, not yet turned."""
    counts = [len(table) for table in (problem.q, problem.k, problem.v)]
    each = [_split(problem, settings, h) for h in range(counts[0])]
    q, k, v = (np.stack([heads[at] for heads in each[:: counts[0] // H]]) for at, H in enumerate(counts))
    return q, k, v


def tables(problem: Problem, settings: Settings, head: int) -> Tables:
    """What head `head` reads: q (T_q, d_k·widen), k (T_k, d_k·widen), v (T_k, d_v), after the position stage."""
    return _turned(problem, settings, _split(problem, settings, head))


def _split(problem: Problem, settings: Settings, head: int) -> Tables:
    """The same before a rotation."""
    if settings.position == "sinusoidal":
        q, k, v = _of_embeddings(problem, head)
    else:
        q = problem.q[head]
        k = problem.k[table_head(problem, "k", head)]
        v = problem.v[table_head(problem, "v", head)]
    return widened(q, settings.widen), widened(k, settings.widen), v


def _turned(problem: Problem, settings: Settings, read: Tables) -> Tables:
    """q and k, (…, T, d_k), turned by where their rows stand; as they are where no position turns them."""
    if is_rotary(settings.position):
        return turned(read, settings.position, mask_offset(problem, settings))
    return read


def _of_embeddings(problem: Problem, head: int) -> Tables:
    """Q, K and V of the embeddings that have the waves of their positions added."""
    x = embeddings(problem)
    q, k, v = (
        engine.project(x, stored(problem, weights, table_head(problem, weights, head)))[0]
        for weights in WEIGHTS
    )
    return q, k, v


def tables_as_computed(problem: Problem, settings: Settings, head: int) -> Tables:
    """What `tables` gives, rounded to the dtype that is computed in."""
    q, k, v = tables(problem, settings, head)
    dtype = settings.dtype
    if dtype is None:
        return q, k, v
    return engine.round_to(q, dtype), engine.round_to(k, dtype), engine.round_to(v, dtype)


def table_head(problem: Problem, table: str, head: int) -> int:
    """Which head of `table` query head `head` reads. The weights W have the heads of what they make; X has one."""
    if table == "x":
        return 0
    made = {"q": problem.q, "k": problem.k, "v": problem.v, "w_k": problem.k, "w_v": problem.v}
    return engine.kv_head(head, len(problem.q), len(made.get(table, problem.q)))


def widened(table: npt.NDArray[Any], times: int) -> npt.NDArray[Any]:
    """(T, d) -> (T, d·times): the columns over again, so that column c is a copy of column c mod d."""
    return table if times == 1 else np.tile(table, (1, times))


def engine_arguments(problem: Problem, settings: Settings, head: int) -> dict[str, Any]:
    """The keyword arguments of `engine.attention` that say what `settings` says, for one head."""
    return {
        "scale": engine_scale(settings.scale),
        "softcap": settings.softcap,
        "sink": logit_of_sink(settings, head),
        "blocked": settings.blocked,
        "bias": bias_of(settings, head),
        "alibi": slope_of(problem, settings, head),
        **mask_arguments(problem, settings),
    }


def engine_scale(scale: bool | float) -> float | None:
    """The engine's `scale`: None is 1/√d_k, 1.0 is off."""
    if isinstance(scale, bool):
        return None if scale else 1.0
    return scale


def scale_factor(problem: Problem, settings: Settings) -> float:
    """What the raw scores are multiplied by."""
    if settings.scale is True:
        return engine.default_scale(problem.q.shape[-1] * settings.widen)
    return float(settings.scale) if settings.scale is not False else 1.0


def own_scale(problem: Problem) -> bool | float:
    """The scale that the scale key switches: the one the problem opens with, or 1/√d_k where that does nothing."""
    return problem.settings.scale if is_scaled(problem.settings) else True


def logit_of_sink(settings: Settings, head: int) -> float | None:
    """The sink's logit for one query head, or None without a sink."""
    sink = settings.sink
    return sink[head] if isinstance(sink, tuple) else sink


def bias_of(settings: Settings, head: int) -> npt.NDArray[Any] | None:
    """The bias (T_q, T_k) of one head, or None."""
    bias = settings.bias
    return bias[head] if bias is not None and bias.ndim == 3 else bias


def slope_of(problem: Problem, settings: Settings, head: int) -> float | None:
    """The slope of ALiBi in one head, or None where it is off."""
    if settings.alibi is True:
        return published_slopes(problem)[head]
    return settings.alibi[head] if isinstance(settings.alibi, tuple) else settings.alibi


def published_slopes(problem: Problem) -> list[float]:
    """The published slopes of ALiBi for as many heads as the problem has."""
    return engine.alibi_slopes(problem.q.shape[0]).tolist()


def alibi_of(
    problem: Problem, settings: Settings, head: int, rows: range, dtype: npt.DTypeLike
) -> npt.NDArray[Any] | None:
    """What ALiBi adds to the scores of these rows in one head, (rows, T_k) of `dtype`; None where it is off."""
    slope = slope_of(problem, settings, head)
    if slope is None:
        return None
    if settings.dtype is not None:
        slope = engine.round_to(slope, settings.dtype)
    return engine.alibi(rows, range(problem.k.shape[1]), slope, mask_offset(problem, settings), dtype)
