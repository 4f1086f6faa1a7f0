"""The `:` line: palette and command line in one, at the bottom of the board."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical

from attn_tui.ui.screens.choosing import ChoosingScreen
from attn_tui.ui.screens.line_input import LineInput
from attn_tui.ui.screens.lines import BOLD, DIM, Column, Line, column_width, cut
from attn_tui.ui.screens.palette_line import PaletteEntry, accepted, completed, found

_KEYS = 11
"""The most cells the keys take."""
_ROOM_FOR_KEYS = 50
"""The cells from which on a row shows the keys between the command and what it does."""


class PaletteScreen(ChoosingScreen):
    """Gives the line to be carried out, such as `widen 100`, None when it was closed."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("tab", "complete", show=False)]

    def __init__(self, entries: Sequence[PaletteEntry], typed: str = "", *, fault: str = "") -> None:
        super().__init__(fault, typed)
        self._entries = entries
        self._found: list[PaletteEntry] = []

    def compose(self) -> ComposeResult:
        with Vertical(id="palette"):
            yield self.choices
            yield from self.fault_parts()
            yield from self.line_parts(":")

    def filter(self) -> None:
        self._found = entries = found(self._entries, self.typed)
        self.choices.offer(
            "Tab completes, Esc closes",
            len(entries),
            lambda width: _rows(entries, width),
            "No command has these words",
        )

    def action_complete(self) -> None:
        self.read()
        if entry := self._chosen():
            self._write(completed(entry, self.typed))

    def action_accept(self) -> None:
        self.read()
        line, complete = accepted(self._chosen(), self.typed)
        if not complete:
            self._write(line)
        elif line:
            self.dismiss(line)

    def _chosen(self) -> PaletteEntry | None:
        return self._found[self.choices.highlighted] if self._found else None

    def _write(self, line: str) -> None:
        line_input = self.query_one(LineInput)
        line_input.value = line
        line_input.cursor_position = len(line)


def _rows(entries: Sequence[PaletteEntry], width: int) -> list[Line]:
    """A line a command: how it is called, its keys, what it does. One alone has room for its argument."""
    calls = [f"{entry.name} {entry.argument}".rstrip() for entry in entries]
    call_width = column_width(calls, width * 2 // 3 if len(entries) == 1 else width * 2 // 5)
    keys_width = column_width([entry.keys for entry in entries], _KEYS) if width >= _ROOM_FOR_KEYS else 0
    rest = max(1, width - call_width - 2 - (keys_width and keys_width + 2))
    return [
        cut(Column(call, call_width, BOLD), Column(entry.keys, keys_width, DIM), Column(entry.label, rest))
        for call, entry in zip(calls, entries, strict=True)
    ]
