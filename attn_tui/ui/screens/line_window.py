"""Lines under a titled rule, as many as there is room for; the rule says which of them these are."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar

from textual.reactive import reactive
from textual.strip import Strip
from textual.widget import Widget

from attn_tui.ui.screens.lines import Line, titled_rule
from attn_tui.ui.wrap import shown

_ROOMY = 60
"""The cells from which on the rule has room for words."""


class LineWindow(Widget):
    """Draws `lines_at(width)` from the line `first` on, without a scroll bar."""

    ALLOW_SELECT: ClassVar[bool] = False

    first: reactive[int] = reactive(0)
    """The line at the top of the window."""

    def __init__(
        self,
        title: str = "",
        lines_at: Callable[[int], Sequence[Line]] = lambda _width: (),
        *,
        id: str | None = None,
    ) -> None:
        super().__init__(id=id)
        self._title = shown(title)
        self._lines_at = lines_at
        self._width = -1
        self._lines: Sequence[Line] = ()

    @property
    def lines(self) -> Sequence[Line]:
        """All the lines, in view or not, at the width the window has now."""
        if self._width != self.size.width:
            self._width = self.size.width
            self._lines = self._lines_at(self._width)
        return self._lines

    @property
    def rows(self) -> int:
        """How many lines are in view at most: the height without the rule."""
        return max(1, self.size.height - 1)

    @property
    def last_first(self) -> int:
        """The line at the top when the last line is at the bottom; 0 where all are in view."""
        return max(0, len(self.lines) - self.rows)

    def show(self, title: str, lines_at: Callable[[int], Sequence[Line]]) -> None:
        """Draws these lines instead, from their beginning."""
        self._title = shown(title)
        self._lines_at = lines_at
        self._width = -1
        self.first = 0
        self.refresh()

    def redraw(self) -> None:
        """Draws the lines anew, where they may say something else now."""
        self._width = -1
        self.refresh()

    def validate_first(self, first: int) -> int:
        return max(0, min(first, self.last_first))

    def render_line(self, y: int) -> Strip:
        width = self.size.width
        line = titled_rule(self._title, self.where(), width) if y == 0 else self.line(self.first + y - 1)
        return Strip(line).adjust_cell_length(width).apply_style(self.rich_style)

    def line(self, index: int) -> Line:
        """The line `index` as it is drawn; an empty one below the last."""
        return self.lines[index] if index < len(self.lines) else ()

    def where(self) -> str:
        """Which lines are in view: `rows 1–8 of 12 ↓ more`, shorter in little room; nothing where all are."""
        if not self.last_first:
            return ""
        roomy = self.size.width >= _ROOMY
        last = self.first + self.rows
        rows = f"{'rows ' if roomy else ''}{self.first + 1}–{last} of {len(self.lines)}"
        if self.first == self.last_first:
            return rows
        return f"{rows} ↓ more" if roomy else f"{rows} ↓"

    def on_resize(self) -> None:
        self.first = self.first
