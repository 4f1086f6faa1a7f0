"""A line of the board: pieces of text, each with the name of its look."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple, TypeAlias

from attn_tui.session.labels import cell_width, fit, plain
from attn_tui.session.line_edit import LineEdit


class Span(NamedTuple):
    """Text without control characters, the name of its look, and the word that a click on it selects."""

    text: str
    look: str = "text"
    word: int | None = None


Line: TypeAlias = list[Span]
_SELECTOR = "\ufe0f"


def line_width(line: Iterable[Span]) -> int:
    """How many cells the line takes."""
    return sum(cell_width(span.text) for span in line)


def fitted(line: Iterable[Span], width: int, look: str = "text", fill: str = " ") -> Line:
    """The line in exactly `width` cells: filled up with `fill` in `look`, or cut with `…` where it is longer.

    The presentation selector is left out, since terminals differ on how wide it makes a character.
    """
    result: Line = []
    left = width
    for span in line:
        if _SELECTOR in span.text:
            span = span._replace(text=span.text.replace(_SELECTOR, ""))
        cells = cell_width(span.text)
        if cells > left:
            result.append(span._replace(text=fit(span.text, left)))
            return result
        result.append(span)
        left -= cells
    if left:
        result.append(Span(fill * left, look))
    return result


def around_cursor(line: LineEdit, width: int) -> str:
    """The part of what is being typed around the cursor that fits in `width` cells, with the cursor as `▏`."""
    before, after = plain(line.text[: line.cursor]), plain(line.text[line.cursor :])
    left = width - 1
    kept = _fitting(reversed(before), left - min(cell_width(after), 1))
    shown = before[len(before) - kept :]
    return f"{shown}▏{after[: _fitting(after, left - cell_width(shown))]}"


def _fitting(characters: Iterable[str], width: int) -> int:
    """How many of the characters, from the first on, fit in `width` cells."""
    count = 0
    for character in characters:
        width -= cell_width(character)
        if width < 0:
            break
        count += 1
    return count


def text_of(line: Iterable[Span]) -> str:
    """The line's text alone."""
    return "".join(span.text for span in line)
