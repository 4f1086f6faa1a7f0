"""Heat: a number from 0 to the largest shown as one of a few steps, by colour or by glyph."""

from __future__ import annotations

STEPS = 10
GLYPHS = " ░▒▓█"
LEGEND_STEPS = (1, 4, 6, 9)
"""Steps that show each glyph of the ramp once."""


def step(value: float, smallest: float, top: float) -> int:
    """The step, 0 to STEPS - 1, of `value` between `smallest` and `top`; above `smallest` it is never step 0.

    Halves, since the difference of two floats may be larger than any float.
    """
    if not smallest < value or not top > smallest:
        return 0
    if value >= top:
        return STEPS - 1
    share = (value / 2 - smallest / 2) / (top / 2 - smallest / 2)
    return max(1, round(share * (STEPS - 1)))


def glyph(at: int) -> str:
    """The glyph of a step, for screens without colour."""
    return GLYPHS[0] if at == 0 else GLYPHS[1 + (at - 1) * (len(GLYPHS) - 1) // (STEPS - 1)]
