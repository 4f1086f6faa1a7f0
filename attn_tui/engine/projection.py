"""From embeddings to the heads of Q, K and V, back from the heads to one row a word, and what that costs.

The formulas are those of "Attention Is All You Need" (Vaswani et al. 2017), section 3.2.2; key and value heads
that several query heads share are those of Shazeer 2019 and Ainslie et al. 2023.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from attn_tui.engine.arrays import Array, computing_dtype


def project(x: npt.ArrayLike, w: npt.ArrayLike, heads: int = 1) -> Array:
    """X·W cut into heads: x (T, d_model), w (d_model, heads·d) -> (heads, T, d).

    Head h has the columns h·d … (h + 1)·d − 1 of X·W for every word: W_Q of the paper's head h is that slice of
    w. Reshaping (T, heads·d) straight to (heads, T, d) fits too and is wrong: head 0 would get whole rows, all the
    numbers of the first T / heads words, so that a head holds some words and no longer some columns of all.
    The dtype is that of `attention`. Raises ValueError, naming both shapes or both numbers, for shapes whose
    product is not defined and for a width that `heads` does not divide.
    """
    product = _product("x", x, "w", w)  # (T, d_model) · (d_model, heads·d) -> (T, heads·d)
    width = product.shape[-1]
    if heads < 1 or width % heads:
        raise ValueError(f"w has {width} columns, which cannot be cut into {heads} heads of equal width")
    return np.stack(np.split(product, heads, axis=-1))  # (heads, T, d)


def concatenated(output: npt.ArrayLike) -> Array:
    """The heads' outputs side by side: (H, T, d_v) -> (T, H·d_v), head h in the columns h·d_v … (h + 1)·d_v − 1.

    An output of one head, (T, d_v), is itself. Raises ValueError for any other number of dimensions.
    """
    array = np.asarray(output)
    array = array.astype(computing_dtype(array), copy=False)
    if array.ndim == 2:
        return array
    if array.ndim != 3:
        raise ValueError(f"the heads' output has shape {array.shape}, and is (H, T, d_v) or (T, d_v)")
    H, T, d_v = array.shape
    return array.swapaxes(0, 1).reshape(T, H * d_v)  # (H, T, d_v) -> (T, H, d_v) -> (T, H·d_v)


def after_output_weights(concat: npt.ArrayLike, w_o: npt.ArrayLike) -> Array:
    """Concat(head 0, …)·W_O, the layer's result: (T, H·d_v) · (H·d_v, d_out) -> (T, d_out).

    Raises ValueError, naming both shapes, unless w_o has a row for each column of `concat`.
    """
    return _product("the heads side by side", concat, "w_o", w_o)


def _product(left: str, a: npt.ArrayLike, right: str, b: npt.ArrayLike) -> Array:
    a, b = np.asarray(a), np.asarray(b)
    if a.ndim != 2 or b.ndim != 2 or a.shape[1] != b.shape[0]:
        raise ValueError(
            f"{left} {a.shape} and {right} {b.shape} have no product; a column of the first is a row of the second"
        )
    dtype = computing_dtype(a, b)
    with np.errstate(all="ignore"):
        return a.astype(dtype, copy=False) @ b.astype(dtype, copy=False)


def kv_head(head: int, heads: int, kv_heads: int) -> int:
    """Which key/value head query head `head` of `heads` reads: head // (heads / kv_heads).

    Neighbours share: of 4 and 2, the heads 0 1 2 3 read 0 0 1 1, each key/value head repeated in place. Raises
    ValueError, naming both numbers, if `kv_heads` does not divide `heads` or there is no such head.
    """
    group = group_size(heads, kv_heads)
    if not 0 <= head < heads:
        raise ValueError(f"there is no head {head} among {heads} heads, 0 to {heads - 1}")
    return head // group


def group_size(heads: int, kv_heads: int) -> int:
    """How many query heads read each key/value head: 1 is multi-head attention, `heads` is multi-query.

    Raises ValueError, naming both numbers, unless both are above zero and `kv_heads` divides `heads`.
    """
    if heads < 1 or kv_heads < 1 or heads % kv_heads:
        raise ValueError(f"{heads} query heads cannot share {kv_heads} key/value heads: not a multiple")
    return heads // kv_heads


def readers(heads: int, kv_heads: int) -> tuple[tuple[int, ...], ...]:
    """For each key/value head the query heads that read it, in order: of 4 and 2, ((0, 1), (2, 3)).

    Raises ValueError, naming both numbers, if `kv_heads` does not divide `heads`.
    """
    group = group_size(heads, kv_heads)
    return tuple(tuple(range(head, head + group)) for head in range(0, heads, group))


@dataclass(frozen=True)
class Multiplications:
    """The multiplications of one attention layer, product by product, and the exponentials of its softmax.

    queries       T_q · d_model · heads·d_k, of X·W_Q
    keys          T_k · d_model · kv_heads·d_k, of X·W_K
    values        T_k · d_model · kv_heads·d_v, of X·W_V
    scores        heads · T_q · T_k · d_k, of Q·Kᵀ
    mixing        heads · T_q · T_k · d_v, of weights·V
    result        T_q · heads·d_v · d_model, of the heads side by side by W_O
    exponentials  heads · T_q · T_k, not in the total
    """

    queries: int
    keys: int
    values: int
    scores: int
    mixing: int
    result: int
    exponentials: int

    @property
    def total(self) -> int:
        """All the multiplications."""
        return self.queries + self.keys + self.values + self.scores + self.mixing + self.result


def multiplications(
    T_q: int, T_k: int, heads: int, d_k: int, d_v: int, *, d_model: int = 0, kv_heads: int | None = None
) -> Multiplications:
    """What `heads` heads of these widths cost; d_model 0 leaves the projections out, kv_heads None is `heads`.

    Every count but the last has heads only in heads·d, so h heads of width d cost the multiplications of one head
    of width h·d; only the exponentials, and the memory for the weights, are h times as many. Raises ValueError,
    naming both numbers, if `kv_heads` does not divide `heads`.
    """
    shared = heads if kv_heads is None else kv_heads
    group_size(heads, shared)
    pairs = heads * T_q * T_k
    return Multiplications(
        queries=T_q * d_model * heads * d_k,
        keys=T_k * d_model * shared * d_k,
        values=T_k * d_model * shared * d_v,
        scores=pairs * d_k,
        mixing=pairs * d_v,
        result=T_q * heads * d_v * d_model,
        exponentials=pairs,
    )
