"""The list of mistakes: each with right and wrong side by side, and put in force in the explorer by a key."""

from __future__ import annotations

from typing import ClassVar

from rich.segment import Segment
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.screen import ModalScreen
from textual.widgets import Static

from attn_tui.engine import MISTAKES, Mistake
from attn_tui.session.computing.missing import why_nothing
from attn_tui.session.computing.mistakes import mistakes_of
from attn_tui.session.edits.mistake_toggles import toggle_mistake
from attn_tui.session.explaining.mistake_compared import compared, rows_compared, why_same
from attn_tui.session.explaining.mistake_told import Shown, about, mistake_told
from attn_tui.session.faults import Fault
from attn_tui.session.session import Session
from attn_tui.ui.copying import copy_out
from attn_tui.ui.screens.choices import Choices
from attn_tui.ui.screens.line_window import LineWindow
from attn_tui.ui.screens.lines import BOLD, DIM, PLAIN, Column, Line, column_width, cut
from attn_tui.ui.screens.text import wrapped_lines

_KEYS = "Enter makes it · Esc closes · ↑ ↓ choose · PgDn reads on · t scores · y copies"
_COPIED = 240
"""Cells a line of what is copied has at most."""


class MistakesScreen(ModalScreen[None]):
    """Every mistake of the catalogue on the session's problem, in the head shown."""

    AUTO_FOCUS: ClassVar[str | None] = None
    ALLOW_SELECT: ClassVar[bool] = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,k", "move(-1)", show=False),
        Binding("down,j", "move(1)", show=False),
        Binding("home,g", "move(-99)", show=False),
        Binding("end,G", "move(99)", show=False),
        Binding("pageup,ctrl+b", "page(-1)", show=False),
        Binding("pagedown,ctrl+f,space", "page(1)", show=False),
        Binding("left,h", "value(-1)", show=False),
        Binding("right,l", "value(1)", show=False),
        Binding("t", "stage", show=False),
        Binding("enter", "make", show=False),
        Binding("y", "copy", show=False),
        Binding("escape,q,exclamation_mark", "dismiss", show=False),
    ]

    def __init__(self, session: Session) -> None:
        super().__init__()
        self._session = session
        self._shown: Shown = "weights"
        self._mistakes = [_as_made(session, mistake) for mistake in MISTAKES]
        self._nothing = [_nothing(session, mistake) for mistake in self._mistakes]
        self.choices = Choices(id="choices")
        self.told = LineWindow(id="told")

    def compose(self) -> ComposeResult:
        yield self.choices
        yield self.told
        yield Static(_KEYS, classes="keys", markup=False)

    @property
    def mistake(self) -> Mistake:
        """The one that is chosen, with the value that is."""
        return self._mistakes[self.choices.highlighted]

    def on_mount(self) -> None:
        self.choices.offer("Mistakes", len(self._mistakes), self._rows)
        self.tell()

    def on_choices_highlighted(self) -> None:
        self.tell()

    def on_choices_clicked(self) -> None:
        self.tell()

    def action_move(self, rows: int) -> None:
        self._say("")
        self.choices.highlighted += rows

    def action_page(self, pages: int) -> None:
        self.told.first += pages * max(1, self.told.rows - 1)

    def action_stage(self) -> None:
        """Show what becomes weights in place of the weights, or the weights again."""
        self._shown = "scores" if self._shown == "weights" else "weights"
        self._say("")
        self.tell()

    def action_value(self, step: int) -> None:
        """Take the next of the values worth trying."""
        values = self.mistake.variants()
        if len(values) == 1:
            self._say(f"{self.mistake.id} has no other value worth trying here")
            return
        at = values.index(self.mistake) if self.mistake in values else -1
        self._mistakes[self.choices.highlighted] = values[(at + step) % len(values)]
        self._say("")
        self.tell()

    def action_make(self) -> None:
        """Put the mistake in force in the explorer, or take it out; why it can't be is said."""
        try:
            toggle_mistake(self._session, self.mistake)
            self._say(self._session.message.text)
        except Fault as fault:
            self._say(f"! {fault}")
        self.choices.redraw()
        self.tell()

    def action_copy(self) -> None:
        """Copy all that is told, its tables side by side."""
        lines = [self.mistake.name, *self._lines(_COPIED)]
        try:
            self._say(copy_out(self.app, "\n".join(lines) + "\n", f"copied {self.mistake.name}"))
        except Fault as fault:
            self._say(f"! {fault}")

    def tell(self) -> None:
        """Show right and wrong of the mistake that is chosen."""
        where = "in force" if self.mistake in mistakes_of(self._session.settings) else "not in force"
        others = f", ← → {len(self.mistake.values)} values" if len(self.mistake.values) > 1 else ""
        self.told.show(f"{self.mistake.name}: {where}{others}", self._told_in)

    def _told_in(self, width: int) -> list[Line]:
        lines: list[Line] = []
        for index, text in enumerate(self._lines(width)):
            if text.startswith(" "):
                lines.append((Segment(text, PLAIN),))
            else:
                style = BOLD if index == 0 else PLAIN
                lines += [
                    tuple(Segment(part.text, style) for part in line) for line in wrapped_lines(text, width)
                ]
        return lines

    def _lines(self, width: int) -> list[str]:
        try:
            return mistake_told(self._session, compared(self._session, self.mistake), self._shown, width)
        except Fault as fault:
            return [self.mistake.does, f"It can't be made here: {fault}.", *about(self.mistake)]

    def _rows(self, width: int) -> list[Line]:
        made = mistakes_of(self._session.settings)
        names = [f"{'!' if mistake in made else ' '} {mistake.name}" for mistake in self._mistakes]
        wide = column_width(names, width * 2 // 3)
        rest = max(1, width - wide - 2)
        return [
            cut(
                Column(name, wide, DIM if nothing else BOLD),
                Column(nothing or mistake.does, rest, DIM if nothing else PLAIN),
            )
            for name, mistake, nothing in zip(names, self._mistakes, self._nothing, strict=True)
        ]

    def _say(self, text: str) -> None:
        self.query_one(".keys", Static).update(text or _KEYS)


def _as_made(session: Session, mistake: Mistake) -> Mistake:
    """The mistake with the value that it is made with now, where it is made."""
    return next((made for made in mistakes_of(session.settings) if made.id == mistake.id), mistake)


def _nothing(session: Session, mistake: Mistake) -> str | None:
    """Why the mistake changes nothing here, or can't be made, or these very numbers come out the same."""
    nothing = why_nothing(session.problem, session.settings, session.head, mistake, rows_compared(session))
    if nothing:
        return f"nothing here: {nothing}"
    try:
        same = why_same(session, mistake)
    except Fault:
        return None
    return f"the same here: {same}" if same else None
