"""Who may look at whom: causal, a window, a mask written out, and the −∞ they put into the scores."""

from __future__ import annotations

from math import inf
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from attn_tui.engine.arrays import FLOAT64, Array, Booleans
from attn_tui.engine.shapes import check_broadcast

Window: TypeAlias = tuple[int | None, int | None]
Rows: TypeAlias = slice | tuple[int, int]


def row_range(rows: Rows | None, T_q: int) -> range:
    """The query rows wanted: all for None, otherwise what q[start:stop] would take, as Python counts.

    `rows` is a slice without a step or a pair (start, stop). Raises ValueError for a slice with a step.
    """
    if rows is None:
        return range(T_q)
    wanted = rows if isinstance(rows, slice) else slice(*rows)
    start, stop, step = wanted.indices(T_q)
    if step != 1:
        raise ValueError(f"rows {rows} skips rows; rows stand together, start:stop")
    return range(start, max(start, stop))


def may_look(
    T_q: int,
    T_k: int,
    *,
    causal: bool = False,
    offset: int = 0,
    window: Window | None = None,
    mask: npt.ArrayLike | None = None,
    rows: Rows | None = None,
) -> Booleans:
    """Who may look at whom, boolean (rows, T_k); True = query i may look at key j. May be read-only.

    Query i stands at position p = i + offset. `causal` allows keys j ≤ p; `window` (left, right) allows
    p − left ≤ j ≤ p + right, None is open; `mask`, boolean and broadcast against (T_q, T_k), allows where it
    is True. All that are given must allow. A mask with heads gives a result with heads, (…, H, rows, T_k).
    Raises ValueError for a mask of numbers and, naming both shapes, for one that does not fit.
    """
    wanted = row_range(rows, T_q)
    keys = range(T_k)
    allowed = by_position(wanted, keys, causal, offset, window)
    if mask is not None:
        written = boolean(mask)
        check_broadcast("mask", written.shape, (*written.shape[:-2], T_q, T_k))
        allowed = both(allowed, tile(written, wanted, keys))
    shape = (len(wanted), T_k)
    if allowed is None:
        return np.broadcast_to(np.True_, shape)
    return np.broadcast_to(allowed, np.broadcast_shapes(allowed.shape, shape))


def by_position(
    rows: range, keys: range, causal: bool, offset: int, window: Window | None
) -> Booleans | None:
    """What causal and window allow, (rows, keys); None if neither is set."""
    left, right = window if window is not None else (None, None)
    if not causal and left is None and right is None:
        return None
    j = np.arange(keys.start, keys.stop)  # (keys,)
    p = standing(rows, offset)
    allowed = j <= p if causal else None
    if left is not None:
        allowed = both(allowed, j >= p - left)
    if right is not None:
        allowed = both(allowed, j <= p + right)
    return allowed


def standing(rows: range, offset: int) -> npt.NDArray[np.intp]:
    """The position p = i + offset at which each query stands among the keys, (rows, 1)."""
    return np.arange(rows.start + offset, rows.stop + offset)[:, None]


def both(allowed: Booleans | None, further: Booleans | None) -> Booleans | None:
    """What two masks both allow; None allows everything."""
    if allowed is None or further is None:
        return further if allowed is None else allowed
    return allowed & further


def tile(array: npt.NDArray[Any], rows: range, keys: range) -> npt.NDArray[Any]:
    """The rows and keys of what broadcasts to (…, T_q, T_k); a dimension of 1 is left as it is."""
    if array.ndim and array.shape[-1] != 1:
        array = array[..., keys.start : keys.stop]
    if array.ndim > 1 and array.shape[-2] != 1:
        array = array[..., rows.start : rows.stop, :]
    return array


def boolean(mask: npt.ArrayLike) -> Booleans:
    """The mask as a boolean array. Raises ValueError for numbers, which could mean keep or add."""
    array = np.asarray(mask)
    if array.dtype != np.bool_:
        raise ValueError(
            f"mask is boolean, True = may look, and this one is {array.dtype}; numbers to add are bias"
        )
    return array


def additive(
    allowed: npt.ArrayLike,
    bias: npt.ArrayLike | None = None,
    blocked: float = -inf,
    dtype: npt.DTypeLike = FLOAT64,
    alibi: npt.ArrayLike | None = None,
) -> Array:
    """M itself, for showing: 0 or the biases where a key may be looked at, `blocked` where it may not.

    `allowed` boolean, `bias`, and `alibi` as the function of that name gives it, broadcast against each other. With
    `blocked` −∞ the masked scores are scores + M; with any other number a blocked score becomes that number and is
    not added to.
    """
    may, added = np.asarray(allowed), np.asarray(0.0 if bias is None else bias)
    linear = np.asarray(0.0 if alibi is None else alibi)
    shape = np.broadcast_shapes(may.shape, added.shape, linear.shape)
    with np.errstate(all="ignore"):
        M = np.empty(shape, dtype)
        M[...] = added
        shut = ~may | np.isneginf(M)
        np.add(M, linear, out=M)
        np.copyto(M, blocked, where=shut)
    return M
