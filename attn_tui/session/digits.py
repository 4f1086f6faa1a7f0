"""Numbers as text that never lies: what is too small or too close to one to be shown says so.

Every function returns at most `width` characters wherever the number allows it at all.
"""

from __future__ import annotations

from math import isfinite, isinf, isnan
from typing import Literal, SupportsFloat, TypeAlias

Digits: TypeAlias = Literal["3", "2", "4", "full", "percent", "heat"]
DIGITS: tuple[Digits, ...] = ("3", "2", "4", "full", "percent", "heat")
DECIMALS: dict[str, int] = {"2": 2, "3": 3, "4": 4, "percent": 3, "heat": 3}
DIGITS_WORDS: dict[str, str] = {"full": "all digits", "percent": "per cent", "heat": "heat alone"}
UNLIMITED = 99
THREE_DIGITS = 0.005
"""The error, as a part of the number, up to which a number says three digits."""


def digits_words(digits: Digits) -> str:
    """How many digits are shown, in words: "3 digits", "all digits"."""
    return DIGITS_WORDS.get(digits, f"{digits} digits")


def special(value: float) -> str | None:
    """ "nan", "inf" or "-inf" where `value` is one of them."""
    if isnan(value):
        return "nan"
    if isinf(value):
        return "inf" if value > 0 else "-inf"
    return None


def compact(text: str) -> str:
    """A number in exponent notation without what says nothing: "5e-25" for "5.0e-25", "1e7" for "1e+07"."""
    mantissa, _, exponent = text.partition("e")
    if not exponent:
        return text
    if "." in mantissa:
        mantissa = mantissa.rstrip("0").rstrip(".")
    return f"{mantissa}e{int(exponent)}"


def exponential(value: float, width: int) -> str:
    """`value` in exponent notation, with as many digits as fit in `width`, three at most."""
    for decimals in (2, 1, 0):
        text = compact(f"{value:.{decimals}e}")
        if len(text) <= width:
            return text
    return compact(f"{value:.0e}")


def full(value: float, written: str | None = None) -> str:
    """Every digit that tells `value` from its neighbours; `written` is that of a float32, where it is one."""
    return special(value) or compact(written if written is not None else repr(value))


def exact(number: SupportsFloat) -> str:
    """Every digit of a NumPy or Python number: those of a float32 where it is one."""
    return full(float(number), str(number))


def typed(value: float, width: int = UNLIMITED, written: str | None = None) -> str:
    """An editable number as it was typed, with two decimals at least; rounded, to four, only where it does not fit.

    `typed(0.7)` is "0.70" and `typed(0.125)` "0.125". Compare with `full` to know whether it was rounded.
    """
    text = full(value, written)
    if special(value) or "e" in text:
        return text if len(text) <= width else exponential(value, width)
    whole, _, fraction = text.partition(".")
    text = f"{whole}.{fraction.ljust(2, '0')}"
    if len(text) <= width:
        return text
    rounded = (f"{value:.{decimals}f}" for decimals in range(min(4, max(0, width - len(whole) - 1)), -1, -1))
    fixed = next((text for text in rounded if len(text) <= width), "0")
    if _error(fixed, value) <= THREE_DIGITS:
        return fixed
    return min(fixed, exponential(value, width), key=lambda text: (len(text) > width, _error(text, value)))


def _error(text: str, value: float) -> float:
    """How far `text` is from `value`, as a part of it."""
    return abs(float(text) - value) / (abs(value) or 1.0)


def is_rounded(shown: str, value: float) -> bool:
    """Whether `shown` stands for another number than `value`."""
    return isfinite(value) and float(shown) != value


def computed(value: float, decimals: int, width: int = UNLIMITED) -> str:
    """A computed number with `decimals` decimals; in exponent notation where that would read as zero or not fit."""
    if (word := special(value)) is not None:
        return word
    text = f"{value:.{decimals}f}"
    if value == 0:
        return text.lstrip("-")
    if len(text) > width or not text.strip("-0."):
        return exponential(value, width)
    return text


def weight(value: float, decimals: int) -> str:
    """A share from 0 to 1: above zero it never reads as zero (`<.001`), below one never as one (`>.999`)."""
    if not 0 < value < 1:
        return special(value) or (computed(value, decimals) if value else f"{0:.{decimals}f}")
    text = f"{value:.{decimals}f}"
    if float(text) == 0:
        return f"<.{'1'.rjust(decimals, '0')}"
    if float(text) == 1:
        return f">.{'9' * decimals}"
    return text


def in_digits(value: float, digits: Digits, is_share: bool = False) -> str:
    """A computed number as panes show it in `digits`: a share below one never as one, "full" with all its digits.

    In per cent and in heat alone it has the decimals that the explanation has then.
    """
    decimals = DECIMALS.get(digits)
    if decimals is None:
        return full(value)
    return weight(value, decimals) if is_share else computed(value, decimals, 9)


def percent(value: float, decimals: int = 1) -> str:
    """A share from 0 to 1 as per cent: `28.3%`, `<0.1%`, `>99.9%`, and `0%`, `100%` only where exact.

    A share below 0, which a mistake may make, likewise: `-28.3%`, `>-0.1%`.
    """
    if value <= 0:
        value = value if value < 0 else 0.0
        if -1 < value < 0:
            text = percent(-value, decimals)
            mirrored = {"<": ">", ">": "<"}
            return f"{mirrored[text[0]]}-{text[1:]}" if text[0] in mirrored else f"-{text}"
    if not 0 < value < 1:
        return special(value) or f"{100 * value:.{0 if value in (0, 1) else decimals}f}%"
    text = f"{100 * value:.{decimals}f}"
    smallest = f"{10.0**-decimals:.{decimals}f}"
    if float(text) == 0:
        return f"<{smallest}%"
    if float(text) == 100:
        return f">{100 - 10.0**-decimals:.{decimals}f}%"
    return f"{text}%"


def share(value: float) -> str:
    """A share in the sentence: whole per cent, with tenths where whole ones would hide something."""
    if 0 < abs(value) < 0.005 or 0.99 < value < 1:
        return percent(value, 1)
    return percent(value, 0)
