"""A TOML file as values that know where they stand, so that every fault names file, line and key."""

from __future__ import annotations

from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any

from attn_tui.files.plain_values import Path, described, written
from attn_tui.files.presets.toml_places import places
from attn_tui.session.faults import Fault


@dataclass(frozen=True)
class Node:
    """One value of the file called `where`, whose text is `text`. A missing key has the value None."""

    value: Any
    where: str
    text: str
    path: Path = ()

    def __getitem__(self, step: str | int) -> Node:
        """The element at a position of a list, or under a key of a table."""
        value = self.value.get(step) if isinstance(self.value, dict) else self.value[step]
        return Node(value, self.where, self.text, (*self.path, step))

    def __contains__(self, key: str) -> bool:
        return key in self.value

    def expected(self, wanted: str) -> Fault:
        """The fault that this value is something else than what is wanted."""
        found = "missing" if self.value is None else f"found {described(self.value)}"
        return self.fault(f"{found}, expected {wanted}")

    def fault(self, said: str) -> Fault:
        """A fault of this place: `FILE:LINE: KEY: said`."""
        return Fault(f"{self.where}:{self.line()}: {written(self.path)}: {said}")

    def line(self) -> int:
        """The line on which this value, or what should hold it, stands."""
        lines = places(self.text)
        path = self.path
        while path not in lines:
            path = path[:-1]
        return lines[path]


def only(table: Node, known: tuple[str, ...]) -> None:
    """A `Fault` where `table` is no table or has a key that is not `known`, with the nearest one that is."""
    for fault in unknown_keys(table, known):
        raise fault


def unknown_keys(table: Node, known: tuple[str, ...]) -> list[Fault]:
    """A fault for each key of `table` that is not `known`, or the one that it is no table."""
    if not isinstance(table.value, dict):
        return [table.expected("a table")]
    return [_unknown(table, key, known) for key in table.value if key not in known]


def _unknown(table: Node, key: str, known: tuple[str, ...]) -> Fault:
    near = get_close_matches(key[:60], known, n=1, cutoff=0.6)
    wanted = f"did you mean {near[0]}?" if near else f"expected one of {', '.join(known)}"
    return table[key].fault(f"unknown key, {wanted}")
