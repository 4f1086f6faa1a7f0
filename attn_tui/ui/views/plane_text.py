"""What stands beside the plane in words and digits: what is asked, how the weights are spread, every key."""

from __future__ import annotations

from collections.abc import Iterable
from math import atan2, degrees, hypot

from attn_tui.session.digits import computed, is_rounded, typed
from attn_tui.session.labels import cell_width, fit, right_aligned
from attn_tui.session.phrases import named, sum_text, wrapped
from attn_tui.session.plane.plane_frame import is_drawn
from attn_tui.session.plane.plane_marks import Mark
from attn_tui.session.plane.plane_scene import Scene
from attn_tui.ui.views.line import Line, Span, fitted

LABEL, SHARE, NUMBER = 9, 6, 6
"""Cells of a word in the summary, and of a key's share and of each of its two numbers in the list."""
SHORTEST, LONGEST = 4, 14
"""Cells of a key's word in the list."""
WITH_HEADER = 4
"""Lines of the list from which on the first names its columns."""


def text_lines(scene: Scene, drawn: frozenset[int], width: int, height: int) -> list[Line]:
    """`height` lines of `width` cells: the summary, and below it the keys, those without a label in the picture too."""
    told = summary(scene, width)[:height]
    lines = [fitted([Span(text, "explanation")], width) for text in told]
    lines += _list(scene, drawn, width, height - len(lines))
    return lines + [fitted([], width)] * (height - len(lines))


def summary(scene: Scene, width: int) -> list[str]:
    """The arrow, what it makes, the largest weight and the output, as many on a line as fit, and what is not drawn."""
    pieces = [*_asks(scene), *(scene.made or _spread(scene)), *_output(scene)]
    return _packed(pieces, width) + [line for told in scene.told for line in wrapped(told, width)]


def _asks(scene: Scene) -> list[str]:
    if scene.arrow is None:
        return []
    x, y = scene.arrow
    verb = "is" if scene.space == "embeddings" else "asks"
    pieces = [f"{named(scene.reader, LABEL)} {verb} ({_number(x)}, {_number(y)})"]
    if x == y == 0:
        return [*pieces, "length 0, no direction"]
    if not is_drawn(x, y):
        return pieces
    return [*pieces, f"length {computed(hypot(x, y), 3, 9)} at {computed(degrees(atan2(y, x)), 0)}°"]


def _number(value: float) -> str:
    """A number as it was typed; one that was computed, and has more digits, as a sum of products."""
    text = typed(value, 8)
    return sum_text(value) if is_rounded(text, value) else text


def _spread(scene: Scene) -> list[str]:
    if scene.spread is None:
        return []
    spread = scene.spread
    bits = f"entropy {computed(spread.entropy, 2)} of {spread.most:.2f} bits"
    return [bits, f"most: {named(spread.top.label, LABEL)} {spread.top.share}"]


def _output(scene: Scene) -> list[str]:
    numbers = ", ".join(computed(number, 3, 9) for number in scene.output)
    return [f"output ({numbers})"] if numbers else []


def _packed(pieces: Iterable[str], width: int) -> list[str]:
    """The pieces in lines, two blanks between those that share one."""
    lines: list[str] = []
    for piece in pieces:
        if lines and cell_width(lines[-1]) + 2 + cell_width(piece) <= width:
            lines[-1] += f"  {piece}"
        else:
            lines += wrapped(piece, width)
    return lines


def _list(scene: Scene, drawn: frozenset[int], width: int, height: int) -> list[Line]:
    """A line for each key; where there is no room for all, first for the selected one and those without a label."""
    if height < 1 or not scene.marks:
        return []
    room = height - 1 if height >= WITH_HEADER else height
    order = sorted(
        scene.marks, key=lambda mark: (not mark.selected, mark.key in drawn, -(mark.weight or 0.0))
    )
    count = scene.count if scene.count <= room else max(room - 1, 1)
    kept = sorted(order[:count], key=lambda mark: mark.key)
    across, upward = (named(name, NUMBER - 1) for name in scene.names)
    header = _row("", scene.space, "share", across, upward, width, "label")
    lines = [header] * (room < height) + [_key(mark, width) for mark in kept]
    if len(kept) < min(scene.count, room):
        lines.append(fitted([Span(f" … {scene.count - len(kept)} more", "label")], width))
    return lines


def _key(mark: Mark, width: int) -> Line:
    look = "label.marked" if mark.selected else "text"
    x, y = (typed(number, NUMBER - 1) for number in (mark.x, mark.y))
    return _row("▸" if mark.selected else " ", mark.label, mark.share, x, y, width, look)


def _row(sign: str, label: str, share: str, x: str, y: str, width: int, look: str) -> Line:
    cells = width - 1 - SHARE - 2 * NUMBER
    numbers = right_aligned(x, NUMBER) + right_aligned(y, NUMBER) if cells >= SHORTEST else ""
    label_cells = max(min(cells if numbers else width - 1 - SHARE, LONGEST), 1)
    return fitted(
        [Span(f"{sign:1}{fit(label, label_cells)}{right_aligned(share, SHARE)}{numbers}", look)], width
    )
