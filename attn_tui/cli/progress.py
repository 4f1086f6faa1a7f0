"""How far a long command is, said on standard error where that is a terminal."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from time import monotonic
from typing import TypeVar

Step = TypeVar("Step")
EVERY = 0.1
"""Seconds between two lines."""


def narrated(steps: Iterable[Step], say: Callable[[Step], str]) -> Iterator[Step]:
    """`steps` as they come. On a terminal one line says where they are, and is gone at the end or when stopped."""
    if not (sys.stderr is not None and sys.stderr.isatty()):
        yield from steps
        return
    said, last = "", monotonic()
    try:
        for step in steps:
            if monotonic() - last >= EVERY:
                text, last = say(step), monotonic()
                print(f"\r{text:<{len(said)}}", end="", file=sys.stderr, flush=True)
                said = text
            yield step
    finally:
        if said:
            print(f"\r{'':<{len(said)}}\r", end="", file=sys.stderr, flush=True)
