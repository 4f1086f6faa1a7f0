"""The number types that are computed in, by name: their bytes, their bounds, and how close their numbers lie."""

from __future__ import annotations

DTYPES = ("float16", "bfloat16", "float32", "float64")
BYTES = {"float16": 2, "bfloat16": 2, "float32": 4, "float64": 8}
LARGEST = {
    "float16": (2 - 2.0**-10) * 2.0**15,
    "bfloat16": (2 - 2.0**-7) * 2.0**127,
    "float32": (2 - 2.0**-23) * 2.0**127,
    "float64": (2 - 2.0**-52) * 2.0**1023,
}
"""The largest finite number of each; the least is its negative."""
SMALLEST = {"float16": 2.0**-24, "bfloat16": 2.0**-133, "float32": 2.0**-149, "float64": 2.0**-1074}
"""The smallest number above 0."""
STEPS = {"float16": 2.0**-10, "bfloat16": 2.0**-7, "float32": 2.0**-23, "float64": 2.0**-52}
"""From 1 to the next number."""


def check_dtype(dtype_name: str) -> None:
    """Raise ValueError, with the names there are, unless this is one of DTYPES."""
    if dtype_name not in DTYPES:
        raise ValueError(f"{dtype_name} is none of {', '.join(DTYPES)}")
