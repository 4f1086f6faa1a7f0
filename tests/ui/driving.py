"""The explorer at work: keys go in, and what a person would read is read back."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

import numpy as np
from textual import events
from textual.keys import _character_to_key

from attn_tui.files.sources import open_source
from attn_tui.session.labels import cell_width
from attn_tui.session.problem import Problem, numbered
from attn_tui.session.selection import PANES, Pane
from attn_tui.session.session import Session
from attn_tui.session.settings import Settings
from attn_tui.ui.app import Explorer, session_for
from attn_tui.ui.keys import press
from attn_tui.ui.views.board_view import BoardView
from attn_tui.ui.views.line import text_of

SIZES = [(80, 24), (120, 36)]
LABEL = 8
HOSTILE = (
    "[/red]", "\x1b[31mred", "a\nb", "東京都", "e\u0301tude", "\U0001f469\u200d\U0001f680", "x" * 10_000, "", "   ",
    "\u202eright to left", "\u200b", "\u0301", "\u2764\ufe0f", "[bold]", "\ud55c\uad6d", "[CLS]",
)  # fmt: skip


def long_problem(words: int, d_k: int = 2, mask: tuple = ()) -> Problem:
    """Self-attention of `words` words w0, w1, … with numbers from a fixed seed."""
    drawn = np.random.default_rng(7)
    tokens = tuple(f"w{index}" for index in range(words))
    return Problem(
        "long", "a long sentence", *(np.round(drawn.normal(size=(1, words, d_k)), 2) for _ in "qkv"),
        tokens, tokens, numbered(d_k), numbered(d_k), numbered(1), settings=Settings(mask=mask),
    )  # fmt: skip


def hostile_problem() -> Problem:
    """Every label of the problem is one that could do harm."""
    drawn, count = np.random.default_rng(8), len(HOSTILE)
    return Problem(
        "hostile", "".join(HOSTILE[:6]), drawn.normal(size=(2, count, 3)), drawn.normal(size=(1, count, 3)),
        drawn.normal(size=(1, count, 2)), HOSTILE, HOSTILE, HOSTILE[:3], HOSTILE[3:5], ("\x1b[1m", "\u6771"),
    )  # fmt: skip


def nasty_problem(dtype: str = "float64") -> Problem:
    """Numbers at the ends of what a float can be, and beyond, in three heads that mix them differently."""
    nasty = [
        np.inf,
        -np.inf,
        np.nan,
        1e308,
        -1e308,
        5e-324,
        1e-320,
        -0.0,
        0.0,
        1.0,
        -12345.678901234567,
        1e-5,
    ]
    with np.errstate(over="ignore"):
        numbers = np.array(nasty, dtype=dtype)
    drawn = np.random.default_rng(9)
    tables = [drawn.choice(numbers, size=(3, 12, 3)) for _ in "qkv"]
    tables[0][1] = np.round(drawn.normal(size=(12, 3)), 2)
    for table in tables:
        table[2] = drawn.choice(numbers[3:], size=(12, 3))
    words = numbered(12)
    return Problem(
        "nasty",
        "nasty",
        *tables,
        words,
        words,
        numbered(3),
        numbered(3),
        numbered(3),
        settings=Settings(mask=()),
    )


def character_of(key: str) -> str | None:
    """What a key types."""
    return " " if key == "space" else key if len(key) == 1 else None


class Reading:
    """What stands on a board. `session` and `view` are those of the board that is read."""

    session: Session
    view: BoardView

    @property
    def screen(self) -> list[str]:
        """The board, line by line."""
        return [text_of(line) for line in self.view.lines]

    def lines(self, pane: Pane) -> list[str]:
        """The lines of a pane, cut out of the screen: its title, its columns, its rows."""
        box = self.view.panes[pane].box
        return [_cut(line, box.x, box.width) for line in self.screen[box.y : box.y + box.height]]

    def title(self, pane: Pane) -> str:
        """The rule above a pane."""
        return self.lines(pane)[0]

    def rows(self, pane: Pane) -> dict[str, list[str]]:
        """The cells of each row in view, by the row's label, without the marks of the selection."""
        return {line[2:LABEL].strip(): _cells(line) for line in self.lines(pane)[2:] if line.strip()}

    def row(self, pane: Pane, label: str) -> list[str]:
        """The cells of one row."""
        return self.rows(pane)[label]

    def numbers(self, pane: Pane, label: str) -> list[float]:
        """The numbers of one row."""
        return [float(cell) for cell in self.row(pane, label)]

    def marked_row(self, pane: Pane) -> str:
        """The label behind the one `▸` of a pane."""
        (line,) = [line for line in self.lines(pane)[2:] if line.startswith("▸")]
        return line[2:LABEL].strip()

    def marked_column(self, pane: Pane) -> str:
        """The label behind the one `▾` of a pane."""
        header = self.lines(pane)[1]
        assert header.count("▾") == 1
        return header.partition("▾")[2].split()[0]

    def marked_cell(self, pane: Pane) -> str:
        """What stands in the one `[ ]` of a pane."""
        (line,) = [line for line in self.lines(pane)[2:] if "[" in line[LABEL:]]
        inside, closed, _ = line[LABEL:].partition("[")[2].partition("]")
        assert closed
        return inside.strip()

    @property
    def sentence(self) -> str:
        """The lines between the formula and the panes, as one."""
        top = min(view.box.y for view in self.view.panes.values())
        return " ".join(" ".join(self.screen[1:top]).split())

    @property
    def explanation(self) -> str:
        """The two lines under the panes."""
        return "\n".join(self._below("explanation"))

    @property
    def message(self) -> str:
        """What answers the last key, or is being typed or asked; its lines as one."""
        return " ".join(self._below("message", "fault", "question", "edit"))

    def _below(self, *looks: str) -> list[str]:
        """The lines under the panes that begin in one of these looks."""
        bottom = max(view.box.y + view.box.height for view in self.view.panes.values())
        return [text_of(line).strip() for line in self.view.lines[bottom:] if line[0].look in looks]


class Desk(Reading):
    """A session and its board without Textual: quick, and every key goes the way it goes in the program."""

    def __init__(self, problem: Problem | str, size: tuple[int, int] = (80, 24), colour: bool = True) -> None:
        self.session = Session(open_source(problem) if isinstance(problem, str) else problem)
        self.view = BoardView(colour=colour)
        self.size = size
        self.draw()

    def draw(self) -> None:
        """Draw the session as the board does after a key."""
        self.view.draw(self.session, *self.size)
        self.session.page = self.view.page

    def press(self, *keys: str) -> None:
        """Press keys, one after the other."""
        for key in keys:
            press(self.session, key, character_of(key))
            self.draw()

    def go(self, pane: Pane) -> None:
        """Make a pane the active one, by Tab."""
        self.press(*["tab"] * ((PANES.index(pane) - PANES.index(self.session.pane)) % len(PANES)))


class Driven(Reading):
    """The program itself, driven through Textual's Pilot."""

    def __init__(self, app: Explorer, pilot) -> None:
        self.app = app
        self.pilot = pilot

    @property
    def session(self) -> Session:  # type: ignore[override]  # opening a file puts another in its place
        return self.app.session

    @property
    def view(self) -> BoardView:  # type: ignore[override]
        return self.app.board.view

    async def press(self, *keys: str) -> None:
        """Press keys in one burst, as quick as a terminal can send them, and wait until they are done."""
        for key in keys:
            self.app.post_message(
                events.Key(_character_to_key(key) if len(key) == 1 else key, character_of(key))
            )
        await self.pilot.pause()

    async def type(self, text: str) -> None:
        """Type characters."""
        await self.press(*text)

    async def paste(self, text: str) -> None:
        """Let the terminal paste."""
        self.app.post_message(events.Paste(text))
        await self.pilot.pause()

    async def command(self, line: str) -> None:
        """Carry out a line of the command line."""
        await self.press(":", *line, "enter")

    async def go(self, pane: Pane) -> None:
        """Make a pane the active one, by Tab."""
        steps = (PANES.index(pane) - PANES.index(self.session.pane)) % len(PANES)
        await self.press(*["tab"] * steps)

    @property
    def strips(self) -> list[str]:
        """What the board hands to Textual, line by line."""
        return [self.app.board.render_line(y).text for y in range(self.app.board.size.height)]


@asynccontextmanager
async def driving(
    problem: Problem | str, size: tuple[int, int] = (80, 24), colours: int = 256
) -> AsyncIterator[Driven]:
    """The explorer on a preset, a file or a problem, at a size."""
    name = problem if isinstance(problem, str) else problem.name
    opened = open_source(problem) if isinstance(problem, str) else problem
    app = Explorer(session_for(opened, head=0, at=None, source=name), colours)
    async with app.run_test(size=size) as pilot:
        yield Driven(app, pilot)


def in_words(text: str) -> str:
    """Text with single spaces."""
    return " ".join(text.split())


def close_to(expected: Sequence[float], decimals: int) -> list[float]:
    """Numbers rounded as a person reads them."""
    return [round(number, decimals) for number in expected]


def _cut(line: str, left: int, width: int) -> str:
    """`width` cells of a line from cell `left` on."""
    kept, at = "", 0
    for character in line:
        if left <= at < left + width:
            kept += character
        at += cell_width(character)
    return kept


def _cells(line: str) -> list[str]:
    return line[LABEL:].replace("[", " ").replace("]", " ").split()
