"""The explorer in a real terminal: keys go in as bytes, and what a person would read is read back cell by cell."""

import re
from pathlib import Path

import pytest

from tests.terminal.conftest import Start
from tests.terminal.terminal import Terminal

SIZES = [(80, 24), (120, 36)]
everywhere = pytest.mark.parametrize(
    ("size", "no_color"),
    [(size, no_color) for size in SIZES for no_color in (False, True)],
    ids=["80x24", "80x24-no-color", "120x36", "120x36-no-color"],
)
"""Both sizes, with and without colour."""
either = pytest.mark.parametrize(
    ("size", "no_color"), [(SIZES[0], False), (SIZES[1], True)], ids=["80x24", "120x36-no-color"]
)
"""Each size once and each kind of colour once."""
LEFT, RIGHT = (0, 25), (26, 80)
"""The columns of the panes of numbers, at either size."""
LABEL = 8
NAMES = {"q": "Q", "k": "K", "v": "V", "scores": "scores", "weights": "weights", "output": "output"}
PANES = tuple(NAMES)
COLOUR = re.compile(rb"\x1b\[[0-9;:]*(?<![0-9])(?:[34][0-8]|9[0-7]|10[0-7])(?![0-9])[0-9;:]*m")
"""A sequence that sets a colour."""


class Explorer:
    """A running explorer, its keys and its screen."""

    def __init__(self, terminal: Terminal) -> None:
        self.terminal = terminal

    # What is done

    def press(self, *keys: str) -> None:
        """Press keys and wait until all they do is drawn."""
        self.terminal.send(*keys)
        self.terminal.settle()

    def command(self, line: str) -> None:
        """Carry out a line of the command line, which comes in one write."""
        self.press(f":{line}\r")

    def paste(self, text: str) -> None:
        """Let the terminal paste."""
        self.terminal.paste(text)
        self.terminal.settle()

    def go(self, pane: str) -> None:
        """Make a pane the active one, by Tab."""
        if steps := (PANES.index(pane) - PANES.index(self.active)) % len(PANES):
            self.press(*["tab"] * steps)

    def bytes_of(self, *keys: str) -> bytes:
        """What the program writes for these keys."""
        self.terminal.mark()
        self.press(*keys)
        return self.terminal.bytes_since_mark()

    # What is shown

    @property
    def lines(self) -> list[str]:
        """The rows of the screen without the spaces at their ends."""
        return self.terminal.text.split("\n")

    @property
    def text(self) -> str:
        return self.terminal.text

    @property
    def formula(self) -> str:
        """What stands after the title in the first line."""
        return self.lines[0][self.lines[0].index("softmax(") :]

    @property
    def sentence(self) -> str:
        """The lines between the formula and the panes, in single spaces."""
        return " ".join(" ".join(self.lines[1 : self._title_row("q")]).split())

    @property
    def message(self) -> str:
        """The last line but one: what answers the last key, or is asked or typed."""
        return self.lines[-2].strip()

    @property
    def explanation(self) -> str:
        """The two lines above the message."""
        return "\n".join(line.strip() for line in self.lines[-4:-2])

    @property
    def footer(self) -> str:
        return self.lines[-1].strip()

    @property
    def active(self) -> str:
        """The pane under the heavy rule."""
        (pane,) = [pane for pane in PANES if self.title(pane).startswith("━━ ")]
        return pane

    def title(self, pane: str) -> str:
        """The rule above a pane."""
        return self._cut(self._title_row(pane), pane)

    def columns(self, pane: str) -> list[str]:
        """The labels above a pane's numbers."""
        return self._cut(self._title_row(pane) + 1, pane)[LABEL:].replace("▾", " ").split()

    def rows(self, pane: str) -> dict[str, list[str]]:
        """What stands in each row in view, by the row's label."""
        drawn = (line for line in self._drawn_rows(pane) if line.strip())
        return {line[2:LABEL].strip(): _cells(line[LABEL:]) for line in drawn}

    def row(self, pane: str, label: str) -> list[str]:
        """What stands in the row of one word."""
        return self.rows(pane)[label]

    def digits(self, pane: str) -> list[tuple[int, int, str]]:
        """Column, row and character of all digits and points of a pane's numbers, in cells of the screen."""
        left, right = LEFT if pane in "qkv" else RIGHT
        top = self._title_row(pane) + 2
        cells = (
            (x, y, self.terminal.cell(x, y).text)
            for y in range(top, top + len(self._drawn_rows(pane)))
            for x in range(left + LABEL, right)
        )
        return [cell for cell in cells if cell[2] and cell[2] in "0123456789."]

    def selected_row(self, pane: str) -> str:
        """The label behind the one `▸` of a pane."""
        (line,) = [line for line in self._drawn_rows(pane) if line.startswith("▸")]
        return line[2:LABEL].strip()

    def selected_column(self, pane: str) -> str:
        """The label behind the one `▾` of a pane."""
        (label,) = self._cut(self._title_row(pane) + 1, pane).split("▾")[1:]
        return label.split()[0]

    def selected(self, pane: str) -> str:
        """What stands in the one `[ ]` of a pane."""
        (inside,) = re.findall(r"\[([^]]*)\]", "\n".join(line[LABEL:] for line in self._drawn_rows(pane)))
        return inside.strip()

    def at(self, pane: str) -> tuple[str, str, str]:
        """The selected row, column and number of a pane."""
        return self.selected_row(pane), self.selected_column(pane), self.selected(pane)

    def _title_row(self, pane: str) -> int:
        left, _ = LEFT if pane in "qkv" else RIGHT
        title = re.compile(rf"[─━]{{2}} {NAMES[pane]}\b")
        rows = (y for y in range(self.terminal.height) if title.match(self._between(y, left, left + 20)))
        return next(rows)

    def _drawn_rows(self, pane: str) -> list[str]:
        drawn = []
        for y in range(self._title_row(pane) + 2, self.terminal.height - 4):
            line = self._cut(y, pane)
            if line[:2] in ("──", "━━"):
                break
            drawn.append(line)
        return drawn

    def _cut(self, y: int, pane: str) -> str:
        return self._between(y, *(LEFT if pane in "qkv" else RIGHT))

    def _between(self, y: int, left: int, right: int) -> str:
        return "".join(self.terminal.cell(x, y).text for x in range(left, right))


def _cells(line: str) -> list[str]:
    """What stands in a row but for how many keys it may look at."""
    return re.sub(r"[][░▒▓█]|[0-9]+ keys? *$", " ", line).split()


def explore(start: Start, *arguments: str, **settings) -> Explorer:
    """The explorer on `arguments`, drawn and waiting for keys; on the crane sentence where they name no source."""
    if not arguments or arguments[0].startswith("-"):
        arguments = ("crane-lifted-steel", *arguments)
    terminal = start("-m", "attn_tui", *arguments, **settings)
    terminal.wait_for("softmax(")
    terminal.settle()
    return Explorer(terminal)


def saved_crane(folder: Path, **replaced: str) -> Path:
    """The crane sentence as a file of its own, with other lines for these keys."""
    lines = {
        "title": '"the crane lifted steel"',
        "tokens": '["the", "crane", "lifted", "steel"]',
        "columns": '["animal", "machine"]',
        "q": "[[0.2, 0.2], [0.7, 0.7], [0.1, 0.9], [0.1, 0.8]]",
        "k": "[[0.1, 0.1], [0.4, 0.4], [0.1, 0.9], [0.0, 0.9]]",
        "v": "[[0.1, 0.1], [0.5, 0.5], [0.1, 0.9], [0.0, 1.0]]",
    }
    path = folder / "crane.toml"
    path.write_text("".join(f"{key} = {value}\n" for key, value in (lines | replaced).items()), "utf-8")
    return path
