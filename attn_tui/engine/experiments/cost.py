"""What attention costs by its sizes alone: operations, and bytes of what must be held.

A multiplication, an addition, a comparison and a division are one operation each; an exponential is counted apart.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from attn_tui.engine.dtypes import BYTES

BLOCK = 256
"""Rows and keys of a tile, as in `attention_stream`."""
PER_SCORE = 5
"""What scale and softmax do to a score: multiply, compare for the maximum, subtract it, add up, divide."""


@dataclass(frozen=True)
class Sizes:
    """q (heads, T_q, d_k), k (k_heads, T_k, d_k), v (v_heads, T_k, d_v) of one dtype, a name in BYTES.

    k_heads and v_heads each divide heads.
    """

    T_q: int
    T_k: int
    d_k: int
    d_v: int
    heads: int
    k_heads: int
    v_heads: int
    dtype: str = "float32"


@dataclass(frozen=True)
class Cost:
    """`products` and `elementwise` are operations, `exponentials` exponentials, the rest bytes.

    products      of Q·Kᵀ and weights·V: 2·heads·T_q·T_k·(d_k + d_v)
    elementwise   PER_SCORE for each score
    input_bytes   Q, K and V;  kv_bytes of these K and V, which a decoder keeps as its cache
    output_bytes  heads · T_q · d_v numbers
    score_bytes   one matrix of scores: heads · T_q · T_k numbers
    tile_bytes    what a tiled softmax holds in its place: a tile of scores a head, and for each of the tile's rows
                  a maximum, a sum and d_v numbers of output
    """

    sizes: Sizes
    products: int
    elementwise: int
    exponentials: int
    input_bytes: int
    kv_bytes: int
    output_bytes: int
    score_bytes: int
    tile_bytes: int

    @property
    def operations(self) -> int:
        """All of them, an exponential as one."""
        return self.products + self.elementwise + self.exponentials


def cost(sizes: Sizes, block: int = BLOCK) -> Cost:
    """The cost of attention of these sizes, in tiles of `block` × `block` for the tiled softmax."""
    s, width = sizes, BYTES[sizes.dtype]
    scores = s.heads * s.T_q * s.T_k
    kv_bytes = width * s.T_k * (s.k_heads * s.d_k + s.v_heads * s.d_v)
    rows, keys = min(block, s.T_q), min(block, s.T_k)
    return Cost(
        sizes=s,
        products=2 * scores * (s.d_k + s.d_v),
        elementwise=PER_SCORE * scores,
        exponentials=scores,
        input_bytes=width * s.heads * s.T_q * s.d_k + kv_bytes,
        kv_bytes=kv_bytes,
        output_bytes=width * s.heads * s.T_q * s.d_v,
        score_bytes=width * scores,
        tile_bytes=width * s.heads * rows * (keys + 2 + s.d_v),
    )


def cases(sizes: Sizes) -> dict[str, Sizes]:
    """What is set side by side, by name: these sizes, T and d doubled, and other numbers of K and V heads.

    Those that would be the same as `asked` are left out.
    """
    s = sizes
    others = {
        "T doubled": replace(s, T_q=2 * s.T_q, T_k=2 * s.T_k),
        "d doubled": replace(s, d_k=2 * s.d_k, d_v=2 * s.d_v),
        "K, V in every head": replace(s, k_heads=s.heads, v_heads=s.heads),
        "one head of K, V": replace(s, k_heads=1, v_heads=1),
    }
    return {"asked": s} | {name: case for name, case in others.items() if case != s}
