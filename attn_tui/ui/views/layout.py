"""Where everything stands on a screen of a given size. 80×24 is the design size."""

from __future__ import annotations

from dataclasses import dataclass

from attn_tui.session.selection import Pane

LEFT, GAP, SIDE = 25, 1, 39
SMALLEST = (30, 8)
ONE_PANE = (60, 18)
WITH_SIDE = 120
PAIRS: tuple[tuple[Pane, Pane], ...] = (("q", "scores"), ("k", "weights"), ("v", "output"))


@dataclass(frozen=True)
class Box:
    """A rectangle of the screen, in cells."""

    x: int
    y: int
    width: int
    height: int


@dataclass(frozen=True)
class Layout:
    """The parts of the board. `panes` holds those that are shown; `side` is None below 120 columns."""

    width: int
    height: int
    formula: Box
    sentence: Box
    panes: dict[Pane, Box]
    explanation: Box
    message: Box
    keys: Box
    side: Box | None = None


def layout(width: int, height: int, active: Pane, zoomed: bool, rows: int, told: int) -> Layout | None:
    """The layout for a screen of `width` × `height`; None where nothing useful fits.

    `rows` is the largest number of rows that a pane has. All six panes share the height; one at a time is shown
    when `zoomed`, and below 60 × 18. The sentence, which wants `told` lines, gets those that the panes do not need.
    """
    if width < SMALLEST[0] or height < SMALLEST[1]:
        return None
    alone = zoomed or width < ONE_PANE[0] or height < ONE_PANE[1]
    spare = height - 6 - (rows + 2) * (1 if alone else 3)
    sentence = max(1, min(told, 1 + spare, 3))
    explained = 2 if height >= 12 else 0
    top, bottom = 1 + sentence, height - explained - 2
    side = width >= WITH_SIDE and not zoomed
    across = width - SIDE - GAP if side else width
    panes = _alone(active, across, top, bottom) if alone else _pairs(across, top, bottom)
    return Layout(
        width,
        height,
        Box(0, 0, width, 1),
        Box(0, 1, width, sentence),
        panes,
        Box(0, bottom, width, explained),
        Box(0, height - 2, width, 1),
        Box(0, height - 1, width, 1),
        Box(width - SIDE, top, SIDE, bottom - top) if side else None,
    )


def _alone(active: Pane, width: int, top: int, bottom: int) -> dict[Pane, Box]:
    return {active: Box(0, top, width, bottom - top)}


def _pairs(width: int, top: int, bottom: int) -> dict[Pane, Box]:
    height, extra = divmod(bottom - top, 3)
    boxes: dict[Pane, Box] = {}
    y = top
    for index, (left, right) in enumerate(PAIRS):
        here = height + (1 if index < extra else 0)
        boxes[left] = Box(0, y, LEFT, here)
        boxes[right] = Box(LEFT + GAP, y, width - LEFT - GAP, here)
        y += here
    return boxes
