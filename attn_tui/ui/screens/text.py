"""The text screen: lines of plain text, such as the text of a lesson's step."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar

from textual.binding import Binding, BindingType

from attn_tui.ui.screens.lines import BOLD, Line, paragraph
from attn_tui.ui.screens.reading import ReadingScreen
from attn_tui.ui.wrap import indentation

_HANG = 2
"""How much further in than its beginning a line goes on that is wider than the screen."""


class TextScreen(ReadingScreen):
    """`lines` as they are under `title`; those wider than the screen go on below, indented."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,e,q,enter,Z,semicolon", "dismiss", show=False)]

    def __init__(self, title: str, lines: Sequence[str]) -> None:
        super().__init__(title, lambda width: [line for text in lines for line in wrapped_lines(text, width)])


class StepTextScreen(ReadingScreen):
    """What a lesson's step opens: under `heading` the step, `step_at(width)`, and below it `lines` under `title`.

    Gives the name of the command that is to follow on the board, where a key other than those that close it was one.
    """

    KEYS = "n N step · Esc closes"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,e,q,enter,Z,semicolon", "dismiss", show=False),
        Binding("n", "dismiss('next')", show=False),
        Binding("N", "dismiss('previous')", show=False),
        Binding("Q", "dismiss('answer')", show=False),
    ]

    def __init__(
        self, heading: str, step_at: Callable[[int], Sequence[Line]], title: str, lines: Sequence[str]
    ) -> None:
        def lines_at(width: int) -> list[Line]:
            below = [line for text in lines for line in wrapped_lines(text, width)]
            return [*step_at(width), (), *paragraph(title, width, BOLD), *below]

        super().__init__(heading, lines_at)


def wrapped_lines(text: str, width: int) -> list[Line]:
    """One line of a text in lines of at most `width` cells."""
    return paragraph(text, width, hang=indentation(text) + _HANG)
