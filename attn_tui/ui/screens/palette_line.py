"""The line behind `:`, read as far as its first word: which commands it finds and what Enter makes of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from attn_tui.ui.screens.matching import Terms, matching


@dataclass(frozen=True)
class PaletteEntry:
    """A command as it is offered: `widen`, `N`, `w W`, `repeat every number of Q and K`.

    `argument` names what may follow the name and is empty where nothing may; `aliases` are shorter names.
    """

    name: str
    argument: str
    keys: str
    label: str
    aliases: tuple[str, ...] = ()

    @property
    def names(self) -> tuple[str, ...]:
        """Every word that is this command."""
        return (self.name, *self.aliases)


def found(entries: Sequence[PaletteEntry], line: str) -> list[PaletteEntry]:
    """The commands that `line` finds; once an argument is being typed, the command it is for."""
    name, gap, _ = line.lstrip().partition(" ")
    named = [entry for entry in entries if name in entry.names] if gap else []
    return named or matching(line, entries, _terms)


def completed(entry: PaletteEntry, line: str) -> str:
    """`line` with the name of `entry` in full, ready for its argument; a line that has its name is kept."""
    name, gap, _ = line.lstrip().partition(" ")
    if gap and name in entry.names:
        return line
    return f"{entry.name} " if entry.argument else entry.name


def accepted(entry: PaletteEntry | None, line: str) -> tuple[str, bool]:
    """What Enter makes of `line` with `entry` highlighted, and whether it is complete.

    A line that begins with the entry's name is complete as it is, and so is one that finds nothing. Otherwise
    the entry's name takes its place, which is not complete if an argument may follow.
    """
    if entry is None or line.strip().partition(" ")[0] in entry.names:
        return line.strip(), True
    return completed(entry, line), not entry.argument


def _terms(entry: PaletteEntry) -> Terms:
    return Terms(entry.names, entry.label)
