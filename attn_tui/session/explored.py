"""A problem under its settings, seen with one head: its sizes, its names, its tables and its stages."""

from __future__ import annotations

from typing import Any

import numpy.typing as npt

from attn_tui.engine import Trace
from attn_tui.session.computing.compute import Tables, compute, table_head, tables, widened
from attn_tui.session.computing.mask_arrays import mask_offset
from attn_tui.session.computing.mistakes import need_every_row
from attn_tui.session.computing.mixing import concatenation
from attn_tui.session.computing.position_stage import changes, embeddings
from attn_tui.session.computing.projection import stored
from attn_tui.session.labels import plain
from attn_tui.session.problem import Problem
from attn_tui.session.selection import AXES, PANE_NAMES, TABLES, Axis, Pane
from attn_tui.session.settings import Settings
from attn_tui.session.state import State

WHOLE = 512 * 512
"""Scores up to which every row is computed at once; above it, the rows asked for."""


class Explored:
    """What follows from a state for one head. Each is computed once, until the state or the head is another.

    `head` is a query head, from 0.
    """

    def __init__(self, state: State, head: int) -> None:
        self.state = state
        self.head = head
        self._tables: tuple[tuple[State, int], Tables] | None = None
        self._trace: tuple[tuple[State, int, int, int], Trace] | None = None
        self._concatenation: tuple[tuple[State, int, int], npt.NDArray[Any]] | None = None

    @property
    def problem(self) -> Problem:
        """The problem as it is now."""
        return self.state.problem

    @property
    def settings(self) -> Settings:
        """The settings as they are now."""
        return self.state.settings

    @property
    def heads(self) -> int:
        """How many query heads there are."""
        return len(self.problem.head_names)

    def size(self, axis: Axis) -> int:
        """How many positions an axis has: T_q, T_k, d_k as computed (with `widen`), d_v, d_model, H·d_v or d_out."""
        problem = self.problem
        match axis:
            case "i":
                return problem.q.shape[1]
            case "j":
                return problem.k.shape[1]
            case "c":
                return problem.q.shape[2] * self.settings.widen
            case "e":
                return problem.v.shape[2]
            case "z":
                return problem.v.shape[2] * self.heads
            case _:
                return len(problem.labels(axis))

    def shape(self, pane: Pane) -> tuple[int, int]:
        """Rows and columns of a pane."""
        rows, columns = AXES[pane]
        return self.size(rows), self.size(columns)

    def label(self, axis: Axis, index: int) -> str:
        """The word or the column's name at `index`, harmless and without the spaces around it.

        Copies made by `widen` are called as what they repeat; a name of nothing but spaces is `␣`.
        """
        labels = self.problem.labels(axis)
        at = index % len(labels) if axis == "c" else index
        return plain(labels[at]).strip() or "␣"

    def cell_name(self, pane: Pane, row: int, column: int) -> str:
        """A cell by its words, as the program takes it: `weights[crane, lifted]`; by numbers where it is no more."""
        rows, columns = AXES[pane]
        if row >= self.size(rows) or column >= self.size(columns):
            return f"{PANE_NAMES[pane]}[{row}, {column}]"
        return f"{PANE_NAMES[pane]}[{self.label(rows, row)}, {self.label(columns, column)}]"

    @property
    def offset(self) -> int:
        """The key that query 0 stands at, for causal masks, windows, ALiBi and positions."""
        return mask_offset(self.problem, self.settings)

    def table(self, pane: Pane) -> npt.NDArray[Any]:
        """An editable pane as it is stored of the head shown, (rows, columns), with the copies that `widen` makes."""
        numbers = stored(self.problem, pane, self.table_head(pane))
        return widened(numbers, self.settings.widen) if AXES[pane][1] == "c" else numbers

    def read(self, pane: Pane) -> npt.NDArray[Any]:
        """An editable pane as it is computed with: as `table` gives it, after the position stage."""
        if pane in TABLES:
            return self.tables[TABLES.index(pane)]
        if pane == "x" and changes(self.settings.position, pane):
            return embeddings(self.problem)
        return self.table(pane)

    @property
    def tables(self) -> Tables:
        """Q, K and V as the head shown reads them."""
        wanted = (self.state, self.head)
        if self._tables is None or self._tables[0] != wanted:
            self._tables = wanted, tables(self.problem, self.settings, self.head)
        return self._tables[1]

    def table_head(self, pane: Pane) -> int:
        """Which head of table `pane` the head shown reads."""
        return table_head(self.problem, pane, self.head)

    @property
    def computes_every_row(self) -> bool:
        """Whether a trace has all the rows, as it does where the scores are few or a mistake needs every row."""
        return self.size("i") * self.size("j") <= WHOLE or need_every_row(self.settings)

    def trace(self, first: int = 0, last: int | None = None) -> tuple[Trace, int]:
        """A trace that has query rows [first, last), and the row it begins with.

        Small problems are computed whole, so that every pane shares one trace; large ones by the rows asked for.
        """
        T_q = self.size("i")
        if self.computes_every_row:
            first, last = 0, T_q
        last = T_q if last is None else last
        wanted = (self.state, self.head, first, last)
        if self._trace is None or not _covers(self._trace[0], wanted):
            trace = compute(self.problem, self.settings, self.head, (first, last), self.tables)
            self._trace = wanted, trace
        return self._trace[1], self._trace[0][2]

    def concatenation(self, first: int, last: int) -> npt.NDArray[Any]:
        """The outputs of all heads side by side, (last - first, H·d_v), of query rows [first, last)."""
        wanted = (self.state, first, last)
        if self._concatenation is None or self._concatenation[0] != wanted:
            side_by_side = concatenation(self.problem, self.settings, first, last)
            self._concatenation = wanted, side_by_side
        return self._concatenation[1]


def _covers(have: tuple[State, int, int, int], wanted: tuple[State, int, int, int]) -> bool:
    return have[:2] == wanted[:2] and have[2] <= wanted[2] and wanted[3] <= have[3]
