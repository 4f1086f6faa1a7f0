"""A line of text being typed: a cell's number, a command, a search."""

from __future__ import annotations

from dataclasses import dataclass, replace

LONGEST = 10_000
"""Characters of a line."""


@dataclass(frozen=True)
class LineEdit:
    """`text` with the cursor before character `cursor`; `fault` is why the last key or paste changed nothing."""

    text: str = ""
    cursor: int = 0
    fault: str = ""

    @classmethod
    def on(cls, text: str) -> LineEdit:
        """A line that holds `text` with the cursor at its end."""
        return cls(text, len(text))

    def insert(self, characters: str) -> LineEdit:
        """The line with `characters` typed at the cursor; as it is, with a fault, where they are too many."""
        if len(self.text) + len(characters) > LONGEST:
            return replace(self, fault=f"a line takes at most {LONGEST:,} characters: nothing was added")
        text = self.text[: self.cursor] + characters + self.text[self.cursor :]
        return LineEdit(text, self.cursor + len(characters))

    def key(self, key: str) -> LineEdit | None:
        """The line after an editing key (by Textual's name), or None where the key is none of those."""
        if key in ("left", "right", "home", "end"):
            steps = {"left": self.cursor - 1, "right": self.cursor + 1, "home": 0, "end": len(self.text)}
            return LineEdit(self.text, min(max(steps[key], 0), len(self.text)))
        if key == "backspace":
            return self._without(self.cursor - 1)
        if key == "delete":
            return self._without(self.cursor)
        if key == "ctrl+u":
            return LineEdit()
        return None

    def _without(self, index: int) -> LineEdit:
        if not 0 <= index < len(self.text):
            return replace(self, fault="")
        cursor = self.cursor - 1 if index < self.cursor else self.cursor
        return LineEdit(self.text[:index] + self.text[index + 1 :], cursor)
