"""The sentence line: every key word shaded by its share, the largest in digits."""

from __future__ import annotations

from attn_tui.session.labels import cell_width
from attn_tui.session.sentence import Sentence, Word, sentence
from attn_tui.session.session import Session
from attn_tui.ui.views.heat import glyph, step
from attn_tui.ui.views.line import Line, Span, fitted

BETWEEN = "   "


def sentence_lines(session: Session, width: int, height: int, colour: bool) -> list[Line]:
    """What the selected query reads, in at most `height` lines of `width` cells."""
    told = sentence(session)
    if told.sees_nothing:
        lines = [[Span(f" {told.reader} sees nothing: every key is blocked", "fault")]]
    else:
        lines = _wrapped(told, width, height, colour)
    lines += [[]] * (height - len(lines))
    return [fitted(line, width) for line in lines[:height]]


def lines_wanted(session: Session, width: int) -> int:
    """How many lines the sentence takes with digits for every word."""
    told = sentence(session)
    if told.sees_nothing:
        return 1
    return len(
        _lines(told, told.words, {word.key for word in told.words}, BETWEEN, max(width, 1), colour=True)
    )


def word_at(session: Session, width: int, height: int, x: int, y: int) -> int | None:
    """The key whose word stands at cell (x, y) of the sentence, or None."""
    for row, line in enumerate(sentence_lines(session, width, height, colour=True)):
        left = 0
        for span in line if row == y else []:
            right = left + cell_width(span.text)
            if left <= x < right:
                return span.word
            left = right
    return None


def _wrapped(told: Sentence, width: int, height: int, colour: bool) -> list[Line]:
    """The fullest form that fits: digits for every word, then for fewer, then the words of the largest shares."""
    order = sorted(told.words, key=lambda word: -word.weight)
    for between in (BETWEEN, " "):
        for count in range(len(order), 2 if between == BETWEEN else -1, -1):
            with_digits = {word.key for word in order[:count]}
            lines = _lines(told, told.words, with_digits, between, width, colour)
            if len(lines) <= height:
                return lines
    for count in range(len(order) - 1, 0, -1):
        kept = {word.key for word in order[:count]}
        words = tuple(word for word in told.words if word.key in kept)
        lines = _lines(told, words, kept, " ", width, colour)
        if len(lines) <= height or count == 1:
            return lines[:height]
    return []


def _lines(
    told: Sentence, words: tuple[Word, ...], digits: set[int], between: str, width: int, colour: bool
) -> list[Line]:
    top = max((word.weight for word in told.words), default=0.0)
    lines: list[Line] = [[Span(f" {told.reader} reads", "label")]]
    left = width - cell_width(lines[0][0].text)
    before = -1
    for word in words:
        gap = f"{between}…{between}" if word.key > before + 1 else between
        before = word.key
        text = _text(word, word.key in digits, top, colour)
        if cell_width(gap) + cell_width(text) > left and len(lines[-1]) > 1:
            lines.append([Span("  ")])
            left = width - 2
            gap = gap.lstrip()
        lines[-1] += [Span(gap), Span(text, f"heat.{step(word.weight, 0.0, top)}", word.key)]
        left -= cell_width(gap) + cell_width(text)
    if words and words[-1].key < told.words[-1].key:
        lines[-1].append(Span(" …"))
    return lines


def _text(word: Word, digits: bool, top: float, colour: bool) -> str:
    label = word.label.strip() or "␣"
    if digits:
        return f"{label} {word.text}"
    return label if colour else f"{label}{glyph(step(word.weight, 0.0, top))}"
