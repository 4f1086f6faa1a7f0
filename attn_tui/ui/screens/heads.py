"""The screen of all heads: small pictures of their weights, computed tile by tile while every key is answered."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from time import perf_counter
from typing import ClassVar, TypeAlias

from textual import events
from textual.app import ComposeResult
from textual.screen import ModalScreen
from textual.timer import Timer

from attn_tui.session.computing.overview import Overview, Part
from attn_tui.session.faults import Fault
from attn_tui.session.labels import plain
from attn_tui.session.session import Session
from attn_tui.ui.screens.background import Background
from attn_tui.ui.screens.paper import Paper
from attn_tui.ui.views.heads_view import Drawn, Page, heads_page
from attn_tui.ui.views.line import Line

Chosen: TypeAlias = int | str
"""What the screen was closed for: a head to be shown, or the name of a command that is to follow."""
BATCH = 0.05
"""Seconds of work after which what was found is shown."""
_POLL = 1 / 30
_LESSON = {"n": "next", "N": "previous", "Q": "answer"}
"""The command of each key that goes back to the board where a lesson's step opened the screen."""
_MOVES = {
    "left": (0, -1), "h": (0, -1), "right": (0, 1), "l": (0, 1),
    "up": (-1, 0), "k": (-1, 0), "down": (1, 0), "j": (1, 0),
}  # fmt: skip
"""What each key moves by: lines of pictures, pictures."""


class HeadsScreen(ModalScreen[Chosen | None]):
    """The heads of `overview`, of which one is chosen; Enter shows it on the board.

    What is not computed yet is computed while the screen is shown, in a thread, unless it is stopped. Where a lesson's
    step opens it, `step_at(width, most)` has the step, which stands at the top, and the keys of a lesson are its own.
    """

    AUTO_FOCUS: ClassVar[str | None] = None
    ALLOW_SELECT: ClassVar[bool] = False

    def __init__(
        self,
        session: Session,
        overview: Overview,
        colours: int,
        step_at: Callable[[int, int], list[Line]] | None = None,
    ) -> None:
        super().__init__()
        self.session = session
        self.overview = overview
        self.chosen = overview.place(session.head)
        self.is_stopped = False
        self._colours = colours
        self._step_at = step_at
        self._first = self._turn = 0
        self._said, self._is_fault = "", False
        self._work: Background[list[Part]] | None = None
        self._timer: Timer | None = None
        self._drawn: Drawn | None = None
        self.paper = Paper(self._lines, colours)

    def compose(self) -> ComposeResult:
        yield self.paper

    def on_mount(self) -> None:
        """What is quick is there at once; the rest is set off."""
        if self.overview.is_quick:
            self._keep(self.overview.parts)
        if not self.is_stopped:
            self._go_on()

    def on_unmount(self) -> None:
        self._rest()

    @property
    def is_computing(self) -> bool:
        """Whether there is more to be shown, and it is on its way."""
        return self._work is not None

    # The work

    def _go_on(self) -> None:
        if not self.overview.is_whole:
            self._work = Background(_in_batches(self.overview.parts(), BATCH))
            self._timer = self.set_interval(_POLL, self.tick)
            self.is_stopped = False

    def _rest(self) -> None:
        """Set off nothing more; a batch that is under way is left to its end, and what it finds is not kept."""
        self._work = None
        if self._timer is not None:
            self._timer.stop()
            self._timer = None

    def tick(self) -> None:
        """Take what the thread has found, and set off the next of it."""
        work = self._work
        if work is None or not work.is_ready:
            return
        self._keep(lambda: work.take() or ())
        if self.overview.is_whole:
            self._rest()
        elif self._work is not None:
            work.begin()
        self.paper.update()

    def _keep(self, found: Callable[[], Iterable[Part]]) -> None:
        """Keep what was found; where it can't be, say why and stop."""
        try:
            for part in found():
                self.overview.take(part)
        except Fault as fault:
            self._say(str(fault), is_fault=True)
        except Exception as fault:
            self._say(f"internal fault ({plain(f'{type(fault).__name__}: {fault}')})", is_fault=True)
        else:
            return
        self._rest()
        self.is_stopped = True

    # Keys

    def on_key(self, event: events.Key) -> None:
        """Do what the key does, and show it; once it is closed, nothing."""
        event.stop()
        event.prevent_default()
        if not self.is_current:
            return
        self._say("")
        try:
            self._press(event.character if event.is_printable and event.key != "space" else event.key)
        except Fault as fault:
            self._say(str(fault), is_fault=True)
        self.paper.update()

    def on_click(self, event: events.Click) -> None:
        """Choose the head under the mouse."""
        if self._drawn is None:
            return
        grid = self._drawn.grid
        at = grid.at(event.x, event.y - self._drawn.top)
        if event.y >= self._drawn.top and at is not None and at < grid.columns * grid.lines:
            self._choose(self._drawn.first * grid.columns + at)
            self.paper.update()

    def _press(self, key: str | None) -> None:
        if key in ("escape", "q", "H"):
            self.dismiss()
        elif self._step_at is not None and key in _LESSON:
            self.dismiss(_LESSON[key])
        elif key in _MOVES:
            lines, pictures = _MOVES[key]
            self._choose(self.chosen + lines * self._columns + pictures)
        elif key in ("pageup", "pagedown"):
            page = self._columns * (1 if self._drawn is None else self._drawn.grid.lines)
            self._choose(self.chosen + (page if key == "pagedown" else -page))
        elif key in ("home", "g", "end", "G"):
            self._choose(0 if key in ("home", "g") else len(self.overview.thumbnails) - 1)
        elif key == "enter":
            self._show()
        elif key == "space":
            self._stop_or_go_on()
        elif key in ("tab", "shift+tab"):
            self._turn += 1 if key == "tab" else -1
        else:
            raise Fault(f"the key {plain(key or '')} does nothing here: the last line has those that do")

    @property
    def _columns(self) -> int:
        return 1 if self._drawn is None else self._drawn.grid.columns

    def _choose(self, at: int) -> None:
        self.chosen = max(0, min(at, len(self.overview.thumbnails) - 1))

    def _show(self) -> None:
        head = self.overview.head(self.chosen)
        if head is None:
            heads = self.overview.heads
            raise Fault(
                f"the mean of {heads} heads is no head to be shown on the board: choose one of the heads"
            )
        self.dismiss(head)

    def _stop_or_go_on(self) -> None:
        if self.overview.is_whole:
            raise Fault("there is nothing to stop: every row of every head was read")
        if self.is_computing:
            self._rest()
            self.is_stopped = True
        else:
            self._go_on()

    def _say(self, text: str, *, is_fault: bool = False) -> None:
        self._said, self._is_fault = text, is_fault

    # What is shown

    def _lines(self, width: int, height: int) -> list[Line]:
        page = Page(
            self.session, self.overview, self.chosen, self._first, self._turn, self._colours, self._state(),
            self._said, self._is_fault, self._keys, self._step_at,
        )  # fmt: skip
        self._drawn = heads_page(page, width, height)
        self._first = self._drawn.first
        return self._drawn.lines

    def _state(self) -> str:
        """How far it is, as long as it is not whole."""
        if self.overview.is_whole:
            return ""
        rows = f"{self.overview.rows:,} of {self.overview.T_q:,} rows"
        return f"{rows}, {'stopped' if self.is_stopped else 'computing'}"

    def _keys(self, has_more: bool) -> list[tuple[str, str]]:
        """The keys that do something now, the most needed first."""
        keys = [("Esc", "closes"), ("← ↓ ↑ →", "choose"), ("Enter", "shows it on the board")]
        if not self.overview.is_whole:
            keys.insert(1, ("space", "stop" if self.is_computing else "go on"))
        return [*keys, *[("Tab", "more")] * has_more]


def _in_batches(parts: Iterator[Part], seconds: float) -> Iterator[list[Part]]:
    """The parts in lists, each of about so many seconds of work."""
    batch: list[Part] = []
    until = perf_counter() + seconds
    for part in parts:
        batch.append(part)
        if perf_counter() >= until:
            yield batch
            batch, until = [], perf_counter() + seconds
    yield batch
