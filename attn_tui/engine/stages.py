"""Attention(Q, K, V) = softmax(Q·Kᵀ / √d_k + M) · V, one small function a stage, in the stages' order.

The stages and their names are those of the ONNX Attention operator (opset 23): scores, scaled, capped,
masked, weights, output. Two-dimensional arrays are one head. No function modifies what it is given.
"""

from __future__ import annotations

from math import sqrt
from typing import Any

import numpy as np
import numpy.typing as npt

from attn_tui.engine.arrays import Array, Booleans
from attn_tui.engine.shapes import for_each_query_head, per_head


def default_scale(d_k: int) -> float:
    """1/√d_k; 1 for d_k = 0, where every score is an empty sum."""
    return 1.0 / sqrt(d_k) if d_k else 1.0


def scores(q: Array, k: Array) -> Array:
    """Q·Kᵀ, how well query and key agree. (…, H_q, T_q, d_k) · (…, H_kv, d_k, T_k) -> (…, H_q, T_q, T_k)"""
    return per_head(q, k.swapaxes(-1, -2))


def scaled(scores: Array, scale: float) -> Array:
    """The scores times `scale`, a Python float so that float32 stays float32. (…, H_q, T_q, T_k)"""
    return scores * scale


def capped(scaled: Array, softcap: float | None) -> Array:
    """softcap · tanh(x / softcap), or `scaled` itself without one. (…, H_q, T_q, T_k)"""
    return scaled if softcap is None else softcap * np.tanh(scaled / softcap)


def masked(capped: Array, allowed: Booleans | None, bias: Array | None, blocked: float) -> Array:
    """The bias added, and `blocked` in the place of every score that is not allowed. (…, H_q, T_q, T_k)

    `allowed` None allows everything; with no bias either, the result is `capped` itself.
    """
    added = capped if bias is None else capped + bias
    if allowed is None:
        return added
    out = added.copy() if added is capped else added
    np.copyto(out, blocked, where=~allowed)
    return out


def exponentials(
    masked: Array, sink: float | npt.NDArray[Any] | None = None, shifted: bool = False
) -> tuple[Array, Array]:
    """e to every masked score, (…, H_q, T_q, T_k), and each row's total, (…, H_q, T_q), with the sink in it.

    `sink` is one logit, or one a query head, (H_q,). `shifted` first subtracts the largest of the row and its
    sink, which guards against overflow and leaves the weights e / total as they are.
    """
    logit = None if sink is None else sink_column(sink, masked)  # () or (H_q, 1)
    with np.errstate(all="ignore"):
        peak = row_peak(masked, logit) if shifted else np.zeros(masked.shape[:-1], masked.dtype)
        e = np.exp(masked - peak[..., None])
        total = e.sum(axis=-1)
        if logit is not None:
            total = total + np.exp(logit - peak)
    return e, total


def row_peak(masked: Array, logit: Array | None) -> Array:
    """The largest score of each row and of its sink, (…, H_q, T_q); 0 where all are −∞."""
    peak = masked.max(axis=-1, initial=-np.inf)
    if logit is not None:
        peak = np.maximum(peak, logit)
    return np.where(peak == -np.inf, peak.dtype.type(0), peak)


def sink_column(sink: float | npt.NDArray[Any], masked: Array) -> Array:
    """The sink in the scores' dtype, to broadcast against the rows (…, H_q, T_q): a scalar or (H_q, 1)."""
    logit = np.asarray(sink, masked.dtype)
    if logit.ndim == 0:
        return logit
    return logit[0] if masked.ndim == 2 else logit[:, None]


def weights(masked: Array, takes_part: Booleans | None, sink: Array | None) -> Array:
    """softmax of each row: e to the score over the row's total. (…, H_q, T_q, T_k)

    Rows sum to 1, or to less with a sink. A key that takes no part has weight 0, so a row of such keys is 0.
    Otherwise a row with NaN, with +∞ or with nothing but −∞ is NaN, which is what ∞ − ∞ and 0 / 0 are.
    """
    e, total = exponentials(masked, sink, shifted=True)
    return zero_elsewhere(takes_part, e / total[..., None])


def zero_elsewhere(where: Booleans | None, numbers: Array) -> Array:
    """`numbers` where `where` is True, 0 elsewhere; None is True throughout."""
    return numbers if where is None else np.where(where, numbers, numbers.dtype.type(0))


def output(weights: Array, v: Array, takes_part: Booleans | None) -> Array:
    """The values mixed by the weights. (…, H_q, T_q, T_k) · (…, H_kv, T_k, d_v) -> (…, H_q, T_q, d_v)

    The value of a key that takes no part does not reach the output even where it is NaN or infinite.
    """
    return mix(weights, v, takes_part)


def mix(a: Array, b: Array, takes_part: Booleans | None) -> Array:
    """a·b in each head, over those terms a[i, j]·b[j] for which takes_part[i, j]; None is all of them.

    `a` is 0 where takes_part is False, but in rows that are NaN throughout, so only what is not finite in `b`
    needs more than the product.
    """
    if takes_part is None:
        return per_head(a, b)
    finite = np.isfinite(b)
    if finite.all():
        return per_head(a, b)
    out = per_head(a, np.where(finite, b, b.dtype.type(0)))
    T_k = b.shape[-2]
    read = takes_part.reshape(-1, T_k).any(axis=0) & ~finite.all(axis=-1).reshape(-1, T_k).all(
        axis=0
    )  # (T_k,)
    for j in np.flatnonzero(read):
        row = for_each_query_head(b[..., j : j + 1, :], a)  # (…, H_q, 1, d_v)
        reached = takes_part[..., j : j + 1] & ~np.isfinite(row)  # (…, H_q, T_q, d_v)
        out = np.where(reached, out + a[..., j : j + 1] * row, out)
    return out
