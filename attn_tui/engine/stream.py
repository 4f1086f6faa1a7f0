"""Attention tile by tile, with the online softmax of FlashAttention: the output alone, in O(T) memory."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Unpack

import numpy as np
import numpy.typing as npt

from attn_tui.engine import stages
from attn_tui.engine.arrays import Array, Booleans
from attn_tui.engine.inputs import Inputs, Options, prepare


@dataclass(frozen=True, eq=False)
class _Running:
    """What rows carry from tile to tile: peak, total and sees are (…, H_q, rows), mixed (…, H_q, rows, d_v).

    The largest score so far, Σ e^(score − peak), the values mixed by those terms, whether any key took part.
    """

    peak: Array
    total: Array
    mixed: Array
    sees: Booleans


def attention_stream(
    q: npt.ArrayLike,
    k: npt.ArrayLike,
    v: npt.ArrayLike,
    *,
    block: int = 256,
    **options: Unpack[Options],
) -> Array:
    """The output of `attention` with the same settings, equal to rounding, (…, H_q, rows, d_v).

    No more than `block` × `block` scores a head exist at any time. The values are divided by the total only
    at the end, so values within a factor T_k of the largest number of their dtype may overflow here alone.
    Raises ValueError as `attention` does, and for a block below 1.
    """
    if block < 1:
        raise ValueError(f"block is a number of rows and keys, at least 1, not {block}")
    inputs = prepare(q, k, v, **options)
    out = np.empty((*inputs.q.shape[:-1], inputs.v.shape[-1]), inputs.q.dtype)
    first = inputs.rows.start
    with np.errstate(all="ignore"):
        for rows in _blocks(inputs.rows, block):
            out[..., rows.start - first : rows.stop - first, :] = _rows(inputs, rows, block)
    return out


def _blocks(whole: range, block: int) -> Iterator[range]:
    for start in range(whole.start, whole.stop, block):
        yield range(start, min(start + block, whole.stop))


def _rows(inputs: Inputs, rows: range, block: int) -> Array:
    """The output of these rows, over all the keys."""
    first = inputs.rows.start
    q = inputs.q[..., rows.start - first : rows.stop - first, :]
    so_far = _before_the_first_key(inputs, q)
    for keys in _blocks(range(inputs.k.shape[-2]), block):
        allowed, bias = inputs.visible(rows, keys)
        takes_part = inputs.taking_part(allowed)
        if takes_part is not None and not takes_part.any():
            continue
        k, v = (table[..., keys.start : keys.stop, :] for table in (inputs.k, inputs.v))
        scaled = stages.scaled(stages.scores(q, k), inputs.scale)  # (…, H_q, rows, keys)
        capped = stages.capped(scaled, inputs.softcap)
        masked = stages.masked(capped, allowed, bias, inputs.blocked)
        so_far = _with_keys(so_far, masked, v, takes_part)
    shares = so_far.mixed / so_far.total[..., None]
    return np.where(so_far.sees[..., None], shares, shares.dtype.type(0))


def _before_the_first_key(inputs: Inputs, q: Array) -> _Running:
    """Nothing mixed yet, and in the total only the sink, e^0 relative to itself."""
    rows = q.shape[:-1]
    peak, total = np.full(rows, -np.inf, q.dtype), np.zeros(rows, q.dtype)
    if inputs.sink is not None:
        total[...] = 1
        peak[...] = stages.sink_column(inputs.sink, q)
    mixed = np.zeros((*rows, inputs.v.shape[-1]), q.dtype)
    return _Running(peak, total, mixed, sees=np.zeros(rows, np.bool_))


def _with_keys(so_far: _Running, masked: Array, v: Array, takes_part: Booleans | None) -> _Running:
    """One tile more: what was summed relative to the old peak shrinks to the new one."""
    peak = np.maximum(so_far.peak, masked.max(axis=-1))
    base = np.where(peak == -np.inf, peak.dtype.type(0), peak)
    shrink = np.exp(so_far.peak - base)
    e = np.exp(masked - base[..., None])
    return _Running(
        peak=peak,
        total=so_far.total * shrink + e.sum(axis=-1),
        mixed=so_far.mixed * shrink[..., None] + stages.mix(e, v, takes_part),
        sees=so_far.sees | (True if takes_part is None else takes_part.any(axis=-1)),
    )
