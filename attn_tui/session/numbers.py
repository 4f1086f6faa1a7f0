"""Numbers as people type them, and the step by which a key nudges one."""

from __future__ import annotations

from decimal import Decimal
from math import isfinite

from attn_tui.session.faults import Fault
from attn_tui.session.labels import plain

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
        pass
    if typed.count(",") == 1 and "." not in typed:
        raise Fault(f"'{plain(typed)}' is not a number: write the decimal point as '.', as in 0.7")
    raise Fault(f"'{plain(typed)}' is not a number: type one such as 0.7, -1, 1e-3, inf or nan")


def parse_whole(text: str, what: str, low: int, high: int) -> int:
    """A whole number from `low` to `high`; Fault names `what` and the bounds."""
    try:
        value = int(text.strip())
    except ValueError:
        value = low - 1
    if not low <= value <= high:
        raise Fault(f"'{plain(text.strip())}' is no {what}: type a whole number from {low} to {high}")
    return value


def nudged(value: float, step: float) -> float:
    """`value` + `step` in decimal, so that 0.7 and 0.1 make 0.8 and not 0.7999999999999999."""
    if not isfinite(value):
        return value
    return float(Decimal(repr(value)) + Decimal(repr(step)))
