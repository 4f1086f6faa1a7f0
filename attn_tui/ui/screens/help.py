"""The help screen: what one is looking at, and every key."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual.binding import Binding, BindingType

from attn_tui.ui.screens.help_lines import Section, help_lines
from attn_tui.ui.screens.reading import ReadingScreen


class HelpScreen(ReadingScreen):
    """`intro`, a short text, then the key table section by section."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,q,question_mark,f1,enter", "dismiss", show=False)
    ]

    def __init__(self, sections: Sequence[Section], intro: str = "") -> None:
        super().__init__("Help", lambda width: help_lines(intro, sections, width))
