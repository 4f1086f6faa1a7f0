"""What attention computed, stage by stage."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from attn_tui.engine.arrays import Array, Booleans


@dataclass(frozen=True, eq=False)
class Trace:
    """Every stage of one attention, under the names of the ONNX Attention operator.

    `scores` (raw Q·Kᵀ), `scaled`, `capped`, `masked` and `weights` are (…, H_q, rows, T_k), `output` is
    (…, H_q, rows, d_v); of two-dimensional q, k, v the stages are two-dimensional. All are of one dtype.
    `allowed`, shaped as the scores, is True where the query may look at the key: neither a mask nor a bias of
    −∞ blocks it. `empty` (…, H_q, rows) is True for a row that sees nothing: no key takes part in it, and its
    weights and output are 0. `rows` are the query rows the stages hold, numbered in the whole of q.

    Read only: a stage that changes nothing is the same array as the one before it, and `allowed` may be a
    view that cannot be written.
    """

    scores: Array
    scaled: Array
    capped: Array
    masked: Array
    weights: Array
    output: Array
    allowed: Booleans
    empty: Booleans
    rows: range

    @property
    def empty_rows(self) -> tuple[int, ...] | tuple[tuple[int, ...], ...]:
        """The rows that see nothing, in order, numbered in the whole of q even where `rows` is a part of it.

        Row numbers if the stages are two-dimensional, otherwise index tuples (…, head, row).
        """
        found = np.argwhere(self.empty)
        found[:, -1] += self.rows.start
        if self.empty.ndim == 1:
            return tuple(found[:, 0].tolist())
        return tuple(tuple(index) for index in found.tolist())
