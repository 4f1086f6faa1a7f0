"""An experiment's screen at work: opened by its keys, waited for, and read as a person reads it."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from attn_tui.files.pasting.copy import copy_path
from attn_tui.session.labels import cell_width
from attn_tui.session.problem import Problem
from attn_tui.ui.screens.experiments.screen import ExperimentScreen
from attn_tui.ui.views.line import text_of
from tests.ui.driving import Driven, driving

SIZES = [(80, 24), (120, 36), (60, 18)]


class Experimenting:
    """A driven explorer with an experiment over its board."""

    def __init__(self, driven: Driven) -> None:
        self.driven = driven

    @property
    def over(self) -> ExperimentScreen:
        """The screen of the experiment."""
        screen = self.driven.app.screen
        assert isinstance(screen, ExperimentScreen)
        return screen

    @property
    def lines(self) -> list[str]:
        """What stands on the screen; each line takes exactly its width, and none has what could do harm."""
        texts = [text_of(line) for line in self.over.paper.lines]
        assert {cell_width(text) for text in texts} == {self.over.paper.size.width}
        assert len(texts) == self.over.paper.size.height
        assert all(text.isprintable() for text in texts)
        return texts

    @property
    def text(self) -> str:
        """All of it in single spaces."""
        return " ".join(" ".join(self.lines).split())

    @property
    def state(self) -> str:
        """What the rule at the top says of the run: running, paused, stopped or finished."""
        return self.over.state

    @property
    def step(self) -> int:
        """The number before "of" in the rule at the top."""
        found = re.search(r"(?:step|key) ([\d,]+) of", self.lines[0])
        assert found is not None
        return int(found[1].replace(",", ""))

    async def press(self, *keys: str) -> None:
        """Press keys in one burst."""
        await self.driven.press(*keys)

    async def until(self, condition: Callable[[], bool]) -> None:
        """Wait until it holds."""
        for _ in range(2000):
            if condition():
                return
            await self.driven.pilot.pause(0.01)
        raise AssertionError("\n".join(self.lines))

    async def finish(self) -> None:
        """Wait until the run is at its end."""
        await self.until(lambda: self.state == "finished")

    async def own(self) -> None:
        """Go to the first control, and to the numbers on the board."""
        while self.over.panel.chosen:
            await self.press("left")
        await self.press("up")


@asynccontextmanager
async def experimenting(
    name: str,
    problem: Problem | str = "crane-lifted-steel",
    size: tuple[int, int] = (80, 24),
    colours: int = 256,
) -> AsyncIterator[Experimenting]:
    """An experiment opened by the command line over a problem."""
    async with driving(problem, size, colours) as driven:
        await driven.command(f"experiment {name}")
        yield Experimenting(driven)


def copied() -> str:
    """What was saved as copied."""
    return copy_path().read_text(encoding="utf-8")
