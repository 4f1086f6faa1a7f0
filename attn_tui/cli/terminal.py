"""What the program asks of its surroundings before a screen is opened."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from io import TextIOWrapper
from pathlib import Path
from typing import TextIO

QUIET = {"OPENBLAS_NUM_THREADS": "1", "TEXTUAL_ANIMATIONS": "none"}
"""One thread for small matrices, and no animation: an idle screen sends nothing. What is set already stays."""


def prepare() -> None:
    """Set what NumPy and Textual read when they are imported, and let every label be printed.

    An empty NO_COLOR asks for nothing, but Textual would take it for a wish, so it goes.
    """
    for name, value in QUIET.items():
        os.environ.setdefault(name, value)
    if os.environ.get("NO_COLOR") == "":
        del os.environ["NO_COLOR"]
    if sys.stderr is None:
        sys.stderr = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115 - for print not to take stdout
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def read_keys_from_terminal() -> None:
    """Make the controlling terminal standard input, where there is one, after a pipe was read to its end."""
    with suppress(OSError):
        terminal = os.open("/dev/tty", os.O_RDONLY)
        os.dup2(terminal, 0)
        os.close(terminal)


def why_no_screen() -> str | None:
    """Why the explorer can't be shown here, as the beginning of a sentence; None where it can."""
    if not _is_terminal(sys.stdout):
        return "standard output is no terminal"
    if not _is_terminal(sys.stderr):
        return "standard error, which draws the screen, is no terminal"
    if not _is_terminal(sys.stdin):
        return "no terminal can be opened for keys"
    term = os.environ.get("TERM", "")
    return None if term not in {"", "dumb"} else f"TERM is {term or 'not set'}"


def prepare_screen() -> None:
    """Let the size that the terminal has hold, and not an exported one, and write to it in UTF-8.

    Textual takes COLUMNS and LINES for the size and draws in the encoding of standard error, which the locale or
    PYTHONIOENCODING may make ASCII. A terminal that does not know its size keeps the exported one.
    """
    with suppress(OSError):
        if all(os.get_terminal_size(sys.stderr.fileno())):
            for name in ("COLUMNS", "LINES"):
                os.environ.pop(name, None)
    if isinstance(sys.stderr, TextIOWrapper):
        sys.stderr.reconfigure(encoding="utf-8", errors="backslashreplace")


def drop_output() -> None:
    """Let nothing more be written to standard output, which has no reader or no room, not even at the end."""
    with suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)


def _is_terminal(stream: TextIO | None) -> bool:
    return stream is not None and not stream.closed and stream.isatty()
