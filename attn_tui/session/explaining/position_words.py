"""What the position stage does to the selected query and key, number by number."""

from __future__ import annotations

from collections.abc import Iterator

from attn_tui.session.computing.position_stage import is_rotary, turns
from attn_tui.session.digits import exact
from attn_tui.session.phrases import bracketed, three
from attn_tui.session.selection import Pane
from attn_tui.session.session import Session

MOST = 8
"""Pairs of columns that are told one by one."""


def position_lines(session: Session) -> Iterator[str]:
    """Where the selected words stand, and each of their numbers before the stage and after it."""
    position = session.settings.position
    i, j = session.selection.i, session.selection.j
    if is_rotary(position):
        at = i + session.offset
        apart = f"{at} - {bracketed(str(j))}"
        yield f"the query stands at {at}, the key at {j}: of these their score depends on {apart} alone"
        yield from _turned(session, "q", i, at)
        yield from _turned(session, "k", j, j)
    elif position == "sinusoidal":
        yield f"the waves of position {i} are in the query, those of {j} in the key"


def _turned(session: Session, pane: Pane, row: int, at: int) -> Iterator[str]:
    """`Q (animal, machine): (0.7, 0.7) turned by 1 is (-0.211, 0.967)`, pair by pair."""
    before, after = session.table(pane)[row], session.read(pane)[row]
    pairs = turns(session.settings, before.size, at)
    name = "the query" if pane == "q" else "the key"
    for a, b, angle in pairs[:MOST]:
        names = f"{session.label('c', a)}, {session.label('c', b)}"
        was, now = (f"({exact(numbers[a])}, {exact(numbers[b])})" for numbers in (before, after))
        yield f"{name}'s ({names}): {was} turned by {three(angle)} radians is {now}"
    if len(pairs) > MOST:
        yield f"… {len(pairs) - MOST} more pairs, each turned more slowly than the one before"
