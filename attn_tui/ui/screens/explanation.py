"""The explanation as a whole, from which one jumps to the numbers that it names."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import ModalScreen
from textual.widgets import Static

from attn_tui.session.jumping import Target, Told
from attn_tui.ui.screens.jumps import Jumps

_CLOSES, _MOVES = "Esc closes · ", "↑ ↓ PgUp PgDn Home End"


class ExplanationScreen(ModalScreen[Target | None]):
    """`told` to be read; gives the target of the line that Enter takes. `named` says in words where that is."""

    AUTO_FOCUS: ClassVar[str | None] = "Jumps"
    ALLOW_SELECT: ClassVar[bool] = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape,e,q", "dismiss", show=False),
        Binding("enter", "jump", show=False),
    ]

    def __init__(self, title: str, told: Sequence[Told], named: Callable[[Target], str]) -> None:
        super().__init__()
        self._heading = title
        self._told = told
        self._named = named

    def compose(self) -> ComposeResult:
        yield Jumps(self._heading, self._told)
        yield Static(f"{_CLOSES}{_MOVES}", classes="keys", markup=False)

    def action_jump(self) -> None:
        self.dismiss(self.query_one(Jumps).target)

    def on_jumps_chosen(self) -> None:
        """Says where Enter would go."""
        target = self.query_one(Jumps).target
        goes = "" if target is None else f"Enter → {self._named(target)} · "
        self.query_one(Static).update(f"{_CLOSES}{goes}{_MOVES}")
