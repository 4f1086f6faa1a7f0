"""A copy of the cells a terminal shows, and what to write to turn it into another. It knows nothing of Textual."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from functools import lru_cache
from itertools import groupby
from typing import NamedTuple

from rich.cells import cell_len

from attn_tui.ui.pen import Pen

_UNKNOWN = "\0"
"""What a cell holds of which nothing is known; it is never written."""
_NOT_WRITTEN = {"Cc", "Cs", "Zl", "Zp"}
"""Categories of characters that could move a terminal's cursor, or that can't be encoded."""

_SELECTOR = "\ufe0f"
"""Asks for the character before it as a picture, which may be wider."""


class Run(NamedTuple):
    """What cells of a row shall show: `pieces` of text with their styles, from `column` to before `end`.

    Pieces that reach beyond `end` are cut; where they end earlier, the cells after them stay as they are.
    """

    row: int
    column: int
    end: int
    pieces: Iterable[tuple[str, str]]


class ShownCells:
    """What each cell of a terminal shows, as far as it is known; at first nothing is.

    A cell holds a character with the marks on it, and its style; the cell after a wide character holds "".
    """

    def __init__(self, width: int, height: int) -> None:
        self.width = width
        self.height = height
        self._texts = [[_UNKNOWN] * width for _ in range(height)]
        self._sgrs = [[""] * width for _ in range(height)]

    def paint(self, runs: Iterable[Run]) -> str:
        """What to write so that the terminal shows `runs`; nothing where it does already."""
        pen = Pen()
        for run in runs:
            texts, sgrs = _cells(run)
            self._paint(pen, run.row, run.column, texts, sgrs)
        return pen.written()

    def _paint(self, pen: Pen, row: int, column: int, texts: list[str], sgrs: list[str]) -> None:
        """Bring the copy and, through the pen, the terminal to show these cells from `column` on."""
        end = column + len(texts)
        shown, shown_sgrs = self._texts[row], self._sgrs[row]
        if shown[column:end] == texts and shown_sgrs[column:end] == sgrs:
            return
        if shown[column] == "":
            column -= 1
            texts, sgrs = [" ", *texts], [shown_sgrs[column], *sgrs]
        if end < self.width and shown[end] == "":
            texts, sgrs = [*texts, " "], [*sgrs, shown_sgrs[end]]
            end += 1
        cells = zip(texts, shown[column:end], sgrs, shown_sgrs[column:end], strict=True)
        changes = [sgr if new != old or sgr != old_sgr else None for new, old, sgr, old_sgr in cells]
        shown[column:end] = texts
        shown_sgrs[column:end] = sgrs
        start = column
        for sgr, alike in groupby(changes):
            stop = start + len(list(alike))
            if sgr is not None:
                self._write(pen, row, start, stop)
            start = stop

    def _write(self, pen: Pen, row: int, start: int, stop: int) -> None:
        """Write the cells from `start` to before `stop`, which are of one style, as the copy has them."""
        texts, sgr = self._texts[row], self._sgrs[row][start]
        self._approach(pen, row, start)
        if (text := "".join(texts[start:stop])).isascii():
            pen.write(text, sgr)
        else:
            self._write_mixed(pen, row, start, stop)
        if stop == self.width:
            pen.forget_place()

    def _approach(self, pen: Pen, row: int, column: int) -> None:
        """Bring the pen to `column`; rather than pass over a few cells that stand already, write them again."""
        at = pen.stands_at(row)
        if at is not None and at < column:
            between, sgrs = "".join(self._texts[row][at:column]), self._sgrs[row][at:column]
            if pen.is_short(between, sgrs):
                pen.write(between, sgrs[0])
        pen.move(row, column)

    def _write_mixed(self, pen: Pen, row: int, start: int, stop: int) -> None:
        """Write cells of which some are not ASCII, one by one, and name the place after one that may be wide."""
        texts, sgr = self._texts[row], self._sgrs[row][start]
        for plain, cells in groupby(range(start, stop), lambda x: len(texts[x]) == 1 and texts[x].isascii()):
            stretch = list(cells)
            if plain:
                pen.move(row, stretch[0])
                pen.write("".join(texts[stretch[0] : stretch[-1] + 1]), sgr)
                continue
            for x in stretch:
                if texts[x]:
                    pen.move(row, x)
                    pen.write(texts[x], sgr)
                if len(texts[x]) > 1 or texts[x + 1 : x + 2] == [""]:
                    pen.forget_place()


def _cells(run: Run) -> tuple[list[str], list[str]]:
    """The texts and the styles of a run's cells; half a wide character at its end is a space."""
    texts: list[str] = []
    sgrs: list[str] = []
    for text, sgr in run.pieces:
        if text.isascii() and text.isprintable():
            texts += text
        else:
            marks, cells = _split(text)
            if marks and texts:
                at = -2 if texts[-1] == "" else -1
                texts[at] += marks
            texts += cells
        sgrs += [sgr] * (len(texts) - len(sgrs))
    room = run.end - run.column
    if len(texts) > room:
        if texts[room] == "":
            texts[room - 1] = " "
        del texts[room:], sgrs[room:]
    return texts, sgrs


@lru_cache(maxsize=4096)
def _split(text: str) -> tuple[str, tuple[str, ...]]:
    """The marks at the beginning of `text`, which belong to the cell before it, and the cells after them.

    A character joins the one before it where Rich, which laid the text out, gives the two no more room than the
    first; a presentation selector always does.
    """
    glyphs = [""]
    widths = [0]
    for character in map(_harmless, text):
        width = cell_len(glyphs[-1] + character)
        if width == widths[-1] or character == _SELECTOR:
            glyphs[-1] += character
            widths[-1] = width
        else:
            glyphs.append(character)
            widths.append(cell_len(character))
    cells: list[str] = []
    for glyph, width in zip(glyphs[1:], widths[1:], strict=True):
        cells += [glyph, ""] if width == 2 else [glyph]
    return glyphs[0], tuple(cells)


def _harmless(character: str) -> str:
    return "\ufffd" * cell_len(character) if unicodedata.category(character) in _NOT_WRITTEN else character
