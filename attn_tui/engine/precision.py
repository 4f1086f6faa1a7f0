"""Attention as a machine with a given number type computes it; half precision is emulated in float32."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Unpack

import numpy as np
import numpy.typing as npt

from attn_tui.engine.arrays import Array
from attn_tui.engine.attention import forward
from attn_tui.engine.dtypes import check_dtype
from attn_tui.engine.inputs import Inputs, Options, prepare
from attn_tui.engine.trace import Trace


def attention_as(
    dtype_name: str, q: npt.ArrayLike, k: npt.ArrayLike, v: npt.ArrayLike, **options: Unpack[Options]
) -> Trace:
    """`attention`, with the same settings, in "float64", "float32", "float16" or "bfloat16".

    The half precisions round q, k, v, bias, alibi's slopes, sink and then every stage, and compute each stage in
    float32, so that a float16 score above 65,504 is ∞ in the trace. Their stages are float32 arrays of rounded
    numbers.
    Raises ValueError for another name, and as `attention` does.
    """
    return forward(rounded_inputs(prepare(q, k, v, **options), dtype_name), keep=rounding(dtype_name))


def rounding(dtype_name: str) -> Callable[[Array], Array]:
    """`round_to` that dtype."""
    return partial(round_to, dtype_name=dtype_name)


def rounded_inputs(given: Inputs, dtype_name: str) -> Inputs:
    """`given` with every array of numbers in it rounded to that dtype."""
    rounded = rounding(dtype_name)
    return replace(
        given,
        q=rounded(given.q),
        k=rounded(given.k),
        v=rounded(given.v),
        bias=None if given.bias is None else rounded(given.bias),
        alibi=None if given.alibi is None else rounded(given.alibi),
        sink=None if given.sink is None else rounded(given.sink),
    )


def round_to(x: npt.ArrayLike, dtype_name: str) -> Array:
    """`x` with every number rounded to the nearest the dtype has, to the even one of two; NaN stays NaN.

    A float64 array for "float64", otherwise float32, which holds every float16 and bfloat16 number exactly.
    What is too large becomes ∞. bfloat16 is reached through float32. Raises ValueError for another name.
    """
    check_dtype(dtype_name)
    array = np.asarray(x)
    with np.errstate(all="ignore"):
        match dtype_name:
            case "float64":
                return array.astype(np.float64, copy=False)
            case "float32":
                return array.astype(np.float32, copy=False)
            case "float16":
                return array.astype(np.float16).astype(np.float32)
            case _:
                return _bfloat16(array.astype(np.float32))


def _bfloat16(x: npt.NDArray[np.float32]) -> Array:
    """The upper 16 of the 32 bits, after adding half of the last one kept, less a hair if that is even."""
    bits = x.view(np.uint32)
    odd = (bits >> np.uint32(16)) & np.uint32(1)
    nearest = (bits + np.uint32(0x7FFF) + odd) & np.uint32(0xFFFF0000)
    return np.where(np.isnan(x), x, np.asarray(nearest).view(np.float32))
