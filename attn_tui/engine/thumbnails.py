"""A head's weights made small: the largest weight of each block, and what its rows come to, a few rows at a time."""

from __future__ import annotations

from dataclasses import dataclass
from math import nan

import numpy as np
import numpy.typing as npt

from attn_tui.engine.arrays import Array
from attn_tui.engine.entropy import entropies

MOST = 128
"""Blocks down and across that a thumbnail has at most; with up to so many queries and keys it has every weight."""


@dataclass(frozen=True, eq=False)
class Thumbnail:
    """The first `rows` rows of a head's weights (T_q, T_k), made small.

    cells    (⌈T_q / n⌉, ⌈T_k / m⌉): the largest weight of each block of n queries × m keys, nan where one of them is;
             0 where no row of it was read yet
    block    n and m
    rows     how many rows were read, the first ones
    largest  the largest weight that was read, nan left out; `place` is its query and key, the first such, None where
             no weight is above zero
    bits     Σ over `counted` rows of −Σ w·log₂ w: their entropies
    counted  rows that see something and have no odd weight
    empty    rows that see nothing
    odd      rows with a weight that is negative, infinite or nan
    """

    cells: Array
    block: tuple[int, int]
    rows: int = 0
    largest: float = 0.0
    place: tuple[int, int] | None = None
    bits: float = 0.0
    counted: int = 0
    empty: int = 0
    odd: int = 0

    @property
    def entropy(self) -> float:
        """The mean entropy in bits of the rows that were counted, nan where none was."""
        return self.bits / self.counted if self.counted else nan


def blank_thumbnail(T_q: int, T_k: int, most: int = MOST) -> Thumbnail:
    """The thumbnail of weights (T_q, T_k) of which no row was read, of at most `most` × `most` blocks."""
    n, m = max(1, -(-T_q // most)), max(1, -(-T_k // most))
    return Thumbnail(np.zeros((-(-T_q // n), -(-T_k // m))), (n, m))


def with_rows(
    thumbnail: Thumbnail, weights: npt.ArrayLike, empty: npt.ArrayLike, sink: bool = False
) -> Thumbnail:
    """The thumbnail after the next rows: `weights` (rows, T_k), and `empty` (rows,), True for one that sees nothing.

    With `sink` what a row lacks of 1 went to the sink, and counts in its entropy as one share more. What is given is
    not modified. Rows one after the other or all at once give the same, but for the rounding of `bits`.
    """
    w, none = np.asarray(weights, dtype=np.float64), np.asarray(empty, dtype=np.bool_)
    cells = np.array(thumbnail.cells)
    blocks = block_maxima(w, *thumbnail.block, thumbnail.rows % thumbnail.block[0])
    at = thumbnail.rows // thumbnail.block[0]
    cells[at : at + len(blocks)] = np.maximum(cells[at : at + len(blocks)], blocks)
    largest, place = _largest(thumbnail, w)
    odd = ~(np.isfinite(w) & (w >= 0)).all(axis=-1)
    counts = ~odd & ~none
    return Thumbnail(
        cells,
        thumbnail.block,
        thumbnail.rows + len(w),
        largest,
        place,
        thumbnail.bits + float(entropies(w[counts], sink).sum()),
        thumbnail.counted + int(counts.sum()),
        thumbnail.empty + int(none.sum()),
        thumbnail.odd + int((odd & ~none).sum()),
    )


def block_maxima(table: Array, n: int, m: int, before: int = 0) -> Array:
    """The largest number of each block of n rows × m columns, nan where one is: (rows, columns) -> (blocks, blocks).

    `before` rows of the first block, fewer than n, are not in `table`. The last block of a line may be smaller.
    """
    height, width = table.shape
    if not table.size:
        return np.zeros((-(-(height + before) // n) if height else 0, -(-width // m)))
    down, across = [0, *range(n - before, height, n)], list(range(0, width, m))
    largest: Array = np.maximum.reduceat(np.maximum.reduceat(table, down, axis=0), across, axis=1)
    return largest


def _largest(thumbnail: Thumbnail, w: Array) -> tuple[float, tuple[int, int] | None]:
    """The largest weight so far and its place; of equal ones the first."""
    if not w.size:
        return thumbnail.largest, thumbnail.place
    known = np.nan_to_num(w, nan=-np.inf, posinf=np.inf, neginf=-np.inf)
    query, key = (int(at) for at in np.unravel_index(int(known.argmax()), w.shape))
    if not known[query, key] > thumbnail.largest:
        return thumbnail.largest, thumbnail.place
    return float(known[query, key]), (thumbnail.rows + query, key)
