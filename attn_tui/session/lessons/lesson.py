"""A lesson: a problem and the steps that lead through it. Plain data, with every place in it resolved."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias, get_args

from attn_tui.session.digits import Digits
from attn_tui.session.problem import Problem
from attn_tui.session.selection import Address, Pane
from attn_tui.session.stages import Stage

View: TypeAlias = Literal[
    "",
    "plane",
    "heads",
    "table",
    "experiment:variance",
    "experiment:saturation",
    "experiment:training",
    "experiment:cost",
    "experiment:online-softmax",
]
VIEWS: tuple[View, ...] = get_args(View)[1:]
"""What a step may open; all but the plane are screens over the board."""
TOLD_BY: dict[Pane, frozenset[Pane]] = {
    "weights": frozenset(("output", "concat", "result")),
    "output": frozenset(("concat", "result")),
    "concat": frozenset(("output", "result")),
}
"""The panes that give away what another holds: an output is the values times the weights, side by side it is itself."""
TEXT_WIDTH, TEXT_LINES = 76, 5
"""What a step's text may take to be read beside the weights at 80×24."""


@dataclass(frozen=True, eq=False)
class Scene:
    """What a step opens on: the problem, whose own settings are those in force, and what is shown of it.

    `shows_sources` and `mixed` are as in a session: what stands on the left, and below the weights.
    """

    problem: Problem
    head: int = 0
    stage: Stage = "auto"
    digits: Digits = "3"
    shows_sources: bool = False
    mixed: Pane = "output"


@dataclass(frozen=True)
class Select:
    """Where the selection goes: to `pane`, and there to a row and a column; None stays where it is."""

    pane: Pane
    row: int | None = None
    column: int | None = None


@dataclass(frozen=True)
class Ask:
    """A question, in Markdown of one paragraph as its choices and reasons are.

    With `choices` the right one is `correct`, from 0, `reasons` has a sentence for each, and `cell`, if given, is
    where the answer is seen once it is given.

    Otherwise a number is asked for: `answer`, or where that is None what stands in `cell` at that moment, give or
    take `tolerance`. Where both are given the lesson says `answer` and the program should say so too. `reason` is
    what a wrong answer is told.
    """

    question: str
    answer: float | None = None
    cell: Address | None = None
    tolerance: float = 0.005
    choices: tuple[str, ...] = ()
    correct: int = 0
    reasons: tuple[str, ...] = ()
    reason: str = ""


@dataclass(frozen=True)
class Goal:
    """A cell that is to come above or below a number by moving numbers; `only` of these tables, if any are named."""

    cell: Address
    above: float | None = None
    below: float | None = None
    only: tuple[Pane, ...] = ()

    def is_met_by(self, value: float) -> bool:
        """Whether `value` is strictly inside the bounds; nan is not."""
        above = self.above is None or value > self.above
        return above and (self.below is None or value < self.below) and value == value


@dataclass(frozen=True, eq=False)
class Step:
    """One step. `text` is Markdown; `hide` are the panes that the question is to cover until it is answered."""

    scene: Scene
    title: str
    text: str = ""
    show: View = ""
    hide: tuple[Pane, ...] = ()
    select: Select | None = None
    ask: Ask | None = None
    goal: Goal | None = None

    @property
    def covers(self) -> frozenset[Pane]:
        """The panes that are covered: those of `hide`, and those that would give them away."""
        return frozenset(self.hide).union(*(TOLD_BY.get(pane, ()) for pane in self.hide))


@dataclass(frozen=True, eq=False)
class Lesson:
    """What a source opens as: a problem, and the steps through it, none where it is no lesson."""

    problem: Problem
    steps: tuple[Step, ...] = ()
