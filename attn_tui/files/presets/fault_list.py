"""Faults found in one reading, so that a file with several is told of all of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from attn_tui.session.faults import Fault

T = TypeVar("T")


class FaultList:
    """The faults so far, in the order in which they were found."""

    def __init__(self) -> None:
        self.faults: list[Fault] = []

    def add(self, fault: Fault) -> None:
        """Keep one more."""
        self.faults.append(fault)

    def reading(self, read: Callable[[], T], otherwise: T) -> T:
        """What `read` returns; where it raises a Fault that is kept, and `otherwise` returned."""
        try:
            return read()
        except Fault as fault:
            self.faults.append(fault)
            return otherwise
