"""Labels from files and keyboards, made harmless: no control character reaches a terminal."""

from __future__ import annotations

import unicodedata
from functools import lru_cache

_HIDDEN = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
_MARKS = {"Mn", "Me", "Mc"}
_ZERO = {*range(0x1160, 0x1200), *range(0xD7B0, 0xD800), 0x3164, 0xFFA0, *range(0x1F3FB, 0x1F400)}
"""Hangul vowels and finals, which join the syllable before them, the Hangul fillers, the skin tones."""
_TWO = {*range(0x2630, 0x2638), *range(0x268A, 0x2690), *range(0x4DC0, 0x4E00), *range(0x1D300, 0x1D377)}
"""Trigrams, hexagrams and counting rods: wide since Unicode 16, which `unicodedata` may not know yet."""


def plain(text: str) -> str:
    """`text` with every character that could move or restyle a terminal shown as an escape that can be read.

    Controls, format and direction marks, surrogates, unassigned and private characters become `\\n`, `\\x1b`,
    `\\u202e`, …; letters, marks, symbols and spaces stay. Markup such as `[/red]` is text and stays text.
    """
    if text.isascii() and text.isprintable():
        return text
    return "".join(_escaped(character) for character in text)


def _escaped(character: str) -> str:
    if unicodedata.category(character) not in _HIDDEN:
        return character
    return character.encode("unicode_escape").decode("ascii")


def cell_width(text: str) -> int:
    """How many terminal cells `text` takes: 2 for a wide character, 0 for a mark on the one before it.

    It agrees with what Textual draws, except for the presentation selector U+FE0F, which counts as nothing
    here and which `fit` leaves out, because terminals differ on it.
    """
    return len(text) if text.isascii() else _cells(text)


@lru_cache(maxsize=4096)
def _cells(text: str) -> int:
    return sum(map(_width, text))


def fit(text: str, width: int) -> str:
    """`text` in exactly `width` cells: padded with spaces, or cut with `…` where it is longer.

    A wide character is never split and a mark stays with its letter; a mark that has none gets `◌`.
    """
    if text.isascii() and len(text) <= width:
        return text.ljust(width)
    text = _settled(text)
    if (taken := cell_width(text)) <= width:
        return text + " " * (width - taken)
    if width <= 0:
        return ""
    kept = _first_cells(text, width - 1)
    return kept + "…" + " " * (width - 1 - cell_width(kept))


def shortened(text: str, width: int) -> str:
    """`text` in at most `width` cells: as wide as it is, or cut as `fit` does."""
    return fit(text, min(cell_width(text), width))


def right_aligned(text: str, width: int) -> str:
    """`text` at the right of `width` cells; as it is where it is wider."""
    return " " * (width - cell_width(text)) + text


def _settled(text: str) -> str:
    text = text.replace("\ufe0f", "")
    return "◌" + text if text and _width(text[0]) == 0 else text


def _first_cells(text: str, cells: int) -> str:
    """The longest beginning of `text` that takes at most `cells` cells, with the marks on its last letter."""
    taken = 0
    for index, character in enumerate(text):
        taken += _width(character)
        if taken > cells:
            return text[:index]
    return text


def _width(character: str) -> int:
    code = ord(character)
    if unicodedata.category(character) in _MARKS or code in _ZERO:
        return 0
    return 2 if unicodedata.east_asian_width(character) in {"W", "F"} or code in _TWO else 1
