"""What the engine's functions take and give, and the number type they compute in."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

Array: TypeAlias = npt.NDArray[np.floating[Any]]
Booleans: TypeAlias = npt.NDArray[np.bool_]

FLOAT32, FLOAT64 = np.dtype(np.float32), np.dtype(np.float64)


def computing_dtype(*arrays: npt.NDArray[Any]) -> np.dtype[Any]:
    """The dtype in which these arrays are computed with together: float32 or float64.

    float32 and float64 are themselves, float16 (and bfloat16, where something registers it) widen to float32,
    integers and booleans are float64; of several the wider. Raises ValueError for anything else.
    """
    widened = {_widened(array.dtype) for array in arrays}
    return FLOAT64 if FLOAT64 in widened else FLOAT32


def _widened(dtype: np.dtype[Any]) -> np.dtype[Any]:
    if dtype.kind == "f":
        return FLOAT32 if dtype.itemsize <= 4 else FLOAT64
    if dtype.kind in "iub":
        return FLOAT64
    if dtype.name == "bfloat16":
        return FLOAT32
    raise ValueError(f"attention computes with real numbers, and an array of dtype {dtype} has none")
