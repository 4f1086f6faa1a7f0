"""What attention is computed from: q, k, v and the settings, checked, in one dtype."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf, isfinite
from typing import Any, TypedDict

import numpy as np
import numpy.typing as npt

from attn_tui.engine.arrays import Array, Booleans, computing_dtype
from attn_tui.engine.biases import alibi as alibi_tile
from attn_tui.engine.biases import check_slopes
from attn_tui.engine.masks import Rows, Window, boolean, both, by_position, row_range, tile
from attn_tui.engine.shapes import Shape, check_broadcast, check_shapes
from attn_tui.engine.stages import default_scale


class Options(TypedDict, total=False):
    """The settings of `attention`, by name; its docstring says what each means."""

    scale: float | None
    causal: bool
    offset: int
    window: Window | None
    mask: npt.ArrayLike | None
    bias: npt.ArrayLike | None
    alibi: npt.ArrayLike | None
    softcap: float | None
    sink: npt.ArrayLike | None
    blocked: float
    rows: Rows | None


@dataclass(frozen=True, eq=False)
class Inputs:
    """q (…, H_q, rows, d_k), k (…, H_kv, T_k, d_k), v (…, H_kv, T_k, d_v), of one dtype, and the settings.

    `rows` are the query rows that q holds. `mask` and `bias` are for all T_q rows; `alibi` and `sink` are one number,
    (), or one a query head, (H_q,).
    """

    q: Array
    k: Array
    v: Array
    rows: range
    scale: float
    causal: bool
    offset: int
    window: Window | None
    mask: Booleans | None
    bias: Array | None
    alibi: Array | None
    softcap: float | None
    sink: Array | None
    blocked: float

    def visible(self, rows: range, keys: range) -> tuple[Booleans | None, Array | None]:
        """Which keys these rows may see, (…, H_q, rows, keys) or None for all, and what is added to their scores."""
        allowed = by_position(rows, keys, self.causal, self.offset, self.window)
        if self.mask is not None:
            allowed = both(allowed, tile(self.mask, rows, keys))
        bias = None if self.bias is None else tile(self.bias, rows, keys)
        if bias is not None and (shut := np.isneginf(bias)).any():
            allowed = both(allowed, ~shut)
        if allowed is not None:
            allowed = np.broadcast_to(allowed, (*self.q.shape[:-2], len(rows), len(keys)))
        return allowed, self._with_alibi(bias, rows, keys)

    def _with_alibi(self, bias: Array | None, rows: range, keys: range) -> Array | None:
        """All that is added to the scores of these rows and keys: the bias, the linear one, or their sum."""
        if self.alibi is None:
            return bias
        linear = alibi_tile(rows, keys, self.alibi, self.offset, self.q.dtype)  # (rows, keys) or one a head
        if bias is None:
            return linear
        with np.errstate(all="ignore"):
            return bias + linear

    def taking_part(self, allowed: Booleans | None) -> Booleans | None:
        """Which keys take part in the softmax: those allowed, and all if a blocked score becomes a number."""
        return allowed if self.blocked == -inf else None


def prepare(
    q: npt.ArrayLike,
    k: npt.ArrayLike,
    v: npt.ArrayLike,
    *,
    scale: float | None = None,
    causal: bool = False,
    offset: int = 0,
    window: Window | None = None,
    mask: npt.ArrayLike | None = None,
    bias: npt.ArrayLike | None = None,
    alibi: npt.ArrayLike | None = None,
    softcap: float | None = None,
    sink: npt.ArrayLike | None = None,
    blocked: float = -inf,
    rows: Rows | None = None,
) -> Inputs:
    """The arguments of `attention`, checked. Raises ValueError as it says."""
    q, k, v = np.asarray(q), np.asarray(k), np.asarray(v)
    check_shapes(q.shape, k.shape, v.shape)
    dtype = computing_dtype(q, k, v)
    wanted = row_range(rows, q.shape[-2])
    scores = (*q.shape[:-1], k.shape[-2])
    if isinstance(scale, bool):
        raise ValueError("scale is a number, 1.0 for none, or None for 1/√d_k; a boolean could mean either")
    if softcap is not None and not (isfinite(softcap) and softcap > 0):
        raise ValueError(f"softcap is a number above zero, or None for no cap; {softcap} is neither")
    return Inputs(
        q=q[..., wanted.start : wanted.stop, :].astype(dtype, copy=False),
        k=k.astype(dtype, copy=False),
        v=v.astype(dtype, copy=False),
        rows=wanted,
        scale=default_scale(q.shape[-1]) if scale is None else float(scale),
        causal=causal,
        offset=offset,
        window=window,
        mask=None if mask is None else _fitting("mask", boolean(mask), scores),
        bias=None if bias is None else _fitting("bias", _real("bias", bias, dtype), scores),
        alibi=None if alibi is None else _slopes(_real("alibi", alibi, dtype), q.shape),
        softcap=None if softcap is None else float(softcap),
        sink=None if sink is None else _sink(_real("sink", sink, dtype), q.shape),
        blocked=float(blocked),
    )


def _real(name: str, values: npt.ArrayLike, dtype: np.dtype[Any]) -> Array:
    array = np.asarray(values)
    if array.dtype == np.bool_:
        raise ValueError(f"{name} is made of numbers, and this one is boolean; what may be looked at is mask")
    computing_dtype(array)
    with np.errstate(all="ignore"):
        return array.astype(dtype, copy=False)


def _fitting(name: str, array: npt.NDArray[Any], scores: Shape) -> npt.NDArray[Any]:
    check_broadcast(name, array.shape, scores)
    return array


def _slopes(slopes: Array, q: Shape) -> Array:
    check_slopes(slopes, q[-3] if len(q) > 2 else 1)
    return slopes.reshape(()) if len(q) == 2 else slopes


def _sink(sink: Array, q: Shape) -> Array:
    heads = q[-3] if len(q) > 2 else 1
    if sink.shape not in ((), (heads,)):
        raise ValueError(
            f"sink {sink.shape} is neither one number nor one for each of the {heads} heads of q {q}"
        )
    return sink
