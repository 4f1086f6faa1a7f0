"""Labels from files and keyboards, made harmless: no control character reaches a terminal."""

from __future__ import annotations

import unicodedata

_HIDDEN = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}


def plain(text: str) -> str:
    """`text` with every character that could move or restyle a terminal shown as an escape that can be read.

    Controls, format and direction marks, surrogates, unassigned and private characters become `\\n`, `\\x1b`,
    `\\u202e`, …; letters, marks, symbols and spaces stay. Markup such as `[/red]` is text and stays text.
    """
    if text.isascii() and text.isprintable():
        return text
    return "".join(_escaped(character) for character in text)


def _escaped(character: str) -> str:
    if unicodedata.category(character) not in _HIDDEN:
        return character
    return character.encode("unicode_escape").decode("ascii")
