"""Numbers as people type them, the step by which a key nudges one, and whether a table can hold them."""

from __future__ import annotations

from decimal import Decimal
from math import isfinite, isinf

import numpy as np
import numpy.typing as npt

from attn_tui.session.faults import Fault
from attn_tui.session.labels import plain

QUOTED = 40
"""As much of a text as a sentence quotes."""
_TYPED_MINUS = str.maketrans({"\u2212": "-", "\u00a0": " "})


def parse_number(text: str) -> float:
    """The number that `text` spells: decimal, with an exponent, `inf`, `-inf` or `nan`. Never evaluated.

    Raises Fault, with what would be right, for anything else.
    """
    typed = text.translate(_TYPED_MINUS).strip()
    if not typed:
        raise Fault("no number yet: type one such as 0.7, -1 or 1e-3, or press Esc")
    try:
        return float(typed)
    except ValueError:
        comma = typed.count(",") == 1 and "." not in typed
        mend = (
            "write the decimal point as '.', as in 0.7"
            if comma
            else "type one such as 0.7, -1, 1e-3, inf or nan"
        )
        raise Fault(f"'{plain(typed[:QUOTED])}' is not a number: {mend}") from None


def parse_whole(text: str, what: str, low: int, high: int) -> int:
    """A whole number from `low` to `high`; Fault names `what` and the bounds."""
    try:
        value = int(text.strip())
    except ValueError:
        value = low - 1
    if not low <= value <= high:
        raise Fault(
            f"'{plain(text.strip()[:QUOTED])}' is no {what}: type a whole number from {low} to {high}"
        )
    return value


def parse_finite(text: str, what: str) -> float:
    """The number that `text` spells; Fault, which names `what`, where it is infinite or nan."""
    value = parse_number(text)
    if not isfinite(value):
        raise Fault(f"'{plain(text.strip()[:QUOTED])}' is no {what}: type a finite number such as 0.1")
    return value


def parse_entry(text: str) -> float:
    """The number that `text` spells, to be put into a table; Fault where only infinity is as large."""
    value = parse_number(text)
    if isinf(value) and "inf" not in text.lower():
        raise Fault(
            f"'{plain(text.strip()[:QUOTED])}' is larger than a float64 can be: type inf for infinity"
        )
    return value


def nudged(value: float, step: float, times: int) -> float:
    """`value` + `times` · `step` in decimal, so that 0.7 and 0.1 make 0.8 and not 0.7999999999999999.

    Fault where only infinity would be as large.
    """
    if not isfinite(value):
        return value
    nudged_value = float(Decimal(repr(value)) + times * Decimal(repr(step)))
    if not isfinite(nudged_value):
        raise Fault(
            f"a step of {step!r} from {value!r} is larger than a float64 can be: `:step 0.1` makes it smaller"
        )
    return nudged_value


def stored_as(numbers: npt.NDArray[np.float64], dtype: np.dtype[np.floating]) -> npt.NDArray[np.floating]:
    """`numbers` in the dtype of a table. Fault where one is finite and too large for it."""
    with np.errstate(all="ignore"):
        stored = numbers.astype(dtype)
    lost = np.isinf(stored) & np.isfinite(numbers)
    if lost.any():
        raise Fault(
            f"{float(numbers[lost][0])!r} is larger than a {dtype.name} can be: type inf for infinity"
        )
    return stored
