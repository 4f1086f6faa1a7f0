"""The plane in its place on the board: its title, the picture, and the words beside or below it."""

from __future__ import annotations

from dataclasses import dataclass

from attn_tui.session.computing.position_stage import changes, stage_name
from attn_tui.session.faults import Fault
from attn_tui.session.labels import cell_width
from attn_tui.session.phrases import named, wrapped
from attn_tui.session.plane.plane_scene import Scene, scene
from attn_tui.session.plane.plane_showing import SPACE_PANES
from attn_tui.session.session import Session
from attn_tui.ui.views.braille import ACROSS, DOWN
from attn_tui.ui.views.layout import Box
from attn_tui.ui.views.line import Line, Span, fitted, line_width
from attn_tui.ui.views.plane_picture import Picture, picture
from attn_tui.ui.views.plane_text import summary, text_lines

BESIDE, TEXT = 60, 29
"""The width from which on the words stand beside the picture, and how wide they are there."""
LEAST = (16, 4)
"""The cells below which there is no picture."""


@dataclass(frozen=True)
class PlaneView:
    """What the plane shows. `picture` is None where there is none; it stands at the left under the title."""

    box: Box
    lines: list[Line]
    picture: Picture | None = None

    def point_at(self, x: int, y: int) -> tuple[float, float] | None:
        """The point of the plane in the middle of cell (x, y) of the screen, held inside the picture."""
        if self.picture is None:
            return None
        frame = self.picture.frame
        column = min(max(x - self.box.x, 0), frame.width // ACROSS - 1)
        row = min(max(y - self.box.y - 1, 0), frame.height // DOWN - 1)
        return frame.point(column * ACROSS + (ACROSS - 1) / 2, row * DOWN + (DOWN - 1) / 2)

    def is_tip(self, x: int, y: int) -> bool:
        """Whether the arrow's tip is at cell (x, y) of the screen, or in one beside it."""
        if self.picture is None or self.picture.tip is None:
            return False
        column, row = self.picture.tip
        return abs(x - self.box.x - column) <= 1 and abs(y - self.box.y - 1 - row) <= 1

    def has(self, x: int, y: int) -> bool:
        """Whether cell (x, y) of the screen is the plane's."""
        box = self.box
        return box.x <= x < box.x + box.width and box.y <= y < box.y + box.height

    def key_at(self, x: int, y: int) -> int | None:
        """The key whose mark or label is at cell (x, y) of the screen, or None."""
        return None if self.picture is None else self.picture.keys.get((x - self.box.x, y - self.box.y - 1))


def plane_view(session: Session, box: Box) -> PlaneView:
    """Draw the plane into `box`."""
    try:
        shown = scene(session)
    except Fault as fault:
        told = [fitted([Span(text, "fault")], box.width) for text in wrapped(str(fault), box.width)]
        blank = [fitted([], box.width)] * box.height
        title = fitted(_rule(session, "plane", "", box.width), box.width)
        return PlaneView(box, [title, *told, *blank][: box.height])
    drawn, body = _body(session, shown, box.width, box.height - 1)
    tick = "" if drawn is None else f"a tick is {drawn.frame.tick:.6g}"
    return PlaneView(box, [_title(session, shown, tick, box.width), *body][: box.height], drawn)


def _body(session: Session, shown: Scene, width: int, height: int) -> tuple[Picture | None, list[Line]]:
    """The picture with the words at its right, or under it where it is narrow; the words alone where it is small."""
    beside = width >= BESIDE
    below = min(len(summary(shown, width)) + 1 + len(shown.marks), max(height * 2 // 5, 2))
    across, down = (width - TEXT - 1, height) if beside else (width, height - below)
    if across < LEAST[0] or down < LEAST[1]:
        return None, text_lines(shown, frozenset(), width, max(height, 0))
    drawn = picture(shown, across, down, session.plane.plain)
    if not beside:
        return drawn, [*drawn.lines, *text_lines(shown, drawn.named, width, below)]
    words = text_lines(shown, drawn.named, TEXT, height)
    return drawn, [[*left, Span(" "), *right] for left, right in zip(drawn.lines, words, strict=True)]


def _title(session: Session, shown: Scene, tick: str, width: int) -> Line:
    """The longest title that fits."""
    name = f"plane · {shown.space}{_stage(session, shown)}"
    columns = _columns(session, shown)
    for text in (f"{name} · {columns}" if columns else name, columns or name, name):
        for end in (tick, ""):
            line = _rule(session, text, end, width)
            if line_width(line) == width:
                return line
    return fitted(_rule(session, "plane", "", width), width)


def _stage(session: Session, shown: Scene) -> str:
    """Whether the numbers shown are those before or after the position stage, where it changes them."""
    pane = SPACE_PANES[shown.space]
    if not changes(session.settings.position, pane):
        return ""
    when = "after" if session.is_after_position(pane) else "before"
    return f" {when} {stage_name(session.settings.position)}"


def _columns(session: Session, shown: Scene) -> str:
    """Which columns are shown, where there are others: `columns 3 and 7 of 64`."""
    widen = session.settings.widen
    copies = f"each ×{widen}" if widen > 1 and shown.space == "keys" else ""
    if shown.of == 2:
        return copies
    across, upward = (named(name, 8) for name in shown.names)
    chosen = f"columns {across} and {upward} of {shown.of}"
    return f"{chosen}, {copies}" if copies else chosen


def _rule(session: Session, name: str, end: str, width: int) -> Line:
    """A titled rule, heavy where the plane has the keys; wider than `width` where it does not fit."""
    active = session.plane.has_keys
    rule, look = ("━", "title.active") if active else ("─", "title")
    left, right = f"{rule * 2} {name} ", f" {end} {rule}" if end else ""
    fill = width - cell_width(left) - cell_width(right)
    return [Span(f"{left}{rule * fill}{right}", look)]
