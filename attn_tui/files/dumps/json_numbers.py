"""Numbers as JSON writes them: at full precision, and in words what JSON has no number for."""

from __future__ import annotations

from math import isfinite
from typing import Any

import numpy as np


def json_numbers(value: Any) -> Any:
    """Arrays, lists, tuples and tables of numbers as lists and tables of these; "inf", "-inf" and "nan" are words.

    Whatever else there is stays as it is.
    """
    if isinstance(value, np.ndarray | np.generic):
        value = value.tolist()
    if isinstance(value, list | tuple):
        return [json_numbers(item) for item in value]
    if isinstance(value, dict):
        return {key: json_numbers(item) for key, item in value.items()}
    return str(value) if isinstance(value, float) and not isfinite(value) else value
