"""From a problem and its settings to the engine's arguments, and to one head's trace."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from attn_tui import engine
from attn_tui.engine import Trace
from attn_tui.session.problem import Problem
from attn_tui.session.settings import Causal, Matrix, Settings, Window

BoolArray = npt.NDArray[np.bool_]


def compute(problem: Problem, settings: Settings, head: int, rows: tuple[int, int] | None = None) -> Trace:
    """Every stage of query head `head`, as (T_q, …) arrays; of query rows [A, B) only where `rows` is given."""
    q, k, v = tables(problem, settings, head)
    arguments = engine_arguments(problem, settings, head)
    if settings.dtype is None:
        return engine.attention(q, k, v, rows=rows, **arguments)
    return engine.attention_as(settings.dtype, q, k, v, rows=rows, **arguments)


def tables(
    problem: Problem, settings: Settings, head: int
) -> tuple[npt.NDArray[Any], npt.NDArray[Any], npt.NDArray[Any]]:
    """What head `head` reads: q (T_q, d_k·widen), k (T_k, d_k·widen), v (T_k, d_v)."""
    q = problem.q[head]
    k = problem.k[table_head(problem, "k", head)]
    v = problem.v[table_head(problem, "v", head)]
    return widened(q, settings.widen), widened(k, settings.widen), v


def tables_as_computed(
    problem: Problem, settings: Settings, head: int
) -> tuple[npt.NDArray[Any], npt.NDArray[Any], npt.NDArray[Any]]:
    """What `tables` gives, rounded to the dtype that is computed in."""
    q, k, v = tables(problem, settings, head)
    dtype = settings.dtype
    if dtype is None:
        return q, k, v
    return engine.round_to(q, dtype), engine.round_to(k, dtype), engine.round_to(v, dtype)


def table_head(problem: Problem, table: str, head: int) -> int:
    """Which head of `table` query head `head` reads: h // (H_q / H).

    The weights W have the heads of what they make; X has one.
    """
    if table == "x":
        return 0
    made = {"q": problem.q, "k": problem.k, "v": problem.v, "w_k": problem.k, "w_v": problem.v}
    heads = made.get(table, problem.q).shape[0]
    return head // (problem.q.shape[0] // heads)


def widened(table: npt.NDArray[Any], times: int) -> npt.NDArray[Any]:
    """(T, d) -> (T, d·times): the columns over again, so that column c is a copy of column c mod d."""
    return table if times == 1 else np.tile(table, (1, times))


def engine_arguments(problem: Problem, settings: Settings, head: int) -> dict[str, Any]:
    """The keyword arguments of `engine.attention` that say what `settings` says, for one head."""
    return {
        "scale": engine_scale(settings.scale),
        "softcap": settings.softcap,
        "sink": settings.sink[head] if isinstance(settings.sink, tuple) else settings.sink,
        "blocked": settings.blocked,
        "bias": bias_of(settings, head),
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


def bias_of(settings: Settings, head: int) -> npt.NDArray[Any] | None:
    """The bias (T_q, T_k) of one head, or None."""
    bias = settings.bias
    return bias[head] if bias is not None and bias.ndim == 3 else bias


def mask_arguments(problem: Problem, settings: Settings) -> dict[str, Any]:
    """`causal`, `offset`, `window` and `mask`; cells painted by hand turn all four into one boolean matrix."""
    if not settings.cells:
        return _by_rule(problem, settings)
    allowed = allowed_by_mask(problem, settings)
    for query, key, may in settings.cells:
        allowed[query, key] = may
    return {"mask": allowed}


def allowed_by_mask(problem: Problem, settings: Settings) -> BoolArray:
    """Who may look at whom, (T_q, T_k), before any cell is painted by hand. The array is new."""
    T_q, T_k = problem.q.shape[1], problem.k.shape[1]
    return np.array(np.broadcast_to(engine.may_look(T_q, T_k, **_by_rule(problem, settings)), (T_q, T_k)))


def _by_rule(problem: Problem, settings: Settings) -> dict[str, Any]:
    return {
        "causal": any(isinstance(mask, Causal) for mask in settings.mask),
        "offset": mask_offset(problem, settings),
        "window": _window(settings),
        "mask": _matrix(settings),
    }


def mask_offset(problem: Problem, settings: Settings) -> int:
    """How far the diagonal of causal masks and windows is moved: T_k - T_q for `causal-end`."""
    if any(isinstance(mask, Causal) and mask.end for mask in settings.mask):
        return problem.k.shape[1] - problem.q.shape[1]
    return settings.offset


def _window(settings: Settings) -> tuple[int | None, int | None] | None:
    """The window that every window in the list allows, None where there is none."""
    windows = [mask for mask in settings.mask if isinstance(mask, Window)]
    if not windows:
        return None
    lefts = [window.left for window in windows if window.left is not None]
    rights = [window.right for window in windows if window.right is not None]
    return min(lefts, default=None), min(rights, default=None)


def _matrix(settings: Settings) -> BoolArray | None:
    """The written-out masks, all of which must allow, as one (T_q, T_k) matrix."""
    matrices = [mask.allowed for mask in settings.mask if isinstance(mask, Matrix)]
    return np.logical_and.reduce(matrices) if matrices else None
