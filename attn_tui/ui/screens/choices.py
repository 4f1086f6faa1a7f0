"""A list to choose from, one line an item."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rich.segment import Segment
from textual import events
from textual.geometry import Region, Size
from textual.message import Message
from textual.reactive import reactive

from attn_tui.ui.screens.line_window import LineWindow
from attn_tui.ui.screens.lines import DIM, PLAIN, REVERSE, Line

_MARK = "▸ "
_MOST = 8
"""The most rows a list shows that is as high as it needs to be."""


class Choices(LineWindow):
    """Rows of which one is highlighted, by a mark and in reverse. It has no focus: the screen moves it."""

    highlighted: reactive[int] = reactive(0, repaint=False)
    """Which row Enter takes: an index, 0 in an empty list."""

    class Clicked(Message):
        """A row was clicked, and is highlighted."""

    class Highlighted(Message):
        """Another row is highlighted."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self._count = 0
        self._nothing = ""

    def offer(
        self, title: str, count: int, rows_at: Callable[[int], Sequence[Line]], nothing: str = ""
    ) -> None:
        """Shows `count` rows, `rows_at(width)`, the first highlighted; `nothing` where there is none."""
        resize = self.styles.auto_dimensions and min(count, _MOST) != min(self._count, _MOST)
        self._count = count
        self._nothing = nothing
        self.set_reactive(Choices.highlighted, 0)
        self.show(title, lambda width: rows_at(max(1, width - len(_MARK))))
        if resize:
            self.refresh(layout=True)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:  # noqa: ARG002
        """The rule and 8 rows, fewer in a low terminal or where fewer are offered."""
        return 1 + max(1, min(_MOST, self._count, viewport.height // 2 - 2))

    def validate_highlighted(self, highlighted: int) -> int:
        return max(0, min(highlighted, self._count - 1))

    def watch_highlighted(self, before: int, now: int) -> None:
        self._bring_into_view()
        rows = (row - self.first + 1 for row in (before, now))
        self.refresh(*(Region(0, y, self.size.width, 1) for y in rows))
        self.post_message(self.Highlighted())

    def line(self, index: int) -> Line:
        """The line at `index`, the highlighted one marked and reversed; what is said where there is none."""
        if not self._count:
            return (Segment(f"  {self._nothing}", DIM),) if index == 0 else ()
        line = super().line(index)
        if not line:
            return ()
        if index != self.highlighted:
            return (Segment(" " * len(_MARK), PLAIN), *line)
        text = _MARK + "".join(segment.text for segment in line)
        return (Segment(text + " " * self.size.width, REVERSE),)

    def on_resize(self) -> None:
        super().on_resize()
        self._bring_into_view()

    def on_click(self, event: events.Click) -> None:
        row = self.first + event.y - 1
        if event.y > 0 and row < self._count:
            self.highlighted = row
            self.post_message(self.Clicked())

    def on_mouse_scroll_up(self) -> None:
        self.highlighted -= 1

    def on_mouse_scroll_down(self) -> None:
        self.highlighted += 1

    def _bring_into_view(self) -> None:
        self.first = max(self.highlighted - self.rows + 1, min(self.first, self.highlighted))
