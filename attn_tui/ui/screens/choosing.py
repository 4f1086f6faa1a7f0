"""A screen to choose on: a line to type in, and the list that the line filters."""

from __future__ import annotations

from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.screen import ModalScreen
from textual.widgets import Static

from attn_tui.ui.screens.choices import Choices
from attn_tui.ui.screens.line_input import LineInput
from attn_tui.ui.screens.wrap import shown


class ChoosingScreen(ModalScreen[str | None]):
    """What the picker and the command line share. The line has the focus, the arrows move the list.

    `fault` is the sentence that says why the last choice could not be taken; it goes when one types on.
    """

    AUTO_FOCUS: ClassVar[str | None] = "LineInput"
    ALLOW_SELECT: ClassVar[bool] = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,ctrl+p", "move(-1)", show=False),
        Binding("down,ctrl+n", "move(1)", show=False),
        Binding("pageup", "page(-1)", show=False),
        Binding("pagedown", "page(1)", show=False),
        Binding("enter", "accept", show=False),
        Binding("escape", "dismiss", show=False),
    ]

    def __init__(self, fault: str, typed: str) -> None:
        super().__init__()
        self._fault = shown(fault)
        self._typed = shown(typed)
        self.choices = Choices(id="choices")

    @property
    def typed(self) -> str:
        """What stands in the line."""
        return self.query_one(LineInput).value

    def line_parts(self, prompt: str, placeholder: str = "") -> ComposeResult:
        """The line behind its prompt."""
        with Horizontal(id="line"):
            yield Static(prompt, markup=False, id="prompt")
            yield LineInput(self._typed, placeholder)

    def fault_parts(self) -> ComposeResult:
        """The fault, where there is one."""
        fault = Static(self._fault, markup=False, id="fault")
        fault.display = bool(self._fault)
        yield fault

    def on_mount(self) -> None:
        self.filter()

    def on_key(self, event: events.Key) -> None:
        """Takes into the line what is typed before the line has the focus, as in a burst of keys."""
        line = self.query_one(LineInput)
        if self.focused in (None, line) and event.is_printable and event.character:
            line.insert_text_at_cursor(event.character)
            event.stop()

    def on_input_changed(self) -> None:
        self.read()

    def read(self) -> None:
        """Offers what the line finds now. Keys may come quicker than the line says that it has changed."""
        if self.typed != self._typed:
            self._typed = self.typed
            self.query_one("#fault").display = False
            self.filter()

    def on_input_submitted(self) -> None:
        self.action_accept()

    def on_choices_clicked(self) -> None:
        self.action_accept()

    def action_move(self, rows: int) -> None:
        self.read()
        self.choices.highlighted += rows

    def action_page(self, pages: int) -> None:
        self.action_move(pages * self.choices.rows)

    def filter(self) -> None:
        """Offers what the line finds."""
        raise NotImplementedError

    def action_accept(self) -> None:
        """Takes what is highlighted or typed."""
        raise NotImplementedError
