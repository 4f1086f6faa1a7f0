"""A line to type in."""

from __future__ import annotations

from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.widgets import Input

from attn_tui.ui.wrap import shown


class LineInput(Input, inherit_bindings=False):
    """An `Input` one line high, without a box and with a steady cursor.

    What is pasted is made plain before it is taken, so that no control character reaches the terminal.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        binding for binding in Input.BINDINGS if isinstance(binding, Binding) and binding.action != "submit"
    ]
    """Those that edit the line. What scrolls and what accepts is the screen's to bind."""

    def __init__(self, typed: str = "", placeholder: str = "") -> None:
        super().__init__(shown(typed), placeholder=placeholder, select_on_focus=False, compact=True)
        self.cursor_blink = False

    async def on_key(self, event: events.Key) -> None:
        """Does what the line or its screen binds a key to here and now: a key that first bubbles up to the
        application is overtaken by the characters typed after it."""
        active = self.screen.active_bindings.get(event.key)
        if not event.is_printable and active and active.node in (self, self.screen):
            event.stop()
            event.prevent_default()
            await self.app.run_action(active.binding.action, active.node)

    def replace(self, text: str, start: int, end: int) -> None:
        super().replace(shown(text), start, end)
