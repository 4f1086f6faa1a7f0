"""Which cells of a line changed."""

from __future__ import annotations

from attn_tui.session.labels import cell_width
from attn_tui.ui.views.line import Line

_JOIN = 4
"""Cells between two changes that are painted along with them, since beginning anew costs as much."""


def changed_spans(before: Line, after: Line) -> list[tuple[int, int]]:
    """The stretches [left, right) of cells in which two drawings of a line differ."""
    if before == after:
        return []
    old, new = _by_cell(before), _by_cell(after)
    count = max(len(old), len(new))
    old += [("", "")] * (count - len(old))
    new += [("", "")] * (count - len(new))
    spans: list[tuple[int, int]] = []
    for x in range(count):
        if old[x] == new[x]:
            continue
        if spans and x - spans[-1][1] <= _JOIN:
            spans[-1] = (spans[-1][0], x + 1)
        else:
            spans.append((x, x + 1))
    return spans


def _by_cell(line: Line) -> list[tuple[str, str]]:
    """What stands in each cell: a character with its marks and its look; the second half of a wide one is empty."""
    cells: list[tuple[str, str]] = []
    for span in line:
        if span.text.isascii():
            cells += [(character, span.look) for character in span.text]
            continue
        for character in span.text:
            width = cell_width(character)
            if width == 0 and cells:
                at = -1 if cells[-1][0] or len(cells) < 2 else -2
                cells[at] = (cells[at][0] + character, cells[at][1])
            cells += [(character, span.look), ("", span.look)][:width]
    return cells
