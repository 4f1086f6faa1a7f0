"""Lines of which those that tell of a cell can be chosen."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from typing import ClassVar

from rich.segment import Segment
from textual import events
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.reactive import reactive

from attn_tui.session.jumping import Target, Told
from attn_tui.ui.screens.lines import REVERSE, Line
from attn_tui.ui.screens.pages import Pages
from attn_tui.ui.screens.text import wrapped_lines

_MARK = "▸"


class Jumps(Pages):
    """`told` to be read; one of its lines with a target is chosen, by a mark and in reverse, while one is in view."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,k", "choose(-1)", show=False),
        Binding("down,j", "choose(1)", show=False),
    ]

    chosen: reactive[int | None] = reactive(None)
    """Which of `told` is chosen; None while no line with a target is in view."""

    class Chosen(Message):
        """Another line is chosen, or none."""

    def __init__(self, title: str, told: Sequence[Told]) -> None:
        super().__init__(title, self._wrapped)
        self._told = told
        self._owners: list[int] = []

    @property
    def target(self) -> Target | None:
        """The cell that the chosen line tells of."""
        return None if self.chosen is None else self._told[self.chosen].target

    def line(self, index: int) -> Line:
        line = super().line(index)
        if not line or self.chosen is None or self._owners[index] != self.chosen:
            return line
        text = "".join(segment.text for segment in line)
        if index == self._top(self.chosen):
            text = _MARK + text[1:]
        return (Segment(text + " " * self.size.width, REVERSE),)

    def action_choose(self, step: int) -> None:
        """Chooses the next line with a target, or moves by one line where none is near."""
        found = self._next(step)
        first = self.first if found is None else self._first_with(found)
        if found is None or abs(first - self.first) > self.rows:
            self.first += step
        else:
            self.first = first
            self.chosen = found

    def action_beginning(self) -> None:
        self._go_to_edge(0)

    def action_ending(self) -> None:
        self._go_to_edge(-1)

    def on_click(self, event: events.Click) -> None:
        at = self.first + event.y - 1
        if event.y > 0 and at < len(self.lines) and self._told[self._owners[at]].target is not None:
            self.chosen = self._owners[at]

    def on_resize(self) -> None:
        super().on_resize()
        self._choose_in_view()

    def watch_first(self) -> None:
        self._choose_in_view()

    def watch_chosen(self) -> None:
        self.post_message(self.Chosen())

    def _wrapped(self, width: int) -> list[Line]:
        lines: list[Line] = []
        self._owners = []
        for index, (text, _) in enumerate(self._told):
            lines += wrapped_lines(text, width)
            self._owners += [index] * (len(lines) - len(self._owners))
        return lines

    def _top(self, index: int) -> int:
        """The first line of `told[index]`."""
        return bisect_left(self._owners, index)

    def _first_with(self, index: int) -> int:
        """Where the window begins that has `told[index]` in view and moves least."""
        bottom = bisect_right(self._owners, index) - 1
        return min(max(self.first, bottom - self.rows + 1), self._top(index))

    def _in_view(self) -> list[int]:
        """What begins in view and has a target."""
        seen = dict.fromkeys(self._owners[self.first : self.first + self.rows])
        return [at for at in seen if self._told[at].target is not None and self._top(at) >= self.first]

    def _next(self, step: int) -> int | None:
        """The next line with a target, from the chosen one on or from the edge of what is in view."""
        if not self._owners:
            return None
        if self.chosen is not None:
            start = self.chosen + step
        elif step > 0:
            start = self._owners[self.first]
            start += self._top(start) < self.first
        else:
            start = self._owners[min(self.first + self.rows, len(self._owners)) - 1]
        ahead = range(start, len(self._told) if step > 0 else -1, step)
        return next((at for at in ahead if self._told[at].target is not None), None)

    def _go_to_edge(self, which: int) -> None:
        """Goes to the first line or the last, -1, and chooses the outermost there."""
        self.first = self.last_first if which else 0
        seen = self._in_view()
        self.chosen = seen[which] if seen else None

    def _choose_in_view(self) -> None:
        """Keeps a chosen line in view: of those in view the nearest to the one that no longer is."""
        seen = self._in_view() if self.size.width and self.lines else []
        if self.chosen not in seen:
            last = self.chosen is not None and bool(seen) and self.chosen > seen[-1]
            self.chosen = None if not seen else seen[-1] if last else seen[0]
