"""What the screen of an experiment needs of each experiment."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from attn_tui.files.experiments.report import Origin, Report
from attn_tui.session.problem import Problem
from attn_tui.session.selection import Pane
from attn_tui.session.session import Session
from attn_tui.ui.screens.experiments.controls import Control, Values
from attn_tui.ui.views.line import Line

OWN = "own"
RANDOM = "random"
QUICK = 1 / 60
"""Seconds between two slices of work, of which each takes a few milliseconds."""
SLICES = 1 << 30
"""More steps than a slice has time for."""


@dataclass(frozen=True, eq=False)
class Own:
    """The problem on the screen as it is now: its head, its selected query and key, and what it was opened as.

    `covered` are the panes that a lesson's question covers.
    """

    problem: Problem
    head: int
    query: int
    key: int
    source: str
    covered: frozenset[Pane] = frozenset()

    @property
    def origin(self) -> Origin:
        """As a report names it."""
        return Origin(source=self.source, head=self.head)


def own_numbers_of(session: Session) -> Own:
    """The session's problem, with every edit and with the settings in force."""
    selection, problem = session.selection, replace(session.problem, settings=session.settings)
    i, j = selection.of("i"), selection.of("j")
    return Own(problem, session.head, i, j, session.source, session.covered)


class Run(ABC):
    """An experiment under way: it goes on when it is told to, and can be drawn at any time.

    Every `interval` seconds at most `pace` steps are taken, fewer where they take long. `begins` says whether it
    sets off by itself; `steps_back` whether it can be taken a step back.
    """

    interval = QUICK
    pace = SLICES
    begins = True
    steps_back = False

    @abstractmethod
    def advance(self) -> bool:
        """Go one step further; False where it was at its end."""

    def back(self) -> None:  # noqa: B027 - most have no way back
        """Go one step back, where `steps_back`."""

    def follow(self, values: Values) -> bool:
        """Take these values without a fresh start; False where they need one."""
        return not values

    @abstractmethod
    def about(self) -> str:
        """What is measured, in a sentence."""

    @abstractmethod
    def progress(self) -> str:
        """How far it is, in two words."""

    @abstractmethod
    def picture(self, width: int, height: int, plain: bool) -> list[Line]:
        """Lines of `width` cells; those beyond `height` are scrolled to. `plain` is without Braille."""

    @abstractmethod
    def told(self) -> Sequence[str]:
        """The numbers under the picture, a few lines."""

    @abstractmethod
    def report(self) -> Report | None:
        """What was found so far, to be copied; None before anything was."""


class AtOnce(Run):
    """What was found as soon as it was set off, and depends on no value."""

    def advance(self) -> bool:
        return False

    def follow(self, values: Values) -> bool:  # noqa: ARG002 - none matters
        return True


@dataclass(frozen=True)
class Experiment:
    """One experiment: what it is called, a line on what it shows, its controls, and how it is set off.

    `controls` and `start` are told the problem on the screen where the numbers are to be its own, else None; the
    control that chooses between the two is the screen's. `start` raises Fault where the values can't be used.
    `tells` are the panes of whose numbers it tells on the problem's own.
    """

    name: str
    title: str
    summary: str
    controls: Callable[[Own | None], tuple[Control, ...]]
    start: Callable[[Values, Own | None], Run]
    tells: tuple[Pane, ...] = ()
