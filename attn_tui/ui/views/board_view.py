"""The whole board as lines: every part drawn into its place."""

from __future__ import annotations

from dataclasses import dataclass, field

from attn_tui.session.explaining.side import side_explanation
from attn_tui.session.selection import ALL_AXES, AXES, PANE_NAMES, TABLES, Axis, Pane
from attn_tui.session.session import Session
from attn_tui.ui.views.bottom_view import explanation_lines, keys_line, message_lines
from attn_tui.ui.views.cells import FIELD
from attn_tui.ui.views.command_view import command_lines
from attn_tui.ui.views.formula_view import formula_line
from attn_tui.ui.views.layout import SMALLEST, Layout, Wanted, layout
from attn_tui.ui.views.line import Line, Span, fitted
from attn_tui.ui.views.pane_row import LABEL
from attn_tui.ui.views.pane_view import PaneView, pane_view
from attn_tui.ui.views.panes_there import panes_there
from attn_tui.ui.views.plane_place import with_plane
from attn_tui.ui.views.plane_view import PlaneView, plane_view
from attn_tui.ui.views.sentence_view import lines_wanted, sentence_lines
from attn_tui.ui.views.step_view import lines_needed, row_given_up, step_lines
from attn_tui.ui.views.windows import Windows

LEAST_EXPLAINED = 6
"""Lines in the third column below which the explanation gives way to a lesson's text."""


@dataclass
class BoardView:
    """Draws a session at a size. It keeps where its windows stand and what it drew last, and no number."""

    colour: bool = True
    windows: Windows = field(default_factory=Windows)
    layout: Layout | None = None
    panes: dict[Pane, PaneView] = field(default_factory=dict)
    plane: PlaneView | None = None
    lines: list[Line] = field(default_factory=list)

    def draw(self, session: Session, width: int, height: int) -> list[Line]:
        """The board in exactly `height` lines of `width` cells, scrolled so that the selection is in view."""
        self.layout = layout(width, height, session.pane, session.zoomed, _wanted(session, width))
        if self.layout is None:
            self.panes, self.plane = {}, None
            self.lines = _too_small(session, width, height)
            return self.lines
        self.layout = with_plane(self.layout, session)
        self.plane = None if self.layout.plane is None else plane_view(session, self.layout.plane)
        self._scroll(session, self.layout)
        self.lines = self._parts(session, self.layout)
        return self.lines

    @property
    def page(self) -> int:
        """How many rows a page key moves by: those that the panes show."""
        return max((len(view.rows) for view in self.panes.values()), default=1)

    def _scroll(self, session: Session, place: Layout) -> None:
        """Bring the selection into view; where numbers turn out wider than usual, fewer columns are, so twice."""
        sizes: dict[Axis, int] = {axis: session.size(axis) for axis in ALL_AXES}
        for _ in range(2):
            self.panes = self._drawn(session, place)
            before = dict(self.windows.first)
            self.windows.follow(session.selection, self._room(place), sizes)
            if self.windows.first == before:
                return
        self.panes = self._drawn(session, place)

    def _drawn(self, session: Session, place: Layout) -> dict[Pane, PaneView]:
        """Every pane that has a place; the outermost on the left name those that have none."""
        beyond = _beyond(session.left_panes, place)
        return {
            pane: pane_view(session, pane, box, self.windows, self.colour, beyond.get(pane, ""))
            for pane, box in place.panes.items()
        }

    def _room(self, place: Layout) -> dict[Axis, int]:
        """How many positions of each axis the smallest of its panes has in view."""
        room: dict[Axis, int] = {}
        for pane, view in self.panes.items():
            seen = max(place.panes[pane].height - 2, 1), max(len(view.columns), 1)
            for axis, count in zip(AXES[pane], seen, strict=True):
                room[axis] = min(room.get(axis, count), count)
        return room

    def _parts(self, session: Session, place: Layout) -> list[Line]:
        width = place.width
        lines = [formula_line(session, width)]
        lines += sentence_lines(session, width, place.sentence.height, self.colour)
        lines += self._middle(session, place)
        lines += explanation_lines(session, width, place.explanation.height)
        if session.command is not None:
            over = command_lines(session.command, width, place.height - 3)
        else:
            over = message_lines(session, width, 1 + place.explanation.height, place.step or place.side)
        return [*lines[: place.height - 1 - len(over)], *over, keys_line(session, width)]

    def _middle(self, session: Session, place: Layout) -> list[Line]:
        """The panes beside each other, a lesson's step, the third column and the plane, where they are."""
        top = place.sentence.y + place.sentence.height
        count = place.height - top - place.explanation.height - 2
        parts = [(view.box, view.lines) for view in self.panes.values()]
        if place.step is not None and session.walk is not None:
            parts.append((place.step, step_lines(session.walk, place.step.width, place.step.height)))
        if place.side is not None:
            parts.append((place.side, self._side(session, place.side.width, place.side.height)))
        if self.plane is not None:
            parts.append((self.plane.box, self.plane.lines))
        parts.sort(key=lambda part: part[0].x)
        lines: list[Line] = []
        for y in range(top, top + count):
            line, at = [], 0
            for box, drawn in parts:
                if box.y <= y < box.y + box.height:
                    line += [Span(" " * (box.x - at))] * (box.x > at) + drawn[y - box.y]
                    at = box.x + box.width
            lines.append(line if at == place.width else [*line, Span(" " * (place.width - at))])
        return lines

    def _side(self, session: Session, width: int, height: int) -> list[Line]:
        """The explanation; in a lesson the step's text, and the explanation below it as far as there is room."""
        if session.walk is None:
            return self._explained(session, width, height)
        step = min(lines_needed(session.walk, width) + 4, height)
        if session.covered or height - step < LEAST_EXPLAINED:
            return step_lines(session.walk, width, height)
        return step_lines(session.walk, width, step) + self._explained(session, width, height - step)

    def _explained(self, session: Session, width: int, height: int) -> list[Line]:
        told = side_explanation(session, width)
        if len(told) > height:
            told = [*told[: height - 1], "… e shows the rest"]
        lines = [fitted([Span(text, "explanation")], width) for text in told]
        return lines + [fitted([], width)] * (height - len(lines))


def _beyond(left: tuple[Pane, ...], place: Layout) -> dict[Pane, str]:
    """For the first and the last pane on the left that is shown, which stand above and below it: `↓ W_V W_O`."""
    shown = [at for at, pane in enumerate(left) if pane in place.panes]
    if len(left) <= len(TABLES) or not shown:
        return {}
    said: dict[Pane, str] = {}
    for at, arrow, hidden in ((shown[-1], "↓", left[shown[-1] + 1 :]), (shown[0], "↑", left[: shown[0]])):
        if hidden:
            said[left[at]] = " ".join([arrow, *(PANE_NAMES[pane] for pane in hidden)])
    return said


def _too_small(session: Session, width: int, height: int) -> list[Line]:
    """A line that says so, or the question that waits for an answer, since that is what keys act on."""
    needed = "{}×{}".format(*SMALLEST)
    text = f"{width}×{height}: needs {needed}, q quits"
    if session.question is not None:
        text = f"y/Esc? {session.question.text}"
    return [fitted([Span(text)], width)] + [fitted([], width)] * (height - 1)


def _wanted(session: Session, width: int) -> Wanted:
    """What all of the session would take, with numbers of the usual width."""
    walk = session.walk
    across_left = max(session.shape(pane)[1] for pane in session.left_panes)
    across_right = max(session.size("j") + 1, session.shape(session.mixed)[1])
    return Wanted(
        rows=max(session.size("i"), session.size("j")),
        left=LABEL + FIELD["q"] * across_left + 1,
        right=LABEL + FIELD["weights"] * across_right + 1,
        sentence=lines_wanted(session, width),
        step=0 if walk is None else lines_needed(walk, width),
        gives=2 if walk is None else row_given_up(session, walk),
        panes=panes_there(session),
    )
