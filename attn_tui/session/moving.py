"""Moving about: cells, panes, heads, and the search for a token."""

from __future__ import annotations

import numpy as np

from attn_tui.session.covers import require_uncovered
from attn_tui.session.digits import share
from attn_tui.session.faults import Fault
from attn_tui.session.labels import plain
from attn_tui.session.line_edit import LineEdit
from attn_tui.session.numbers import QUOTED, parse_whole
from attn_tui.session.plane.plane_showing import give_keys
from attn_tui.session.prompts import Search
from attn_tui.session.selection import AXES, Axis
from attn_tui.session.session import Session


def move(session: Session, down: int, right: int, extend: bool = False) -> None:
    """Move the selected cell, held at the edges.

    With `extend` a block grows from where the move began; a move without it lets go of such a block, but not of
    one that `toggle_block` began.
    """
    if extend and session.anchor is None:
        session.anchor, session.drawing = session.cell, False
    elif not (extend or session.drawing):
        session.anchor = None
    row, column = session.cell
    session.select(session.pane, row + down, column + right)


def move_to_edge(session: Session, down: int, right: int) -> None:
    """Move to the first (-1) or last (1) row or column; 0 stays on that axis."""
    rows, columns = session.shape(session.pane)
    move(session, down * rows, right * columns)


def move_page(session: Session, pages: int) -> None:
    """Move by as many rows as are in view."""
    move(session, pages * session.page, 0)


def toggle_block(session: Session) -> None:
    """Begin a block at the selected cell, or let go of it."""
    session.drawing = session.anchor is None
    session.anchor = session.cell if session.drawing else None
    session.say("block: move to its other corner" if session.drawing else "")


def next_pane(session: Session, step: int) -> None:
    """Go to the pane `step` further in reading order; a block is let go.

    The plane, where it is open, comes after the last pane; while it has the keys it stands before the active one.
    """
    session.anchor = None
    plane, panes = session.plane, session.panes
    at = panes.index(session.pane)
    if plane.has_keys and step > 0:
        give_keys(session, False)
        return
    enters = plane.shown and not plane.has_keys and at == (len(panes) - 1 if step > 0 else 0)
    give_keys(session, enters)
    session.pane = panes[0] if enters else panes[(at + step) % len(panes)]


def go_to_strongest(session: Session) -> None:
    """Select the key that has the largest weight in the selected query's row. Fault where the row sees nothing."""
    require_uncovered(session, "weights")
    i = session.selection.i
    trace, first = session.trace(i, i + 1)
    weights = trace.weights[i - first]
    if trace.empty[i - first] or np.isnan(weights).any():
        raise Fault(
            f"no key has the largest weight: {session.label('i', i)} sees nothing, or its weights are nan"
        )
    j = int(np.argmax(weights))
    session.select_on("j", j)
    session.say(f"{session.label('i', i)} gives {session.label('j', j)} most: {share(float(weights[j]))}")


def next_head(session: Session, step: int) -> None:
    """Show the head `step` further. Fault at the last one and where there is one head."""
    if session.heads == 1:
        raise Fault("this problem has one head: there is no other to go to")
    head = session.head + step
    if not 0 <= head < session.heads:
        raise Fault(f"this is the {'last' if step > 0 else 'first'} of {session.heads} heads")
    session.show_head(head)
    session.say(f"head {head_words(session)}")


def head_from(session: Session, text: str) -> None:
    """Show the head with the number that `text` spells, from 0."""
    session.show_head(parse_whole(text, "head", 0, session.heads - 1))
    session.say(f"head {head_words(session)}")


def head_words(session: Session) -> str:
    """Which head is shown: "0 (1 of 2) meaning"; the first number is the one that files and commands use."""
    name = plain(session.problem.head_names[session.head])
    named = "" if name == str(session.head) else f" {name}"
    return f"{session.head} ({session.head + 1} of {session.heads}){named}"


def search_axis(session: Session) -> Axis:
    """The words that a search goes through: those that the active pane has as rows, or else the queries."""
    rows = AXES[session.pane][0]
    return rows if rows in ("i", "j") else "i"


def begin_search(session: Session) -> None:
    """Open the line that takes a token to go to."""
    session.seeking = LineEdit()


def search(session: Session, text: str) -> None:
    """Go to the first token that has `text` in it, exact matches first. Fault where none has."""
    axis = search_axis(session)
    labels = [session.label(axis, index) for index in range(session.size(axis))]
    wanted = text.strip().casefold()
    exact = [index for index, label in enumerate(labels) if label.strip().casefold() == wanted]
    found = exact or [index for index, label in enumerate(labels) if wanted in label.casefold()]
    if not wanted or not found:
        side = "query" if axis == "i" else "key"
        raise Fault(
            f"no {side} token has '{plain(text[:QUOTED])}' in it: type a part of one of the words shown"
        )
    session.search = Search(text.strip(), axis, tuple(found))
    next_match(session, 0)


def next_match(session: Session, step: int) -> None:
    """Select the match `step` further, round and round."""
    found = session.search
    if found is None:
        raise Fault("no search is open: / begins one")
    at = (found.at + step) % len(found.matches)
    session.search = Search(found.text, found.axis, found.matches, at)
    session.select_on(found.axis, found.matches[at])
    count = len(found.matches)
    others = "n N next, previous · " if count > 1 else ""
    session.say(f"/{plain(found.text)}: match {at + 1} of {count} · {others}Esc closes the search")
