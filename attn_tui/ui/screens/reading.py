"""A screen to read: one text over the whole terminal, and the keys in the last line."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.screen import ModalScreen
from textual.widgets import Static

from attn_tui.ui.screens.lines import Line
from attn_tui.ui.screens.pages import Pages


class ReadingScreen(ModalScreen[str | None]):
    """The lines that `lines_at` gives for a width in cells, under `title`. A subclass says which keys close it.

    It is modal so that no key of the board acts out of sight. `KEYS` are those told first in the last line.
    """

    AUTO_FOCUS: ClassVar[str | None] = "Pages"
    ALLOW_SELECT: ClassVar[bool] = False
    KEYS: ClassVar[str] = "Esc closes"

    def __init__(self, title: str, lines_at: Callable[[int], Sequence[Line]]) -> None:
        super().__init__()
        self._heading = title
        self._lines_at = lines_at

    def compose(self) -> ComposeResult:
        yield Pages(self._heading, self._lines_at)
        yield Static(f"{self.KEYS} · ↑ ↓ PgUp PgDn Home End", classes="keys", markup=False)
