"""Numbers in the words of a report for people."""

from __future__ import annotations

from attn_tui.session.digits import computed

WIDEST = 10
_THOUSANDS = ("", " k", " M", " G", " T", " P", " E")
_BYTES = (" B", " KiB", " MiB", " GiB", " TiB", " PiB", " EiB")


def three(value: float) -> str:
    """Three decimals, in exponent notation where that would read as zero or be too wide."""
    return computed(value, 3, WIDEST)


def counted(value: float) -> str:
    """A large number in three digits: `2.18 G` operations."""
    return _in_steps(value, 1000, _THOUSANDS)


def in_bytes(value: float) -> str:
    """`8.00 MiB`; powers of 1024."""
    return _in_steps(value, 1024, _BYTES)


def times(ratio: float) -> str:
    """`x4`, `x2.5`: how often one number is the other."""
    return f"x{ratio:.3g}" if ratio < 1000 else f"x{ratio:.0f}"


def in_seconds(value: float | None) -> str:
    """`12.3 ms`; `-` where nothing was measured."""
    if value is None:
        return "-"
    for factor, unit in ((1, "s"), (1e3, "ms"), (1e6, "us")):
        if value * factor >= 1:
            return f"{_digits(value * factor)} {unit}"
    return f"{_digits(value * 1e9)} ns"


def _in_steps(value: float, base: int, units: tuple[str, ...]) -> str:
    step = 0
    while abs(value) >= base and step < len(units) - 1:
        value /= base
        step += 1
    return _digits(value) + units[step] if step else f"{value:.0f}{units[0]}"


def _digits(value: float) -> str:
    """Three digits, and all of those before the point: 8.00, 537, 1023."""
    return f"{value:#.3g}".rstrip(".") if abs(value) < 999.5 else f"{value:.0f}"
