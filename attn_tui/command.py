"""What a command is, and the few ways in which one takes what is typed after its name."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, TypeAlias

from attn_tui.session.faults import Fault
from attn_tui.session.labels import plain
from attn_tui.session.line_edit import LineEdit
from attn_tui.session.prompts import CommandLine
from attn_tui.session.session import Session

Screen: TypeAlias = Literal[
    "help",
    "open",
    "replace",
    "explanation",
    "table",
    "heads",
    "decoding",
    "text",
    "experiment",
    "mistakes",
    "copy",
    "redraw",
    "quit",
]


@dataclass(frozen=True)
class Request:
    """Something only the program around the session can do: show a screen, copy, quit. `text` is its argument.

    `of_step` is whether a lesson's step opens the screen, which then tells the step as well.
    """

    what: Screen
    text: str = ""
    of_step: bool = False


Act: TypeAlias = Callable[[Session, str], Request | None]


@dataclass(frozen=True)
class Command:
    """One thing a user can do. `name` is its word behind `:` and its id in a key map.

    `keys` are characters or Textual's names of keys. `argument` names what the word takes, in brackets where it
    may be left out. `footer` is the label it has in the last line, or empty; `aliases` are other words for it.
    With `in_plane` its keys are its own only while the plane has the keys.
    """

    name: str
    keys: tuple[str, ...]
    section: str
    help: str
    act: Act
    argument: str = ""
    footer: str = ""
    aliases: tuple[str, ...] = ()
    in_plane: bool = False

    @property
    def names(self) -> tuple[str, ...]:
        """Every word that is this command."""
        return (self.name, *self.aliases)

    @property
    def keys_shown(self) -> str:
        """The keys as people write them: `g`, `Shift+Tab`, `↑`; digits as one."""
        digits = ["0–9"] if "0" in self.keys else []
        return " ".join([*digits, *(key_shown(key) for key in self.keys if not key.isdigit())])


_KEY_NAMES = {
    "escape": "Esc",
    "pageup": "PgUp",
    "pagedown": "PgDn",
    "left": "←",
    "right": "→",
    "up": "↑",
    "down": "↓",
}


def key_shown(key: str) -> str:
    """A key as people write it."""
    if len(key) == 1 or key.startswith("ctrl+"):
        return key
    return "+".join(_KEY_NAMES.get(part, part.capitalize()) for part in key.split("+"))


def takes_nothing(typed: str) -> Fault:
    """What is said where something was typed after the name of a command that takes nothing."""
    return Fault(f"this command takes nothing after its name, and '{plain(typed)}' was typed")


def plainly(act: Callable[[Session], object]) -> Act:
    """A command that takes nothing after its name; what `act` requests is passed on."""

    def run_it(session: Session, text: str) -> Request | None:
        if text:
            raise takes_nothing(text)
        requested = act(session)
        return requested if isinstance(requested, Request) else None

    return run_it


def either(act: Callable[[Session], object], with_text: Callable[[Session, str], object]) -> Act:
    """A command that does one thing by its key, and another with an argument."""

    def run_it(session: Session, text: str) -> None:
        if text:
            with_text(session, text)
        else:
            act(session)

    return run_it


def asking(name: str, act: Callable[[Session, str], object]) -> Act:
    """A command that needs an argument: without one it opens the command line on its name."""

    def run_it(session: Session, text: str) -> None:
        if not text:
            session.command = CommandLine(LineEdit.on(f"{name} "))
        else:
            act(session, text)

    return run_it


def requesting(what: Screen) -> Act:
    """A command that the program around the session carries out."""
    return lambda _, text: Request(what, text)
