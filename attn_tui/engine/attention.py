"""Scaled dot-product attention, with every stage kept."""

from __future__ import annotations

from collections.abc import Callable
from math import inf

import numpy as np
import numpy.typing as npt

from attn_tui.engine.arrays import Array, Booleans
from attn_tui.engine.inputs import Inputs, prepare
from attn_tui.engine.masks import Rows, Window
from attn_tui.engine.recipe import RIGHT, Recipe
from attn_tui.engine.trace import Trace


def attention(
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
) -> Trace:
    """softmax(Q·Kᵀ · scale + M) · V and every stage on the way.

    q (…, H_q, T_q, d_k), k (…, H_kv, T_k, d_k), v (…, H_kv, T_k, d_v); H_q is a multiple of H_kv, and head h
    reads k, v of head h // (H_q / H_kv). Two-dimensional arrays are one head. Any size may be 0.

    scale    None is 1/√d_k, a number is itself, 1.0 is off.
    causal   query i sees keys j ≤ i + offset. offset 0 is top-left, T_k − T_q is bottom-right.
    window   (left, right): keys i + offset − left … i + offset + right, None is open.
    mask     boolean, True = may look, broadcast to (…, H_q, T_q, T_k). A key must pass all three of these.
    bias     added after the cap, broadcast likewise; −∞ blocks as False does.
    alibi    a slope, or one a query head (H_q,): −slope · |i + offset − j| is added with the bias.
    softcap  None or a number above 0: softcap · tanh(scaled / softcap).
    sink     a logit, or one a query head (H_q,), that is added to the denominator only.
    blocked  what a blocked score becomes. With −∞ a blocked key takes no part at all, and a row that sees
             nothing has weights and output 0. With any other number (0 is the classic mistake) it does take
             part, and its value reaches the output.
    rows     the query rows wanted, a slice or (start, stop); masks and biases are those of all the rows.

    float32 and float64 are computed as they are, float16 and bfloat16 in float32, integers in float64, of
    several the widest; bias, alibi and sink are brought to that dtype. Nothing given is modified, no warning is
    printed. Infinities and NaN among what may be looked at come out as IEEE arithmetic says: a row with a
    score of +∞ or NaN, or with none but −∞, has NaN weights. Raises ValueError for shapes that do not fit,
    naming both, and for arguments of another kind.
    """
    inputs = prepare(
        q,
        k,
        v,
        scale=scale,
        causal=causal,
        offset=offset,
        window=window,
        mask=mask,
        bias=bias,
        alibi=alibi,
        softcap=softcap,
        sink=sink,
        blocked=blocked,
        rows=rows,
    )
    return forward(inputs)


def as_it_is(stage: Array) -> Array:
    """What a dtype that is computed in keeps of a stage: all of it."""
    return stage


def forward(inputs: Inputs, keep: Callable[[Array], Array] = as_it_is, recipe: Recipe = RIGHT) -> Trace:
    """The stages in their order, by the recipe; what `keep` makes of each is what the next one reads."""
    with np.errstate(all="ignore"):
        inputs = recipe.inputs(inputs)
        sight = recipe.blocking(inputs, *recipe.visible(inputs))
        scores = keep(recipe.scores(inputs.q, inputs.k))  # (…, H_q, T_q, d_k)·(…, H_kv, d_k, T_k)
        scaled = keep(recipe.scaled(scores, inputs.scale))  # (…, H_q, T_q, T_k), as the next three
        capped = keep(recipe.capped(scaled, inputs.softcap))
        masked = keep(recipe.masked(capped, inputs, sight))
        weights = keep(recipe.weights(masked, inputs, sight))  # each row sums to 1
        output = keep(recipe.output(weights, inputs.v, sight.takes_part))  # ·(…, H_kv, T_k, d_v)
    return Trace(
        scores=scores,
        scaled=scaled,
        capped=capped,
        masked=masked,
        weights=weights,
        output=output,
        allowed=np.broadcast_to(np.True_, scores.shape) if sight.allowed is None else sight.allowed,
        empty=_empty(sight.takes_part, scores),
        rows=inputs.rows,
    )


def _empty(takes_part: Booleans | None, scores: Array) -> Booleans:
    """Which rows see nothing, (…, H_q, rows), where `takes_part` None is every key there is."""
    if takes_part is None:
        return np.full(scores.shape[:-1], not scores.shape[-1])
    return ~np.any(takes_part, axis=-1, keepdims=False)
