"""The looks that views name, as styles: the terminal's own two colours, and one scale for heat.

Every look but heat is told by an attribute (bold, reverse, underline) as well, so that nothing is by colour alone.
"""

from __future__ import annotations

from functools import lru_cache

from rich.color import Color
from rich.style import Style

_PLAIN: dict[str, Style] = {
    "text": Style(),
    "number": Style(),
    "explanation": Style(),
    "message": Style(),
    "formula": Style(bold=True),
    "off": Style(dim=True, strike=True),
    "title": Style(dim=True),
    "title.active": Style(bold=True),
    "label": Style(dim=True),
    "label.marked": Style(bold=True),
    "edit": Style(underline=True, bold=True),
    "fault": Style(bold=True),
    "question": Style(bold=True, reverse=True),
    "key": Style(bold=True, reverse=True),
    "key.label": Style(),
    "asked": Style(bold=True),
    "reply": Style(bold=True),
    "plane.axis": Style(dim=True),
    "plane.mark": Style(),
    "plane.query": Style(bold=True),
    "plane.output": Style(bold=True),
    "text.em": Style(underline=True),
    "asked.em": Style(bold=True, underline=True),
    "reply.em": Style(bold=True, underline=True),
    "text.strong": Style(bold=True),
    "text.code": Style(bold=True),
}
_COLOURS: dict[str, Style] = {
    "formula": Style(color="cyan"),
    "title.active": Style(color="cyan"),
    "label.marked": Style(color="yellow"),
    "edit": Style(color="yellow"),
    "fault": Style(color="red"),
    "asked": Style(color="yellow"),
    "asked.em": Style(color="yellow"),
    "plane.mark": Style(color="cyan"),
    "plane.query": Style(color="yellow"),
    "plane.output": Style(color="yellow"),
    "text.code": Style(color="cyan"),
}
_STATES: dict[str, Style] = {
    "cursor": Style(reverse=True, bold=True),
    "selected": Style(bold=True),
    "block": Style(reverse=True),
    "edit": Style(underline=True, bold=True),
    "moved": Style(underline=True),
}
_HEAT_256 = (None, 17, 18, 19, 25, 31, 37, 78, 149, 220)
_HEAT_16 = (None, 4, 4, 4, 6, 6, 6, 3, 3, 3)
_BLACK_FROM = 6
"""The step from which the ground is light enough for black digits."""


@lru_cache(maxsize=512)
def style_of(look: str, colours: int) -> Style:
    """The style of a look on a terminal of so many colours (0: none): `number`, `heat.7`, `heat.7+moved+cursor`.

    `halves.3.7` is a cell whose upper half has step 3 of the heat and whose lower half step 7.
    """
    name, *states = look.split("+")
    if name.startswith("halves."):
        _, upper, lower = name.split(".")
        return _halves(int(upper), int(lower), colours)
    style = _heat(int(name.removeprefix("heat.")), colours) if name.startswith("heat.") else _PLAIN[name]
    if colours and name in _COLOURS:
        style += _COLOURS[name]
    return sum((_STATES[state] for state in states), style)


def _heat(step: int, colours: int) -> Style:
    if not colours or step == 0:
        return Style()
    ground = (_HEAT_256 if colours > 16 else _HEAT_16)[step]
    ink = 0 if step >= _BLACK_FROM else 15
    ink = ink if colours <= 16 else (16 if step >= _BLACK_FROM else 231)
    return Style(color=Color.from_ansi(ink), bgcolor=Color.from_ansi(ground or 0))


def _halves(upper: int, lower: int, colours: int) -> Style:
    """The style of `▀`, or of `▄` where there is no heat above."""
    if not colours:
        return Style()
    heat = _HEAT_256 if colours > 16 else _HEAT_16
    ground = Color.from_ansi(heat[lower] or 0) if upper and lower else None
    return Style(color=Color.from_ansi(heat[upper or lower] or 0), bgcolor=ground)
