"""The list of experiments to choose from."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import ModalScreen
from textual.widgets import Static

from attn_tui.ui.screens.choices import Choices
from attn_tui.ui.screens.experiments.run import Experiment
from attn_tui.ui.screens.lines import BOLD, Column, Line, column_width, cut

_KEYS = "Enter opens · Esc closes · ↑ ↓ choose · 1 to 5 open at once"


class ChooserScreen(ModalScreen[str | None]):
    """Gives the name of the experiment chosen, None when it was closed."""

    AUTO_FOCUS: ClassVar[str | None] = None
    ALLOW_SELECT: ClassVar[bool] = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,k", "move(-1)", show=False),
        Binding("down,j", "move(1)", show=False),
        Binding("enter", "accept", show=False),
        Binding("escape,q", "dismiss", show=False),
        *(Binding(str(number), f"open({number})", show=False) for number in range(1, 6)),
    ]

    def __init__(self, experiments: Sequence[Experiment]) -> None:
        super().__init__()
        self._experiments = experiments
        self.choices = Choices()

    def compose(self) -> ComposeResult:
        yield self.choices
        yield Static(_KEYS, classes="keys", markup=False)

    def on_mount(self) -> None:
        self.choices.offer("Experiments", len(self._experiments), self._rows)

    def on_choices_clicked(self) -> None:
        self.action_accept()

    def action_move(self, rows: int) -> None:
        self.choices.highlighted += rows

    def action_accept(self) -> None:
        self.action_open(self.choices.highlighted + 1)

    def action_open(self, number: int) -> None:
        self.dismiss(self._experiments[number - 1].name)

    def _rows(self, width: int) -> list[Line]:
        names = [
            f"{number} {experiment.title}" for number, experiment in enumerate(self._experiments, start=1)
        ]
        wide = column_width(names, width * 2 // 5)
        rest = max(1, width - wide - 2)
        return [
            cut(Column(name, wide, BOLD), Column(experiment.summary, rest))
            for name, experiment in zip(names, self._experiments, strict=True)
        ]
