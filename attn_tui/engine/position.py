"""Where a word stands: waves added to the embeddings, or a turn of queries and keys by their position.

`sinusoidal` is that of "Attention Is All You Need" (Vaswani et al. 2017), section 3.5; `rotary` that of "RoFormer"
(Su et al. 2021, arXiv 2104.09864), section 3.2. Positions are first, first + 1, …; both compute the angles in float64.
"""

from __future__ import annotations

from math import isfinite
from typing import Literal, TypeAlias

import numpy as np
import numpy.typing as npt

from attn_tui.engine.arrays import Array, computing_dtype

Pairs: TypeAlias = Literal["adjacent", "halves"]


def angles(T: int, d: int, *, first: int = 0, base: float = 10000.0) -> npt.NDArray[np.float64]:
    """position / base^(2i/d) in radians for each pair of columns i, (T, ⌈d/2⌉).

    Pair 0 turns by one radian a word, each later one more slowly. Raises ValueError for a base that is not above 0.
    """
    if not (isfinite(base) and base > 0):
        raise ValueError(f"base is a number above zero, 10000 as published, not {base}")
    speeds = base ** (-np.arange(0, d, 2) / max(1, d))  # (⌈d/2⌉,)
    return np.arange(first, first + T)[:, None] * speeds


def sinusoidal(T: int, d_model: int, *, first: int = 0, base: float = 10000.0) -> npt.NDArray[np.float64]:
    """What is added to the embeddings of T words, (T, d_model): a sine in each even column, a cosine in each odd one.

    Column 2i is sin(position / base^(2i/d_model)) and column 2i + 1 the cosine of the same angle; of an odd d_model
    the last column is a sine whose cosine is left out. Raises ValueError for a base that is not above 0.
    """
    angle = angles(T, d_model, first=first, base=base)  # (T, ⌈d_model/2⌉)
    added = np.empty((T, d_model))
    added[:, 0::2] = np.sin(angle)
    added[:, 1::2] = np.cos(angle[:, : d_model // 2])
    return added


def rotary(x: npt.ArrayLike, *, first: int = 0, base: float = 10000.0, pairs: Pairs = "adjacent") -> Array:
    """Queries or keys (…, T, d), each pair of columns turned by position / base^(2i/d); the same shape.

    (a, b) becomes (a·cos − b·sin, a·sin + b·cos): lengths stay, position 0 stays as it is, and the score of a
    turned query and key depends on how far apart they stand alone. Pair i is the columns 2i and 2i + 1 where
    `pairs` is "adjacent", as published, and i and i + d/2 where it is "halves", as GPT-NeoX and Llama store them;
    weights made for one are wrong with the other. The dtype is that of `attention`. Raises ValueError for an odd d,
    for fewer than two dimensions, for other pairs and for a base that is not above 0.
    """
    array = np.asarray(x)
    if array.ndim < 2 or array.shape[-1] % 2:
        raise ValueError(f"x has shape {array.shape}; a turn needs (…, T, d) and pairs of columns, an even d")
    array = array.astype(computing_dtype(array), copy=False)
    T, d = array.shape[-2:]
    a, b = _columns(d, pairs)
    angle = angles(T, d, first=first, base=base)  # (T, d/2)
    cos, sin = np.cos(angle).astype(array.dtype), np.sin(angle).astype(array.dtype)
    turned = np.empty_like(array)
    with np.errstate(all="ignore"):
        turned[..., a] = array[..., a] * cos - array[..., b] * sin
        turned[..., b] = array[..., a] * sin + array[..., b] * cos
    return turned


def _columns(d: int, pairs: str) -> tuple[slice, slice]:
    """The first and the second column of every pair."""
    match pairs:
        case "adjacent":
            return slice(0, d, 2), slice(1, d, 2)
        case "halves":
            return slice(0, d // 2), slice(d // 2, d)
        case _:
            raise ValueError(f'pairs is "adjacent" or "halves", not {pairs!r}')
