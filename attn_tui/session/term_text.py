"""A soft cap, a sink, ALiBi, what blocked becomes and an offset as one types them; Fault for anything else."""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from typing import Literal, TypeAlias

from attn_tui.session.digits import full
from attn_tui.session.faults import Fault
from attn_tui.session.numbers import parse_finite, parse_number, parse_whole

Alibi: TypeAlias = Literal[True] | float | tuple[float, ...]
SMALLEST_CAP, LARGEST_CAP = 1e-30, 1e30
"""A soft cap that a float32 can divide by and multiply with; beyond these it would cap nothing, or all to 0."""
FARTHEST = 10**9
"""The largest offset, either way."""


def parse_softcap(text: str) -> float | None:
    """A soft cap, or None for `off`."""
    if _is_off(text):
        return None
    softcap = parse_finite(text, "soft cap")
    if not SMALLEST_CAP <= softcap <= LARGEST_CAP:
        raise Fault(
            f"a soft cap of {full(softcap)} can't be: type a number from {SMALLEST_CAP!r} to {LARGEST_CAP!r}"
        )
    return softcap


def parse_sink(text: str, heads: int) -> float | tuple[float, ...] | None:
    """A sink's logit, one a head with commas between, or None for `off`."""
    if _is_off(text):
        return None
    return _one_or_each([parse_number(part) for part in text.split(",")], heads, "logits")


def parse_alibi(text: str, heads: int) -> Alibi | None:
    """A slope, one a head with commas between, True for `on`, the published slopes, or None for `off`."""
    if _is_off(text):
        return None
    if text.strip().lower() in ("on", "true"):
        return True
    return _one_or_each([parse_finite(part, "slope") for part in text.split(",")], heads, "slopes")


def parse_blocked(text: str) -> float:
    """What a blocked score becomes; `off` is -∞."""
    return -inf if _is_off(text) else parse_number(text)


def parse_offset(text: str) -> int:
    """How many keys the queries stand further on than their number says."""
    return parse_whole(text, "offset", -FARTHEST, FARTHEST)


def _one_or_each(numbers: Sequence[float], heads: int, what: str) -> float | tuple[float, ...]:
    """A number for all heads, or one for each. Fault for another count."""
    if len(numbers) == 1:
        return numbers[0]
    if len(numbers) != heads:
        there = "there is 1: type one" if heads == 1 else f"there are {heads}: type one, or {heads}"
        raise Fault(f"{len(numbers)} {what} are for {len(numbers)} heads, and {there}")
    return tuple(numbers)


def _is_off(text: str) -> bool:
    return text.strip().lower() in ("off", "none", "false")
