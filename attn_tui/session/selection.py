"""Where the user is: one selection for all six panes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

Pane: TypeAlias = Literal["q", "k", "v", "scores", "weights", "output"]
Axis: TypeAlias = Literal["i", "j", "c", "e"]

Address: TypeAlias = tuple[Pane, int, int]
"""A pane's cell: the pane, its row and its column, from 0."""

PANES: tuple[Pane, ...] = ("q", "k", "v", "scores", "weights", "output")
TABLES: tuple[Pane, ...] = ("q", "k", "v")
AXES: dict[Pane, tuple[Axis, Axis]] = {
    "q": ("i", "c"),
    "k": ("j", "c"),
    "v": ("j", "e"),
    "scores": ("i", "j"),
    "weights": ("i", "j"),
    "output": ("i", "e"),
}
"""The axes of each pane's rows and columns: query i, key j, column c of d_k, column e of d_v."""
PANE_NAMES: dict[Pane, str] = {
    "q": "Q",
    "k": "K",
    "v": "V",
    "scores": "scores",
    "weights": "weights",
    "output": "output",
}


@dataclass(frozen=True)
class Selection:
    """Query `i`, key `j`, column `c` of d_k and column `e` of d_v, all from 0; every pane shows its two of them."""

    i: int = 0
    j: int = 0
    c: int = 0
    e: int = 0

    def of(self, axis: Axis) -> int:
        """The position on one axis."""
        return int(getattr(self, axis))

    def cell(self, pane: Pane) -> tuple[int, int]:
        """The selected row and column of `pane`."""
        row, column = AXES[pane]
        return self.of(row), self.of(column)


@dataclass(frozen=True)
class Block:
    """A rectangle of cells: rows [top, bottom) and columns [left, right)."""

    top: int
    left: int
    bottom: int
    right: int

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns."""
        return self.bottom - self.top, self.right - self.left

    @property
    def slices(self) -> tuple[slice, slice]:
        """The rectangle as an index into a two-dimensional array."""
        return slice(self.top, self.bottom), slice(self.left, self.right)


def block_between(anchor: tuple[int, int], cell: tuple[int, int]) -> Block:
    """The rectangle with these two cells at opposite corners, both inside it."""
    (a, b), (c, d) = anchor, cell
    return Block(min(a, c), min(b, d), max(a, c) + 1, max(b, d) + 1)
