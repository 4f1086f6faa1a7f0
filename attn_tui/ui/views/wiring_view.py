"""Which query heads read which key/value head, as brackets under the query heads."""

from __future__ import annotations

from collections.abc import Sequence

from attn_tui.session.computing.wiring import Wiring
from attn_tui.ui.views.line import Line, Span, fitted, line_width

NAMES_FROM = 60
"""Cells from which on there is room to say what a line has."""
_APART = 2
"""Blank cells between two groups."""
Group = tuple[Line, Line]
"""The query heads that share one head, and the bracket with that head."""


def wiring_lines(wiring: Wiring, chosen: int | None, width: int) -> list[Line]:
    """`q0 q1  q2 q3` over `└kv0┘  └kv1┘`, with the head `chosen` marked; none where every head has its own.

    Where not all fit the heads of a group are told as `q0–q3`, and where that is still too long those around the
    chosen one are shown, with `…` for the rest.
    """
    if not wiring.is_shared:
        return []
    names = ("query heads", f"{wiring.name} heads") if width >= NAMES_FROM else ("", "")
    edge = max(map(len, names)) + 1 + 2 * bool(names[0])
    groups = [_group(wiring, at, chosen, spelt=True) for at in range(len(wiring.readers))]
    if _width(groups) > width - edge:
        groups = [_group(wiring, at, chosen, spelt=False) for at in range(len(wiring.readers))]
    at = next((at for at, readers in enumerate(wiring.readers) if chosen in readers), 0)
    shown = _around(groups, at, width - edge)
    lines: list[Line] = []
    for line, name in enumerate(names):
        spans: Line = [Span(f" {name}".ljust(edge), "label")]
        for group in shown:
            spans += [*group[line], Span(" " * _APART)]
        lines.append(fitted(spans, width))
    return lines


def _group(wiring: Wiring, at: int, chosen: int | None, *, spelt: bool) -> Group:
    heads, shared = wiring.readers[at], f"{wiring.letters}{at}"
    has_it = chosen in heads
    if spelt:
        above: Line = []
        for head in heads:
            above += [Span(" ")] * bool(above)
            above.append(Span(f"q{head}", "text+cursor" if head == chosen else "text"))
    else:
        above = [Span(f"q{heads[0]}–q{heads[-1]}", "text+cursor" if has_it else "text")]
    wide = max(line_width(above), len(shared) + 2)
    bracket = f"└{shared.center(wide - 2, '─')}┘"
    return fitted(above, wide), [Span(bracket, "label.marked" if has_it else "label")]


def _width(groups: Sequence[Group]) -> int:
    return sum(line_width(above) + _APART for above, _ in groups) - _APART


def _around(groups: Sequence[Group], at: int, room: int) -> list[Group]:
    """The groups around `at` that fit, with `…` where others are left out."""
    if _width(groups) <= room:
        return list(groups)
    more: Group = ([Span("…", "label")], [Span(" ")])
    first = last = at
    while True:
        wider = [(first - 1, last), (first, last + 1)]
        wider = [(a, b) for a, b in wider if a >= 0 and b < len(groups)]
        fits = [(a, b) for a, b in wider if _width([more, *groups[a : b + 1], more]) <= room]
        if not fits:
            break
        first, last = fits[0]
    return [*[more] * (first > 0), *groups[first : last + 1], *[more] * (last < len(groups) - 1)]
