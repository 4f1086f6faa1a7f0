"""Where the user is: one selection for all six panes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

Pane: TypeAlias = Literal[
    "q", "k", "v", "scores", "weights", "output", "x", "w_q", "w_k", "w_v", "w_o", "concat", "result"
]
Axis: TypeAlias = Literal["i", "j", "c", "e", "m", "z", "o"]

Address: TypeAlias = tuple[Pane, int, int]
"""A pane's cell: the pane, its row and its column, from 0."""

TABLES: tuple[Pane, ...] = ("q", "k", "v")
SOURCES: tuple[Pane, ...] = ("x", "w_q", "w_k", "w_v", "w_o")
"""What Q, K and V follow from where a problem has a projection: the embeddings and the weights of the layer."""
EDITABLE: tuple[Pane, ...] = (*TABLES, *SOURCES)
MIXED: tuple[Pane, ...] = ("output", "concat", "result")
"""The head's output, the outputs of all heads side by side, and what W_O makes of these."""
PANES: tuple[Pane, ...] = (*TABLES, "scores", "weights", "output")
"""The panes that every problem has; those on the board now are `Session.panes`."""
ALL_PANES: tuple[Pane, ...] = (*PANES, *SOURCES, "concat", "result")
AXES: dict[Pane, tuple[Axis, Axis]] = {
    "q": ("i", "c"),
    "k": ("j", "c"),
    "v": ("j", "e"),
    "scores": ("i", "j"),
    "weights": ("i", "j"),
    "output": ("i", "e"),
    "x": ("i", "m"),
    "w_q": ("m", "c"),
    "w_k": ("m", "c"),
    "w_v": ("m", "e"),
    "w_o": ("e", "o"),
    "concat": ("i", "z"),
    "result": ("i", "o"),
}
"""The axes of each pane's rows and columns: query i, key j, column c of d_k, column e of d_v, number m of an
embedding, number z of the concatenation (H·d_v), number o of the result."""
ALL_AXES: tuple[Axis, ...] = ("i", "j", "c", "e", "m", "z", "o")
PANE_NAMES: dict[Pane, str] = {
    "q": "Q",
    "k": "K",
    "v": "V",
    "scores": "scores",
    "weights": "weights",
    "output": "output",
    "x": "X",
    "w_q": "W_Q",
    "w_k": "W_K",
    "w_v": "W_V",
    "w_o": "W_O",
    "concat": "concat",
    "result": "result",
}


@dataclass(frozen=True)
class Selection:
    """A position on each axis, all from 0; every pane shows its two of them."""

    i: int = 0
    j: int = 0
    c: int = 0
    e: int = 0
    m: int = 0
    z: int = 0
    o: int = 0

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
