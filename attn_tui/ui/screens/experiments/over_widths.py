"""A run over widths d_k: the chosen one first, then every power of two, each refined until it is whole."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from typing import Generic, Protocol, TypeVar

from attn_tui.engine.experiments.widths import powers_of_two
from attn_tui.ui.screens.experiments.run import Run

WIDEST = 1024


class Measured(Protocol):
    """What was found at one width."""

    @property
    def d_k(self) -> int:
        """The width."""
        ...


Point = TypeVar("Point", bound=Measured)


class OverWidths(Run, Generic[Point]):
    """Measures `chosen` and every power of two up to `WIDEST`; `measure` gives better and better points of a width."""

    def __init__(self, chosen: int, measure: Callable[[int], Iterator[Point]]) -> None:
        self.chosen = chosen
        self.waiting = deque(dict.fromkeys((chosen, *powers_of_two(WIDEST))))
        self.points: dict[int, Point] = {}
        self._measure = measure
        self._measuring: Iterator[Point] = iter(())

    @property
    def in_order(self) -> list[Point]:
        """The points so far, by width."""
        return [self.points[d_k] for d_k in sorted(self.points)]

    def advance(self) -> bool:
        """Refine the width under way, or begin the next one; False where none waits."""
        point = next(self._measuring, None)
        if point is not None:
            self.points[point.d_k] = point
            return True
        if not self.waiting:
            return False
        self._measuring = self._measure(self.waiting.popleft())
        return True

    def choose(self, d_k: int) -> None:
        """Show another width, and measure it next where it was not."""
        self.chosen = d_k
        if d_k not in self.points:
            self.waiting = deque((d_k, *(width for width in self.waiting if width != d_k)))
