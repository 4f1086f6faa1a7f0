"""Curves over x and y in a rectangle of cells: which is which by its stroke, its name and, where there is, colour."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import floor, isfinite, log10

from attn_tui.session.digits import compact
from attn_tui.ui.views.braille import ACROSS, DOWN, Canvas, Ink
from attn_tui.ui.views.line import Line, Span, fitted

GUTTER = 8
"""Cells left of the curves, for what the y axis says."""
_AXIS = Ink("title", 0, ".")
_STROKES = ((Ink("formula", 2, "*"), 1), (Ink("label.marked", 1, "o"), 3))
"""What the first and the second curve are drawn with: their ink, and each how many-th of their dots."""
_SMALLEST = 1e-300
DEEPEST = 1e8
"""How much of a logarithmic axis is shown at most, from its end down."""


@dataclass(frozen=True)
class Axis:
    """From `low` to `high`, on a logarithmic scale or an even one. What is below `low` is drawn on its edge."""

    low: float
    high: float
    log: bool = False
    name: str = ""
    is_cut: bool = False
    """Whether there are values below `low`."""

    def dot(self, value: float, dots: int) -> int | None:
        """Which of so many dots, from 0, stands for `value`; None where the axis has no place for it."""
        if not isfinite(value) or (self.log and value < _SMALLEST):
            return None
        numbers = (self.low, self.high, max(value, self.low))
        low, high, at = map(log10, numbers) if self.log else numbers
        return round((at - low) / (high - low) * (dots - 1))


@dataclass(frozen=True)
class Curve:
    """Points (x, y), joined in their order; `marked` draws each point larger than the line between."""

    name: str
    points: Sequence[tuple[float, float]]
    marked: bool = False


def axis_for(values: Iterable[float], *, log: bool, name: str = "") -> Axis:
    """An axis that has a place for all of `values` that are finite, and above 0 where it is logarithmic.

    A logarithmic one begins and ends at 1, 2 or 5 times a power of ten, DEEPEST at most below its end; an even
    one has 0 on it.
    """
    found = [value for value in values if isfinite(value) and (value >= _SMALLEST or not log)]
    if not log:
        low, high = min(0.0, *found, 0.0), max(0.0, *found, 0.0)
        return Axis(low, high if high > low else low + 1.0, False, name)
    least, most = min(found, default=1.0), max(found, default=1.0)
    high = next(step for step in _steps(most) if step >= most)
    low = [step for step in _steps(max(least, high / DEEPEST)) if step <= max(least, high / DEEPEST)][-1]
    return Axis(low, high if high > low else 10 * low, True, name, is_cut=least < low)


def chart(
    curves: Sequence[Curve],
    across: Axis,
    up: Axis,
    size: tuple[int, int],
    *,
    plain: bool,
    at: float | None = None,
) -> list[Line]:
    """Two curves at most, in `size` = (width, height) cells: their names, the picture, and the x axis below it.

    `plain` draws characters in place of Braille dots. A dotted line stands at x = `at`.
    """
    width, height = size
    canvas = Canvas(max(1, width - GUTTER), max(1, height - 2))
    dots = canvas.width * ACROSS, canvas.height * DOWN
    if at is not None and (x := across.dot(at, dots[0])) is not None:
        canvas.line((x, 0), (x, dots[1] - 1), _AXIS, every=3)
    for curve, (ink, every) in zip(curves, _STROKES, strict=False):
        _draw(canvas, _placed(curve, across, up, dots), ink, every, curve.marked)
    rows = [
        [_label(row, canvas.height, up, plain), *(canvas.cell(x, row, plain) for x in range(canvas.width))]
        for row in range(canvas.height)
    ]
    lines = [_names(curves, up, plain), *rows, _below(across, canvas.width)]
    return [fitted(line, width) for line in lines]


def number_words(value: float) -> str:
    """Four digits of a number beside an axis."""
    return compact(f"{value:.4g}")


def _steps(value: float) -> list[float]:
    """1, 2 and 5 times the power of ten at or below `value`, and the next three."""
    power = floor(log10(value))
    return [float(f"{times}e{power + more}") for more in (-1, 0, 1) for times in (1, 2, 5)]


def _placed(curve: Curve, across: Axis, up: Axis, dots: tuple[int, int]) -> list[tuple[int, int] | None]:
    """The dot of each point; None where one of the axes has no place for it, which breaks the line."""
    placed: list[tuple[int, int] | None] = []
    for x, y in curve.points:
        column, row = across.dot(x, dots[0]), up.dot(y, dots[1])
        placed.append(None if column is None or row is None else (column, dots[1] - 1 - row))
    return placed


def _draw(canvas: Canvas, placed: list[tuple[int, int] | None], ink: Ink, every: int, marked: bool) -> None:
    before, drawn = None, 0
    for dot in placed:
        if dot is not None:
            drawn = _stroke(canvas, before or dot, dot, ink, every, drawn)
            if marked:
                canvas.disc(dot, 1, ink)
        before = dot


def _stroke(
    canvas: Canvas, start: tuple[int, int], end: tuple[int, int], ink: Ink, every: int, drawn: int
) -> int:
    """Draw from dot to dot, of all dots of the curve each `every`-th; `drawn` are those before, and after it."""
    (x, y), (to_x, to_y) = start, end
    steps = max(abs(to_x - x), abs(to_y - y), 1)
    for at in range(steps):
        if (drawn + at) % every == 0:
            canvas.dot(round(x + (to_x - x) * at / steps), round(y + (to_y - y) * at / steps), ink)
    return drawn + steps


def _names(curves: Sequence[Curve], up: Axis, plain: bool) -> Line:
    """What is drawn upward, and each curve's name after a piece of its stroke."""
    line: Line = [Span(f"{up.name}   ", "label.marked")]
    for curve, (ink, every) in zip(curves, _STROKES, strict=False):
        sample = ink.plain * 3 if plain else "⠒⠒⠒" if every == 1 else "⠐ ⠐"
        line += [Span(sample, ink.look), Span(f" {curve.name}   ")]
    return line


def _label(row: int, rows: int, up: Axis, plain: bool) -> Span:
    """The y axis beside a row: its highest number at the top, its lowest at the bottom, and `log` where it is that."""
    value = {0: up.high, rows - 1: up.low}.get(row)
    words = number_words(value) if value is not None else "log" if up.log and row == rows // 2 else ""
    if value == up.low and up.is_cut:
        words = f"{'<' if plain else '≤'}{words}"
    return Span(f"{words:>{GUTTER - 2}} {'|' if plain else '│'}", "title")


def _below(across: Axis, width: int) -> Line:
    """The x axis: its lowest number, its name and whether it is logarithmic, its highest number."""
    low, high = number_words(across.low), number_words(across.high)
    name = f"{across.name}, log" if across.log else across.name
    middle = name.center(max(0, width - len(low) - len(high)))
    return [Span(" " * GUTTER + low + middle + high, "title")]
