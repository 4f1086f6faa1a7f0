"""Where the plane stands: in the third column, under the pair of the active pane, or alone."""

from __future__ import annotations

from dataclasses import replace

from attn_tui.session.selection import Pane
from attn_tui.session.session import Session
from attn_tui.ui.views.layout import Box, Layout
from attn_tui.ui.views.panes_there import panes_there
from attn_tui.ui.views.step_view import lines_needed

LEAST = 8
"""Lines that the plane needs beside panes or a lesson's step."""


def with_plane(place: Layout, session: Session) -> Layout:
    """The layout with the plane in it, where it is open.

    In the third column it stands below a lesson's text. Below 120 columns it takes the place of the two pairs that
    the active pane is not in; where there is no room for the pair or one pane has the whole screen, the plane is
    shown while it has the keys, and the panes while they have them.
    """
    if not session.plane.shown:
        return place
    if place.side is not None:
        return _in_side(place, place.side, session)
    top, bottom = place.sentence.y + place.sentence.height, place.explanation.y
    step = place.step
    alone = len(place.panes) == 1
    pair = {} if alone else _on_top(place, session, top)
    pair_end = top + max((box.height for box in pair.values()), default=0)
    walk = session.walk
    told = 0 if step is None or walk is None else min(step.height, lines_needed(walk, place.width))
    if pair and bottom - told - pair_end >= LEAST:
        below = pair_end + told
    elif session.plane.has_keys:
        pair, pair_end, below = {}, top, top + told
    else:
        return place
    moved = None if step is None else replace(step, y=pair_end, height=told)
    return replace(place, panes=pair, step=moved, plane=Box(0, below, place.width, bottom - below))


def _in_side(place: Layout, side: Box, session: Session) -> Layout:
    """The plane in the third column, below the step where a lesson is open."""
    walk = session.walk
    told = 0 if walk is None else max(min(lines_needed(walk, side.width), side.height - 2 * LEAST), 0)
    above = replace(side, height=told) if told else None
    return replace(place, side=above, plane=Box(side.x, side.y + told, side.width, side.height - told))


def _on_top(place: Layout, session: Session, top: int) -> dict[Pane, Box]:
    """The pair of the active pane, moved to the top, with no more lines than its rows need."""
    pair = panes_there(session).pair_of(session.pane)
    needed = max(session.shape(pane)[0] for pane in pair) + 2
    there: dict[Pane, Box] = {pane: place.panes[pane] for pane in pair if pane in place.panes}
    height = min(max((box.height for box in there.values()), default=0), needed)
    return {pane: replace(box, y=top, height=height) for pane, box in there.items()}
