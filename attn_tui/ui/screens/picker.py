"""The picker: the presets, lessons and files one may open."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.screen import ModalScreen
from textual.widgets import Static

from attn_tui.ui.screens.choices import Choices
from attn_tui.ui.screens.line_input import LineInput
from attn_tui.ui.screens.lines import BOLD, DIM, PLAIN, Column, Line, column_width, cut, paragraph
from attn_tui.ui.screens.matching import Terms, matching
from attn_tui.ui.screens.pages import Pages
from attn_tui.ui.wrap import shown

_FILES = (".toml", ".npz", ".json")
_KEYS = "Enter opens · Esc closes · ↑ ↓ choose · Tab reads on below"


@dataclass(frozen=True)
class Entry:
    """What can be opened by `name`: its title, a line on what to look for, and where it comes from."""

    name: str
    title: str
    about: str
    origin: str


class PickerScreen(ModalScreen[str | None]):
    """Gives the name of the entry chosen or the path typed, None when it was closed.

    The line has the focus, the arrows move the list. `fault` is the sentence that says why the last choice could
    not be opened; it goes when one types on.
    """

    AUTO_FOCUS: ClassVar[str | None] = "LineInput"
    ALLOW_SELECT: ClassVar[bool] = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,ctrl+p", "move(-1)", show=False),
        Binding("down,ctrl+n", "move(1)", show=False),
        Binding("pageup", "page(-1)", show=False),
        Binding("pagedown", "page(1)", show=False),
        Binding("enter", "accept", show=False),
        Binding("escape", "dismiss", show=False),
    ]

    def __init__(self, entries: Sequence[Entry], *, fault: str = "", typed: str = "") -> None:
        super().__init__()
        self._fault = shown(fault)
        self._typed = shown(typed)
        self._entries = entries
        self.choices = Choices(id="choices")
        self._found: list[Entry] = []

    def compose(self) -> ComposeResult:
        with Horizontal(id="line"):
            yield Static("Open: ", markup=False, id="prompt")
            yield LineInput(self._typed, "type to find, or a file's path")
        fault = Static(self._fault, markup=False, id="fault")
        fault.display = bool(self._fault)
        yield fault
        yield self.choices
        yield Pages(id="about")
        yield Static(_KEYS, classes="keys", markup=False)

    @property
    def typed(self) -> str:
        """What stands in the line."""
        return self.query_one(LineInput).value

    def on_mount(self) -> None:
        self.filter()

    def on_key(self, event: events.Key) -> None:
        """Takes into the line what is typed before the line has the focus, as in a burst of keys."""
        line = self.query_one(LineInput)
        if self.focused in (None, line) and event.is_printable and event.character:
            line.insert_text_at_cursor(event.character)
            event.stop()

    def on_input_changed(self) -> None:
        self.read()

    def read(self) -> None:
        """Offers what the line finds now. Keys may come quicker than the line says that it has changed."""
        if self.typed != self._typed:
            self._typed = self.typed
            self.query_one("#fault").display = False
            self.filter()

    def on_choices_clicked(self) -> None:
        self.action_accept()

    def action_move(self, rows: int) -> None:
        self.read()
        self.choices.highlighted += rows

    def action_page(self, pages: int) -> None:
        self.action_move(pages * self.choices.rows)

    def on_choices_highlighted(self) -> None:
        self._tell_about()

    def filter(self) -> None:
        """Offers what the line finds."""
        typed = self.typed.strip()
        path = looks_like_path(typed)
        self._found = [] if path else matching(typed, self._entries, _terms)
        entries = self._found
        total = len(self._entries)
        title = f"All {total}" if len(entries) == total else f"{len(entries)} of {total}"
        nothing = "Enter opens this file" if path else "None is called so. Enter opens a file of this name"
        self.choices.offer(title, len(entries), lambda width: _rows(entries, width), nothing)
        self._tell_about()

    def action_accept(self) -> None:
        self.read()
        if self._found:
            self.dismiss(self._found[self.choices.highlighted].name)
        elif typed := self.typed.strip():
            self.dismiss(typed)

    def _tell_about(self) -> None:
        about = self.query_one("#about", Pages)
        if self._found:
            entry = self._found[self.choices.highlighted]
            about.show(entry.name, lambda width: _about(entry, width))
        else:
            about.show("", lambda _width: ())


def looks_like_path(typed: str) -> bool:
    """Whether `typed` can only be meant as a file: it has a slash, or ends as the files do that can be read."""
    return "/" in typed or typed.casefold().endswith(_FILES)


def _terms(entry: Entry) -> Terms:
    return Terms([entry.name], f"{entry.title} {entry.about}")


def _rows(entries: Sequence[Entry], width: int) -> list[Line]:
    name = column_width([entry.name for entry in entries], width * 2 // 5)
    rest = max(1, width - name - 2)
    return [cut(Column(entry.name, name), Column(_summary(entry), rest)) for entry in entries]


def _summary(entry: Entry) -> str:
    return " · ".join(part for part in (entry.title, entry.about) if part)


def _about(entry: Entry, width: int) -> list[Line]:
    """The entry in full: title, what to look for, origin."""
    parts = [(entry.title, BOLD), (entry.about, PLAIN), (entry.origin and f"From: {entry.origin}", DIM)]
    return [line for text, style in parts if text for line in paragraph(text, width, style)]
