"""On which line each key, table and array element of a TOML text stands, which `tomllib` does not say."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, field

from attn_tui.files.plain_values import Path

_BASIC = r'"(?:[^"\\\n]++|\\.)*+"'
_LITERAL = r"'[^'\n]*+'"
_LONG_BASIC = r'"""(?:[^"\\]++|\\.|"{1,2}(?!"))*+"{3,5}'
_LONG_LITERAL = r"'''(?:[^']++|'{1,2}(?!'))*+'{3,5}"
_DEEPEST = 8
_PART = rf"(?:[A-Za-z0-9_-]++|{_BASIC}|{_LITERAL})"
_KEY = re.compile(rf"{_PART}(?:[ \t]*\.[ \t]*{_PART})*")
_PARTS = re.compile(_PART)
_SPACE = re.compile(r"(?:[ \t\r\n]++|#[^\n]*+)*+")
_DATE_AND_TIME = r"\d{4}-\d\d-\d\d \d[^\s,\]}#]++"
_OTHER = r"[^\s,\]}#]++"
_STRINGS = rf"{_LONG_BASIC}|{_LONG_LITERAL}|{_BASIC}|{_LITERAL}"
_SCALAR = re.compile(rf"{_STRINGS}|{_DATE_AND_TIME}|{_OTHER}", re.DOTALL)


def places(text: str) -> dict[Path, int]:
    """The line, from 1, of every key path, table and array element in `text`, which `tomllib` has accepted.

    A path holds keys and positions, such as ("head", 1, "q", 2) for the third row of the second head's q. A
    table that is declared several times has the line of the first. What lies deeper than eight steps has no
    line of its own. What `tomllib` refuses is not understood.
    """
    walk = _Walk(text)
    table: Path = ()
    while walk.more():
        if walk.character() == "[":
            table = walk.header()
        else:
            walk.pair(table)
    return walk.lines


@dataclass
class _Walk:
    """A position in the text, the lines found so far, and how many tables each array of tables has."""

    text: str
    at: int = 0
    line: int = 1
    lines: dict[Path, int] = field(default_factory=lambda: {(): 1})
    tables: dict[Path, int] = field(default_factory=dict)

    def more(self) -> bool:
        """Whether anything follows the space and the comments here."""
        self.skip(_SPACE)
        return self.at < len(self.text)

    def character(self) -> str:
        return self.text[self.at]

    def skip(self, what: re.Pattern[str]) -> str:
        found = what.match(self.text, self.at)
        return self.advance(found.end() - self.at) if found else ""

    def advance(self, count: int) -> str:
        passed = self.text[self.at : self.at + count]
        self.at += count
        self.line += passed.count("\n")
        return passed

    def note(self, path: Path) -> None:
        self.lines.setdefault(path, self.line)

    def header(self) -> Path:
        """Past `[table]` or `[[table]]`; its path, with the position of each array of tables on the way."""
        double = self.text.startswith("[[", self.at)
        self.advance(1 + double)
        self.skip(_SPACE)
        line_of_header = self.line
        *outer, last = _parts(self.skip(_KEY))
        self.skip(_SPACE)
        self.advance(1 + double)
        path: Path = ()
        for part in outer:
            path = self.inside(_step(path, part))
        path = _step(path, last)
        self.lines.setdefault(path, line_of_header)
        if double:
            self.tables[path] = self.tables.get(path, 0) + 1
        path = self.inside(path)
        self.lines.setdefault(path, line_of_header)
        return path

    def inside(self, path: Path) -> Path:
        """The table that `path` leads to: the last one so far where it is an array of tables."""
        self.note(path)
        return _step(path, self.tables[path] - 1) if path in self.tables else path

    def pair(self, table: Path) -> None:
        """Past `key = value`, the value's elements noted."""
        open_: list[_Open] = []
        self.value(self.key(table), open_)
        while open_:
            self.skip(_SPACE)
            self.inner(open_)

    def inner(self, open_: list[_Open]) -> None:
        """Past the next piece of the innermost array or inline table that is still open."""
        innermost = open_[-1]
        character = self.character()
        if character == innermost.close:
            self.advance(1)
            open_.pop()
        elif character == ",":
            self.advance(1)
            innermost.position += 1
        elif innermost.close == "}":
            self.value(self.key(innermost.path), open_)
        else:
            path = _step(innermost.path, innermost.position)
            self.note(path)
            self.value(path, open_)

    def key(self, table: Path) -> Path:
        """Past `dotted.key =`; the path that the key leads to, with each table on the way noted."""
        path = table
        for part in _parts(self.skip(_KEY)):
            path = _step(path, part)
            self.note(path)
        self.skip(_SPACE)
        self.advance(1)
        self.skip(_SPACE)
        return path

    def value(self, path: Path, open_: list[_Open]) -> None:
        """Past a plain value, or into an array or inline table."""
        character = self.character()
        if character in "[{":
            self.advance(1)
            open_.append(_Open(path, "]" if character == "[" else "}"))
        else:
            self.skip(_SCALAR)


@dataclass
class _Open:
    """An array or inline table whose end has not come yet, and the position of its next element."""

    path: Path
    close: str
    position: int = 0


def _step(path: Path, step: str | int) -> Path:
    return (*path, step) if len(path) < _DEEPEST else path


def _parts(key: str) -> Iterator[str]:
    """The parts of a dotted key, quotes and escapes undone."""
    for part in _PARTS.findall(key):
        if part[0] in "\"'":
            yield next(iter(tomllib.loads(f"{part} = 0")))
        else:
            yield part
