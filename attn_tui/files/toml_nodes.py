"""A TOML file as values that know where they stand, so that every fault names file, line and key."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any

from attn_tui.files.plain_values import Path, described, written
from attn_tui.files.toml_places import places
from attn_tui.session.faults import Fault
from attn_tui.session.labels import plain

_POSITION = re.compile(r" \(at (?:line (\d+), column (\d+)|end of document)\)$")
_TWICE = ("Cannot overwrite", "Cannot declare", "Cannot mutate", "Duplicate")


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
        return self.fault(f"found {described(self.value)}, expected {wanted}")

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


def parse(text: str, where: str) -> Node:
    """The whole file as one table. A `Fault` gives the line on which `text` stops being TOML."""
    try:
        return Node(tomllib.loads(text), where, text)
    except tomllib.TOMLDecodeError as error:
        raise _not_toml(str(error), text, where) from None
    except ValueError as error:
        raise Fault(f"{where}: not TOML: {plain(str(error))}, expected numbers of fewer digits") from None
    except RecursionError:
        raise Fault(f"{where}: not TOML: lists nested too deep, expected at most a few levels") from None


def _not_toml(message: str, text: str, where: str) -> Fault:
    position = _POSITION.search(message)
    line = text.rstrip().count("\n") + 1
    column = ""
    if position:
        message = message[: position.start()]
        if position[1]:
            line, column = int(position[1]), f" at column {position[2]}"
    if message.startswith(_TWICE):
        return Fault(f"{where}:{line}: {_key_on(text, line)}: given twice, expected once")
    wanted = "expected lines such as key = value"
    return Fault(f"{where}:{line}: not TOML{column}: {plain(message[:80])}, {wanted}")


def _key_on(text: str, line: int) -> str:
    written_key = text.split("\n")[line - 1].split("=")[0].strip(" \t\r[]")
    return plain(written_key[:60]) or "a key"


def only(table: Node, known: tuple[str, ...]) -> None:
    """A `Fault` where `table` is no table or has a key that is not `known`, with the nearest one that is."""
    if not isinstance(table.value, dict):
        raise table.expected("a table")
    for key in table.value:
        if key not in known:
            near = get_close_matches(key[:60], known, n=1, cutoff=0.5)
            wanted = f"did you mean {near[0]}?" if near else f"expected one of {', '.join(known)}"
            raise table[key].fault(f"unknown key, {wanted}")
