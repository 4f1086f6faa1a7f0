"""The heat of a pane: the look and the glyph of each of its cells, and the legend for its title."""

from __future__ import annotations

from dataclasses import dataclass

from attn_tui.session.panes import Shown, heat_bounds
from attn_tui.session.selection import Pane
from attn_tui.session.session import Session
from attn_tui.ui.views.cells import is_heat_only
from attn_tui.ui.views.heat import LEGEND_STEPS, glyph, step
from attn_tui.ui.views.line import Span


@dataclass(frozen=True)
class PaneHeat:
    """`steps` of the cells in view, None where the pane has no heat; `glyphs` says to draw them without colour."""

    steps: list[list[int]] | None = None
    glyphs: bool = False
    only: bool = False
    legend: tuple[Span, ...] = ()

    def look(self, row: int, column: int) -> str:
        """The look of the cell in view at (row, column)."""
        return "number" if self.steps is None else f"heat.{self.steps[row][column]}"

    def glyph(self, row: int, column: int) -> str:
        """The glyph beside the number there, or none."""
        return glyph(self.steps[row][column]) if self.steps is not None and self.glyphs else ""

    def block(self, row: int, column: int, text: str) -> str:
        """What stands for the number `text` where only heat is shown; what is blocked or nan stays in words."""
        return text if text in ("·", "-∞", "nan") else self.glyph(row, column) * 2


def pane_heat(session: Session, pane: Pane, rows: range, content: Shown, colour: bool) -> PaneHeat:
    """The weights have heat from 0 to the head's largest; the scores, where only heat is, from their smallest."""
    only = is_heat_only(session, pane)
    if not (only or pane == "weights") or not content.values.size:
        return PaneHeat()
    low, top = heat_bounds(session, pane, rows.start, rows.stop)
    steps = [[step(value, low, top) for value in row] for row in content.values.tolist()]
    ramp = [Span(" " if colour else glyph(at), f"heat.{at}") for at in LEGEND_STEPS]
    legend = (Span(f"{low:.3g} ", "label"), *ramp, Span(f" {top:.3g}", "label"))
    return PaneHeat(steps, only or not colour, only, legend if low < top else ())
