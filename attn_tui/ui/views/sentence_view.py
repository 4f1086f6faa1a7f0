"""The sentence line: every key word shaded by its share, the largest in digits."""

from __future__ import annotations

from collections.abc import Callable

from attn_tui.session.explaining.sentence import Sentence, Word, sentence
from attn_tui.session.labels import cell_width, shortened
from attn_tui.session.session import Session
from attn_tui.ui.views.heat import glyph, step
from attn_tui.ui.views.line import Line, Span, fitted

BETWEEN = "   "
LONGEST = 20
"""Cells of a word; what is longer is cut, so that its share still stands beside it."""
LEAST_DIGITS = 3
"""The largest shares have their digits even where other words have no room."""


def sentence_lines(session: Session, width: int, height: int, colour: bool) -> list[Line]:
    """What the selected query reads, in at most `height` lines of `width` cells."""
    if "weights" in session.covered:
        reader = session.label("i", session.selection.i)
        covered = [fitted([Span(f" {reader} reads ", "label"), Span("░░░ answer first ░░░", "title")], width)]
        return covered + [fitted([], width)] * (height - 1)
    told = sentence(session)
    if told.sees_nothing:
        lines = [[Span(f" {told.reader} sees nothing: every key is blocked", "fault")]]
    else:
        lines = _wrapped(told, width, height, colour)
    lines += [[]] * (height - len(lines))
    return [fitted(line, width) for line in lines[:height]]


def lines_wanted(session: Session, width: int) -> int:
    """How many lines the sentence takes with digits for every word."""
    if "weights" in session.covered:
        return 1
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

    def with_digits(count: int, between: str) -> list[Line]:
        return _lines(told, told.words, {word.key for word in order[:count]}, between, width, colour)

    def without_the_rest(count: int) -> list[Line]:
        kept = {word.key for word in order[:count]}
        return _lines(
            told, tuple(word for word in told.words if word.key in kept), kept, " ", width - 2, colour
        )

    for between in (BETWEEN, " "):
        fullest = _most(
            min(LEAST_DIGITS, len(order)),
            len(order),
            lambda n, gap=between: len(with_digits(n, gap)) <= height,
        )
        if fullest is not None:
            return with_digits(fullest, between)
    return without_the_rest(_most(1, len(order), lambda n: len(without_the_rest(n)) <= height) or 1)[:height]


def _most(least: int, most: int, fits: Callable[[int], bool]) -> int | None:
    """The largest number from `least` to `most` that fits, where whatever is below one that fits does; or None."""
    if not fits(least):
        return None
    while least < most:
        middle = (least + most + 1) // 2
        least, most = (middle, most) if fits(middle) else (least, middle - 1)
    return least


def _lines(
    told: Sentence, words: tuple[Word, ...], digits: set[int], between: str, width: int, colour: bool
) -> list[Line]:
    lines: list[Line] = [[Span(f" {told.reader} reads", "label")]]
    left = width - cell_width(lines[0][0].text)
    before = -1
    for word in words:
        gap = f"{between}…{between}" if word.key > before + 1 else between
        before = word.key
        text = _text(word, word.key in digits, told.top, colour)
        if cell_width(gap) + cell_width(text) > left and len(lines[-1]) > 1:
            lines.append([Span("  ")])
            left = width - 2
            gap = gap.lstrip()
        lines[-1] += [Span(gap), Span(text, f"heat.{step(word.weight, 0.0, told.top)}", word.key)]
        left -= cell_width(gap) + cell_width(text)
    if words and words[-1].key < told.count - 1:
        lines[-1].append(Span(" …"))
    return lines


def _text(word: Word, digits: bool, top: float, colour: bool) -> str:
    label = shortened(word.label, LONGEST)
    if digits or word.text == "·":
        return f"{label} {word.text}"
    return label if colour else f"{label}{glyph(step(word.weight, 0.0, top))}"
