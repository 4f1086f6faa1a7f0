"""Programs in a pseudo-terminal, each in a home of its own and told nothing of the machine."""

import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import attn_tui
from tests.terminal.terminal import Terminal

Start = Callable[..., Terminal]


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """Start Python on arguments in a terminal: `start("-m", "attn_tui", size=(120, 36), no_color=True, env={…})`."""
    started: list[Terminal] = []

    def start_one(
        *arguments: str,
        size: tuple[int, int] = (80, 24),
        no_color: bool = False,
        env: dict[str, str] | None = None,
    ) -> Terminal:
        environment = clean_environment(tmp_path) | ({"NO_COLOR": "1"} if no_color else {}) | (env or {})
        terminal = Terminal([sys.executable, *arguments], size, environment, tmp_path)
        started.append(terminal)
        return terminal

    yield start_one
    for terminal in started:
        terminal.close()


def clean_environment(home: Path) -> dict[str, str]:
    """What a program needs to know, and nothing of who runs the tests."""
    return {
        "PATH": os.environ["PATH"],
        "PYTHONPATH": str(Path(attn_tui.__file__).parents[1]),
        "TERM": "xterm-256color",
        "LANG": "C.UTF-8",
        "HOME": str(home),
        "XDG_CONFIG_HOME": str(home / "config"),
        "XDG_STATE_HOME": str(home / "state"),
        "XDG_CACHE_HOME": str(home / "cache"),
        "XDG_DATA_HOME": str(home / "data"),
    }
