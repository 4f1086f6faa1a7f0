"""The text screen: lines of plain text, such as the text of a lesson's step."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual.binding import Binding, BindingType

from attn_tui.ui.screens.lines import Line, paragraph
from attn_tui.ui.screens.reading import ReadingScreen
from attn_tui.ui.screens.wrap import indentation

_HANG = 2
"""How much further in than its beginning a line goes on that is wider than the screen."""


class TextScreen(ReadingScreen):
    """`lines` as they are under `title`; those wider than the screen go on below, indented."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,e,q,enter,Z,semicolon", "dismiss", show=False)]

    def __init__(self, title: str, lines: Sequence[str]) -> None:
        super().__init__(title, lambda width: [line for text in lines for line in wrapped_lines(text, width)])


def wrapped_lines(text: str, width: int) -> list[Line]:
    """One line of a text in lines of at most `width` cells."""
    return paragraph(text, width, hang=indentation(text) + _HANG)
