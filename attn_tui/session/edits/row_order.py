"""A list of positions says, for each new row or column, which old one it is, or None for a new one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

Positions: TypeAlias = Sequence[int | None]


def taken(table: npt.NDArray[Any], positions: Positions, axis: int, fill: object) -> npt.NDArray[Any]:
    """`table` with `positions` along `axis`, and `fill` where a position is None."""
    indices = np.array([0 if position is None else position for position in positions], dtype=np.intp)
    result = np.take(table, indices, axis=axis)
    new = [index for index, position in enumerate(positions) if position is None]
    np.moveaxis(result, axis, 0)[new] = fill
    return result
