"""A screen to read: one text over the whole terminal, and the keys in the last line."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.screen import ModalScreen
from textual.widgets import Static

from attn_tui.ui.screens.lines import Line
from attn_tui.ui.screens.pages import Pages


class ReadingScreen(ModalScreen[None]):
    """The lines that `lines_at` gives, under `title`. Which keys close it is for a subclass to say.

    It is modal so that no key of the board acts out of sight.
    """

    AUTO_FOCUS: ClassVar[str | None] = "Pages"
    ALLOW_SELECT: ClassVar[bool] = False

    def __init__(self, title: str) -> None:
        super().__init__()
        self._heading = title

    def compose(self) -> ComposeResult:
        yield Pages(self._heading, self.lines_at)
        yield Static("Esc closes · ↑ ↓ PgUp PgDn Home End", classes="keys", markup=False)

    def lines_at(self, width: int) -> Sequence[Line]:
        """The text in lines of at most `width` cells."""
        raise NotImplementedError
