"""How evenly rows of weights are spread."""

from __future__ import annotations

import numpy as np

from attn_tui.engine.arrays import Array


def entropies(weights: Array, sink: bool = False) -> Array:
    """−Σ w·log₂ w of each row (rows, T_k), in bits: 0 where one key has it all, log₂ n where n have the same.

    With `sink` what a row lacks of 1 counts as one share more. No weight is negative.
    """
    w = weights.astype(np.float64, copy=False)
    bits = -(w * np.log2(np.where(w > 0, w, 1.0))).sum(axis=-1)
    if sink:
        rest = np.maximum(1.0 - w.sum(axis=-1), 0.0)
        bits = bits - rest * np.log2(np.where(rest > 0, rest, 1.0))
    return bits + 0.0
