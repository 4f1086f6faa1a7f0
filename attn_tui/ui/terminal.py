"""A place that touches Textual's private names, with `terminal_input`: it sends only the cells that changed.

Textual 8.2.8 writes the whole span of every widget that was refreshed. Here a frame is compared with a copy of what
the terminal shows, and only what differs is written, a half to a quarter of the bytes. Where Textual is not as
expected, or anything fails, its own output is used.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import lru_cache, partial
from typing import Any

from rich.color import ColorSystem
from rich.console import COLOR_SYSTEMS, Console
from rich.segment import Segment
from rich.style import Style
from rich.text import Text
from textual.app import App, ReturnType
from textual.driver import Driver
from textual.reactive import Reactive
from textual.screen import Screen
from textual.strip import Strip
from textual.widget import Widget

from attn_tui.session.labels import plain
from attn_tui.ui.cell_diff import Run, ShownCells
from attn_tui.ui.pen import canonical
from attn_tui.ui.textual_names import Names, missing

_NAMES: Names = {
    ("textual.app", "App._display"): ("self", "screen", "renderable"),
    ("textual._compositor", "CompositorUpdate.render_segments"): ("self", "console"),
    ("textual._compositor", "LayoutUpdate.__init__"): ("self", "strips", "region"),
    ("textual._compositor", "ChopsUpdate.__init__"): ("self", "chops", "spans", "chop_ends"),
    ("textual.strip", "Strip.render_ansi"): ("style", "color_system"),
}
"""The names of Textual's that are used here and are not public, and what they take."""
SYNCHRONIZED_FROM = 256
"""Characters of a frame from which the terminal is asked to show it at once: 16 more, and a small one can't tear."""


class _NotOurs(Exception):
    """A frame holds what a copy of cells can't: a hyperlink or a control code."""


class SteadyScreen(Screen[None]):
    """A screen that is not painted anew when the focus moves; the two widgets concerned paint themselves."""

    focused: Reactive[Widget | None] = Reactive(None, repaint=False)


class FrugalApp(App[ReturnType]):
    """An app that writes only the cells that differ from what its terminal shows.

    What else is written to the terminal makes the copy of it void: `repaint` then sends everything. A resize and
    the return from a suspension do so by themselves. In a web browser, in line and without a screen it is a plain App.
    """

    sends_only_changes: bool
    """Whether it still does; False where Textual is not as expected, and after a fault."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.sends_only_changes = hasattr(self, "_sync_available") and not missing_names()
        self._shown: ShownCells | None = None
        self._told_fault = False

    def get_driver_class(self) -> type[Driver]:
        """The driver, which reads what a terminal sends through a paste guard where Textual is as expected."""
        stock = super().get_driver_class()
        try:
            from attn_tui.ui.terminal_input import guarded
        except ImportError:
            return stock
        return guarded(stock)

    def get_default_screen(self) -> Screen[Any]:
        """The first screen, which keeps still when the focus moves."""
        return SteadyScreen(id="_default")

    def on_resize(self) -> None:
        """Send everything: what a terminal shows after a resize or a return, even to the same size, is not known."""
        self.repaint()

    def repaint(self) -> None:
        """Send the whole screen, whatever the terminal shows."""
        self._shown = None
        if self.screen_stack:
            self.screen.refresh()

    def _fatal_error(self) -> None:
        """End with one line for the first fault in place of a traceback, which only ATTN_TUI_TRACEBACK=1 shows."""
        fault = self._exception
        if fault is None or os.environ.get("ATTN_TUI_TRACEBACK") == "1":
            super()._fatal_error()
            return
        if self._told_fault:
            return
        self._told_fault = True
        self.bell()
        self.panic(Text(f"attn-tui: internal fault: {plain(f'{type(fault).__name__}: {fault}')}"))

    def _display(self, screen: Screen[Any], renderable: Any) -> None:
        if renderable is None:
            return super()._display(screen, renderable)
        if not self._can_compare(renderable):
            self._shown = None
            return super()._display(screen, renderable)
        renderable.render_segments = partial(self._changes, renderable, self._sync_available)
        available, self._sync_available = self._sync_available, False
        try:
            return super()._display(screen, renderable)
        finally:
            self._sync_available = available

    def _can_compare(self, renderable: Any) -> bool:
        plain_app = self.is_inline or self.is_web or not self.sends_only_changes
        return not plain_app and (_is_whole(renderable) or hasattr(renderable, "chop_ends"))

    def _changes(self, frame: Any, synchronized: bool, console: Console) -> str:
        """What to write for a frame, once Textual is sure to write it."""
        system = COLOR_SYSTEMS[console.color_system or "truecolor"]
        try:
            written = self._copy_for(frame).paint(_runs(frame, system))
        except Exception as fault:
            self._shown = None
            self.sends_only_changes = isinstance(fault, _NotOurs)
            written = type(frame).render_segments(frame, console)
        if synchronized and len(written) >= SYNCHRONIZED_FROM:
            return f"\x1b[?2026h{written}\x1b[?2026l"
        return written

    def _copy_for(self, frame: Any) -> ShownCells:
        """The copy of the terminal; a new one, of which nothing is known, where the frame has another size."""
        size = tuple(frame.region.size) if _is_whole(frame) else (frame.chop_ends[0][-1], len(frame.chops))
        if self._shown is None or (self._shown.width, self._shown.height) != size:
            self._shown = ShownCells(*size)
        return self._shown


@lru_cache(maxsize=1)
def missing_names() -> tuple[str, ...]:
    """The private names used here that this Textual does not have, or has with other parameters."""
    return missing(_NAMES)


def _is_whole(frame: Any) -> bool:
    return hasattr(frame, "region") and hasattr(frame, "strips")


def _runs(frame: Any, system: ColorSystem) -> Iterator[Run]:
    """The runs of a frame of the whole screen, or of its chops: what lines show between the edges of widgets."""
    if _is_whole(frame):
        for row, strips in enumerate(frame.strips):
            pieces = [piece for strip in strips for piece in _pieces(strip, system)]
            yield Run(row, 0, frame.region.width, pieces)
        return
    done = (-1, -1)
    for row, first, after in frame.spans:
        for end, (column, strip) in zip(frame.chop_ends[row], frame.chops[row].items(), strict=False):
            if strip is not None and column < after and end > first and (row, column) > done:
                done = (row, column)
                yield Run(row, column, end, _pieces(strip, system))


def _pieces(strip: Strip, system: ColorSystem) -> list[tuple[str, str]]:
    return [_piece(segment, system) for segment in strip]


def _piece(segment: Segment, system: ColorSystem) -> tuple[str, str]:
    text, style, control = segment
    if control or (style is not None and style.link):
        raise _NotOurs
    return text, "" if style is None else _sgr(style, system)


@lru_cache(maxsize=8192)
def _sgr(style: Style, system: ColorSystem) -> str:
    return canonical(Strip.render_ansi(style, system))
