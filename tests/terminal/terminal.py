"""A program in a pseudo-terminal: keys go in as bytes, its screen is read back through an emulator."""

import contextlib
import fcntl
import os
import pty
import select
import signal
import struct
import subprocess
import termios
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from tests.terminal.emulator import Cell, Emulator
from tests.terminal.keys import key_bytes

QUIET = 0.05
"""Seconds without output after which a program that waits for input has drawn all it will: several frames."""
FRAME = 0.02
"""Seconds a frame takes, and a little: keys that come faster are drawn in one."""
ESCAPE = 0.25
"""Seconds after which Escape can no longer be the beginning of another key; Textual waits 0.1 and looks each 0.1."""
_OPEN_TERMINAL = 'exec "$@" <>"$0" >&0 2>&0'
"""Opened by the leader of a session, the terminal becomes the one that controls it."""


class Terminal:
    """Starts `argv` in a pseudo-terminal of `size`, (columns, rows), and is what it sees: an xterm."""

    def __init__(
        self,
        argv: Sequence[str],
        size: tuple[int, int] = (80, 24),
        env: Mapping[str, str] | None = None,
        cwd: Path | None = None,
    ) -> None:
        self.width, self.height = size
        self._master, self._slave = pty.openpty()
        self._set_size(*size)
        self._as_found = termios.tcgetattr(self._slave)
        self._emulator = Emulator(*size)
        self._output = bytearray()
        self._mark = 0
        self._escape_sent = False
        command = ["/bin/sh", "-c", _OPEN_TERMINAL, os.ttyname(self._slave), *argv]
        self.process = subprocess.Popen(command, env=env, cwd=cwd, start_new_session=True)

    # What is shown

    @property
    def lines(self) -> list[str]:
        """The rows of the screen as they are now, without waiting for more."""
        self._read_for(0)
        return self._emulator.lines

    @property
    def text(self) -> str:
        """The rows in one string, without the spaces at their ends."""
        return "\n".join(line.rstrip() for line in self.lines)

    def cell(self, x: int, y: int) -> Cell:
        """The cell in column `x` and row `y`, from 0."""
        return self._emulator.cell(x, y)

    def find(self, text: str) -> tuple[int, int]:
        """Column and row of the first cell of `text`; an AssertionError where it is not on the screen."""
        for y in range(self._emulator.screen.lines):
            cells = [self.cell(x, y).text for x in range(self._emulator.screen.columns)]
            if (at := "".join(cells).find(text)) >= 0:
                return next(x for x in range(len(cells)) if len("".join(cells[:x])) >= at and cells[x]), y
        raise AssertionError(f"{text!r} is not on the screen:\n{self.text}")

    @property
    def cursor(self) -> tuple[int, int]:
        """Column and row of the cursor."""
        return self._emulator.screen.cursor.x, self._emulator.screen.cursor.y

    # What is done

    def send(self, *keys: str) -> None:
        """Press keys by name ("right", "shift+tab", "ctrl+r", "esc", …); anything else is typed as it is."""
        for key in keys:
            self._let_escape_be_a_key()
            os.write(self._master, key_bytes(key))
            self._escape_sent = key in ("esc", "escape")

    def send_bytes(self, data: bytes) -> None:
        """Send what is no key: a part of a paste, a report, noise."""
        self._let_escape_be_a_key()
        os.write(self._master, data)

    def press_until_stuck(self, key: str) -> None:
        """Press a key, a frame apart, and read nothing, until the terminal is full and 40 frames wait behind it."""
        waiting = 0
        while waiting < 40:
            os.write(self._master, key_bytes(key))
            time.sleep(FRAME)
            waiting += not select.select([], [self._slave], [], 0)[1]

    def paste(self, text: str) -> None:
        """Paste as a terminal does: with line feeds as carriage returns, in brackets where that was asked for."""
        data = text.replace("\n", "\r").encode()
        bracketed = self._emulator.screen.is_on(2004)
        os.write(self._master, b"\x1b[200~" + data + b"\x1b[201~" if bracketed else data)

    def click(self, x: int, y: int) -> None:
        """Press and let go the left button over a cell; an AssertionError where the program asked for no mouse."""
        assert self._emulator.screen.is_on(1006), "the program did not ask for the mouse"
        os.write(self._master, f"\x1b[<0;{x + 1};{y + 1}M\x1b[<0;{x + 1};{y + 1}m".encode())

    def drag(self, cells: Sequence[tuple[int, int]]) -> None:
        """Press the left button over the first cell, move over the others, and let go over the last."""
        assert self._emulator.screen.is_on(1006), "the program did not ask for the mouse"
        places = [f"{x + 1};{y + 1}" for x, y in cells]
        moves = "".join(f"\x1b[<32;{place}M" for place in places[1:])
        os.write(self._master, f"\x1b[<0;{places[0]}M{moves}\x1b[<0;{places[-1]}m".encode())

    def resize(self, width: int, height: int) -> None:
        """Take another size and tell the program so."""
        self.width, self.height = width, height
        self._emulator.resize(width, height)
        self._set_size(width, height)

    def kill(self, number: signal.Signals) -> None:
        """Send the program a signal."""
        self.process.send_signal(number)

    def hang_up(self) -> None:
        """Close the terminal, as when a connection breaks; its screen can't be read after."""
        for end in (self._master, self._slave):
            os.close(end)
        self._master = self._slave = -1

    # Waiting

    def wait_for(self, what: "str | Callable[[Terminal], bool]", timeout: float = 20) -> None:
        """Wait until a text is on the screen or a condition holds; else an AssertionError with the screen."""
        end = time.monotonic() + timeout
        while not (what in self.text if isinstance(what, str) else what(self)):
            ended = self.process.poll() is not None
            if ended and not self._read_for(0.01):
                raise AssertionError(
                    f"the program ended with {self.process.returncode}, not {what}:\n{self.text}"
                )
            if time.monotonic() > end:
                raise AssertionError(f"not in {timeout} s: {what}\n{self.text}")
            self._read_for(0.02)

    def settle(self, timeout: float = 20) -> None:
        """Wait until the program has read all that was sent, is asleep, and has written nothing for a while."""
        self._let_escape_be_a_key()
        end = time.monotonic() + timeout
        while self._read_for(QUIET) or self._unread_keys() or not self._is_asleep():
            if time.monotonic() > end:
                raise AssertionError(f"still busy after {timeout} s:\n{self.text}")

    def is_stopped(self) -> bool:
        """Whether the program is stopped, as by Ctrl+Z; Linux only."""
        return set(self._thread_states()) == {"T"}

    def is_silent(self, seconds: float) -> bool:
        """Whether the program writes nothing for so long."""
        return not self._read_for(seconds)

    def exit_status(self, timeout: float = 20) -> int:
        """Wait until the program ends; its exit status, negative for a signal that killed it."""
        end = time.monotonic() + timeout
        while self.process.poll() is None:
            if time.monotonic() > end:
                shown = self.text if self._master >= 0 else ""
                raise AssertionError(f"still running after {timeout} s:\n{shown}")
            self._read_for(0.02)
        while self._read_for(0.02):
            pass
        return self.process.returncode

    def close(self) -> int:
        """End the program if it runs still, and the terminal; the exit status."""
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        if self._master >= 0:
            self.hang_up()
        return self.process.returncode

    # What was written

    def mark(self) -> None:
        """Count what is written from here on."""
        self._read_for(0)
        self._mark = len(self._output)

    def bytes_since_mark(self) -> bytes:
        """What the program has written since `mark`."""
        self._read_for(0)
        return bytes(self._output[self._mark :])

    def scramble(self) -> None:
        """Lose what the screen shows, as when something else wrote on it."""
        self._read_for(0)
        self._emulator.feed(b"\x1b[2J")

    def left_behind(self) -> list[str]:
        """In words, what the program changed of the terminal and did not put back; [] is clean."""
        self._read_for(0)
        left = self._emulator.left_on()
        if termios.tcgetattr(self._slave) != self._as_found:
            left.append("the line discipline (echo, whole lines, signals)")
        return left

    def _read_for(self, seconds: float) -> bool:
        """Read until nothing came for `seconds`; whether anything did."""
        if self._master < 0:
            time.sleep(seconds)
            return False
        came = False
        while select.select([self._master], [], [], 0 if came else seconds)[0]:
            data = os.read(self._master, 65536)
            self._output += data
            if reply := self._emulator.feed(data):
                os.write(self._master, reply)
            came = True
        return came

    def _let_escape_be_a_key(self) -> None:
        """After Escape, read on until it can no longer be the beginning of the next key."""
        end = time.monotonic() + ESCAPE
        while self._escape_sent and (left := end - time.monotonic()) > 0:
            self._read_for(left)
        self._escape_sent = False

    def _unread_keys(self) -> bool:
        count = struct.unpack("i", fcntl.ioctl(self._slave, termios.FIONREAD, b"\0" * 4))[0]
        return count > 0

    def _is_asleep(self) -> bool:
        """Whether every thread of the program sleeps; True where the system doesn't say."""
        return all(state in "SZX" for state in self._thread_states())

    def _thread_states(self) -> list[str]:
        states = []
        for task in Path(f"/proc/{self.process.pid}/task").glob("*/stat"):
            with contextlib.suppress(OSError):
                states.append(task.read_text().rpartition(")")[2].split()[0])
        return states

    def _set_size(self, width: int, height: int) -> None:
        fcntl.ioctl(self._master, termios.TIOCSWINSZ, struct.pack("HHHH", height, width, 0, 0))
