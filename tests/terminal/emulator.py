"""What a terminal shows and which of its modes are on, from the bytes a program writes: pyte, brought up to xterm."""

import re
from typing import NamedTuple

import pyte
from pyte.screens import Char
from wcwidth import wcwidth

ALTERNATE_SCREEN = 1049
MODES_TO_LEAVE_OFF = {
    ALTERNATE_SCREEN: "the alternate screen",
    1000: "reports of clicks",
    1003: "reports of the mouse's moves",
    1006: "reports of the mouse",
    1016: "reports of the mouse in pixels",
    1004: "reports of the focus",
    2004: "bracketed paste",
    2026: "synchronized output",
    2048: "reports of the size",
}
_UNKNOWN_TO_PYTE = re.compile(
    rb"\x1b\[[<=>][0-9;]*[ -/]*[@-~]"  # CSI with a private prefix
    rb"|\x1b\[\??[0-9;]*[ -/]+[@-~]"  # CSI with an intermediate character
    rb"|\x1b\](?!0;|2;)[^\x07\x1b]*(?:\x07|\x1b\\)"  # OSC but for the title
    rb"|\x1b[P_^X][^\x1b]*\x1b\\"  # DCS, APC, PM, SOS
)
_UNFINISHED = re.compile(rb"\x1b(?:\[[0-9;:?<=>]*[ -/]*|\][^\x07\x1b]*\x1b?|[P_^X][^\x1b]*\x1b?|)$")
_REPLIES = {
    b"\x1b[?2026$p": b"\x1b[?2026;2$y",
    b"\x1b[?2048$p": b"\x1b[?2048;0$y",
    b"\x1b[c": b"\x1b[?62;22c",
    b"\x1b[?6n": b"\x1b[?1;1R",
}
"""Mode reports (a mode that is off, one that is not known), the terminal's kind, the cursor's place."""


class Cell(NamedTuple):
    """One cell: its character with marks ("" after a wide one), colours by pyte's names or as six hex digits."""

    text: str
    fg: str
    bg: str
    bold: bool
    dim: bool
    italic: bool
    underline: bool
    reverse: bool
    strike: bool


class XtermScreen(pyte.Screen):
    """pyte's screen with an alternate one, dim, and wide characters that are never left in halves.

    pyte knows no dim, and nothing here blinks: dim is kept in the place of blink.
    """

    def set_mode(self, *modes: int, **kwargs: bool) -> None:
        super().set_mode(*modes, **kwargs)
        if ALTERNATE_SCREEN in modes and kwargs.get("private"):
            self._main = {y: dict(line) for y, line in self.buffer.items()}
            self.erase_in_display(2)

    def reset_mode(self, *modes: int, **kwargs: bool) -> None:
        super().reset_mode(*modes, **kwargs)
        if ALTERNATE_SCREEN in modes and kwargs.get("private"):
            self.erase_in_display(2)
            for y, line in getattr(self, "_main", {}).items():
                self.buffer[y].update(line)

    def is_on(self, mode: int) -> bool:
        """Whether a private mode is on."""
        return mode << 5 in self.mode

    def draw(self, data: str) -> None:
        for character in data:
            line, x = self.buffer[self.cursor.y], self.cursor.x
            for at in range(x, min(x + max(wcwidth(character), 0), self.columns)):
                if line[at].data == "" and at:
                    line[at - 1] = line[at - 1]._replace(data=" ")
                if line[at + 1].data == "":
                    line[at + 1] = line[at + 1]._replace(data=" ")
            if wcwidth(character) == 0 and x > 1 and line[x - 1].data == "":
                line[x - 2] = line[x - 2]._replace(data=line[x - 2].data + character)
            else:
                super().draw(character)

    def select_graphic_rendition(self, *attrs: int) -> None:
        codes, told = list(attrs), []
        while codes:
            code = codes.pop(0)
            if code in (38, 48) and codes:
                length = {5: 2, 2: 4}.get(codes[0], 0)
                told += [code, *codes[:length]]
                del codes[:length]
            elif code not in (5, 6, 25):
                told += {2: [5], 22: [22, 25]}.get(code, [code])
        super().select_graphic_rendition(*told)


class Emulator:
    """An xterm of a size, fed with what a program writes."""

    def __init__(self, width: int, height: int) -> None:
        self.screen = XtermScreen(width, height)
        self._stream = pyte.ByteStream(self.screen)
        self._rest = b""
        self._keyboard_modes = 0

    def feed(self, data: bytes) -> bytes:
        """Show `data`; what a terminal answers to the questions in it."""
        data = self._rest + data
        unfinished = _UNFINISHED.search(data)
        end = unfinished.start() if unfinished else len(data)
        data, self._rest = data[:end], data[end:]
        self._keyboard_modes += len(re.findall(rb"\x1b\[>[0-9]+u", data)) - data.count(b"\x1b[<u")
        self._stream.feed(_UNKNOWN_TO_PYTE.sub(b"", data))
        asked = sorted(
            (data.find(question), reply) for question, reply in _REPLIES.items() if question in data
        )
        return b"".join(reply for _, reply in asked)

    def resize(self, width: int, height: int) -> None:
        self.screen.resize(height, width)

    @property
    def lines(self) -> list[str]:
        """The rows as text; a row with wide characters has fewer characters than cells."""
        columns, rows = range(self.screen.columns), range(self.screen.lines)
        return ["".join(self.screen.buffer[y][x].data for x in columns) for y in rows]

    def cell(self, x: int, y: int) -> Cell:
        c: Char = self.screen.buffer[y][x]
        return Cell(c.data, c.fg, c.bg, c.bold, c.blink, c.italics, c.underscore, c.reverse, c.strikethrough)

    def left_on(self) -> list[str]:
        """In words, what a program that has ended should have put back."""
        left = [words for mode, words in MODES_TO_LEAVE_OFF.items() if self.screen.is_on(mode)]
        if self.screen.cursor.hidden:
            left.append("a hidden cursor")
        if not self.screen.is_on(7):
            left.append("no wrapping of lines")
        if self._keyboard_modes:
            left.append("the keyboard protocol")
        if self.screen.cursor.attrs != self.screen.default_char:
            left.append("a style")
        return left
