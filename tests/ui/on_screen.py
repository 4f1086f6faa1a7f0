"""A figure, and where on the screen it is to be read: in a cell, in the line that a query reads, or behind a text."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from math import inf

from attn_tui.files.sources import open_lesson
from attn_tui.ui.app import Explorer, session_for
from attn_tui.ui.screens.experiments.screen import ExperimentScreen
from tests.ui.driving import LABEL, Driven
from tests.ui.experimenting import Experimenting, copied
from tests.ui.pictures import lines_of

CELL = re.compile(r"(\w+)\[(.+), (.+)\]")
PRINTED = re.compile(r"-?[\d,]+(?:\.(\d+))?( ?%)?")
SPELT = {"-∞": -inf, "·": 0.0}


@dataclass(frozen=True)
class Figure:
    """What a paragraph has published, and where the screen shows it.

    `where` is a cell, `"weights[crane, lifted]"`; `"reads lifted"`, its share in the second line, in per cent; or a
    text with the number behind it. What is published as a number is compared in the digits it is printed with. What
    is published in words is a number between `bounds`, what `check` says, or else the text `where` on the screen.
    """

    paragraph: str
    published: str
    where: str = ""
    bounds: tuple[float, float] | None = None
    check: Callable[[Driven], bool] | None = None

    def holds(self, driven: Driven) -> bool:
        """Whether it stands on the screen now."""
        if self.check is not None:
            return self.check(driven)
        if self.bounds is not None:
            return self.bounds[0] <= read(driven, self.where) <= self.bounds[1]
        if self.published in SPELT:
            return read(driven, self.where) == SPELT[self.published]
        printed = PRINTED.fullmatch(self.published)
        if printed is None:
            return in_words(self.where) in text_of_screen(driven)
        value = read(driven, self.where)
        if printed[2] and CELL.fullmatch(self.where):
            value *= 100
        return f"{value:,.{len(printed[1] or '')}f}" == self.published.rstrip(" %")


def first_lesson() -> Explorer:
    """The program as it opens without an argument."""
    lesson = open_lesson("five-pieces")
    session = session_for(lesson.problem, head=0, at=None, source="five-pieces", lesson=lesson)
    return Explorer(session, 256)


async def play(driven: Driven, keys: str) -> None:
    """Press keys with spaces between them; what is in quotes is typed. An experiment runs until it rests."""
    for typed, key in re.findall(r'"([^"]*)"|(\S+)', keys):
        await (driven.type(typed) if typed else driven.press(key))
    if isinstance(driven.app.screen, ExperimentScreen):
        over = Experimenting(driven)
        await over.until(lambda: over.state != "running")


def text_of_screen(driven: Driven) -> str:
    """All that is on the screen, in single spaces."""
    return in_words(" ".join(lines_of(driven.app.export_screenshot())))


def in_words(text: str) -> str:
    """Text with single spaces."""
    return " ".join(text.split())


def read(driven: Driven, where: str) -> float:
    """The number at a place on the screen."""
    cell = CELL.fullmatch(where)
    if cell is not None:
        return number(cells(driven, cell[1])[cell[2]][cell[3]])
    if where.startswith("reads "):
        return shares(driven)[where.removeprefix("reads ")]
    behind = re.search(rf"{re.escape(where)}\s*(-?[\d.,]*\d(?:e[-+]\d+)?)", text_of_screen(driven))
    assert behind is not None, f"nothing behind {where!r} on the screen:\n{text_of_screen(driven)}"
    return number(behind[1])


def number(text: str) -> float:
    """A number as the screen writes it."""
    return SPELT[text] if text in SPELT else float(text.replace(",", ""))


def cells(driven: Driven, pane) -> dict[str, dict[str, str]]:
    """What stands in a pane, by the labels of the row and of the column."""
    columns = driven.lines(pane)[1][LABEL:].replace("▾", " ").split()
    return {row: dict(zip(columns, shown, strict=False)) for row, shown in driven.rows(pane).items()}


def shares(driven: Driven) -> dict[str, float]:
    """The shares of the second line that are in digits, in per cent, whatever `<` or `>` is before them."""
    found = re.findall(r"(\S+) [<>]?([\d.]+)%", driven.sentence.partition(" reads ")[2])
    return {word: float(share) for word, share in found}


def most(driven: Driven) -> str:
    """The word with the largest share in the second line."""
    return max((found := shares(driven)), key=lambda word: found[word])


def report(column: str) -> list[str]:
    """A column of the copied report of an experiment."""
    head, *lines = [line.split(",") for line in copied().splitlines()]
    return [line[head.index(column)] for line in lines]
