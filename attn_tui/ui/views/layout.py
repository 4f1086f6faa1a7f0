"""Where everything stands on a screen of a given size. 80×24 is the design size."""

from __future__ import annotations

from dataclasses import dataclass

from attn_tui.session.selection import Pane

LEFT, GAP, SIDE, NARROWEST_SIDE = 25, 1, 39, 31
SMALLEST = (30, 8)
ONE_PANE = (60, 18)
WITH_SIDE = 120
LEAST_PANE = 3
"""Lines of a pane that shows at least one row under its title and the names of its columns."""


@dataclass(frozen=True)
class Box:
    """A rectangle of the screen, in cells."""

    x: int
    y: int
    width: int
    height: int


@dataclass(frozen=True)
class Layout:
    """The parts of the board. `panes` holds those that are shown; `side` is None below 120 columns.

    `step` is where a lesson's step stands when it is not in the third column, `plane` the plane where it is open.
    """

    width: int
    height: int
    formula: Box
    sentence: Box
    panes: dict[Pane, Box]
    explanation: Box
    message: Box
    keys: Box
    side: Box | None = None
    step: Box | None = None
    plane: Box | None = None


@dataclass(frozen=True)
class Columns:
    """The panes of the two columns, from the top, and how many rows each of those on the left has."""

    left: tuple[Pane, ...] = ("q", "k", "v")
    right: tuple[Pane, ...] = ("scores", "weights", "output")
    rows: tuple[int, ...] = (1, 1, 1)

    def row_of(self, pane: Pane) -> int | None:
        """Which of the three lines of panes `pane` stands in; None where it has no such place or is not shown."""
        if pane in self.right:
            return self.right.index(pane)
        in_pairs = len(self.left) == len(self.right)
        return self.left.index(pane) if in_pairs and pane in self.left else None

    def pair_of(self, pane: Pane) -> tuple[Pane, Pane]:
        """The pane on the left and the one on the right that stand together where there is room for one pair."""
        row = self.row_of(pane)
        if row is None:
            return pane, "weights"
        return (self.left[row] if len(self.left) == len(self.right) else self.left[0]), self.right[row]


@dataclass(frozen=True)
class Wanted:
    """What the board would take, had it the room: rows of the tallest pane, cells of each column, sentence lines.

    In a lesson `step` is how many lines its step needs, and `gives` the pair of panes in whose place it stands.
    """

    rows: int
    left: int
    right: int
    sentence: int
    step: int = 0
    gives: int = 2
    panes: Columns = Columns()


def layout(width: int, height: int, active: Pane, zoomed: bool, wanted: Wanted) -> Layout | None:
    """The layout for a screen of `width` × `height`; None where nothing useful fits.

    All panes share the height; one at a time is shown when `zoomed`, and below 60 × 18. Lines that the panes
    do not need go to the sentence, up to three; cells that the right does not need go to the left.
    """
    if width < SMALLEST[0] or height < SMALLEST[1]:
        return None
    alone = zoomed or width < ONE_PANE[0] or height < ONE_PANE[1]
    spare = height - 6 - (wanted.rows + 2) * (1 if alone else 3)
    sentence = max(1, min(wanted.sentence, 1 + spare, 3))
    explained = 2 if height >= 12 else 0
    top, bottom = 1 + sentence, height - explained - 2
    side = _side(width, wanted) if width >= WITH_SIDE and not zoomed else 0
    across = width - side - GAP if side else width
    step = None
    if alone:
        step = _below(across, top, bottom, wanted) if wanted.step and not side else None
        alone_box = Box(0, top, across, (step.y if step else bottom) - top)
        panes: dict[Pane, Box] = {active: alone_box}
    else:
        heights = _heights(bottom - top, wanted, bool(wanted.step) and not side)
        panes = _columns(_left(across, wanted), across, top, heights, wanted.panes)
        if wanted.step and not side:
            step = _in_place_of(panes, wanted, across)
        panes = _stacked(panes, active, wanted.panes)
    return Layout(
        width,
        height,
        formula=Box(0, 0, width, 1),
        sentence=Box(0, 1, width, sentence),
        panes=panes,
        explanation=Box(0, bottom, width, explained),
        message=Box(0, height - 2, width, 1),
        keys=Box(0, height - 1, width, 1),
        side=Box(width - side, top, side, bottom - top) if side else None,
        step=step,
    )


def _side(width: int, wanted: Wanted) -> int:
    """The third column gives cells to the panes where that lets them, or those on the right, show everything."""
    for left in (max(wanted.left, LEFT), LEFT):
        rest = width - left - wanted.right - 2 * GAP
        if rest >= NARROWEST_SIDE:
            return min(SIDE, rest)
    return SIDE


def _left(across: int, wanted: Wanted) -> int:
    return max(LEFT, min(wanted.left, across - GAP - wanted.right))


def _below(width: int, top: int, bottom: int, wanted: Wanted) -> Box | None:
    """A lesson's step under the one pane that is shown; None where that leaves neither enough."""
    height = min(wanted.step, (bottom - top) // 2)
    return Box(0, bottom - height, width, height) if height >= 2 else None


def _heights(height: int, wanted: Wanted, with_step: bool) -> tuple[int, int, int]:
    """The lines of each pair. A step that needs fewer than its third leaves the rest to panes that want it."""
    third, extra = divmod(height, 3)
    heights = [third + (index < extra) for index in range(3)]
    if with_step and wanted.rows + 2 > third and wanted.step < heights[wanted.gives]:
        spare = heights[wanted.gives] - wanted.step
        heights[wanted.gives] = wanted.step
        first, second = (index for index in range(3) if index != wanted.gives)
        heights[first] += (spare + 1) // 2
        heights[second] += spare // 2
    return heights[0], heights[1], heights[2]


def _in_place_of(panes: dict[Pane, Box], wanted: Wanted, width: int) -> Box:
    """The place of a pair of panes, which is then no longer shown."""
    right = wanted.panes.right[wanted.gives]
    box = panes[right]
    given: list[Pane] = [pane for pane, other in panes.items() if other.y == box.y]
    for pane in given:
        del panes[pane]
    return Box(0, box.y, width, box.height)


def _columns(
    left_width: int, width: int, top: int, heights: tuple[int, int, int], columns: Columns
) -> dict[Pane, Box]:
    """Three pairs of panes below each other; on the left the first three, whatever stands there."""
    boxes: dict[Pane, Box] = {}
    y = top
    for here, left, right in zip(heights, columns.left, columns.right, strict=False):
        boxes[left] = Box(0, y, left_width, here)
        boxes[right] = Box(left_width + GAP, y, width - left_width - GAP, here)
        y += here
    return boxes


def _stacked(panes: dict[Pane, Box], active: Pane, columns: Columns) -> dict[Pane, Box]:
    """The panes with those on the left below each other in the height of the right, where they form no pairs with it.

    Each gets the lines that its rows need, a third of the height at most; where not all have room, those around the
    active pane are shown.
    """
    if len(columns.left) == len(columns.right):
        return panes
    right = [box for pane, box in panes.items() if pane in columns.right]
    width = next(box.width for pane, box in panes.items() if pane in columns.left)
    top, height = min(box.y for box in right), sum(box.height for box in right)
    needed = [min(rows + 2, max(height // 3, LEAST_PANE)) for rows in columns.rows]
    first, last = _around(columns, active, needed, height)
    boxes: dict[Pane, Box] = {pane: box for pane, box in panes.items() if pane in columns.right}
    y = top
    for pane, lines in zip(columns.left[first:last], needed[first:last], strict=True):
        here = top + height - y if pane == columns.left[last - 1] else lines
        boxes[pane] = Box(0, y, width, here)
        y += here
    return boxes


def _around(columns: Columns, active: Pane, needed: list[int], height: int) -> tuple[int, int]:
    """The first and the one after the last pane on the left that are shown, the active one among them."""
    at = columns.left.index(active) if active in columns.left else 0
    first = 0
    while sum(needed[first : at + 1]) > height and first < at:
        first += 1
    last = at + 1
    while last < len(needed) and sum(needed[first : last + 1]) <= height:
        last += 1
    return first, last
