"""Keys in their order on the screens over the board: each waits until the screen has done with the one before.

Textual 8.2.8 puts every key into the queue of the screen that is on top when it comes. Where an earlier key of a
burst closes that screen, or opens another, those behind it in its queue are lost. Only public names are used here.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Awaitable, Callable
from time import monotonic

from textual import events
from textual.app import App
from textual.message_pump import MessagePump

LONGEST = 1.0
"""Seconds after which keys no longer wait for a screen that does not answer."""
KeyOrPaste = events.Key | events.Paste


class KeyOrder:
    """Holds keys and pastes of `app` while a screen is busy with one.

    `at_once` takes one where no screen is over the board, and says whether it did; `forward` lets Textual hand it to
    the screen on top.
    """

    def __init__(
        self,
        app: App[None],
        at_once: Callable[[KeyOrPaste], bool],
        forward: Callable[[KeyOrPaste], Awaitable[None]],
    ) -> None:
        self._app = app
        self._at_once = at_once
        self._forward = forward
        self._waiting: deque[KeyOrPaste] = deque()
        self._since: float | None = None

    async def add(self, event: KeyOrPaste) -> None:
        """Let `event` be done as soon as those before it are."""
        self._waiting.append(event)
        if self._since is None or monotonic() - self._since > LONGEST:
            await self._hand_on()

    async def _hand_on(self) -> None:
        """Do those that wait, up to one that a screen has to do."""
        self._since = None
        while self._waiting:
            event = self._waiting.popleft()
            if self._at_once(event):
                continue
            self._since = monotonic()
            taker = self._app.focused or self._app.screen
            await self._forward(event)
            self._follow(list(taker.ancestors_with_self))
            return

    def _follow(self, way: list[MessagePump]) -> None:
        """Go the way of a key, from the widget that takes it up to the app: what each had to do comes before this."""
        first, *rest = way
        if not rest:
            first.call_later(self._hand_on)
        elif not first.call_later(self._follow, rest):
            self._follow(rest)
