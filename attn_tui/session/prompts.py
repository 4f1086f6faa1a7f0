"""What stands in the last lines: the answer to the last key, a line being typed, a search, a question."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from attn_tui.session.line_edit import LineEdit
from attn_tui.session.selection import Axis

if TYPE_CHECKING:
    from attn_tui.session.session import Session


@dataclass(frozen=True)
class Message:
    """The line that answers the last key; `is_fault` where it says why something could not be done."""

    text: str = ""
    is_fault: bool = False


@dataclass(frozen=True)
class CommandLine:
    """The line behind `:`. `chosen` is which of the commands it finds is highlighted, `fault` why the last one
    could not be carried out."""

    line: LineEdit
    chosen: int = 0
    fault: str = ""


@dataclass(frozen=True)
class Search:
    """Tokens that matched, as positions on axis i or j, and which of them is selected."""

    text: str
    axis: Axis
    matches: tuple[int, ...]
    at: int = 0


@dataclass(frozen=True)
class Question:
    """Something to be agreed to before it is done: `y` does `yes`, Esc leaves all as it is."""

    text: str
    yes: Callable[[Session], object]
