"""The masks of the settings as the engine takes them: rules of positions, and one matrix for what is no such rule."""

from __future__ import annotations

from functools import reduce
from typing import Any

import numpy as np
import numpy.typing as npt

from attn_tui import engine
from attn_tui.session.computing.position_stage import is_rotary
from attn_tui.session.problem import Problem
from attn_tui.session.settings import Blocks, Causal, Mask, Matrix, Padding, Settings, Window

BoolArray = npt.NDArray[np.bool_]


def mask_arguments(problem: Problem, settings: Settings) -> dict[str, Any]:
    """`causal`, `offset`, `window` and `mask`; cells painted by hand turn all masks into one boolean matrix."""
    if not settings.cells:
        return _by_rule(problem, settings)
    allowed = allowed_by_mask(problem, settings)
    for query, key, may in settings.cells:
        allowed[query, key] = may
    return {"mask": allowed, "offset": mask_offset(problem, settings)}


def allowed_by_mask(problem: Problem, settings: Settings) -> BoolArray:
    """Who may look at whom, (T_q, T_k), before any cell is painted by hand. The array is new."""
    T_q, T_k = problem.q.shape[1], problem.k.shape[1]
    return np.array(np.broadcast_to(engine.may_look(T_q, T_k, **_by_rule(problem, settings)), (T_q, T_k)))


def _by_rule(problem: Problem, settings: Settings) -> dict[str, Any]:
    return {
        "causal": any(isinstance(mask, Causal) for mask in settings.mask),
        "offset": mask_offset(problem, settings),
        "window": _window(settings),
        "mask": _written_out(problem, settings),
    }


def mask_offset(problem: Problem, settings: Settings) -> int:
    """How far the diagonal of causal masks and windows is moved: T_k - T_q for `causal-end`."""
    if has_own_offset(settings):
        return problem.k.shape[1] - problem.q.shape[1]
    return settings.offset


def has_own_offset(settings: Settings) -> bool:
    """Whether `causal-end` says where the queries stand, whatever the offset."""
    return any(isinstance(mask, Causal) and mask.end for mask in settings.mask)


def goes_by_offset(settings: Settings) -> bool:
    """Whether the offset says where a query stands; `causal-end` has its own."""
    if has_own_offset(settings):
        return False
    by_mask = any(isinstance(mask, Causal | Window) for mask in settings.mask)
    return by_mask or settings.alibi is not None or is_rotary(settings.position)


def has_future(problem: Problem, settings: Settings) -> bool:
    """Whether a key can come after a query: words that ask themselves, or a setting by which each has a place."""
    return (
        problem.self_attention or has_own_offset(settings) or goes_by_offset(settings) or settings.offset != 0
    )


def _window(settings: Settings) -> tuple[int | None, int | None] | None:
    """The window that every window in the list allows, None where there is none."""
    windows = [mask for mask in settings.mask if isinstance(mask, Window)]
    if not windows:
        return None
    lefts = [window.left for window in windows if window.left is not None]
    rights = [window.right for window in windows if window.right is not None]
    return min(lefts, default=None), min(rights, default=None)


def _written_out(problem: Problem, settings: Settings) -> BoolArray | None:
    """The masks that are no rule of positions, all of which must allow: (T_q, T_k), or (1, T_k) where rows agree."""
    T_k = problem.k.shape[1]
    matrices = [matrix for mask in settings.mask if (matrix := _matrix(mask, T_k)) is not None]
    return reduce(np.logical_and, matrices) if matrices else None


def _matrix(mask: Mask, T_k: int) -> BoolArray | None:
    """One mask as a matrix, or None where it is causal or a window."""
    match mask:
        case Matrix():
            return mask.allowed
        case Padding():
            return ~padded(mask, T_k)[None]
        case Blocks():
            document = documents(mask)
            return document[:, None] == document
        case _:
            return None


def padded(padding: Padding, T_k: int) -> BoolArray:
    """Which of the keys are padding, (T_k,)."""
    j = np.arange(T_k)
    return j < padding.count if padding.left else j >= T_k - padding.count


def documents(blocks: Blocks) -> npt.NDArray[np.intp]:
    """In which document each word stands, counted from 0, (T,)."""
    return np.repeat(np.arange(len(blocks.lengths)), blocks.lengths)
