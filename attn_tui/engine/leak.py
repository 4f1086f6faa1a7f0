"""How much of the weights lies on the future, and how many keys a row may see: for a meter beside the weights."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from attn_tui.engine.arrays import Array, Booleans
from attn_tui.engine.masks import standing


@dataclass(frozen=True, eq=False)
class FutureWeight:
    """The weight on keys j > i + offset, of each row (…, rows), and as a share of all that was given out.

    `share` is the sum of `by_row` over the number of rows that see something, so from 0 to 1 where rows sum to 1,
    over all the heads there are; 0 where no row sees anything. A row with a NaN among its weights is NaN, and so is
    the share then.
    """

    by_row: Array
    share: float


def future_weight(
    weights: npt.NDArray[np.floating[Any]], rows: range, offset: int = 0, *, empty: Booleans | None = None
) -> FutureWeight:
    """What the weights (…, rows, T_k) of these query rows leak: what a model that predicts the next word must not.

    Under a causal mask with the same offset it is 0 throughout; without one it says how much was read ahead.
    `rows` number the rows in the whole, as `Trace.rows` does. `empty` (…, rows) is `Trace.empty`; without it a row of
    nothing but zeros counts as one that sees nothing. Raises ValueError for rows that are not those of the weights.
    """
    if weights.ndim < 2 or weights.shape[-2] != len(rows):
        raise ValueError(
            f"weights {weights.shape} do not hold the {len(rows)} rows {rows.start} to {rows.stop}"
        )
    zero = weights.dtype.type(0)
    ahead = np.where(_future(rows, weights.shape[-1], offset), weights, zero).sum(axis=-1)  # (…, rows)
    by_row = np.where(np.isnan(weights).any(axis=-1), weights.dtype.type(np.nan), ahead)
    sees = np.any(weights != 0, axis=-1) if empty is None else ~empty
    count = int(sees.sum())
    total = float(by_row.sum(where=sees, dtype=np.float64))
    return FutureWeight(by_row=by_row, share=total / count if count else 0.0)


def keys_seen(allowed: Booleans) -> npt.NDArray[np.intp]:
    """How many keys each row may look at, (…, rows), of `Trace.allowed` (…, rows, T_k)."""
    return np.count_nonzero(allowed, axis=-1)


def _future(rows: range, T_k: int, offset: int) -> Booleans:
    """Which keys stand after the query, (rows, T_k)."""
    return np.arange(T_k) > standing(rows, offset)
