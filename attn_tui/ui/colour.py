"""What the environment says about colour, as Textual must be told it, and about the characters there are."""

from __future__ import annotations

import os
from collections.abc import Mapping, MutableMapping
from typing import TypedDict

_WITHOUT_BRAILLE = ("linux", "ansi", "vt100", "vt102", "vt220", "cons25")


class AppArguments(TypedDict):
    """What is passed to Textual's `App`."""

    ansi_color: bool


def app_arguments(environment: MutableMapping[str, str] = os.environ) -> AppArguments:
    """The arguments with which an app writes the terminal's own colours, and none at all under NO_COLOR.

    Only with `ansi_color` does Textual leave colours out; otherwise it writes greys in their place. It takes an
    empty NO_COLOR for a wish, which by https://no-color.org it is not: an empty one is removed.
    """
    if not environment.get("NO_COLOR", "1"):
        del environment["NO_COLOR"]
    return {"ansi_color": True}


def has_braille(environment: Mapping[str, str] = os.environ) -> bool:
    """Whether the terminal is of a kind that shows Braille: not the console of Linux, and none of a fixed set."""
    return environment.get("TERM", "") not in _WITHOUT_BRAILLE
