"""The geometry of the plane: which part of it is shown, and from its numbers to the dots of a picture and back."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import ceil, cos, floor, hypot, isfinite, log10, radians, sin

MARGIN = 4
"""Dots between the outermost mark and the edge of the picture."""
LARGEST = 1e150
"""The largest number that is drawn: its square is still a float."""
TICK_DOTS = 8
"""The least number of dots from one tick to the next."""


@dataclass(frozen=True)
class Bounds:
    """A rectangle of the plane, in the units of its numbers, with 0 in it."""

    left: float
    bottom: float
    right: float
    top: float


def is_drawn(x: float, y: float) -> bool:
    """Whether a picture can show the point: both numbers finite, and not larger than `LARGEST`."""
    return isfinite(x) and isfinite(y) and abs(x) <= LARGEST and abs(y) <= LARGEST


def round_up(value: float) -> float:
    """The smallest of …, 0.5, 1, 2, 5, 10, 20, … that is not below `value`, which is above 0."""
    power = 10.0 ** floor(log10(value))
    return next(step * power for step in (1, 2, 5, 10) if step * power >= value or step == 10)


def bounds_of(points: Iterable[tuple[float, float]]) -> Bounds:
    """A rectangle that has 0 and every drawn point in it, out to whole steps so that it seldom changes.

    The steps are a quarter of the larger side, rounded up. Where all points are 0 it goes from -1 to 1.
    """
    drawn = [(0.0, 0.0), *(point for point in points if is_drawn(*point))]
    (left, right), (bottom, top) = ((min(side), max(side)) for side in zip(*drawn, strict=True))
    size = max(right - left, top - bottom)
    if size < 1 / LARGEST:
        return Bounds(-1.0, -1.0, 1.0, 1.0)
    step = round_up(size / 4)
    return Bounds(
        floor(left / step) * step,
        floor(bottom / step) * step,
        ceil(right / step) * step,
        ceil(top / step) * step,
    )


@dataclass(frozen=True)
class Frame:
    """A picture of `width` × `height` square dots, (0, 0) at its top left.

    Number 0 stands at dot (`zero_x`, `zero_y`), and a unit of either axis is `per_unit` dots; y grows upward.
    """

    width: int
    height: int
    zero_x: float
    zero_y: float
    per_unit: float

    @property
    def tick(self) -> float:
        """How far the ticks of both axes are apart, in units: 1, 2 or 5 times a power of ten."""
        return round_up(TICK_DOTS / self.per_unit)

    def dot(self, x: float, y: float) -> tuple[int, int]:
        """The dot nearest to a point."""
        return round(self.zero_x + x * self.per_unit), round(self.zero_y - y * self.per_unit)

    def point(self, dot_x: float, dot_y: float) -> tuple[float, float]:
        """The point at a dot, rounded to as many decimals as two dots are apart."""
        decimals = -floor(log10(2 / self.per_unit))
        x, y = (dot_x - self.zero_x) / self.per_unit, (self.zero_y - dot_y) / self.per_unit
        return round(x, decimals) + 0.0, round(y, decimals) + 0.0

    def ticks(self) -> tuple[list[int], list[int]]:
        """The dots of the ticks inside the picture, without 0: the columns across and the rows upward."""
        apart = self.tick * self.per_unit
        return _ticks(self.zero_x, apart, self.width), _ticks(self.zero_y, apart, self.height)


def frame_in(bounds: Bounds, width: int, height: int) -> Frame:
    """The largest picture of `bounds` in `width` × `height` dots, in its middle, with a margin around it."""
    room_x, room_y = max(width - 1 - 2 * MARGIN, 1), max(height - 1 - 2 * MARGIN, 1)
    across, upward = bounds.right - bounds.left, bounds.top - bounds.bottom
    per_unit = min(room / side for room, side in ((room_x, across), (room_y, upward)) if side > 0)
    middle_x, middle_y = bounds.left / 2 + bounds.right / 2, bounds.bottom / 2 + bounds.top / 2
    return Frame(
        width, height, (width - 1) / 2 - middle_x * per_unit, (height - 1) / 2 + middle_y * per_unit, per_unit
    )


def barbs(
    start: tuple[int, int], tip: tuple[int, int], size: float
) -> tuple[tuple[int, int], tuple[int, int]]:
    """The ends of the two strokes of `size` dots that make an arrow's head at `tip`; for dots, so y grows downward."""
    back_x, back_y = start[0] - tip[0], start[1] - tip[1]
    length = hypot(back_x, back_y) or 1.0
    back_x, back_y = back_x / length * size, back_y / length * size
    ends: list[tuple[int, int]] = []
    for angle in (radians(35), radians(-35)):
        turned_x = back_x * cos(angle) - back_y * sin(angle)
        turned_y = back_x * sin(angle) + back_y * cos(angle)
        ends.append((round(tip[0] + turned_x), round(tip[1] + turned_y)))
    return ends[0], ends[1]


def _ticks(zero: float, apart: float, size: int) -> list[int]:
    first, last = ceil(-zero / apart), floor((size - 1 - zero) / apart)
    return [round(zero + at * apart) for at in range(first, last + 1) if at]
