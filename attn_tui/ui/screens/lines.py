"""A line of a screen: pieces of text, each in a style that any theme and no colour at all can show."""

from __future__ import annotations

from itertools import zip_longest
from typing import NamedTuple, TypeAlias

from rich.segment import Segment
from rich.style import Style

from attn_tui.session.labels import cell_width, fit
from attn_tui.ui.wrap import shown, wrapped

Line: TypeAlias = tuple[Segment, ...]

PLAIN = Style()
BOLD = Style(bold=True)
DIM = Style(dim=True)
REVERSE = Style(reverse=True)


class Column(NamedTuple):
    """One column of a table's row: its text, and the cells it may take in a line."""

    text: str
    width: int
    style: Style = PLAIN


def paragraph(text: str, width: int, style: Style = PLAIN, hang: int = 0) -> list[Line]:
    """`text` in lines of at most `width` cells."""
    return [(Segment(line, style),) for line in wrapped(text, width, hang)]


def beside(*columns: Column) -> list[Line]:
    """A table's row: each text wrapped within its own column, two cells between one column and the next."""
    texts = [wrapped(column.text, column.width) for column in columns]
    rows = zip_longest(*texts, fillvalue="")
    return [
        cut(*(column._replace(text=text) for column, text in zip(columns, row, strict=True))) for row in rows
    ]


def cut(*columns: Column) -> Line:
    """A list's row: each text in one line, cut with `…` where it is wider than its column.

    A column without width is left out.
    """
    return tuple(Segment(fit(shown(text), width) + "  ", style) for text, width, style in columns if width)


def column_width(texts: list[str], most: int) -> int:
    """The cells of the longest of `texts`, and `most` at most."""
    return min(most, max((cell_width(shown(text)) for text in texts), default=0))


def titled_rule(title: str, where: str, width: int) -> Line:
    """`── title ──────── where ──`, the title cut where the line is too short for both."""
    right = f" {where} ──" if where else ""
    room = max(0, width - cell_width(right) - len("──  ─"))
    title = fit(shown(title), min(room, cell_width(shown(title))))
    before, after = ("── ", " ") if title else ("", "")
    line = "─" * (width - cell_width(before + title + after + right))
    return (Segment(before, DIM), Segment(title, BOLD), Segment(after + line + right, DIM))
