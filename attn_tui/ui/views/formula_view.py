"""The first line: the title, and the formula, which is never cut."""

from __future__ import annotations

from attn_tui.session.formula import formula
from attn_tui.session.labels import cell_width, fit, plain
from attn_tui.session.moving import head_words
from attn_tui.session.session import Session
from attn_tui.ui.views.line import Line, Span, fitted, line_width


def formula_line(session: Session, width: int) -> Line:
    """The title on the left, with the head where there are several, and the formula on the right."""
    parts = [Span(part.text, "formula" if part.live else "off") for part in formula(session)]
    room = width - line_width(parts) - 2
    if room < 3:
        return fitted(parts, width)
    where = f"  head {head_words(session)}" if session.heads > 1 else ""
    if cell_width(where) + 4 > room:
        where = f"  head {session.head}" if session.heads > 1 else ""
    title = fit(
        plain(session.problem.title), min(cell_width(plain(session.problem.title)), room - cell_width(where))
    )
    left = [Span(" "), Span(title, "title.active"), Span(where, "label")]
    gap = width - line_width(left) - line_width(parts) - 1
    return fitted([*left, Span(" " * max(gap, 1)), *parts], width)
