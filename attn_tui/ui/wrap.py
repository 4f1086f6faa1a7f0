"""Text in lines of so many cells: broken between words, and hanging under its own beginning."""

from __future__ import annotations

import re

from rich.cells import chop_cells

from attn_tui.session.labels import cell_width, plain

_WORDS = re.compile(r" *[^ ]+| +$")
"""Each word with the spaces before it, so that what was aligned by spaces stays aligned within a line."""


def shown(text: str) -> str:
    """`text` as a screen may draw it: plain, and without the presentation selector terminals differ on."""
    return plain(text).replace("\ufe0f", "")


def indentation(text: str) -> int:
    """How many spaces `text` begins with."""
    return len(text) - len(text.lstrip(" "))


def wrapped(text: str, width: int, hang: int = 0) -> list[str]:
    """`text`, made plain, in lines of at most `width` cells; a width below 2 counts as 2.

    Lines after the first begin with `hang` spaces, half the width at most. A word that is longer than a line
    is broken between its letters.
    """
    width = max(2, width)
    hang = min(hang, width // 2, width - 2)
    lines, line, room = [], "", width
    for word in _WORDS.findall(shown(text)):
        wide = cell_width(word)
        if wide > room and wide <= width - hang and line.strip():
            lines.append(line)
            line, room = " " * hang, width - hang
            word = word.lstrip(" ")
        *full, word = _pieces(word, room, width - hang)
        for piece in full:
            lines.append(line + piece)
            line, room = " " * hang, width - hang
        line, room = line + word, room - cell_width(word)
    return [*lines, line]


def _pieces(word: str, room: int, width: int) -> list[str]:
    """`word` in pieces: the first of at most `room` cells, the others of at most `width`."""
    if cell_width(word) <= room:
        return [word]
    first = chop_cells(word, room)[0] if room >= 2 else ""
    return [first, *chop_cells(word[len(first) :], width)]
