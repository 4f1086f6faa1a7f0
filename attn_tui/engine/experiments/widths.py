"""The widths d_k that a curve goes through."""

from __future__ import annotations


def powers_of_two(most: int) -> tuple[int, ...]:
    """1, 2, 4, … below `most`, and `most` itself; `most` is at least 1."""
    return (*(1 << n for n in range((most - 1).bit_length())), most)
