"""One pane: a titled rule, the names of its columns, and the rows that are in view."""

from __future__ import annotations

from dataclasses import dataclass

from attn_tui.session.labels import cell_width, fit
from attn_tui.session.moved import marks
from attn_tui.session.panes import Shown, shown
from attn_tui.session.selection import AXES, Block, Pane
from attn_tui.session.session import Session
from attn_tui.ui.views.cells import FIELD, HEAT_FIELD, Cells, cells, is_heat_only
from attn_tui.ui.views.layout import Box
from attn_tui.ui.views.line import Line, Span, around_cursor, fitted
from attn_tui.ui.views.pane_heat import PaneHeat, pane_heat
from attn_tui.ui.views.pane_title import corner, title_line
from attn_tui.ui.views.step_view import covered_lines
from attn_tui.ui.views.windows import Windows

LABEL = 8


@dataclass(frozen=True)
class PaneView:
    """What one pane shows: its lines, the rows and columns in view, and the width of a number's field."""

    box: Box
    lines: list[Line]
    rows: range
    columns: range
    field: int

    def cell_at(self, x: int, y: int) -> tuple[int, int] | None:
        """The row and column of the number at cell (x, y) of the screen, or None."""
        row, column = y - self.box.y - 2, (x - self.box.x - LABEL) // self.field
        if x < self.box.x + LABEL or not 0 <= row < len(self.rows) or not 0 <= column < len(self.columns):
            return None
        return self.rows[row], self.columns[column]


def pane_view(session: Session, pane: Pane, box: Box, windows: Windows, colour: bool) -> PaneView:
    """Draw `pane` into `box`; only the numbers in view are computed and written."""
    row_axis, _ = AXES[pane]
    rows = windows.span(row_axis, max(box.height - 2, 0), session.size(row_axis))
    if pane in session.covered:
        return _covered(session, pane, box, windows, rows)
    columns, content, written = _in_view(session, pane, box, windows, rows)
    heat = pane_heat(session, pane, rows, content, colour)
    lines = [title_line(session, pane, box.width, rows, written.rounded, heat.legend)]
    if box.height > 1:
        lines.append(fitted(_header(session, pane, columns, written.field), box.width))
    for index, row in enumerate(rows):
        lines.append(fitted(_row(session, pane, row, index, columns, content, written, heat), box.width))
    lines += [fitted([], box.width)] * (box.height - len(lines))
    return PaneView(box, lines[: box.height], rows, columns, written.field)


def _covered(session: Session, pane: Pane, box: Box, windows: Windows, rows: range) -> PaneView:
    """A pane that a lesson's question covers."""
    axis, field = AXES[pane][1], FIELD[pane]
    columns = windows.span(axis, columns_that_fit(pane, box.width, field), session.size(axis))
    title = title_line(session, pane, box.width, rows, False, ())
    return PaneView(box, covered_lines(session, pane, title, box.width, box.height), rows, columns, field)


def columns_that_fit(pane: Pane, width: int, field: int) -> int:
    """How many numbers stand beside the label in `width` cells.

    The scores leave as much room as the weights need for the sum of a row, so that both show the same keys.
    """
    if pane in ("scores", "weights"):
        return max(1, (width - LABEL) // field - 1)
    return max(1, (width - LABEL - 1) // field)


def _in_view(
    session: Session, pane: Pane, box: Box, windows: Windows, rows: range
) -> tuple[range, Shown, Cells]:
    """The columns in view; where their numbers are wider than the usual field, fewer columns are."""
    axis = AXES[pane][1]
    field = HEAT_FIELD if is_heat_only(session, pane) else FIELD[pane]
    widest = (box.width - LABEL) // 2 if pane in ("scores", "weights") else box.width - LABEL - 1
    while True:
        columns = windows.span(axis, columns_that_fit(pane, box.width, field), session.size(axis))
        block = Block(rows.start, columns.start, rows.stop, columns.stop)
        content = shown(session, pane, block)
        written = cells(session, pane, content, widest - 1, marks(session, pane, block, content.values))
        if written.field <= field or len(columns) <= 1:
            return columns, content, written
        field = written.field


def _header(session: Session, pane: Pane, columns: range, field: int) -> Line:
    axis = AXES[pane][1]
    line = [Span(fit(corner(session, pane, columns), LABEL), "label")]
    for column in columns:
        here = column == session.selection.of(axis)
        label = session.label(axis, column)
        text = fit(label, min(cell_width(label), field - 1))
        text = f"▾{text}" if here else text
        line.append(Span(" " * (field - cell_width(text)) + text, "label.marked" if here else "label"))
    return line


def _row(
    session: Session,
    pane: Pane,
    row: int,
    index: int,
    columns: range,
    content: Shown,
    written: Cells,
    heat: PaneHeat,
) -> Line:
    axis = AXES[pane][0]
    here = row == session.selection.of(axis)
    label = session.label(axis, row)
    line = [Span(("▸ " if here else "  ") + fit(label, LABEL - 2), "label.marked" if here else "label")]
    selected = session.selection.cell(pane)
    closing = ""
    for at, column in enumerate(columns):
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
    line += _end_of_row(pane, row, index, content, written, closing)
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


def _end_of_row(pane: Pane, row: int, index: int, content: Shown, written: Cells, closing: str) -> Line:
    end = Span("]", closing) if closing else Span(" ")
    if row in content.empty and pane in ("weights", "output"):
        return [end, Span("nothing".rjust(written.field - 1) if written.totals else " sees nothing", "fault")]
    if not written.totals:
        return [end]
    return [end, Span(written.totals[index].rjust(written.field - 1), "label")]


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
