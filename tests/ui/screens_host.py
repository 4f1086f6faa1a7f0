"""An application with something to see under a screen, what is drawn of it, and what a screen gave back."""

from __future__ import annotations

from contextlib import asynccontextmanager
from pathlib import Path
from typing import ClassVar

from rich.cells import cell_len
from textual import events
from textual.app import App
from textual.containers import Vertical
from textual.widgets import Static

import attn_tui.ui.screens as screens

SIZES = [(80, 24), (120, 36), (40, 12)]
HOSTILE = "[/red] \x1b[31m\u202e 注意 e\u0301 \ufe0f[bold]"
SHOWN = r"[/red] \x1b[31m\u202e 注意 é [bold]".replace("é", "e\u0301")
OPEN = object()


class Host(App):
    """Forty lines stand for the board; `got` is what the screen gave, `OPEN` while it is there."""

    CSS_PATH = Path(screens.__file__).with_name("screens.tcss")
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar = [("m", "board_key", "")]

    got: object = OPEN
    board_keys = 0

    def compose(self):
        with Vertical():
            for row in range(40):
                yield Static(f"board {row}", markup=False)

    def action_board_key(self):
        self.board_keys += 1

    @property
    def drawn(self):
        """The lines as they stand on the terminal; each takes exactly its width."""
        lines = [strip.text for strip in self.screen._compositor.render_strips()]
        assert {cell_len(line) for line in lines} == {self.size.width}
        return [line.rstrip() for line in lines]

    @property
    def styles_drawn(self):
        """For each line: its pieces of text with their styles."""
        return [
            [(piece.text, piece.style) for piece in strip]
            for strip in self.screen._compositor.render_strips()
        ]

    def burst(self, *keys):
        """Sends keys all at once, as a terminal does that was slow."""
        for key in keys:
            name = {" ": "space", "/": "slash", ".": "full_stop"}.get(key, key)
            self.post_message(events.Key(name, key if len(key) == 1 else None))


@asynccontextmanager
async def opened(screen, size=(80, 24), *, ansi=None):
    """The application with `screen` open over the board, and its pilot."""
    app = Host(ansi_color=ansi)
    async with app.run_test(size=size) as pilot:
        app.push_screen(screen, lambda result: setattr(app, "got", result))
        await pilot.pause()
        yield app, pilot


async def seen_while(pilot, key, found):
    """Every line that comes into view while `key` is pressed again and again, in order, until `found` is."""
    seen = list(pilot.app.drawn)
    for _ in range(400):
        if any(found in line for line in pilot.app.drawn):
            return seen
        await pilot.press(key)
        seen += [line for line in pilot.app.drawn if line not in seen]
    raise AssertionError(f"{found!r} never came into view")
