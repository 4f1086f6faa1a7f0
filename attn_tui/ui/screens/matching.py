"""What is typed against what there is to choose from: the best first."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeVar

Item = TypeVar("Item")

_WORD = re.compile(r"\w+")


class Terms(NamedTuple):
    """What an item is found by: its names, the first of them its own, and a text about it."""

    names: Sequence[str]
    text: str


def matching(typed: str, items: Sequence[Item], terms: Callable[[Item], Terms]) -> list[Item]:
    """The items that `typed` finds, of two as good the one that came first.

    The best are those named so, then those whose name begins so, those where words of a name, then words anywhere,
    begin as each word typed does, and those that contain each.
    """
    ranks = [(_rank(typed.casefold().split(), terms(item)), item) for item in items]
    found = [(rank, item) for rank, item in ranks if rank is not None]
    return [item for _, item in sorted(found, key=lambda ranked: ranked[0])]


def _rank(typed: list[str], terms: Terms) -> int | None:
    names = [name.casefold() for name in terms.names]
    text = " ".join([*names, terms.text.casefold()])
    whole = " ".join(typed)
    if whole in names:
        return 0
    if any(name.startswith(whole) for name in names):
        return 1
    for rank, words in enumerate((_WORD.findall(" ".join(names)), _WORD.findall(text)), start=2):
        if all(any(word.startswith(part) for word in words) for part in typed):
            return rank
    return 4 if all(part in text for part in typed) else None
