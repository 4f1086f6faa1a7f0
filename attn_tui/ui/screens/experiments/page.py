"""The page of an experiment: a rule, what is measured, the controls, the picture, its numbers, a message, the keys."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from attn_tui.session.labels import cell_width
from attn_tui.ui.screens.experiments.controls import Panel
from attn_tui.ui.screens.experiments.run import Run
from attn_tui.ui.views.key_lines import ROOMY, key_lines
from attn_tui.ui.views.line import Line, Span, around_cursor, fitted, line_width
from attn_tui.ui.wrap import wrapped

LOW = 16
"""Lines from which on there is room to say what is measured."""
_EDITED = 22
"""Cells for a number that is being typed."""


@dataclass(frozen=True)
class Page:
    """What is drawn. `state` is "running", "paused", "stopped" or "finished"; `first` the picture's first line.

    `step_at(width, most)` has a lesson's step, where one opened the page.
    """

    title: str
    panel: Panel
    run: Run | None
    state: str
    said: str
    is_fault: bool
    plain: bool
    first: int = 0
    keys: Sequence[tuple[str, str]] = field(default=())
    step_at: Callable[[int, int], list[Line]] | None = None


def page_lines(page: Page, width: int, height: int) -> tuple[list[Line], int]:
    """The whole screen, and how many lines of the picture are out of sight."""
    step = [] if page.step_at is None else page.step_at(width, height // 3)
    above: list[Line] = [*step, _rule(page, width)]
    below: list[Line] = []
    if page.run is not None:
        about = wrapped(page.run.about(), width - 1) if height >= LOW else []
        above += [[Span(f" {text}")] for text in about]
        below += [
            [Span(f" {text}", "formula")] for told in page.run.told() for text in wrapped(told, width - 1)
        ]
    above += _controls(page.panel, width)
    said = wrapped(page.said, width - 1)
    below += [[Span(f" {text}", "fault" if page.is_fault else "message")] for text in said]
    below += key_lines(page.keys, width)
    room = max(0, height - len(above) - len(below))
    picture = page.run.picture(width, room, page.plain) if page.run is not None and room else []
    hidden = max(0, len(picture) - room)
    first = min(page.first, hidden)
    shown = picture[first : first + room]
    shown += [[Span("")]] * (room - len(shown))
    if hidden and room:
        more = f"rows {first + 1}–{first + room} of {len(picture)}"
        more += ", PgUp PgDn" if width >= ROOMY else ""
        above[len(step)] = _rule(page, width, more)
    lines = (
        [*above, *shown, *below][-height:] if height < len(above) + len(below) else [*above, *shown, *below]
    )
    return [fitted(line, width) for line in lines], hidden


def _rule(page: Page, width: int, more: str = "") -> Line:
    progress = "" if page.run is None else f"{page.run.progress()}, {page.state}"
    right = " · ".join(part for part in (more, progress) if part)
    right = f" {right} ──" if right else ""
    left = f"── {page.title} "
    middle = "─" * max(0, width - cell_width(left) - cell_width(right))
    return [Span("── ", "title"), Span(f"{page.title} ", "title.active"), Span(middle + right, "title")]


def _controls(panel: Panel, width: int) -> list[Line]:
    """Every control with its value, the one at hand in `[ ]` and reversed; further lines where one is too short."""
    lines: list[Line] = [[Span(" ")]]
    for index, control in enumerate(panel.controls):
        at_hand = index == panel.chosen
        value = f"[{control.shown}]" if at_hand else f" {control.shown} "
        look = "text+cursor" if at_hand else "text"
        if at_hand and panel.editor is not None:
            value, look = f"[{around_cursor(panel.editor, _EDITED).rstrip()}]", "edit"
        piece = [Span(f"{control.name}:", "label"), Span(value, look), Span("  ")]
        if line_width([*lines[-1], *piece]) > width and len(lines[-1]) > 1:
            lines.append([Span(" ")])
        lines[-1] += piece
    return lines
