"""The first line: the title, and the formula, which is never cut."""

from __future__ import annotations

from attn_tui.session.explaining.formula import formula, full_formula, mistakes_part
from attn_tui.session.labels import cell_width, plain, shortened
from attn_tui.session.moving import head_words
from attn_tui.session.session import Session
from attn_tui.ui.views.line import Line, Span, fitted, line_width

SHORTEST_TITLE = 4
"""Cells below which a title tells nothing."""


def formula_line(session: Session, width: int) -> Line:
    """The title on the left, with the head where there are several, and the formula on the right.

    The formula has every term in its place where that leaves the title whole.
    """
    title = plain(session.problem.title if session.walk is None else session.walk.title)
    head = cell_width(f"  head {head_words(session)}") if session.heads > 1 else 0
    parts = _formula(session, width, width - cell_width(title) - head - 4)
    room = width - line_width(parts) - 2
    if room < SHORTEST_TITLE:
        return fitted(parts, width)
    wheres = (f"  head {head_words(session)}", f"  head {session.head}") if session.heads > 1 else ()
    where = next((where for where in wheres if cell_width(where) + SHORTEST_TITLE <= room), "")
    title = shortened(title, room - cell_width(where))
    left = [Span(" "), Span(title, "title.active"), Span(where, "label")]
    gap = width - line_width(left) - line_width(parts) - 1
    return fitted([*left, Span(" " * max(gap, 1)), *parts], width)


def _formula(session: Session, width: int, beside_title: int) -> Line:
    """The formula and the mistakes; what is neither scale nor mask folds where it would take from the title.

    Where that does not fit, masks after the first fold, and then the mistakes. Where even that is too long and the
    formula's end is cut, the mark of a mistake stands before it.
    """
    forms = (
        (full_formula(session), False, beside_title),
        (formula(session), False, width),
        (formula(session, brief=True), False, width),
        (formula(session, brief=True), True, width),
    )
    parts: Line = []
    for form, few, room in forms:
        wrong = mistakes_part(session, few)
        parts = [Span(part.text, "formula" if part.live else "off") for part in form]
        parts += [Span(wrong, "fault")] if wrong else []
        if line_width(parts) <= room:
            return parts
    return [Span("! ", "fault"), *parts] if session.settings.mistakes else parts
