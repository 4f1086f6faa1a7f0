"""Decoding: causal attention one token after another, with the keys and values of those before it kept."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial
from math import prod
from typing import Unpack

import numpy as np
import numpy.typing as npt

from attn_tui.engine.attention import attention
from attn_tui.engine.dtypes import BYTES, check_dtype
from attn_tui.engine.inputs import Inputs, Options, prepare
from attn_tui.engine.masks import tile
from attn_tui.engine.precision import attention_as
from attn_tui.engine.trace import Trace


@dataclass(frozen=True, eq=False)
class DecodeStep:
    """One token: its query on the keys and values of the tokens 0 … `token`. Counts are over all heads.

    trace          of that one row, stages (…, H_q, 1, token + 1), numbered in the whole: its `rows` are token alone
    offset         the causal offset with which the row was computed, token: its one query is query 0 of a matrix
    kept           the keys, and as many values, that each key/value head keeps by now: token + 1
    kept_bytes     what they take up, in the dtype of k and v or in the one that was asked for
    scores         scores computed in this step: heads · (token + 1)
    scores_so_far  in this and all the steps before it: heads · (token + 1)·(token + 2) / 2, the triangle once
    triangles      what steps that keep nothing would have come to by now, each computing its causal triangle anew
    squares        the same where each step computes the whole square and then masks it
    """

    token: int
    trace: Trace
    offset: int
    kept: int
    kept_bytes: int
    scores: int
    scores_so_far: int
    triangles: int
    squares: int


def decode(
    q: npt.ArrayLike,
    k: npt.ArrayLike,
    v: npt.ArrayLike,
    *,
    dtype_name: str | None = None,
    **options: Unpack[Options],
) -> Iterator[DecodeStep]:
    """Each token t = 0 … T − 1 in turn, computed as q[t : t+1] on k[: t+1], v[: t+1] with offset t.

    The settings are those of `attention`, mask and bias for all T rows and keys, of which a step is given its own
    part; `causal` need not be said. `dtype_name` computes as `attention_as` does. With `blocked` −∞ each row equals
    that of the whole causal attention to rounding; with a number there, a causal matrix lets the future take part,
    and here it does not exist yet. A window lowers no count: all the keys are kept. Raises ValueError at once, as
    `attention` does, unless T_q = T_k, and for `causal=False`, an offset or rows.
    """
    if dtype_name is not None:
        check_dtype(dtype_name)
    k, v = np.asarray(k), np.asarray(v)
    given = _causal(prepare(q, k, v, **(options | {"causal": True})), options)
    widths = (k.dtype.itemsize, v.dtype.itemsize) if dtype_name is None else (BYTES[dtype_name],) * 2
    token_bytes = sum(
        prod(a.shape[:-2]) * a.shape[-1] * width for a, width in zip((k, v), widths, strict=True)
    )
    return (_step(given, t, dtype_name, token_bytes) for t in range(k.shape[-2]))


def _causal(given: Inputs, options: Options) -> Inputs:
    """The inputs, if they are those of a whole causal head."""
    T_q, T_k = given.q.shape[-2], given.k.shape[-2]
    if options.get("rows") is not None:
        raise ValueError("decoding takes one row after another, all of them; rows is left out")
    if T_q != T_k:
        raise ValueError(
            f"q {given.q.shape} and k {given.k.shape} differ in T; in decoding each token has a query and a key"
        )
    if given.offset:
        raise ValueError(f"decoding sets the offset of each token itself, and {given.offset} was given")
    if not options.get("causal", True):
        raise ValueError("decoding is causal: a token's key is not there before the token")
    return given


def _step(given: Inputs, t: int, dtype_name: str | None, token_bytes: int) -> DecodeStep:
    heads, there = prod(given.q.shape[:-2]), t + 1
    return DecodeStep(
        token=t,
        trace=_row(given, t, dtype_name),
        offset=t,
        kept=there,
        kept_bytes=there * token_bytes,
        scores=heads * there,
        scores_so_far=heads * (there * (there + 1) // 2),
        triangles=heads * (there * (there + 1) * (there + 2) // 6),
        squares=heads * (there * (there + 1) * (2 * there + 1) // 6),
    )


def _row(given: Inputs, t: int, dtype_name: str | None) -> Trace:
    """Attention of query t alone on the keys so far."""
    row, keys = range(t, t + 1), range(t + 1)
    q, k, v = given.q[..., t : t + 1, :], given.k[..., : t + 1, :], given.v[..., : t + 1, :]
    options = Options(
        scale=given.scale,
        causal=True,
        offset=t,
        window=given.window,
        mask=None if given.mask is None else tile(given.mask, row, keys),
        bias=None if given.bias is None else tile(given.bias, row, keys),
        alibi=given.alibi,
        softcap=given.softcap,
        sink=given.sink,
        blocked=given.blocked,
    )
    compute = attention if dtype_name is None else partial(attention_as, dtype_name)
    return replace(compute(q, k, v, **options), rows=row)
