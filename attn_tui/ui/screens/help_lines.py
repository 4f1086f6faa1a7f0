"""The key table as lines: keys, what they do in two words, and a sentence, each in its own column."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest

from attn_tui.ui.screens.lines import BOLD, Column, Line, beside, column_width, cut, paragraph, titled_rule
from attn_tui.ui.wrap import wrapped

_THREE_COLUMNS = 66
"""The cells from which on a sentence has room beside its label; below, it stands under it."""
_KEYS, _LABEL = 18, 22
"""The most cells the keys and the label take."""


@dataclass(frozen=True)
class Section:
    """Keys that belong together: a row is (keys, label, help sentence)."""

    title: str
    rows: Sequence[tuple[str, str, str]]


def help_lines(intro: str, sections: Sequence[Section], width: int) -> list[Line]:
    """The introduction, then each section under its title, in lines of at most `width` cells."""
    lines = paragraph(intro, width) if intro else []
    widths = _widths(sections, width)
    for section in sections:
        lines += [(), titled_rule(section.title, "", width)]
        for row in section.rows:
            lines += _row(row, *widths, width)
    return lines if intro else lines[1:]


def _widths(sections: Sequence[Section], width: int) -> tuple[int, int]:
    """The widths of the column of keys and of the column of labels, the same in every section."""
    rows = [row for section in sections for row in section.rows]
    return (
        column_width([keys for keys, _, _ in rows], min(_KEYS, width // 3)),
        column_width([label for _, label, _ in rows], _LABEL),
    )


def _row(row: tuple[str, str, str], keys_width: int, label_width: int, width: int) -> list[Line]:
    keys, label, sentence = row
    room = width - keys_width - 2
    if width >= _THREE_COLUMNS:
        sentence_width = room - label_width - 2
        return beside(
            Column(keys, keys_width, BOLD), Column(label, label_width), Column(sentence, sentence_width)
        )
    below = [Column(line, room, BOLD) for line in wrapped(label, room)]
    below += [Column(line, room) for line in wrapped(sentence, room) if sentence]
    return [
        cut(Column(line or "", keys_width, BOLD), column or Column("", room))
        for line, column in zip_longest(wrapped(keys, keys_width), below)
    ]
