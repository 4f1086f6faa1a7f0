"""One pane: a titled rule, the names of its columns, and the rows that are in view, as many as there is room for."""

from __future__ import annotations

from dataclasses import dataclass

from attn_tui.session.computing.losses import loss_marks
from attn_tui.session.explaining.moved import marks
from attn_tui.session.panes import Shown, shown
from attn_tui.session.selection import AXES, Block, Pane
from attn_tui.session.session import Session
from attn_tui.ui.views.cells import FIELD, HEAT_FIELD, TOTAL, Cells, Marks, cells, is_heat_only
from attn_tui.ui.views.layout import Box
from attn_tui.ui.views.line import Line, fitted
from attn_tui.ui.views.pane_heat import pane_heat
from attn_tui.ui.views.pane_row import LABEL, Seen, header_line, row_line
from attn_tui.ui.views.pane_title import title_line
from attn_tui.ui.views.step_view import covered_lines
from attn_tui.ui.views.windows import Windows


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


def pane_view(
    session: Session, pane: Pane, box: Box, windows: Windows, colour: bool, beyond: str = ""
) -> PaneView:
    """Draw `pane` into `box`; only the numbers in view are computed and written. `beyond` goes into its title."""
    row_axis, _ = AXES[pane]
    rows = windows.span(row_axis, max(box.height - 2, 0), session.size(row_axis))
    if pane in session.covered:
        return _covered(session, pane, box, windows, rows)
    columns, content, written = _in_view(session, pane, box, windows, rows)
    heat = pane_heat(session, pane, rows, content, colour)
    seen = Seen(rows, columns, content, written, heat)
    lines = [title_line(session, pane, box.width, rows, written.rounded, heat.legend, beyond)]
    lines.append(fitted(header_line(session, pane, columns, written.field), box.width))
    lines += [fitted(row_line(session, pane, seen, index), box.width) for index in range(len(rows))]
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
        return max(1, (width - LABEL - max(field, TOTAL)) // field)
    return max(1, (width - LABEL - 1) // field)


def heat_field(width: int, keys: int) -> int:
    """The field of a cell where only heat is shown: as narrow as it takes to show all keys and the sum of the row."""
    return max(HEAT_FIELD, min(FIELD["weights"], (width - LABEL - TOTAL) // keys))


def _all_marks(session: Session, pane: Pane, block: Block, content: Shown) -> Marks | None:
    """What stands before each number: that it overflowed or vanished, and that it moved."""
    lost, moved = loss_marks(session, pane, block), marks(session, pane, block, content.values)
    if lost is None or moved is None:
        return moved if lost is None else lost
    return [list(map("".join, zip(*rows, strict=True))) for rows in zip(lost, moved, strict=True)]


def _in_view(
    session: Session, pane: Pane, box: Box, windows: Windows, rows: range
) -> tuple[range, Shown, Cells]:
    """The columns in view; where their numbers are wider than the usual field, fewer columns are."""
    axis = AXES[pane][1]
    field = heat_field(box.width, session.size("j")) if is_heat_only(session, pane) else FIELD[pane]
    widest = (box.width - LABEL) // 2 if pane in ("scores", "weights") else box.width - LABEL - 1
    while True:
        columns = windows.span(axis, columns_that_fit(pane, box.width, field), session.size(axis))
        block = Block(rows.start, columns.start, rows.stop, columns.stop)
        content = shown(session, pane, block)
        written = cells(session, pane, content, widest - 1, field, _all_marks(session, pane, block, content))
        if written.field <= field or len(columns) <= 1:
            return columns, content, written
        field = written.field
