"""The explorer: the board, the screens over it, and what only a program can do (copy, open, quit)."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import ClassVar, TypeVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import Screen

from attn_tui.acts import losing_edits
from attn_tui.command import Request
from attn_tui.commands import BY_NAME, run
from attn_tui.files.pasting.copy import as_tsv
from attn_tui.files.recent import remember
from attn_tui.files.sources import open_lesson
from attn_tui.session.faults import Fault
from attn_tui.session.jumping import Target, jump
from attn_tui.session.labels import plain
from attn_tui.session.lessons.lesson import Lesson
from attn_tui.session.lessons.walk import Walk
from attn_tui.session.lessons.walking import begin
from attn_tui.session.panes import selected_values
from attn_tui.session.problem import Problem
from attn_tui.session.selection import Address
from attn_tui.session.session import Session
from attn_tui.ui.board import Board
from attn_tui.ui.catalogue import (
    chooser_screen,
    decoding_screen,
    experiment_screen,
    explanation_screen,
    heads_screen,
    help_screen,
    mistakes_screen,
    picker_screen,
    text_screen,
)
from attn_tui.ui.colour import app_arguments
from attn_tui.ui.copying import copy_out
from attn_tui.ui.key_order import KeyOrder
from attn_tui.ui.lessons_left import LessonsLeft
from attn_tui.ui.signals import restore_on_signals
from attn_tui.ui.terminal import FrugalApp

T = TypeVar("T")
COLOURS = {"standard": 16, "256": 256, "truecolor": 256}
"""Colours by the name of what the terminal can do; more than 256 are not used, since each costs bytes."""


class Explorer(FrugalApp[None], inherit_bindings=False):
    """Explores one session at a time."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("ctrl+q", "ask_to_quit", priority=True, show=False)]

    TITLE = "attn_tui"
    CSS_PATH = Path("screens/screens.tcss")
    ENABLE_COMMAND_PALETTE = False

    def __init__(self, session: Session, colours: int | None = None) -> None:
        super().__init__(**app_arguments())
        self.session = session
        self._colours = colours
        self._lessons_left = LessonsLeft(session)
        self._key_order = KeyOrder(self, self.take_at_once, super().on_event)

    def compose(self) -> ComposeResult:
        """The board is all there is; other screens come and go over it."""
        yield Board(self.session, self.colours)

    def on_mount(self) -> None:
        """From here on a signal, or a terminal that hangs up, ends the program with the terminal as it was."""
        restore_on_signals(self)

    @property
    def colours(self) -> int:
        """How many colours the board draws with; 0 under NO_COLOR."""
        if self._colours is not None:
            return self._colours
        return 0 if self.no_color else COLOURS.get(self.console.color_system or "", 0)

    @property
    def board(self) -> Board:
        """The one board."""
        return self.screen_stack[0].query_one(Board)

    async def on_event(self, event: events.Event) -> None:
        """Keys and pastes go their way in the order in which they come."""
        if isinstance(event, events.Key | events.Paste) and not event.is_forwarded:
            await self._key_order.add(event)
        else:
            await super().on_event(event)

    def take_at_once(self, event: events.Key | events.Paste) -> bool:
        """Hand the board, where it is what the user sees, its key or paste without a hop; whether it was.

        What asks to quit is the program's on any screen.
        """
        quits = isinstance(event, events.Key) and event.key == "ctrl+q"
        if quits or not self.on_board:
            return False
        self.take(event)
        return True

    def take(self, event: events.Key | events.Paste) -> None:
        """Let the board take a key or a paste. A fault of the program's own is said, and what was made stays."""
        try:
            request = self.board.take(event)
            if request is not None:
                self.carry_out(request)
        except Exception as fault:
            self.session.say_fault(
                f"internal fault ({plain(f'{type(fault).__name__}: {fault}')}): nothing was lost"
            )
            self.board.update()

    @property
    def on_board(self) -> bool:
        """Whether the board is what the user sees, with no screen over it."""
        return len(self.screen_stack) == 1 and self.screen.is_running and bool(self.screen.query(Board))

    def action_ask_to_quit(self) -> None:
        """Quit from any screen, as `q` does on the board: edits are asked about there."""
        while len(self.screen_stack) > 1:
            self.pop_screen()
        if self.session.editor is not None:
            self.session.say_fault("a number is being typed: Enter or Esc first, then q quits")
            self.board.update()
            return
        self.session.command = self.session.seeking = self.session.answering = self.session.question = None
        self.carry_out(run(self.session, BY_NAME["quit"]))

    def carry_out(self, request: Request | None) -> None:
        """Show a screen, copy, open or quit; where there is nothing to do, show the board as it is now."""
        if request is None:
            self.board.update()
            return
        session, walk = self.session, self.session.walk if request.of_step else None
        match request.what:
            case "quit":
                self.exit()
            case "help":
                self.push_screen(help_screen())
            case "explanation":
                self.show(lambda: explanation_screen(session), self.jump)
            case "table" | "text" as what:
                self.show(lambda: text_screen(session, what, self.colours, walk), self.follow)
            case "heads":
                self.show(lambda: heads_screen(session, self.colours, walk), self.follow)
            case "experiment":
                self.experiment(request.text, walk)
            case "mistakes":
                self.show(lambda: mistakes_screen(session), lambda _: self.board.update())
            case "decoding":
                self.show(lambda: decoding_screen(session, self.colours))
            case "open":
                self.open(request.text) if request.text else self.push_screen(picker_screen(), self.open)
            case "replace":
                self.replace_session(request.text)
            case "copy":
                self.copy()
            case "redraw":
                self.repaint()

    def show(self, made: Callable[[], Screen[T]], closed: Callable[[T | None], None] | None = None) -> None:
        """Put a screen over the board, `closed` takes what it gives; why it can't be shown is said."""
        try:
            self.push_screen(made(), closed)
        except Fault as fault:
            self.session.say_fault(str(fault))
        self.board.update()

    def jump(self, target: Target | None) -> None:
        """Go to the cell that was chosen in the explanation, if one was."""
        if target is not None:
            jump(self.session, target)
            self.board.update()

    def follow(self, chosen: str | int | None) -> None:
        """Carry out the command, or show the head, that a screen was closed for, if it was for one."""
        if isinstance(chosen, int):
            self.carry_out(run(self.session, BY_NAME["head"], str(chosen)))
        elif chosen is not None:
            self.carry_out(run(self.session, BY_NAME[chosen]))

    def experiment(self, name: str | None, walk: Walk | None = None) -> None:
        """Open an experiment over the board, or for "" the list of them; None is what the list gives when closed.

        `walk` is given where a lesson's step opens it.
        """
        if name == "":
            self.show(chooser_screen, self.experiment)
        elif name is None:
            self.board.update()
        else:
            self.show(lambda: experiment_screen(name, self.session, self.colours, walk), self.follow)

    def open(self, source: str | None) -> None:
        """Open a preset or a file in place of what is explored; where edits would be lost, ask first."""
        if not source:
            return
        opening = Request("replace", source)
        if not self._lessons_left.keeps(self.session, source):
            asked = losing_edits(self.session, opening, f"open {plain(source)}", "opens it")
        else:
            asked = opening
        self.carry_out(asked)

    def replace_session(self, source: str) -> None:
        """Explore another source; why it can't be opened is said in the picker, with what was typed."""
        try:
            lesson = open_lesson(source, waits=False)
        except Fault as fault:
            self.push_screen(picker_screen(str(fault), source), self.open)
            return
        remember(source)
        copied = self.session.copied
        left = self._lessons_left.leave(self.session, source)
        self.session = left or session_for(lesson.problem, head=0, at=None, source=source, lesson=lesson)
        self._lessons_left.begin(self.session)
        self.session.copied = copied
        self.board.show(self.session)

    def copy(self) -> None:
        """Copy the selected numbers: for `p`, to the terminal's clipboard (OSC 52) and to a file."""
        if self.session.pane in self.session.covered:
            self.session.say_fault("nothing was copied: this pane is covered until the question is answered")
            self.board.update()
            return
        text = as_tsv(selected_values(self.session))
        self.session.copied = text
        rows, columns = self.session.block.shape
        try:
            self.session.say(copy_out(self, text, f"copied {rows}×{columns}"))
        except Fault as fault:
            self.session.say_fault(str(fault))
        self.board.update()


def session_for(
    problem: Problem,
    *,
    head: int,
    at: Address | None,
    source: str,
    lesson: Lesson | None = None,
) -> Session:
    """A session that opens on `head` and, where it is given, on a pane's cell; otherwise on Q's first.

    A lesson opens on its first step, with that step's problem and head.
    """
    walks = lesson is not None and bool(lesson.steps)
    session = begin(lesson, source=source) if lesson and walks else Session(problem, source=source, head=head)
    if at is not None:
        session.select(*at)
    if not walks:
        session.say(problem.about)
    return session


def explore(
    problem: Problem,
    *,
    head: int,
    at: Address | None,
    source: str,
    lesson: Lesson | None = None,
) -> int:
    """Run the explorer on this terminal until the user quits; the exit status.

    Over SSH the mouse is left to the terminal: every move of it would go up the line.
    """
    app = Explorer(session_for(problem, head=head, at=at, source=source, lesson=lesson))
    app.run(mouse="SSH_CONNECTION" not in os.environ)
    remember(source)
    return app.return_code or 0
