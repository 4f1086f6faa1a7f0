"""The keys of a screen over the board, at its foot."""

from __future__ import annotations

from collections.abc import Sequence

from attn_tui.ui.views.line import Line, Span, line_width

ROOMY = 80
"""Cells from which on the keys have enough with one line."""


def key_lines(keys: Sequence[tuple[str, str]], width: int) -> list[Line]:
    """As many keys, the most needed first, as there is room for: in one line, in two where it is short."""
    lines: list[Line] = [[]]
    for key, label in keys:
        piece = [Span(key, "key"), Span(f" {label}  ", "key.label")]
        if line_width([*lines[-1], *piece]) > width + 2:
            if width >= ROOMY or len(lines) == 2:
                break
            lines.append([])
        lines[-1] += piece
    return lines
