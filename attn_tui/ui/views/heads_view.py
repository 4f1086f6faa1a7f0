"""All heads at once: a rule, mistakes, the scale, the pictures in a grid, what is told of them, a message, the keys."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from attn_tui.session.computing.overview import Overview
from attn_tui.session.computing.wiring import count_words, kept_words, order_words, wirings, wrongly_wired
from attn_tui.session.explaining.overview_words import (
    chosen_words,
    mistakes_told,
    square_words,
    tile_titles,
)
from attn_tui.session.phrases import first_fitting, three
from attn_tui.session.session import Session
from attn_tui.ui.views.heat import LEGEND_STEPS, glyph
from attn_tui.ui.views.key_lines import key_lines
from attn_tui.ui.views.line import Line, Span, fitted, line_width
from attn_tui.ui.views.tiles import (
    BETWEEN,
    LOWEST,
    NOTHING,
    Grid,
    fitted_thumbnail,
    grid_of,
    lines_for,
    picture,
)
from attn_tui.ui.views.wiring_view import wiring_lines
from attn_tui.ui.wrap import wrapped

HALVES_FROM = 17
"""Colours from which on a cell is drawn in two halves; with fewer the glyphs tell more steps apart."""
SHORT = 12
"""Lines below which the scale is left to a taller screen."""


@dataclass(frozen=True)
class Page:
    """What is drawn. `chosen` is one of the overview's thumbnails, `first` the first line of them in view.

    `state` says how far they are computed; `turn` is what is told first of what there is no room for at once;
    `step_at(width, most)` has a lesson's step, where one opened the page.
    """

    session: Session
    overview: Overview
    chosen: int
    first: int
    turn: int
    colours: int
    state: str
    said: str
    is_fault: bool
    keys: Callable[[bool], Sequence[tuple[str, str]]]
    step_at: Callable[[int, int], list[Line]] | None = None


@dataclass(frozen=True)
class Drawn:
    """The lines of a page, where its grid begins, and which line of pictures is the first in view."""

    lines: list[Line]
    grid: Grid
    top: int
    first: int


def heads_page(page: Page, width: int, height: int) -> Drawn:
    """The whole screen."""
    above = [] if page.step_at is None else page.step_at(width, height // 3)
    halves = page.colours >= HALVES_FROM
    said = [
        [Span(f" {text}", "fault" if page.is_fault else "message")] for text in wrapped(page.said, width - 1)
    ]
    wrong = _mistakes(page, width)
    head = len(above) + 1 + len(wrong)
    scale = len(_scale(page, Grid(1, 1, LOWEST), halves, width)) if height >= SHORT else 0
    fixed = head + scale + len(said) * bool(page.said)
    told, left_out = _told(page, width, height - fixed - len(key_lines(page.keys(False), width)))
    below = [*told, *(said if page.said else []), *key_lines(page.keys(left_out), width)]
    room = max(2, height - head - scale - len(below))
    grid = grid_of(len(page.overview.thumbnails), width, room)
    first = _in_view(page, grid)
    rule = _rule(page, grid, first, width)
    top = head + scale
    pictures = _pictures(page, grid, first, halves, width)
    pictures += [[Span("")]] * (room - len(pictures))
    told_of_scale = [*_scale(page, grid, halves, width), [], []][:scale]
    lines = [*above, rule, *wrong, *told_of_scale, *pictures[:room], *below]
    return Drawn([fitted(line, width) for line in lines[:height]], grid, top, first)


def _mistakes(page: Page, width: int) -> list[Line]:
    """The line that names the mistakes in force; none where none is."""
    forms = mistakes_told(page.session)
    return [[Span(f" {first_fitting(forms, width - 1)}", "fault")]] if forms else []


def _told(page: Page, width: int, room: int) -> tuple[list[Line], bool]:
    """What is told below the pictures, which keep the lines they need least; and whether something is left out."""
    room = max(1, room - lines_for(len(page.overview.thumbnails), width))
    parts = [
        _sentences([chosen_words(page.session, page.overview, page.chosen)], width),
        _wiring(page, width),
        _sentences(count_words(page.session), width),
    ]
    if sum(map(len, parts)) > room:
        turn = page.turn % len(parts)
        parts = [*parts[turn:], *parts[:turn]]
    told = parts[0][:room]
    for part in parts[1:]:
        if len(told) + len(part) > room:
            return told, True
        told += part
    return told, False


def _wiring(page: Page, width: int) -> list[Line]:
    head = page.overview.head(page.chosen)
    wrong = wrongly_wired(page.session)
    lines = _sentences(
        [f"! {wrong}: the numbers are read so, what is drawn below is right"] if wrong else [], width
    )
    for wiring in wirings(page.session):
        lines += [*wiring_lines(wiring, head, width), *_sentences([order_words(wiring)], width)]
    return [*lines, *_sentences([kept_words(page.session)], width)]


def _sentences(texts: Sequence[str], width: int) -> list[Line]:
    return [[Span(f" {line}")] for text in texts for line in wrapped(text, width - 1, hang=1)]


def _rule(page: Page, grid: Grid, first: int, width: int) -> Line:
    """`── All heads ─── lines 1–2 of 5 · 512 of 4,096 rows, computing · 32 heads, 4,096×4,096 weights ──`"""
    overview, heads = page.overview, page.overview.heads
    lines = -(-len(overview.thumbnails) // grid.columns)
    last = first + grid.lines
    seen = f"line {last}" if grid.lines == 1 else f"lines {first + 1}–{last}"
    where = f"{seen} of {lines}" if lines > grid.lines else ""
    counted = f"{heads} head{'s' * (heads > 1)}"
    sizes = f"{counted}, {overview.T_q:,}×{overview.T_k:,} weights"
    left: Line = [Span("── ", "title"), Span("All heads ", "title.active")]
    forms = (
        (where, page.state, sizes),
        (where, page.state, counted),
        (where, page.state),
        (where or page.state,),
    )
    right = first_fitting(
        (" · ".join(part for part in form if part) for form in forms), width - line_width(left) - 5
    )
    fill = "─" * max(0, width - line_width(left) - len(right) - 4)
    return [*left, Span(f"{fill} {right} ──", "title")]


def _scale(page: Page, grid: Grid, halves: bool, width: int) -> list[Line]:
    """The bounds of the one scale, and what a square stands for."""
    top = page.overview.largest
    drawn = fitted_thumbnail(page.overview.thumbnails[-1], grid.high, grid.wide, top, halves)
    ramp = [Span(" " if halves else glyph(at), f"heat.{at}" if halves else "text") for at in LEGEND_STEPS]
    bounds: Line = [Span(f" {NOTHING} 0  ", "label"), *ramp, Span(f" {three(top)} in every picture", "label")]
    told = first_fitting(square_words(drawn.block), width - line_width(bounds) - 3)
    if line_width(bounds) + len(told) + 3 <= width:
        return [[*bounds, Span(f" · {told}", "label")]]
    return [bounds, *([Span(f" {line}", "label")] for line in wrapped(told, width - 1))]


def _in_view(page: Page, grid: Grid) -> int:
    """The first line of pictures, so that the chosen one is in view and the window moves least."""
    lines = -(-len(page.overview.thumbnails) // grid.columns)
    at = page.chosen // grid.columns
    first = max(at - grid.lines + 1, min(page.first, at))
    return max(0, min(first, lines - grid.lines))


def _pictures(page: Page, grid: Grid, first: int, halves: bool, width: int) -> list[Line]:
    overview = page.overview
    lines: list[Line] = []
    for line in range(first, first + grid.lines):
        begins = line * grid.columns
        there = range(begins, min(begins + grid.columns, len(overview.thumbnails)))
        if not there:
            break
        tiles = [[_title(page, at, grid.wide), *_drawn(page, at, grid, halves)] for at in there]
        for across in zip(*tiles, strict=True):
            spans: Line = [Span(" ")]
            for tile in across:
                spans += [*tile, Span(" " * BETWEEN)]
            lines.append(fitted(spans[:-1], width))
    return lines


def _title(page: Page, at: int, wide: int) -> Line:
    """A picture's title, `▸` before that of the head on the board, the chosen one in reverse."""
    on_board = page.overview.head(at) == page.session.head
    text = first_fitting(tile_titles(page.session, page.overview, at), wide - 1)
    look = "label.marked" if on_board else "label"
    title = fitted([Span(f"{'▸' if on_board else ' '}{text}")], wide)
    return [Span("".join(span.text for span in title), "text+cursor" if at == page.chosen else look)]


def _drawn(page: Page, at: int, grid: Grid, halves: bool) -> list[Line]:
    overview = page.overview
    drawn = fitted_thumbnail(overview.thumbnails[at], grid.high, grid.wide, overview.largest, halves)
    return picture(drawn, grid.high, grid.wide)
