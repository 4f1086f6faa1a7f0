"""The backward pass: how much a loss changes with each number that attention was given."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeVar, Unpack

import numpy as np
import numpy.typing as npt

from attn_tui.engine.arrays import Array, Booleans
from attn_tui.engine.attention import forward
from attn_tui.engine.inputs import Inputs, Options, prepare
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
    d_output = np.asarray(upstream).astype(trace.output.dtype, copy=False)
    if d_output.shape != trace.output.shape:
        raise ValueError(f"upstream {d_output.shape} is not shaped as the output {trace.output.shape}")
    with np.errstate(all="ignore"):
        return _backward(inputs, trace, d_output)


def _backward(inputs: Inputs, trace: Trace, d_output: Array) -> Gradients:
    """The stages in reverse."""
    H_kv = inputs.k.shape[-3] if inputs.k.ndim > 2 else 1
    allowed, takes_part = trace.allowed, inputs.taking_part(trace.allowed)
    d_weights = _only(takes_part, per_head(d_output, _transposed(inputs.v)))  # dO·Vᵀ, (…, H_q, T_q, T_k)
    spread = (trace.weights * d_weights).sum(axis=-1, keepdims=True)  # the sum over a row, (…, H_q, T_q, 1)
    d_masked = trace.weights * (d_weights - spread)  # softmax: diag(w) − w·wᵀ in each row
    d_capped = _only(allowed, d_masked)  # a blocked score is a constant
    d_scores = _only(allowed, d_capped * _slope(inputs, trace))
    d_k = mix(
        _transposed(d_scores), inputs.q, _transposed(allowed)
    )  # (…, H_q, T_k, T_q) · (…, H_q, T_q, d_k)
    d_v = mix(_transposed(trace.weights), d_output, None if takes_part is None else _transposed(takes_part))
    return Gradients(
        q=mix(d_scores, inputs.k, allowed),  # (…, H_q, T_q, T_k) · (…, H_kv, T_k, d_k)
        k=sum_groups(d_k, H_kv),
        v=sum_groups(d_v, H_kv),
        bias=_bias(inputs, d_capped),
        sink=_sink(inputs, trace, spread[..., 0]),
    )


def _slope(inputs: Inputs, trace: Trace) -> float | Array:
    """How fast a capped score grows with the raw one: scale, times 1 − tanh² under a softcap."""
    if inputs.softcap is None:
        return inputs.scale
    return inputs.scale * (1.0 - np.square(trace.capped / inputs.softcap))


def _bias(inputs: Inputs, d_capped: Array) -> Array | None:
    """The bias was added to the capped scores, one number of it to all those it was broadcast to."""
    _, bias = inputs.tile(inputs.rows, range(inputs.k.shape[-2]))
    return None if bias is None else sum_to(d_capped, bias.shape)


def _sink(inputs: Inputs, trace: Trace, spread: Array) -> Array | None:
    """−Σ (the sink's share of the row) · spread: over everything, or over all but the heads."""
    if inputs.sink is None:
        return None
    logit = sink_column(inputs.sink, trace.masked)
    _, total = exponentials(trace.masked, inputs.sink, shifted=True)
    share = np.exp(logit - row_peak(trace.masked, logit)) / total  # (…, H_q, T_q)
    by_row = -_only(~trace.empty, share * spread)
    by_head = by_row.sum(axis=-1, keepdims=by_row.ndim == 1)  # (…, H_q)
    return sum_to(by_head, inputs.sink.shape)


def _only(where: Booleans | None, x: Array) -> Array:
    return x if where is None else np.where(where, x, x.dtype.type(0))


def _transposed(x: npt.NDArray[_Number]) -> npt.NDArray[_Number]:
    return x.swapaxes(-1, -2)
