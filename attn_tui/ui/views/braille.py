"""A canvas of dots, 2 × 4 in a cell, that comes out as Braille or as plain characters."""

from __future__ import annotations

from typing import NamedTuple

from attn_tui.ui.views.line import Span

ACROSS, DOWN = 2, 4
"""Dots in a cell."""
_BITS = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))
"""The bit of each dot of a cell in its Braille character, row by row."""
_BRAILLE = 0x2800


class Ink(NamedTuple):
    """What dots are drawn with: the name of their look, and the character that stands for them without Braille.

    A cell has one look: that of the ink of the highest rank in it.
    """

    look: str
    rank: int
    plain: str


class Canvas:
    """`width` × `height` cells; dot (0, 0) is at the top left. What is drawn outside is left out."""

    def __init__(self, width: int, height: int) -> None:
        self.width = width
        self.height = height
        self._bits = [[0] * width for _ in range(height)]
        self._inks: list[list[Ink | None]] = [[None] * width for _ in range(height)]

    def dot(self, x: int, y: int, ink: Ink) -> None:
        """Draw one dot."""
        column, row = x // ACROSS, y // DOWN
        if not (0 <= column < self.width and 0 <= row < self.height):
            return
        self._bits[row][column] |= _BITS[y % DOWN][x % ACROSS]
        before = self._inks[row][column]
        if before is None or ink.rank >= before.rank:
            self._inks[row][column] = ink

    def line(self, start: tuple[int, int], end: tuple[int, int], ink: Ink, every: int = 1) -> None:
        """Draw a line from dot to dot, both included; of its dots only each `every`-th."""
        (x, y), (to_x, to_y) = start, end
        steps = max(abs(to_x - x), abs(to_y - y), 1)
        for at in range(0, steps + 1, every):
            self.dot(round(x + (to_x - x) * at / steps), round(y + (to_y - y) * at / steps), ink)

    def disc(self, middle: tuple[int, int], radius: float, ink: Ink) -> None:
        """Draw every dot that is at most `radius` dots from the middle one."""
        reach = int(radius)
        for dx in range(-reach, reach + 1):
            for dy in range(-reach, reach + 1):
                if dx * dx + dy * dy <= radius * radius:
                    self.dot(middle[0] + dx, middle[1] + dy, ink)

    def square(self, middle: tuple[int, int], radius: float, ink: Ink) -> None:
        """Draw the edge of a square whose sides are `radius` dots, rounded, from the middle one."""
        reach = round(radius)
        corners = [(-reach, -reach), (reach, -reach), (reach, reach), (-reach, reach)]
        placed = [(middle[0] + dx, middle[1] + dy) for dx, dy in corners]
        for start, end in zip(placed, [*placed[1:], placed[0]], strict=True):
            self.line(start, end, ink)

    def cross(self, middle: tuple[int, int], reach: int, ink: Ink) -> None:
        """Draw two strokes that cross in the middle dot, as in ×."""
        (x, y) = middle
        self.line((x - reach, y - reach), (x + reach, y + reach), ink)
        self.line((x - reach, y + reach), (x + reach, y - reach), ink)

    def cell(self, column: int, row: int, plain: bool) -> Span:
        """What stands in a cell, one character: a Braille one, or the plain one of the ink of the highest rank."""
        ink = self._inks[row][column]
        if ink is None:
            return Span(" ")
        return Span(ink.plain if plain else chr(_BRAILLE + self._bits[row][column]), ink.look)
