"""One option of a command, as data."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Option:
    """`value` names what follows the flag; None is a switch."""

    flag: str
    value: str | None
    help: str
    choices: tuple[str, ...] | None = None
    default: str | None = None
    repeats: bool = False
    required: bool = False
