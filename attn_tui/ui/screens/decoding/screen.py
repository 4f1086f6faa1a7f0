"""Decoding over the board: a key goes to the next token, another back."""

from __future__ import annotations

from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.screen import ModalScreen

from attn_tui.session.computing.decoding import Decoding
from attn_tui.session.explaining.decoding_words import as_table
from attn_tui.session.faults import Fault
from attn_tui.session.labels import plain
from attn_tui.session.session import Session
from attn_tui.ui.copying import copy_out
from attn_tui.ui.screens.decoding.page import Page, keys_in_view, page_lines
from attn_tui.ui.screens.paper import Paper
from attn_tui.ui.views.line import Line

_STEPS = {"n": 1, "right": 1, "space": 1, "N": -1, "left": -1}
_CLOSES = ("escape", "q", "D", "enter")


class DecodingScreen(ModalScreen[None]):
    """The head shown, token by token. Raises Fault where it cannot be decoded."""

    AUTO_FOCUS: ClassVar[str | None] = None
    ALLOW_SELECT: ClassVar[bool] = False

    def __init__(self, session: Session, colours: int) -> None:
        super().__init__()
        self.decoding = Decoding(session)
        self.first_key = 0
        self._said, self._is_fault = "", False
        self.paper = Paper(self._lines, colours)

    def compose(self) -> ComposeResult:
        yield self.paper

    def on_key(self, event: events.Key) -> None:
        """Do what the key does, and show it."""
        event.stop()
        event.prevent_default()
        self._said, self._is_fault = "", False
        try:
            self._press(event.character if event.is_printable and event.character != " " else event.key)
        except Fault as fault:
            self._said, self._is_fault = str(fault), True
        self.paper.update()

    def _press(self, key: str | None) -> None:
        if key in _CLOSES:
            self.dismiss()
        elif key in _STEPS:
            self._go_to(self.decoding.at + _STEPS[key])
        elif key in ("g", "home"):
            self._go_to(0)
        elif key in ("G", "end"):
            self._go_to(self.decoding.tokens - 1)
        elif key in ("h", "l"):
            self.first_key = keys_in_view(self._page, self.paper.size.width).start + (1 if key == "l" else -1)
        elif key == "y":
            told = f"copied the step of token {self.decoding.at}"
            self._said = copy_out(self.app, as_table(self.decoding), told)
        else:
            raise Fault(f"the key {plain(key or '')} does nothing here: the last line has those that do")

    def _go_to(self, token: int) -> None:
        """Show the step of a token, the newest key in view."""
        self.decoding.go_to(token)
        self.first_key = token

    @property
    def _page(self) -> Page:
        return Page(self.decoding, self.first_key, self._said, self._is_fault)

    def _lines(self, width: int, height: int) -> list[Line]:
        return page_lines(self._page, width, height)
