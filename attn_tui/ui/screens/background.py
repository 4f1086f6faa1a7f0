"""Slow items of a generator, computed in a thread so that the screen goes on."""

from __future__ import annotations

from collections.abc import Iterator
from threading import Thread
from typing import Generic, TypeVar, cast

Item = TypeVar("Item")
_END = object()


class Background(Generic[Item]):
    """Computes the items of `items` one after the other; a thread runs only while one is being computed."""

    def __init__(self, items: Iterator[Item]) -> None:
        self._items = items
        self._thread: Thread | None = None
        self._found: list[Item] = []
        self._fault: Exception | None = None

    def begin(self) -> None:
        """Set off the computing of the next item, if none is being computed."""
        if self._thread is None:
            self._thread = Thread(target=self._compute, daemon=True)
            self._thread.start()

    @property
    def is_ready(self) -> bool:
        """Whether what was begun is there, or nothing was."""
        return self._thread is None or not self._thread.is_alive()

    def take(self) -> Item | None:
        """The item that was begun, once it is ready; None where there are no more."""
        self._thread = None
        if self._fault is not None:
            raise self._fault
        return self._found.pop() if self._found else None

    def _compute(self) -> None:
        try:
            item = next(self._items, _END)
            self._found = [] if item is _END else [cast(Item, item)]
        except Exception as fault:
            self._fault = fault
