"""Attention with linear biases (ALiBi): the farther a key stands from the query, the lower its score.

Press, Smith and Lewis 2022, "Train Short, Test Long" (arXiv 2108.12409): the bias is added to the scaled scores
and is not scaled itself; each head has a slope of its own, which is set and not learned.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from attn_tui.engine.arrays import FLOAT64, Array
from attn_tui.engine.masks import standing


def alibi(
    rows: range, keys: range, slope: npt.ArrayLike, offset: int = 0, dtype: npt.DTypeLike = FLOAT64
) -> Array:
    """−slope · |p − j| for the query at position p = i + offset and key j, of these rows and keys alone.

    (rows, keys) for one slope, (H, rows, keys) for one a head, (H,). Keys after the query are lowered as those
    before it are; the paper, which is causal, has none, and flash-attn takes the same |p − j|.
    """
    slopes = np.asarray(slope, dtype)
    nearness = -np.abs(standing(rows, offset) - np.arange(keys.start, keys.stop))  # (rows, keys), 0 on p = j
    with np.errstate(all="ignore"):
        return slopes[..., None, None] * nearness.astype(slopes.dtype)


def alibi_slopes(heads: int) -> npt.NDArray[np.float64]:
    """The published slope of each head, (heads,).

    For a power of two a geometric sequence that ends at 2⁻⁸: 2^(−8/heads · (h + 1)), so ½, ¼, … for 8 heads. For
    another number, with n the power of two below it, the slopes of n heads and then every other one of those of
    2n heads, from the first on. That rule is in the paper's code (ofirpress/attention_with_linear_biases,
    fairseq/models/transformer.py, get_slopes). Raises ValueError for a number below 1.
    """
    if heads < 1:
        raise ValueError(f"slopes are for at least one head, not for {heads}")
    n = 1 << (heads.bit_length() - 1)  # the largest power of two in `heads`
    further = _geometric(2 * n)[::2][: heads - n]
    return np.concatenate([_geometric(n), further])


def _geometric(n: int) -> npt.NDArray[np.float64]:
    """2^(−8/n · 1), 2^(−8/n · 2), …, 2⁻⁸."""
    return np.exp2(-8.0 / n * np.arange(1, n + 1))


def check_slopes(slopes: npt.NDArray[Any], heads: int) -> None:
    """Raise ValueError unless there is one finite slope, (), or one a query head, (H_q,)."""
    if slopes.shape not in ((), (heads,)):
        raise ValueError(f"alibi {slopes.shape} is neither one slope nor one for each of the {heads} heads")
    if not np.isfinite(slopes).all():
        raise ValueError("alibi is a slope, or one a head, and each is a finite number")
