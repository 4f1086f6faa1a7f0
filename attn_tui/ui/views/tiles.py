"""Small pictures of weights in a grid: where each stands, and one of them drawn."""

from __future__ import annotations

from dataclasses import dataclass

from attn_tui.engine.thumbnails import Thumbnail
from attn_tui.session.computing.overview import in_squares
from attn_tui.ui.views.heat import glyph, step
from attn_tui.ui.views.line import Line, Span, fitted

HIGHEST, LOWEST = 16, 5
"""Lines of a picture: at most, and at least where there are more pictures than have room at a time."""
BETWEEN = 2
"""Blank cells between two pictures."""
NOTHING, UNKNOWN = "·", "?"
"""What stands for weights that are all 0, and for a block that has nan."""


@dataclass(frozen=True)
class Grid:
    """`columns` pictures beside each other, `lines` such lines in view, each with a title and `high` lines below it."""

    columns: int
    lines: int
    high: int

    @property
    def wide(self) -> int:
        """Cells of a picture: twice its lines, which is about a square."""
        return 2 * self.high

    def at(self, x: int, y: int) -> int | None:
        """Which picture, from the first in view, has the cell (x, y) of the grid; None between them."""
        column, inside = divmod(x - 1, self.wide + BETWEEN)
        if x < 1 or column >= self.columns or inside >= self.wide:
            return None
        return y // (self.high + 1) * self.columns + column


def grid_of(count: int, width: int, height: int) -> Grid:
    """The grid with the largest pictures of which all `count` are in view, or else with low ones, to be scrolled."""
    room = max(1, height - 1)
    for high in range(min(HIGHEST, room), min(LOWEST, room) - 1, -1):
        columns = _columns(high, width)
        lines = max(1, height // (high + 1))
        if columns * lines >= count or high == min(LOWEST, room):
            return Grid(columns, lines, high)
    return Grid(1, 1, room)


def lines_for(count: int, width: int) -> int:
    """The lines that `count` low pictures take, or two lines of them where there are more."""
    return (LOWEST + 1) * min(2, -(-count // _columns(LOWEST, width)))


def _columns(high: int, width: int) -> int:
    return max(1, (width - 1 + BETWEEN) // (2 * high + BETWEEN))


@dataclass(frozen=True, eq=False)
class Fitted:
    """A thumbnail as it is drawn: `steps` of heat, None where no row was read yet, -1 for nan; `block` behind each.

    Each square takes `across` cells, and `down` half lines where it is drawn in `halves`, lines where not.
    """

    steps: list[list[int | None]]
    block: tuple[int, int]
    down: int
    across: int
    halves: bool


def fitted_thumbnail(thumbnail: Thumbnail, high: int, wide: int, top: float, halves: bool) -> Fitted:
    """A thumbnail for a picture of `high` lines of `wide` cells, whose darkest heat is `top`."""
    lines = 2 * high if halves else high
    squares, block = in_squares(thumbnail, lines, wide)
    read = -(-thumbnail.rows // block[0])
    rows, columns = squares.shape
    if halves:
        down = across = max(1, min(lines // rows, wide // columns))
    else:
        down = max(1, min(lines // rows, wide // (2 * columns)))
        across = 2 * down if 2 * down * columns <= wide else 1
    steps: list[list[int | None]] = [
        [-1 if value != value else step(value, 0.0, top) for value in row] if at < read else [None] * columns
        for at, row in enumerate(squares.tolist())
    ]
    return Fitted(steps, block, down, across, halves)


def picture(drawn: Fitted, high: int, wide: int) -> list[Line]:
    """The picture in `high` lines of `wide` cells."""
    rows = [row for row in drawn.steps for _ in range(drawn.down)]
    nothing: list[int | None] = [None] * len(rows[0])
    if drawn.halves:
        rows += [nothing] * (len(rows) % 2)
        pairs = zip(rows[::2], rows[1::2], strict=True)
        lines = [[_half(*pair, drawn.across) for pair in zip(*both, strict=True)] for both in pairs]
    else:
        lines = [[_whole(at, drawn.across) for at in row] for row in rows]
    lines += [[]] * (high - len(lines))
    return [fitted(_joined(line), wide) for line in lines[:high]]


def _half(upper: int | None, lower: int | None, across: int) -> Span:
    """A cell, or several alike, whose upper half has one step of heat and whose lower half another."""
    if -1 in (upper, lower):
        return Span(UNKNOWN * across, "label")
    if not upper and not lower:
        return Span((" " if upper is None else NOTHING) * across, "label")
    if upper == lower:
        return Span(" " * across, f"heat.{upper}")
    return Span(("▀" if upper else "▄") * across, f"halves.{upper or 0}.{lower or 0}")


def _whole(at: int | None, across: int) -> Span:
    if at is None:
        return Span(" " * across)
    return Span((UNKNOWN if at < 0 else glyph(at) if at else NOTHING) * across, "label" if at < 1 else "text")


def _joined(line: Line) -> Line:
    """The line with neighbours of one look as one span."""
    joined: Line = []
    for span in line:
        if joined and joined[-1].look == span.look:
            joined[-1] = Span(joined[-1].text + span.text, span.look)
        else:
            joined.append(span)
    return joined
