"""The backward pass: how much a loss changes with each number that attention was given."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeVar, Unpack

import numpy as np
import numpy.typing as npt

from attn_tui.engine.arrays import Array, Booleans
from attn_tui.engine.attention import forward
from attn_tui.engine.inputs import Inputs, Options, prepare
from attn_tui.engine.masks import tile
from attn_tui.engine.shapes import per_head, sum_groups, sum_to
from attn_tui.engine.stages import exponentials, mix, row_peak, sink_column
from attn_tui.engine.trace import Trace

_Number = TypeVar("_Number", bound=np.generic)


@dataclass(frozen=True, eq=False)
class Gradients:
    """The gradients of a loss, each shaped as the array it belongs to; None for what was not given.

    Where `rows` were asked for, q and bias hold those rows, and k, v, sink what those rows add to theirs.
    """

    q: Array
    k: Array
    v: Array
    bias: Array | None
    sink: Array | None


def gradients(
    q: npt.ArrayLike,
    k: npt.ArrayLike,
    v: npt.ArrayLike,
    upstream: npt.ArrayLike,
    **options: Unpack[Options],
) -> Gradients:
    """The exact gradients of a loss whose gradient by the output is `upstream`, (…, H_q, rows, d_v).

    The settings are those of `attention`. What a mask or a bias of −∞ blocks has gradient 0, and so has every
    number in a row that sees nothing. Raises ValueError as `attention` does, and for an upstream that is not
    shaped as the output.
    """
    inputs = prepare(q, k, v, **options)
    trace = forward(inputs)
    dO = np.asarray(upstream).astype(trace.output.dtype, copy=False)
    if dO.shape != trace.output.shape:
        raise ValueError(f"upstream {dO.shape} is not shaped as the output {trace.output.shape}")
    with np.errstate(all="ignore"):
        return _backward(inputs, trace, dO)


def _backward(inputs: Inputs, trace: Trace, dO: Array) -> Gradients:
    """The stages in reverse; dX is the gradient by X. Every blocked score is a constant."""
    q, k, v, W = inputs.q, inputs.k, inputs.v, trace.weights
    H_kv = k.shape[-3] if k.ndim > 2 else 1
    allowed, takes_part = trace.allowed, inputs.taking_part(trace.allowed)
    readers = None if takes_part is None else _T(takes_part)  # which queries a key takes part in
    dV = mix(_T(W), dO, readers)  # (…, H_q, T_k, T_q) · (…, H_q, T_q, d_v)
    dW = _only(takes_part, per_head(dO, _T(v)))  # (…, H_q, T_q, d_v) · (…, H_kv, d_v, T_k)
    D = (W * dW).sum(axis=-1, keepdims=True)  # (…, H_q, T_q, 1)
    dM = _only(allowed, W * (dW - D))  # by the masked scores: diag(w) − w·wᵀ for each row w
    dS = _only(allowed, dM * _slope(inputs, trace))  # by the raw scores
    dK = mix(_T(dS), q, _T(allowed))  # (…, H_q, T_k, T_q) · (…, H_q, T_q, d_k)
    return Gradients(
        q=mix(dS, k, allowed),  # (…, H_q, T_q, T_k) · (…, H_kv, T_k, d_k)
        k=sum_groups(dK, H_kv),
        v=sum_groups(dV, H_kv),
        bias=_bias(inputs, dM),
        sink=_sink(inputs, trace, D[..., 0]),
    )


def _slope(inputs: Inputs, trace: Trace) -> float | Array:
    """How fast a capped score grows with the raw one: scale, times 1 − tanh² under a softcap."""
    if inputs.softcap is None:
        return inputs.scale
    return inputs.scale * (1.0 - np.square(trace.capped / inputs.softcap))


def _bias(inputs: Inputs, dM: Array) -> Array | None:
    """Each number of the bias was added to all the scores it was broadcast to."""
    if inputs.bias is None:
        return None
    added = tile(inputs.bias, inputs.rows, range(inputs.k.shape[-2]))
    return sum_to(dM, added.shape)


def _sink(inputs: Inputs, trace: Trace, D: Array) -> Array | None:
    """−Σ (the sink's share of a row) · D, over everything or over all but the heads. D (…, H_q, T_q)"""
    if inputs.sink is None:
        return None
    logit = sink_column(inputs.sink, trace.masked)
    _, total = exponentials(trace.masked, inputs.sink, shifted=True)
    share = np.exp(logit - row_peak(trace.masked, logit)) / total  # (…, H_q, T_q)
    by_row = -_only(~trace.empty, share * D)
    by_head = by_row.sum(axis=-1, keepdims=by_row.ndim == 1)  # (…, H_q)
    return sum_to(by_head, inputs.sink.shape)


def _only(where: Booleans | None, x: Array) -> Array:
    return x if where is None else np.where(where, x, x.dtype.type(0))


def _T(x: npt.NDArray[_Number]) -> npt.NDArray[_Number]:  # noqa: N802 (the transpose, as in Qᵀ)
    return x.swapaxes(-1, -2)
