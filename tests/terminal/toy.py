"""A toy board to try the harness and the output on: `python toy.py [--stock] [--deaf]`.

A grid of numbers with a selected cell, and something that covers a part of it. Arrows move the cell and change
numbers, `m` changes half of them, `n` the labels, Tab goes to a field and back, `l` shows a hyperlink, `x` breaks the
copy of the screen, `o` runs another program, `w` writes past the app, `q` quits. `--stock` is Textual's own output,
`--deaf` does not hear SIGHUP.
"""

import os
import signal
import sys
from typing import Any

from rich.segment import Segment
from rich.style import Style
from textual.app import App
from textual.containers import Vertical
from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget
from textual.widgets import Input, Static

from attn_tui.ui.cell_diff import ShownCells
from attn_tui.ui.colour import app_arguments
from attn_tui.ui.signals import restore_on_signals
from attn_tui.ui.terminal import FrugalApp

WORDS = ["the", "crane", "漢字", "cafe\u0301", "steel", "\N{CAT FACE}", "lifted", "a·b"]
ROWS, COLUMNS, FIELD = 18, 8, 8
MARKED = Style(bold=True, color="yellow")
HEAT = [Style(bgcolor=f"color({n})", color="color(231)") for n in (17, 18, 19, 25)]


class Grid(Widget, can_focus=True):
    """Numbers with labels, drawn line by line, and a line that says how often the cell was moved."""

    DEFAULT_CSS = "Grid { height: 20; }"

    def __init__(self) -> None:
        super().__init__()
        self.row = self.column = self.moves = 0
        self.masked = self.noted = False
        self.link: str | None = None

    def render_line(self, y: int) -> Strip:
        if y < ROWS:
            return self.numbers(y)
        text = (
            f"moves {self.moves} frugal {getattr(self.app, 'sends_only_changes', False)}" if y == ROWS else ""
        )
        return Strip([Segment(text, Style(link=self.link))]).adjust_cell_length(self.size.width)

    def numbers(self, y: int) -> Strip:
        """A label and a row's numbers; the selected row's change with every move."""
        word = WORDS[y % len(WORDS)] + "!" * self.noted
        label = Strip([Segment(word, MARKED if y == self.row else None)]).adjust_cell_length(9)
        segments = list(label)
        for x in range(COLUMNS):
            number = y * x + self.moves * (y == self.row)
            style = HEAT[number % len(HEAT)]
            if (y, x) == (self.row, self.column):
                style += Style(reverse=True, strike=True)
            text = "·" if self.masked and x > y else f"{number / 7:.3f}"
            segments.append(Segment(text.rjust(FIELD), style))
        return Strip(segments).adjust_cell_length(self.size.width)

    def key_right(self) -> None:
        self.move(self.row, (self.column + 1) % COLUMNS)

    def key_down(self) -> None:
        self.move((self.row + 1) % ROWS, self.column)

    def key_m(self) -> None:
        self.masked = not self.masked
        self.refresh()

    def key_n(self) -> None:
        self.noted = not self.noted
        self.refresh(Region(0, 0, 9, ROWS))

    def key_l(self) -> None:
        self.link = None if self.link else "https://example.org"
        self.refresh()

    def key_x(self) -> None:
        ShownCells.paint = None  # type: ignore[assignment]  # so that the next frame fails
        self.refresh()

    def key_q(self) -> None:
        self.app.exit()

    def key_o(self) -> None:
        with self.app.suspend():
            print("\x1b[2Janother program")

    def key_w(self) -> None:
        assert isinstance(self.app, FrugalApp)
        os.write(2, b"\x1b[2J\x1b[Hsomething else")
        self.app.repaint()

    def move(self, row: int, column: int) -> None:
        """Select a cell."""
        before, self.row, self.column = self.row, row, column
        self.moves += 1
        self.refresh(*(Region(0, y, self.size.width, 1) for y in {before, row, ROWS}))


class Toy:
    """The board and a field, mixed into one of two kinds of app."""

    ENABLE_COMMAND_PALETTE = False
    CSS = """
    Screen { layers: below above; }
    #cover { layer: above; offset: 66 2; width: 9; height: 3; background: blue; }
    """

    def compose(self: Any) -> Any:
        yield Grid()
        yield Vertical(Static("covered\nby 漢字"), id="cover")
        field = Input(placeholder="a field", compact=True)
        field.cursor_blink = False
        yield field

    def on_mount(self: Any) -> None:
        restore_on_signals(self)
        if "--deaf" in sys.argv:
            signal.signal(signal.SIGHUP, signal.SIG_IGN)

    def on_paste(self: Any, event: Any) -> None:
        self.query_one(Input).value = repr(event.text)


class FrugalToy(Toy, FrugalApp[None]):
    """Sends only what changed."""


class StockToy(Toy, App[None]):
    """Sends what Textual sends."""


if __name__ == "__main__":
    app = (StockToy if "--stock" in sys.argv else FrugalToy)(**app_arguments())
    app.run()
    sys.exit(app.return_code or 0)
