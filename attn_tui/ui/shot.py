"""A picture of the real screen: the explorer runs without a terminal, takes the keys, and is drawn as SVG."""

from __future__ import annotations

import asyncio
from pathlib import Path

from attn_tui.commands import BY_KEY
from attn_tui.files.saving import save_text
from attn_tui.session.faults import Fault
from attn_tui.session.labels import plain
from attn_tui.session.lessons.lesson import Lesson
from attn_tui.session.problem import Problem
from attn_tui.session.selection import Address
from attn_tui.ui.app import Explorer, session_for
from attn_tui.ui.screens.heads import HeadsScreen

EDITING_KEYS = ("backspace", "enter", "escape", "tab", "space")
_SHORT = {"esc": "escape", "pgup": "pageup", "pgdn": "pagedown", "del": "delete"}
COLOURS = 256
_WAIT = 0.05
"""Seconds between two looks at whether all heads are computed."""


def shot(
    problem: Problem,
    *,
    head: int,
    at: Address | None,
    source: str,
    size: tuple[int, int],
    keys: list[str],
    output: Path,
    lesson: Lesson | None = None,
) -> None:
    """Write to `output` what the explorer shows at `size` (columns, lines) once `keys` were pressed in turn.

    A key is a character or a name such as `right`, `enter`, `ctrl+r`. All heads are waited for until they are computed,
    unless a key stops them. Fault for one that there is not, and for a
    file that can't be written.
    """
    pressed = [key_named(key) for key in keys]
    session = session_for(problem, head=head, at=at, source=source, lesson=lesson)
    save_text(asyncio.run(_picture(Explorer(session, COLOURS), size, pressed)), output)


def key_named(key: str) -> str:
    """Textual's name of the key. Fault where there is none."""
    key = _SHORT.get(key.lower(), key)
    if len(key) == 1 or key in BY_KEY or key in EDITING_KEYS:
        return key
    raise Fault(
        f"--keys: there is no key '{plain(key)}': write a character, or a name such as right, enter or ctrl+r"
    )


async def _picture(app: Explorer, size: tuple[int, int], keys: list[str]) -> str:
    async with app.run_test(size=size) as pilot:
        await pilot.press(*keys)
        await pilot.pause()
        while isinstance(app.screen, HeadsScreen) and app.screen.is_computing:
            await pilot.pause(_WAIT)
        return app.export_screenshot(title=f"attn-tui {plain(app.session.source)}")
