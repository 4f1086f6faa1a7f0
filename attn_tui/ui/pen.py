"""Writes text at places of a terminal with the fewest bytes: moves of the cursor and changes of style.

A style is here the parameters of an SGR sequence, such as `1;38;5;12`: attributes, then the colour of the text,
then that of the ground. The empty one is the terminal's own.
"""

from __future__ import annotations

from functools import lru_cache

_OFF = {
    "1": "22", "2": "22", "3": "23", "4": "24", "5": "25", "6": "25", "7": "27", "8": "28", "9": "29",
    "21": "24", "51": "54", "52": "54", "53": "55",
}  # fmt: skip
"""What ends an attribute; bold and dim end together, as other pairs do."""
_COLOUR_LENGTH = {"5": 3, "2": 5}
"""Parameters of a colour from the table of 256, `38;5;n`, and of one in red, green and blue, `38;2;r;g;b`."""
_SHORT = 4
"""Characters that are written again for no more bytes than a move of the cursor over them takes."""
_ERASED_FROM = 11
"""Blanks that take more bytes than erasing them and moving over them."""


class Pen:
    """Where the cursor stands, which style is in force, and what has been written.

    A pen begins at an unknown place, in the terminal's own style, and `written` ends in that style again.
    """

    def __init__(self) -> None:
        self._out: list[str] = []
        self._row = self._column = -1
        self._sgr = ""
        self._blanks = 0

    def stands_at(self, row: int) -> int | None:
        """The column of the cursor, where it is known to be in `row`."""
        return self._column if self._row == row else None

    def is_short(self, text: str, sgrs: list[str]) -> bool:
        """Whether `text` in `sgrs` can be written as it is for no more bytes than a move over it."""
        plain = len(text) <= _SHORT and text.isascii() and text.isprintable()
        return plain and sgrs.count(self._sgr) == len(sgrs)

    def move(self, row: int, column: int) -> None:
        """Put the cursor at `row` and `column`, both from 0."""
        ahead = column - self._column
        if self._row != row or ahead < 0:
            self._write_blanks(leaves=True)
            self._out.append(f"\x1b[{row + 1};{column + 1}H")
        elif ahead:
            self._write_blanks()
            self._out.append("\x1b[C" if ahead == 1 else f"\x1b[{ahead}C")
        self._row, self._column = row, column

    def write(self, text: str, sgr: str) -> None:
        """Write `text`, a cell a character, in a style; blanks at its end wait for those that may follow."""
        filled = text if sgr else text.rstrip(" ")
        if filled or sgr != self._sgr:
            self._write_blanks()
        if sgr != self._sgr:
            self._out.append(transition(self._sgr, sgr))
            self._sgr = sgr
        self._out.append(filled)
        self._blanks += len(text) - len(filled)
        self._column += len(text)

    def _write_blanks(self, leaves: bool = False) -> None:
        """Write the blanks that wait, in the terminal's own style, or erase so many cells where that is shorter."""
        count, self._blanks = self._blanks, 0
        if count < _ERASED_FROM:
            self._out.append(" " * count)
        else:
            self._out.append(f"\x1b[{count}X" if leaves else f"\x1b[{count}X\x1b[{count}C")

    def forget_place(self) -> None:
        """Name the place in the next move: after the last column, and after what terminals measure differently."""
        self._row = -1

    def written(self) -> str:
        """All there is to send to the terminal."""
        self._write_blanks(leaves=True)
        if self._sgr:
            self._out.append("\x1b[m")
            self._sgr = ""
        return "".join(self._out)


@lru_cache(maxsize=8192)
def transition(before: str, after: str) -> str:
    """The shortest sequence that puts the style `after` in force where `before` is."""
    if before == after:
        return ""
    if not after:
        return "\x1b[m"
    attributes, ink, ground = _parts(before)
    wanted, new_ink, new_ground = _parts(after)
    off = {_OFF[attribute] for attribute in attributes if attribute not in wanted}
    codes = sorted(off)
    codes += [one for one in wanted if one not in attributes or _OFF[one] in off]
    codes += [new_ink or "39"] * (ink != new_ink) + [new_ground or "49"] * (ground != new_ground)
    afresh = f"\x1b[0;{after}m" if before else f"\x1b[{after}m"
    return min(f"\x1b[{';'.join(codes)}m", afresh, key=len)


@lru_cache(maxsize=8192)
def canonical(parameters: str) -> str:
    """One spelling for each style: a colour that is the terminal's own is left out."""
    attributes, ink, ground = _parts(parameters)
    return ";".join(part for part in (*attributes, ink, ground) if part)


@lru_cache(maxsize=8192)
def _parts(parameters: str) -> tuple[tuple[str, ...], str, str]:
    """The attributes, the colour of the text and that of the ground; "" for the terminal's own."""
    codes = parameters.split(";") if parameters else []
    attributes: list[str] = []
    ink = ground = ""
    while codes:
        count = _COLOUR_LENGTH[codes[1]] if codes[0] in {"38", "48"} else 1
        first, colour = int(codes[0]), ";".join(codes[:count])
        if codes[0] in _OFF:
            attributes.append(codes[0])
        elif 30 <= first <= 39 or 90 <= first <= 97:
            ink = "" if first == 39 else colour
        elif 40 <= first <= 49 or 100 <= first <= 107:
            ground = "" if first == 49 else colour
        else:
            raise ValueError(f"no attribute and no colour: {codes[0]}")
        codes = codes[count:]
    return tuple(attributes), ink, ground
