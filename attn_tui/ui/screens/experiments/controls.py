"""The controls of an experiment: numbers and choices within bounds, of which one is at hand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from attn_tui.session.faults import Fault
from attn_tui.session.labels import plain
from attn_tui.session.line_edit import LineEdit
from attn_tui.session.numbers import QUOTED, parse_finite, parse_whole

Values: TypeAlias = Mapping[str, Any]
"""What each control stands at, by its name: an int, a float, or the word of a choice."""


@dataclass(frozen=True)
class Whole:
    """A whole number from `low` to `high`, which a key changes by one or, with `doubles`, to twice or half."""

    name: str
    value: int
    low: int
    high: int
    doubles: bool = False

    @property
    def shown(self) -> str:
        """The number with its thousands apart."""
        return f"{self.value:,}"

    def moved(self, by: int) -> Whole:
        """One key press up (1) or down (-1), within the bounds."""
        stepped = self.value + by if not self.doubles else self.value * 2 if by > 0 else self.value // 2
        return replace(self, value=min(max(stepped, self.low), self.high))

    def typed(self, text: str) -> Whole:
        """At the number that `text` spells. Raises Fault where it is out of bounds."""
        return replace(self, value=parse_whole(text.replace(",", ""), self.name, self.low, self.high))


@dataclass(frozen=True)
class Factor:
    """A number from `low` to `high`, which a key doubles or halves."""

    name: str
    value: float
    low: float
    high: float

    @property
    def shown(self) -> str:
        """The number in six digits at most."""
        return f"{self.value:g}"

    def moved(self, by: int) -> Factor:
        """Twice (1) or half (-1) as much, within the bounds."""
        return replace(self, value=min(max(self.value * 2.0**by, self.low), self.high))

    def typed(self, text: str) -> Factor:
        """At the number that `text` spells. Raises Fault where it is out of bounds."""
        value = parse_finite(text, self.name)
        if not self.low <= value <= self.high:
            raise Fault(f"'{plain(text[:QUOTED])}' is no {self.name}: type {self.low:g} to {self.high:g}")
        return replace(self, value=value)


@dataclass(frozen=True)
class Choice:
    """One of some words."""

    name: str
    options: tuple[str, ...]
    value: str

    @property
    def shown(self) -> str:
        """The word."""
        return self.value

    def moved(self, by: int) -> Choice:
        """The next word (1) or the one before (-1); after the last comes the first."""
        at = (self.options.index(self.value) + by) % len(self.options)
        return replace(self, value=self.options[at])

    def typed(self, text: str) -> Choice:
        """Raises Fault: a word is chosen, not typed."""
        raise Fault(f"'{plain(text[:QUOTED])}' can't be typed here: ↑ ↓ choose {' or '.join(self.options)}")


Control: TypeAlias = Whole | Factor | Choice


@dataclass(frozen=True)
class Panel:
    """Some controls, which of them is at hand, and what is being typed into it, if anything."""

    controls: tuple[Control, ...]
    chosen: int = 0
    editor: LineEdit | None = None

    @property
    def values(self) -> Values:
        """What each control stands at."""
        return {control.name: control.value for control in self.controls}

    @property
    def control(self) -> Control:
        """The one at hand."""
        return self.controls[self.chosen]

    def choosing(self, by: int) -> Panel:
        """With the control `by` further at hand; after the last comes the first."""
        return replace(self, chosen=(self.chosen + by) % len(self.controls), editor=None)

    def moved(self, by: int) -> Panel:
        """With the control at hand a key press higher or lower."""
        return self._with(self.control.moved(by))

    def typed(self) -> Panel:
        """With what was typed taken. Raises Fault where the control can't stand there."""
        return self if self.editor is None else self._with(self.control.typed(self.editor.text))

    def _with(self, control: Control) -> Panel:
        controls = (*self.controls[: self.chosen], control, *self.controls[self.chosen + 1 :])
        return replace(self, controls=controls, editor=None)
