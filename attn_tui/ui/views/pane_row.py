"""The lines of a pane: the names of its columns, and each row with its label, its numbers and its sum."""

from __future__ import annotations

from dataclasses import dataclass

from attn_tui.session.labels import cell_width, fit, right_aligned, shortened
from attn_tui.session.panes import Shown
from attn_tui.session.selection import AXES, Pane
from attn_tui.session.session import Session
from attn_tui.ui.views.cells import TOTAL, Cells
from attn_tui.ui.views.line import Line, Span, around_cursor
from attn_tui.ui.views.pane_heat import PaneHeat
from attn_tui.ui.views.pane_title import corner

LABEL = 8
"""Cells of a row's label."""


@dataclass(frozen=True, eq=False)
class Seen:
    """What of a pane is in view: which rows and columns, their numbers, these as text, and their heat."""

    rows: range
    columns: range
    content: Shown
    written: Cells
    heat: PaneHeat


def header_line(session: Session, pane: Pane, columns: range, field: int) -> Line:
    """The names of the columns in view, the selected one marked."""
    axis = AXES[pane][1]
    line = [Span(fit(corner(session, pane, columns), LABEL), "label")]
    for column in columns:
        here = column == session.selection.of(axis)
        label = session.label(axis, column)
        text = ("▾" if here else "") + shortened(label, field - 1)
        line.append(Span(right_aligned(text, field), "label.marked" if here else "label"))
    return line


def row_line(session: Session, pane: Pane, seen: Seen, index: int) -> Line:
    """The row that is `index` lines below the first in view: its label, its numbers, and its sum or its keys."""
    row, written, heat = seen.rows[index], seen.written, seen.heat
    axis = AXES[pane][0]
    here = row == session.selection.of(axis)
    label = session.label(axis, row)
    line = [Span(("▸ " if here else "  ") + fit(label, LABEL - 2), "label.marked" if here else "label")]
    selected = session.selection.cell(pane)
    closing = ""
    for at, column in enumerate(seen.columns):
        text = written.texts[index][at]
        text = heat.block(index, at, text) if heat.only else text
        look, glyph = heat.look(index, at), "" if heat.only else heat.glyph(index, at)
        state = _state(session, pane, row, column)
        mark = written.marks[index][at] if written.marks and state != "+edit" else ""
        text = mark + text
        if (row, column) == selected:
            if state == "+edit":
                assert session.editor is not None
                text = around_cursor(session.editor, written.field - 1)
            text = f"[{text}"
        line += _field(text, written.field, glyph, look, f"+moved{state}" if mark else state, closing)
        closing = f"{look}{state}" if (row, column) == selected else ""
    line += _end_of_row(pane, seen, index, closing)
    return line


def _field(text: str, field: int, glyph: str, look: str, state: str, closing: str) -> Line:
    """A number right-aligned in its field; `closing` is the look of the `]` that the field before it needs."""
    marked = look if not state else f"{look}{state}"
    start = Span("]", closing) if closing else Span(" ", look)
    room = field - cell_width(text) - 1
    if room < 0:
        return [Span(text, marked)]
    if state.endswith("+block"):
        return [start, Span(" " * room + text, marked)]
    gap = glyph + " " * (room - 1) if glyph and room >= 2 else " " * room
    return [start, Span(gap, look), Span(text, marked)]


def _end_of_row(pane: Pane, seen: Seen, index: int, closing: str) -> Line:
    written = seen.written
    end = Span("]", closing) if closing else Span(" ")
    if seen.rows[index] in seen.content.empty and pane in ("weights", "output"):
        return [end, Span("nothing".rjust(written.field - 1) if written.totals else " sees nothing", "fault")]
    if not written.totals:
        return [end]
    return [end, Span(written.totals[index].rjust(max(written.field, TOTAL) - 1), "label")]


def _state(session: Session, pane: Pane, row: int, column: int) -> str:
    """What the selection adds to a cell's look."""
    if (row, column) == session.selection.cell(pane):
        if pane != session.pane or session.plane.has_keys:
            return "+selected"
        return "+edit" if session.editor is not None else "+cursor"
    if pane == session.pane and session.anchor is not None:
        block = session.block
        if block.top <= row < block.bottom and block.left <= column < block.right:
            return "+block"
    return ""
