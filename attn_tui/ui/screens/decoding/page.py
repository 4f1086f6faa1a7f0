"""The page of decoding: a rule, what is new, the scores of the new row, every row so far, what is kept, the keys."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from attn_tui.session.computing.decoding import Decoding
from attn_tui.session.explaining.decoding_words import (
    ABOUT,
    in_force_line,
    kept_line,
    new_lines,
    saved_line,
    standing_line,
)
from attn_tui.session.labels import cell_width, fit, right_aligned, shortened
from attn_tui.session.moving import head_words
from attn_tui.session.phrases import score_text, three, weight_text
from attn_tui.ui.views.key_lines import key_lines
from attn_tui.ui.views.line import Line, Span, fitted
from attn_tui.ui.wrap import wrapped

LABEL, FIELD = 10, 9
"""Cells of a word, and of a number."""
LOW, ROOMY = 22, 28
"""Lines from which on there is room to say what decoding is, and for blank lines between the parts."""
KEYS = (
    ("Esc", "closes"), ("n →", "next"), ("N ←", "back"), ("g G", "first, last"), ("h l", "keys"), ("y", "copy"),
)  # fmt: skip


@dataclass(frozen=True)
class Page:
    """What is drawn: the step, the first key in view where not all are, what was said last."""

    decoding: Decoding
    first: int = 0
    said: str = ""
    is_fault: bool = False


def keys_in_view(page: Page, width: int) -> range:
    """The keys whose numbers there is room for: from `first` on, of those there are by now."""
    room, there = max(1, (width - LABEL - 2) // FIELD), page.decoding.at + 1
    first = min(max(0, page.first), max(0, there - room))
    return range(first, min(there, first + room))


def page_lines(page: Page, width: int, height: int) -> list[Line]:
    """The whole screen, `height` lines of `width` cells; where it is low the rows computed first give way."""
    decoding, keys = page.decoding, keys_in_view(page, width)
    gap: list[Line] = [[Span("")]] * (height >= ROOMY)
    above = [_rule(decoding, width)]
    if height >= LOW:
        above += [*_told([ABOUT], width, "text"), *gap]
    above += [*_told(list(new_lines(decoding)), width, "formula"), *gap]
    above += _new_row(decoding, keys, width)
    in_force = in_force_line(decoding)
    above += [*_told([in_force] if in_force else [], width, "formula"), *gap]
    below = _told([standing_line(decoding), kept_line(decoding), saved_line(decoding)], width, "text")
    below += _told([page.said] if page.said else [], width, "fault" if page.is_fault else "message")
    below.append(key_lines(KEYS, width)[0])
    rows = _rows(decoding, keys, max(0, height - len(above) - len(below)))
    filled: list[Line] = [[Span("")]] * (height - len(above) - len(rows) - len(below))
    lines = [*above, *rows, *filled, *below]
    return [fitted(line, width) for line in [lines[0], *lines[1:][-(height - 1) :]]]


def _rule(decoding: Decoding, width: int) -> Line:
    """Which token, and which head; the head goes first where there is no room, and then the word."""
    session = decoding.session
    heads = [f", head {head_words(session)}", f", head {session.head}"] if session.heads > 1 else []
    word = shortened(session.label("i", decoding.at), 24)
    token = f" token {decoding.at} ({decoding.at + 1} of {decoding.tokens})"
    forms = [
        (f"Decoding{head} ", right)
        for head in (*heads, "")
        for right in (f"{token}: {word} ──", f"{token} ──")
    ]
    left, right = next((form for form in forms if cell_width("".join(form)) + 3 <= width), forms[-1])
    fill = "─" * max(0, width - cell_width(left) - cell_width(right) - 3)
    return [Span("── ", "title"), Span(left, "title.active"), Span(fill + right, "title")]


def _told(texts: list[str], width: int, look: str) -> list[Line]:
    return [[Span(f" {line}", look)] for text in texts for line in wrapped(text, width - 1)]


def _new_row(decoding: Decoding, keys: range, width: int) -> list[Line]:
    """The new row: its scores, what softmax reads where that differs, and its output."""
    trace, session = decoding.step.trace, decoding.session
    lines = [_names(decoding, keys, "keys")]
    lines.append(_numbers("scores", [three(trace.scores[0, j]) for j in keys]))
    if not np.array_equal(trace.masked[0], trace.scores[0], equal_nan=True):
        lines.append(
            _numbers("read", [score_text(trace.masked[0, j], not trace.allowed[0, j]) for j in keys])
        )
    named = [f"{session.label('e', e)} {three(number)}" for e, number in enumerate(trace.output[0])]
    return [*lines, [Span(fit("  output", LABEL), "label"), Span(_as_many(named, width - LABEL))]]


def _as_many(pieces: list[str], width: int) -> str:
    """As many of the pieces as there is room for, and how many more there are."""
    for count in range(len(pieces), 0, -1):
        more = [f"… {len(pieces) - count} more"] * (count < len(pieces))
        text = "".join(f"  {piece}" for piece in [*pieces[:count], *more])
        if cell_width(text) <= width:
            return text
    return f"  {len(pieces)} numbers"


def _rows(decoding: Decoding, keys: range, room: int) -> list[Line]:
    """The weights row by row, the new one last and marked, the tokens to come named; `room` lines at most."""
    session = decoding.session
    lines: list[Line] = []
    for step in decoding.steps:
        weights, allowed = step.trace.weights[0], step.trace.allowed[0]
        texts = [weight_text(weights[j], not allowed[j]) for j in keys if j < weights.size]
        new = step.token == decoding.at
        name = ("▸ " if new else "  ") + session.label("i", step.token)
        lines.append(_numbers(name, texts, "formula" if new else "text"))
    hidden = max(0, len(lines) + 1 - room)
    title = f"weights, every row so far{f' but the first {hidden}' if hidden else ''}"
    to_come = [_numbers(f"  {session.label('i', t)}", []) for t in range(decoding.at + 1, decoding.tokens)]
    heading: Line = [Span(f" {title}", "label.marked")]
    return [heading, *lines[hidden:], *to_come][:room]


def _names(decoding: Decoding, keys: range, what: str) -> Line:
    there = decoding.at + 1
    corner = f"  {what}" if len(keys) == there else f"  {keys.start}–{keys.stop - 1}/{there}"
    names = [shortened(decoding.session.label("j", j), FIELD - 1) for j in keys]
    return [
        Span(fit(corner, LABEL), "label"),
        Span("".join(right_aligned(name, FIELD) for name in names), "label"),
    ]


def _numbers(name: str, texts: list[str], look: str = "text") -> Line:
    mark = name if name.startswith(("▸", " ")) else f"  {name}"
    label = Span(fit(mark, LABEL), "label.marked" if look == "formula" else "label")
    return [label, Span("".join(right_aligned(text, FIELD) for text in texts), look)]
