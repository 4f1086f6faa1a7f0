"""How far a learner is in a lesson: the step, what was left in each, what was answered and which goals were met."""

from __future__ import annotations

from dataclasses import dataclass, field

from attn_tui.session.digits import Digits
from attn_tui.session.history import History
from attn_tui.session.lessons.lesson import Step
from attn_tui.session.lessons.markdown import Piece, words_of
from attn_tui.session.plane.plane import Plane
from attn_tui.session.selection import Pane, Selection
from attn_tui.session.stages import Stage
from attn_tui.session.state import State


@dataclass(frozen=True)
class Reply:
    """An answer as it was typed, whether it was right, and what was said to it."""

    given: str
    is_right: bool
    told: tuple[Piece, ...]

    @property
    def said(self) -> str:
        """What was said, as text alone."""
        return words_of(self.told)


@dataclass(frozen=True, eq=False)
class Left:
    """A step as the learner left it: its numbers with their undo, and where the learner was."""

    opened: State
    state: State
    history: History
    head: int
    pane: Pane
    selection: Selection
    stage: Stage
    digits: Digits
    zoomed: bool
    plane: Plane
    shows_sources: bool = False
    mixed: Pane = "output"

    @property
    def edits(self) -> int:
        """Edits of numbers, words, columns and cells that are still in force."""
        return self.history.work if self.state is not self.opened else 0


@dataclass
class Walk:
    """A learner's way through `steps`. `at` is the step shown, from 0.

    `left` has the other steps that were visited, `arrived` each of these as it opened, `replies` the last answer
    to each step's question, `met` the steps whose goal was reached.
    """

    title: str
    steps: tuple[Step, ...]
    at: int = 0
    left: dict[int, Left] = field(default_factory=dict[int, Left])
    arrived: dict[int, Left] = field(default_factory=dict[int, Left])
    replies: dict[int, Reply] = field(default_factory=dict[int, Reply])
    met: set[int] = field(default_factory=set[int])

    @property
    def step(self) -> Step:
        """The step shown."""
        return self.steps[self.at]

    @property
    def reply(self) -> Reply | None:
        """The last answer to this step's question."""
        return self.replies.get(self.at)

    @property
    def waits(self) -> bool:
        """Whether this step has a question that was not answered yet."""
        return self.step.ask is not None and self.reply is None

    @property
    def covered(self) -> frozenset[Pane]:
        """The panes that are covered until the question is answered."""
        return self.step.covers if self.waits else frozenset()

    @property
    def edits_elsewhere(self) -> int:
        """Edits in the steps that are not shown."""
        return sum(left.edits for at, left in self.left.items() if at != self.at)
