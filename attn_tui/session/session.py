"""One exploration: what is being looked at and edited, and everything that follows from it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy.typing as npt

from attn_tui.engine import Loss, Trace
from attn_tui.session.computing.mistakes import check_mistakes
from attn_tui.session.computing.overview import Overview
from attn_tui.session.computing.position_stage import changes, require_position
from attn_tui.session.digits import Digits
from attn_tui.session.explored import Explored
from attn_tui.session.faults import Fault
from attn_tui.session.history import Edit, History, Place, Replacement
from attn_tui.session.labels import plain
from attn_tui.session.lessons.walk import Walk
from attn_tui.session.line_edit import LineEdit
from attn_tui.session.plane.plane import Plane
from attn_tui.session.problem import Problem
from attn_tui.session.prompts import CommandLine, Message, Question, Search
from attn_tui.session.selection import (
    ALL_AXES,
    AXES,
    MIXED,
    SOURCES,
    TABLES,
    Axis,
    Block,
    Pane,
    Selection,
    block_between,
)
from attn_tui.session.settings import Settings
from attn_tui.session.stages import Stage, stages_of
from attn_tui.session.state import State


class Session(Explored):
    """All state of one exploration. Commands change it; the screen draws it.

    `source` is what the user opened. `step` is what a nudge adds, `page` how many rows a page key moves by, which
    the screen sets. `anchor` is where a block begins; while `drawing`, any move draws it.
    `lost` is what the number type did to a trace, once it was asked for.
    While `shows_before` the panes that the position stage changes show their numbers before it.
    `shows_sources` puts what Q, K and V follow from in their place on the left, `mixed` is which of `MIXED` stands
    below the weights. `walk` is how far one is in a lesson; `before_edit` may refuse an edit by a Fault, `after_edit`
    hears of each.
    `before` is the state before the last step done, undone or done again, and `earlier` a session on it once one
    was asked for; while `shows_moved` the screen marks what differs from it. `right` has the state of which a session
    without its mistakes was asked for, and that session; `overview` tells of all heads of the state it was made of.
    """

    def __init__(self, problem: Problem, *, source: str = "", head: int = 0) -> None:
        self.source = source or problem.name
        self.opened = State(problem, problem.settings)
        super().__init__(self.opened, head)
        self.history = History()
        self.before: State | None = None
        self.earlier: Session | None = None
        self.right: tuple[State, Session] | None = None
        self.shows_moved = False
        self.selection = Selection()
        self.pane: Pane = "q"
        self.shows_sources = False
        self.mixed: Pane = "output"
        self.anchor: tuple[int, int] | None = None
        self.drawing = False
        self.zoomed = False
        self.plane = Plane()
        self.stage: Stage = "auto"
        self.shows_before = False
        self.digits: Digits = "3"
        self.step = 0.1
        self.page = 4
        self.copied = ""
        self.editor: LineEdit | None = None
        self.seeking: LineEdit | None = None
        self.answering: LineEdit | None = None
        self.command: CommandLine | None = None
        self.search: Search | None = None
        self.question: Question | None = None
        self.message = Message()
        self.walk: Walk | None = None
        self.overview: Overview | None = None
        self.before_edit: Callable[[Session, Edit], None] = _allow
        self.after_edit: Callable[[Session], None] = _ignore
        self.lost: tuple[Trace, dict[str, Loss]] | None = None

    # What is being explored

    @property
    def is_edited(self) -> bool:
        """Whether anything differs from what was opened, by an edit that undo could take back."""
        return bool(self.history.done) and self.state is not self.opened

    @property
    def edits_to_lose(self) -> int:
        """How many edits of numbers, words, columns and cells would be lost; a mask or a scale is a key away."""
        here = self.history.work if self.is_edited else 0
        return here if self.walk is None else here + self.walk.edits_elsewhere

    @property
    def covered(self) -> frozenset[Pane]:
        """The panes that a lesson's question covers until it is answered."""
        return frozenset() if self.walk is None else self.walk.covered

    def is_after_position(self, pane: Pane) -> bool:
        """Whether what `pane` shows is what the position stage made of its numbers."""
        return not self.shows_before and changes(self.settings.position, pane)

    def shown_table(self, pane: Pane) -> npt.NDArray[Any]:
        """An editable pane as it is shown: after the position stage, or before it where that is asked for."""
        return self.read(pane) if self.is_after_position(pane) else self.table(pane)

    # The panes

    @property
    def left_panes(self) -> tuple[Pane, ...]:
        """The panes on the left, from the top: Q, K and V, or what they follow from."""
        projection = self.problem.projection
        return projection.sources if self.shows_sources and projection is not None else TABLES

    @property
    def right_panes(self) -> tuple[Pane, ...]:
        """The panes on the right, from the top."""
        return "scores", "weights", self.mixed

    @property
    def panes(self) -> tuple[Pane, ...]:
        """The panes on the board, in reading order."""
        return self.left_panes + self.right_panes

    def show_pane(self, pane: Pane) -> None:
        """Put `pane` on the board in place of what stands there instead, and make it active."""
        if pane in SOURCES:
            self.shows_sources = True
        elif pane in TABLES:
            self.shows_sources = False
        elif pane in MIXED:
            self.mixed = pane
        self.pane = pane

    # The selection

    @property
    def cell(self) -> tuple[int, int]:
        """The selected cell of the active pane."""
        return self.selection.cell(self.pane)

    @property
    def block(self) -> Block:
        """The selected rectangle of the active pane; one cell where none was drawn."""
        return block_between(self.anchor or self.cell, self.cell)

    def select(self, pane: Pane, row: int, column: int) -> None:
        """Make `pane` active and its cell (row, column) the selected one, held inside the pane."""
        self.show_pane(pane)
        for axis, index in zip(AXES[pane], (row, column), strict=True):
            self.select_on(axis, index)

    def select_on(self, axis: Axis, index: int) -> None:
        """Move the selection along one axis, held inside it."""
        position = {str(axis): max(min(index, self.size(axis) - 1), 0)}
        self.selection = replace(self.selection, **position)

    def place(self) -> Place:
        """Where the user is now."""
        return Place(self.pane, *self.cell, self.head)

    def show_head(self, head: int) -> None:
        """Show another head; the selection stays."""
        self.head = min(max(head, 0), self.heads - 1)

    # Edits

    def do(self, edit: Edit) -> None:
        """Carry out an edit, remember it, and say it.

        Fault where `before_edit` refuses it, and where the mistakes in force could not be made after it, or the
        position would have nothing to act on.
        """
        self.before_edit(self, edit)
        after = edit.do(self.state)
        check_mistakes(after.problem, after.settings)
        require_position(after.problem, after.settings)
        self.history.did(edit)
        self._move_to(after, edit.place, edit.what)

    def replace(self, what: str, problem: Problem | None = None, settings: Settings | None = None) -> None:
        """Carry out a change of the problem or of its settings as one undoable step."""
        after = State(problem or self.problem, settings or self.settings)
        self.do(Replacement(what, self.state, after, self.place()))

    def undo(self) -> None:
        """Take back the last edit and go where it was. Fault where there is none."""
        edit = self.history.step_back()
        if edit is None:
            raise Fault("nothing to undo: the problem is as it was opened")
        self._move_to(edit.undo(self.state), edit.place, f"undone: {edit.what}")

    def redo(self) -> None:
        """Do again what undo took back. Fault where there is nothing."""
        edit = self.history.step_forward()
        if edit is None:
            raise Fault("nothing to redo: no edit was undone since the last one")
        self._move_to(edit.do(self.state), edit.place, f"done again: {edit.what}")

    def reset(self) -> None:
        """Back to the problem as opened, as a step that undo takes back. Fault where nothing was changed."""
        if self.state is self.opened or not self.history.done:
            raise Fault("nothing to reset: the problem is as it was opened")
        self.do(Replacement("back to the problem as opened", self.state, self.opened))

    def _move_to(self, state: State, place: Place | None, what: str) -> None:
        self.before, self.state = self.state, state
        self.head = min(self.head, self.heads - 1)
        self.anchor = None
        self.search = None
        self.leave_lost_panes()
        if place is not None:
            self.head = min(place.head, self.heads - 1)
            if self.problem.has_pane(place.pane):
                self.select(place.pane, place.row, place.column)
        for axis in ALL_AXES:
            self.select_on(axis, self.selection.of(axis))
        self.say(what)
        self.after_edit(self)

    def leave_lost_panes(self) -> None:
        """Show what the problem still has where an edit, or its undo, took away the panes that were shown."""
        if self.problem.projection is None:
            self.shows_sources = False
            if self.plane.space == "embeddings":
                self.plane = replace(self.plane, space="keys", drag=None)
        if self.stage not in stages_of(self.settings):
            self.stage = "auto"
        if not self.problem.has_pane(self.mixed):
            self.mixed = "output"
        if not self.problem.has_pane(self.pane):
            self.pane = "output" if self.pane in MIXED else "q"

    # What is said

    def say(self, text: str) -> None:
        """Show `text`, made harmless, in the message line."""
        self.message = Message(plain(text))

    def say_fault(self, text: str) -> None:
        """Show why something could not be done."""
        self.message = Message(plain(text), is_fault=True)


def _allow(_session: Session, _edit: Edit) -> None:
    pass


def _ignore(_session: Session) -> None:
    pass
