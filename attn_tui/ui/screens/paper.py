"""A widget that paints lines over its whole size, and of two drawings only the cells that differ."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from rich.segment import Segment
from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget

from attn_tui.session.labels import cell_width
from attn_tui.ui.looks import style_of
from attn_tui.ui.views.changes import changed_spans
from attn_tui.ui.views.line import Line


class Paper(Widget):
    """Shows `lines_at(width, height)`, in styles for so many colours."""

    DEFAULT_CSS = "Paper { width: 1fr; height: 1fr; }"
    ALLOW_SELECT: ClassVar[bool] = False

    def __init__(self, lines_at: Callable[[int, int], list[Line]], colours: int) -> None:
        super().__init__()
        self._lines_at = lines_at
        self._colours = colours
        self.lines: list[Line] = []

    def get_line_filters(self) -> list[object]:  # type: ignore[override]  # none is needed: the styles are final
        return []

    def update(self) -> None:
        """Draw what there is now."""
        before, self.lines = self.lines, self._lines_at(*self.size)
        if len(before) != len(self.lines):
            self.refresh()
            return
        regions = [
            Region(left, y, right - left, 1)
            for y, (old, new) in enumerate(zip(before, self.lines, strict=True))
            for left, right in changed_spans(old, new)
        ]
        if regions:
            self.refresh(*regions)

    def on_resize(self) -> None:
        """Draw everything anew at the new size."""
        self.lines = self._lines_at(*self.size)
        self.refresh()

    def render_line(self, y: int) -> Strip:
        if y >= len(self.lines):
            return Strip.blank(self.size.width)
        line = self.lines[y]
        segments = [Segment(span.text, style_of(span.look, self._colours)) for span in line]
        return Strip(segments, sum(cell_width(span.text) for span in line))
