"""What a terminal sends, as text: what was pasted is told apart from what was typed before any of it is read as keys.

Between the marks of a bracketed paste nothing but the mark at its end means anything, so that no text that somebody
was talked into pasting can press a key. Nothing here knows Textual or the time.
"""

from __future__ import annotations

import re
from codecs import getincrementaldecoder
from dataclasses import dataclass
from math import inf
from typing import TypeAlias

LONGEST = 8 * 1024 * 1024
"""Bytes of one paste that are kept, more than are read as a block; what comes after them is dropped."""
PAUSE = 0.1
"""Seconds of silence before and after a key by which it is known from a text that is being sent."""

_BEGIN, _END = b"\x1b[200~", b"\x1b[201~"
_QUITS = re.compile(rb"\x11|\x1b\[113;(?:5|69|133|197)(?:;[\d:]*)?u")
_LEAVES = re.compile(
    rb"(?:[\x03\x11\x1b]|\x1b\[(?:(?:99|113);(?:5|69|133|197)|27(?:;(?:1|65|129|193))?)(?:;[\d:]*)?u)+"
)
"""Ctrl+C, Ctrl+Q and Esc, alone or repeated, as bytes and as the kitty protocol sends them under any lock."""
_OLD_MOUSE = re.compile(rb"\x1b\[M[\x20-\xff]{3}")
"""A report of the mouse as it was before SGR: its three bytes are places, no text."""


@dataclass(frozen=True)
class Pasted:
    """The text of one paste, with every control character that was in it."""

    text: str


Piece: TypeAlias = str | Pasted


class PasteGuard:
    """Takes bytes as they come, in whatever parts, and gives what was typed and what was pasted in order.

    The marks of a paste are given as typed too, with nothing between them. Bytes that are no UTF-8 become U+FFFD.
    A paste whose end never comes is ended by Ctrl+C, Ctrl+Q or Esc, where one comes alone after a pause.
    """

    def __init__(self) -> None:
        self._decode = getincrementaldecoder("utf-8")("replace").decode
        self._pasted: bytearray | None = None
        self._begun = b""
        self._leaving = b""
        self._last = -inf

    def feed(self, data: bytes, now: float) -> list[Piece]:
        """What `data`, which came at `now` (seconds), says beyond what was said before."""
        pieces = self.wait(now)
        alone = now - self._last >= PAUSE
        self._last = now
        data, self._leaving = self._leaving + data, b""
        if self._pasted is not None and alone and _LEAVES.fullmatch(data):
            self._leaving = data
            return pieces
        while data:
            data = self._type(data, pieces) if self._pasted is None else self._paste(data, pieces)
        return pieces

    def wait(self, now: float) -> list[Piece]:
        """What it says that nothing more has come until `now`: a key that came alone has ended the paste."""
        pieces: list[Piece] = []
        if self._leaving and now - self._last >= PAUSE:
            quits = _QUITS.search(self._leaving)
            self._leaving = b""
            self._finish(pieces)
            pieces += ["\x11"] if quits else []
        return pieces

    def _type(self, data: bytes, pieces: list[Piece]) -> bytes:
        """Give what stands before a paste, and its first mark; what comes after that mark is left.

        A part of the mark is given at once, since it may be Esc alone; `_begun` remembers it.
        """
        given = len(self._begun)
        before, mark, rest = (self._begun + data).partition(_BEGIN)
        self._begun = b"" if mark else _beginning(before, _BEGIN)
        typed = _OLD_MOUSE.sub(b"", (before + mark)[given:])
        if text := self._decode(typed, bool(mark)):
            pieces.append(text)
        if mark:
            self._pasted = bytearray()
        return rest

    def _paste(self, data: bytes, pieces: list[Piece]) -> bytes:
        """Keep what stands before the mark that ends the paste; what comes after it is left."""
        assert self._pasted is not None
        text, mark, rest = (self._begun + data).partition(_END)
        self._begun = b"" if mark else _beginning(text, _END)
        kept = len(text) - len(self._begun)
        self._pasted += text[: min(kept, LONGEST - len(self._pasted))]
        if mark:
            self._finish(pieces)
        return rest

    def _finish(self, pieces: list[Piece]) -> None:
        assert self._pasted is not None
        pieces += [Pasted(self._pasted.decode("utf-8", "replace")), _END.decode()]
        self._pasted = None
        self._begun = b""


def _beginning(text: bytes, mark: bytes) -> bytes:
    """The end of `text` with which `mark` may begin."""
    last = text[max(text.rfind(b"\x1b"), 0) :]
    return last if mark.startswith(last) else b""
