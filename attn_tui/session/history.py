"""Edits that know how to do and undo themselves, and the two lists that make undo and redo."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Protocol

import numpy.typing as npt

from attn_tui.session.computing.projection import with_block
from attn_tui.session.selection import Pane
from attn_tui.session.state import State


@dataclass(frozen=True)
class Place:
    """Where a change happened, so that undo can go there: a pane's cell, and the query head it is seen with."""

    pane: Pane
    row: int
    column: int
    head: int


class Edit(Protocol):
    """One undoable step. `what` says it in words; `place` is where it happened, or None."""

    @property
    def what(self) -> str: ...
    @property
    def place(self) -> Place | None: ...
    @property
    def is_work(self) -> bool:
        """Whether it made something that would be missed: it is more than a toggle."""
        ...

    def do(self, state: State) -> State:
        """The state after the edit."""
        ...

    def undo(self, state: State) -> State:
        """The state before it, to the bit."""
        ...


@dataclass(frozen=True, eq=False)
class NumbersEdit:
    """New numbers in a rectangle of one head of an editable pane; only the rectangle is remembered, twice.

    `head` counts the heads of that table.
    """

    what: str
    table: Pane
    head: int
    row: int
    column: int
    before: npt.NDArray[Any]
    after: npt.NDArray[Any]
    place: Place | None = None
    is_work: bool = True

    def do(self, state: State) -> State:
        return self._with(state, self.after)

    def undo(self, state: State) -> State:
        return self._with(state, self.before)

    def _with(self, state: State, block: npt.NDArray[Any]) -> State:
        problem = with_block(state.problem, self.table, self.head, self.row, self.column, block)
        return State(problem, state.settings)


@dataclass(frozen=True, eq=False)
class Replacement:
    """Any other change: a toggle, a word inserted, a paste that resizes, a reset."""

    what: str
    before: State
    after: State
    place: Place | None = None

    @property
    def is_work(self) -> bool:
        """Whether words, columns, numbers or cells painted by hand are others than before."""
        cells = self.before.settings.cells != self.after.settings.cells
        return cells or self.before.problem is not self.after.problem

    def do(self, state: State) -> State:  # noqa: ARG002 - the protocol's
        return self.after

    def undo(self, state: State) -> State:  # noqa: ARG002 - the protocol's
        return self.before


@dataclass
class History:
    """What was done, and what was undone since."""

    done: list[Edit] = field(default_factory=list[Edit])
    undone: list[Edit] = field(default_factory=list[Edit])

    @property
    def work(self) -> int:
        """How many of the edits done are more than toggles."""
        return sum(edit.is_work for edit in self.done)

    def did(self, edit: Edit) -> None:
        """Remember a new edit; what had been undone can no longer be redone."""
        self.done.append(edit)
        self.undone.clear()

    def step_back(self) -> Edit | None:
        """The edit to undo, moved to the other list."""
        if not self.done:
            return None
        self.undone.append(self.done.pop())
        return self.undone[-1]

    def step_forward(self) -> Edit | None:
        """The edit to redo, moved back."""
        if not self.undone:
            return None
        self.done.append(self.undone.pop())
        return self.done[-1]
