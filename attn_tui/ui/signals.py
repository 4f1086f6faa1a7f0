"""Ends the app when the system asks for it or its terminal is gone, with the terminal as it was found."""

from __future__ import annotations

import asyncio
import contextlib
import os
import select
import signal
import sys
import termios
import threading
from functools import partial
from types import FrameType
from typing import Any

from textual.app import App

_SIGNALS = (signal.SIGHUP, signal.SIGINT, signal.SIGTERM)
_PATIENCE = 1.0
"""Seconds that an app has to end by itself."""
_RESTORE = b"\x1b[?2026l\x1b[?1000;1003;1006;1004;2004l\x1b[?7h\x1b[<u\x1b[?1049l\x1b[?25h\x1b[m"
"""Ends what Textual begins: reports of mouse and focus, bracketed paste, the alternate screen, the hidden cursor."""


def restore_on_signals(app: App[Any]) -> None:
    """From now on SIGHUP, SIGINT, SIGTERM and the loss of the terminal end `app` with the status 128 + the signal.

    Called while the app runs, such as from `on_mount`. An app that has not ended after a second, since nobody takes
    what it writes, is ended by force. Where keys do not come from a terminal nothing is done.
    """
    if app.is_headless or sys.__stdin__ is None or not sys.__stdin__.isatty():
        return
    ending = _Ending(app, sys.__stdin__.fileno())
    for number in _SIGNALS:
        signal.signal(number, ending.begin)
    threading.Thread(target=ending.watch, name="terminal-watch", daemon=True).start()


class _Ending:
    """The end of an app, which begins once."""

    def __init__(self, app: App[Any], terminal: int) -> None:
        self._app = app
        self._terminal = terminal
        self._of_terminal = [descriptor for descriptor in (0, 1, 2) if os.isatty(descriptor)]
        self._loop = asyncio.get_running_loop()
        self._begun = False

    def begin(self, number: int, _: FrameType | None = None) -> None:
        """Ask the app to end. Signals call it between any two instructions, so that a stuck loop can't hold it up."""
        if self._begun:
            return
        self._begun = True
        force = threading.Timer(_PATIENCE, self._force, [128 + number])
        force.daemon = True
        force.start()
        with contextlib.suppress(RuntimeError):
            self._loop.call_soon_threadsafe(partial(self._app.exit, return_code=128 + number))

    def watch(self) -> None:
        """Sleep until the terminal hangs up, which not every process is told by a signal.

        Signals are left to the main thread: one that is given to a thread asleep wakes nobody.
        """
        signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())
        hang_up = select.poll()
        hang_up.register(self._terminal, 0)
        if any(event & select.POLLHUP for _, event in hang_up.poll()) and self._app.is_running:
            self._let_go()
            self.begin(signal.SIGHUP)

    def _let_go(self) -> None:
        """Put nothing in the place of the terminal, so that what is still written to it fails nobody."""
        nothing = os.open(os.devnull, os.O_RDWR)
        for descriptor in self._of_terminal:
            os.dup2(nothing, descriptor)
        os.close(nothing)

    def _force(self, status: int) -> None:
        with contextlib.suppress(OSError, termios.error):
            os.set_blocking(sys.__stderr__.fileno() if sys.__stderr__ else 2, False)
            os.write(2, _RESTORE)
            attributes = termios.tcgetattr(self._terminal)
            attributes[0] |= termios.ICRNL | termios.IXON
            attributes[3] |= termios.ECHO | termios.ICANON | termios.IEXTEN | termios.ISIG
            termios.tcsetattr(self._terminal, termios.TCSANOW, attributes)
        os._exit(status)
