"""The rule above a pane: its name and size, what its numbers mean, and where its window stands."""

from __future__ import annotations

from itertools import product

from attn_tui.session.computing.leak import future_words
from attn_tui.session.computing.losses import counts
from attn_tui.session.computing.misread import misread
from attn_tui.session.computing.position_stage import changes, stage_name
from attn_tui.session.explaining.loss_words import loss_counts
from attn_tui.session.labels import cell_width
from attn_tui.session.panes import counts_keys, is_shifted
from attn_tui.session.selection import AXES, EDITABLE, PANE_NAMES, Pane
from attn_tui.session.session import Session
from attn_tui.session.stages import shown_stage, stage_title
from attn_tui.ui.views.line import Line, Span, line_width

_NAMES: dict[Pane, str] = {
    "q": "Q queries",
    "k": "K keys",
    "v": "V values",
    "output": "output",
    "weights": "weights",
    "x": "X embeddings",
    "w_q": "W_Q",
    "w_k": "W_K",
    "w_v": "W_V",
    "w_o": "W_O",
    "result": "result · heads × W_O",
}
_MADE: tuple[Pane, ...] = ("weights", "output", "concat", "result")
"""Panes whose titles have a `!` while a mistake is in force; that of the scores says more."""
_MADE_INTO: dict[Pane, Pane] = {"w_q": "q", "w_k": "k", "w_v": "v"}
"""Weights, and the table whose title they share the `!` with, where other rows than the head's are read."""
_AXES = ("rows ask ↓ columns answer →", "ask ↓ answer →", "↓ →")


def title_line(
    session: Session,
    pane: Pane,
    width: int,
    rows: range,
    rounded: bool,
    legend: tuple[Span, ...],
    beyond: str = "",
) -> Line:
    """`── weights 4×4 ── 3 digits ──────── Σ row ─` in exactly `width` cells, heavier where the pane is active.

    Where there is no room, axis titles and names take their shorter forms first, and then the legend goes; with the
    weights the legend first, and then how much lies on the future.
    Which rows are in view is said as long as it fits at all. `beyond` names panes for which there is no room.
    """
    active = session.pane == pane and not session.plane.has_keys
    rule = "━" if active else "─"
    look = "title.active" if active else "title"
    ends, middles = (
        [beyond] if beyond else _right(session, pane, rows),
        _middles(rounded, legend, losses_in_title(session, pane, rows)),
    )
    pairs = list(product(middles, ends))
    if pane == "weights":
        pairs = [(middle, end) for end, middle in product(ends, middles)]
    for name in _names(session, pane, rows):
        for middle, end in pairs:
            line = _joined(rule, look, name, middle, end, width)
            if line is not None:
                return line
    alone = (_joined(rule, look, name, (), "", width) for name in _names(session, pane, rows))
    return next((line for line in alone if line is not None), [Span(rule * width, look)])


def _joined(rule: str, look: str, name: str, middle: tuple[Span, ...], end: str, width: int) -> Line | None:
    right = f" {end} {rule}" if end else ""
    for between in (f"{rule * 2} ", ""):
        left = [Span(f"{rule * 2} {name} ", look)]
        if middle:
            left += [Span(between, look), *middle, Span(" ", look)]
        fill = width - line_width(left) - cell_width(right)
        if fill >= 0:
            return [*left, Span(rule * fill + right, look)]
    return None


def _names(session: Session, pane: Pane, rows: range) -> list[str]:
    """The pane's name with its size, or with the rows in view where not all are; shorter and shorter."""
    count, columns = session.shape(pane)
    name = _name(session, pane)
    short = _short(session, pane, name)
    if (session.settings.mistakes and pane in _MADE) or _MADE_INTO.get(pane, pane) in misread(session):
        name, short = f"{name} !", f"{short} !"
    if len(rows) < count:
        where = f"rows {rows.start + 1}–{rows.stop} of {count}" if rows else f"{count} rows"
        brief = f"{rows.start + 1}–{rows.stop}/{count}" if rows else f"{count} rows"
        return [f"{name} {where}", f"{short} {where}", f"{short} {brief}"]
    return [f"{name} {count}×{columns}", f"{short} {count}×{columns}", short]


def _name(session: Session, pane: Pane) -> str:
    if pane == "scores":
        return _stage_name(session)
    if pane == "concat":
        return f"{session.heads} heads side by side"
    if pane in ("w_q", "w_k", "w_v", "w_o") and session.heads > 1:
        return f"{_NAMES[pane]} head {session.table_head(pane)}"
    if changes(position := session.settings.position, pane):
        when = "after" if session.is_after_position(pane) else "before"
        return f"{PANE_NAMES[pane]} {when} {stage_name(position)}"
    return _NAMES[pane]


def _short(session: Session, pane: Pane, name: str) -> str:
    """The name where there is little room; `after` and `before` stay."""
    words = 2 if changes(session.settings.position, pane) else 1
    return " ".join(name.split()[:words]) if pane in EDITABLE else name


def _stage_name(session: Session) -> str:
    stage = shown_stage(session.stage, session.settings)
    name = stage_title(session.stage, session.settings)
    if stage == "exp" and is_shifted(session):
        name = "scores · e to the score less the row's largest"
    return f"{name} (pinned)" if session.stage == stage else name


def _right(session: Session, pane: Pane, rows: range) -> list[str]:
    """What stands at the right end, shorter and shorter: above the ends of the rows, what these are."""
    if pane == "weights":
        future = future_words(session, rows)
        return [f"{future} ─ Σ row", "Σ row"] if future else ["Σ row"]
    if pane != "scores":
        return [""]
    if shown_stage(session.stage, session.settings) == "exp":
        return ["Σ row"]
    if counts_keys(session):
        return [*(f"{axes} ─ may look" for axes in _AXES), "may look"]
    return [*_AXES, ""]


def losses_in_title(session: Session, pane: Pane, rows: range) -> list[str]:
    """How many numbers the number type lost, in shorter and shorter words; none where nothing is lost or covered."""
    if pane in session.covered:
        return []
    over, under, stage = counts(session, pane, rows)
    return list(loss_counts(over, under, stage)) if over or under else []


def _middles(rounded: bool, legend: tuple[Span, ...], lost: list[str]) -> list[tuple[Span, ...]]:
    """What stands between the name and the end, in the order in which it is given up."""
    if lost:
        return [(Span(text, "fault"),) for text in lost]
    if rounded:
        return [(Span("≈ rounded", "label"),), (Span("≈", "label"),)]
    return [legend, ()] if legend else [()]


def corner(session: Session, pane: Pane, columns: range) -> str:
    """Which columns are in view, for the corner above the labels: `1–2/64`; empty where all are."""
    count = session.size(AXES[pane][1])
    if len(columns) == count:
        return ""
    return f"{columns.start + 1}–{columns.stop}/{count}"
