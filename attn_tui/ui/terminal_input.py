"""The other place that touches Textual's private names: it reads what a terminal sends, through a paste guard.

Textual 8.2.8 looks for keys inside a paste, waits for the end of a paste for ever, and ends at a byte that is no
UTF-8. Where it is not as expected here, its own reading is used.
"""

from __future__ import annotations

import os
import selectors
import time
from collections.abc import Iterator

from textual import events
from textual._xterm_parser import XTermParser
from textual.driver import Driver
from textual.drivers.linux_driver import LinuxDriver
from textual.message import Message

from attn_tui.ui.paste_guard import Pasted, PasteGuard
from attn_tui.ui.textual_names import Names, missing

_NAMES: Names = {
    ("textual.drivers.linux_driver", "LinuxDriver.run_input_thread"): ("self",),
    ("textual.drivers.linux_driver", "LinuxDriver.process_message"): ("self", "message"),
    ("textual._xterm_parser", "XTermParser"): ("debug",),
    ("textual._xterm_parser", "XTermParser.feed"): ("self", "data"),
    ("textual._xterm_parser", "XTermParser.tick"): ("self",),
}
_AT_ONCE = 4096
"""Bytes that are read at once; a terminal's line holds no more."""
_TICK = 0.1
"""Seconds after which it is looked whether a key such as Esc is over."""


def guarded(driver: type[Driver]) -> type[Driver]:
    """The driver that reads through a paste guard, in place of Textual's own; any other stays."""
    return GuardedDriver if driver is LinuxDriver and not missing(_NAMES) else driver


class GuardedDriver(LinuxDriver):
    """Textual's driver of a terminal, which takes a paste as text and can't be ended by what is sent."""

    def run_input_thread(self) -> None:
        """Send the app what comes until it ends. Runs in a thread of its own."""
        if not (hasattr(self, "fileno") and hasattr(self, "exit_event")):
            super().run_input_thread()
            return
        reader = Reader()
        with selectors.SelectSelector() as selector:
            selector.register(self.fileno, selectors.EVENT_READ)
            while not self.exit_event.is_set():
                came = os.read(self.fileno, _AT_ONCE) if selector.select(_TICK) else b""
                for message in reader.read(came, time.monotonic()):
                    self.process_message(message)


class Reader:
    """Makes messages of the bytes that a terminal sends."""

    def __init__(self) -> None:
        self._guard = PasteGuard()
        self._parser = XTermParser()

    def read(self, came: bytes, now: float) -> Iterator[Message]:
        """What came at `now` (seconds) says; where it is nothing, what that it is nothing says."""
        for piece in self._guard.feed(came, now) if came else self._guard.wait(now):
            if isinstance(piece, Pasted):
                yield events.Paste(piece.text)
            else:
                yield from self._typed(piece)
        yield from self._parser.tick()

    def _typed(self, text: str) -> Iterator[Message]:
        """Keys, clicks and answers of the terminal. A sequence with a number that Textual can't take is dropped."""
        try:
            yield from (one for one in self._parser.feed(text) if not isinstance(one, events.Paste))
        except (ArithmeticError, ValueError):
            self._parser = XTermParser()
