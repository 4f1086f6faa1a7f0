"""Lines to be read: a window that the keys move."""

from __future__ import annotations

from typing import ClassVar

from textual.actions import SkipAction
from textual.binding import Binding, BindingType

from attn_tui.ui.screens.line_window import LineWindow

_WHEEL = 3
"""Lines a notch of the mouse's wheel."""


class Pages(LineWindow, can_focus=True):
    """A line window with the focus; where all its lines are in view, the keys are left to the screen."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,k", "forward(-1)", show=False),
        Binding("down,j", "forward(1)", show=False),
        Binding("pageup,ctrl+b", "page(-1)", show=False),
        Binding("pagedown,ctrl+f,space", "page(1)", show=False),
        Binding("home,ctrl+home,g", "beginning", show=False),
        Binding("end,ctrl+end,G", "ending", show=False),
    ]

    def action_forward(self, lines: int) -> None:
        if not self.last_first:
            raise SkipAction
        self.first += lines

    def action_page(self, pages: int) -> None:
        """Moves by what is in view less one line, which stays to read on from."""
        self.action_forward(pages * max(1, self.rows - 1))

    def action_beginning(self) -> None:
        self.action_forward(-self.first)

    def action_ending(self) -> None:
        self.action_forward(self.last_first - self.first)

    def on_mouse_scroll_up(self) -> None:
        self.first -= _WHEEL

    def on_mouse_scroll_down(self) -> None:
        self.first += _WHEEL
