"""The words and numbers that explanations are put together from."""

from __future__ import annotations

from collections.abc import Iterable
from math import inf
from typing import Any

from attn_tui.session.digits import Digits, computed, percent, typed, weight
from attn_tui.session.labels import cell_width, fit

NUMBER = 9
"""The most cells that a computed number takes."""
EXPLAINED = {"2": 2, "4": 4}
"""Decimals of computed numbers in the explanations, where they are not three."""
TYPED = 7
"""The most cells that a number of Q, K or V takes, as in its pane."""


def first_fitting(forms: Iterable[str], width: int) -> str:
    """The first of `forms` that fits in `width` cells, or the last of them."""
    text = ""
    for text in forms:
        if cell_width(text) <= width:
            break
    return text


def fold(start: str, terms: Iterable[str], end: str, count: int, width: int) -> str:
    """`start`, the `count` terms joined by ` + `, and `end`, in at most `width` cells where that is possible.

    What has no room folds into `… n more`, in the last resort into `n products`; only what fits is made.
    """
    room = width - cell_width(start) - cell_width(end)
    kept: list[str] = []
    for term in terms:
        kept.append(term)
        if cell_width(" + ".join(kept)) > room:
            return start + _folded(kept, count, room) + end
    return start + (" + ".join(kept) or "0") + end


def _folded(kept: list[str], count: int, room: int) -> str:
    for fitting in range(len(kept) - 1, 0, -1):
        text = " + ".join([*kept[:fitting], f"… {count - fitting} more"])
        if cell_width(text) <= room:
            return text
    return f"{count} products" if count > 1 else "1 product"


def named(label: str, cells: int) -> str:
    """A label as a word of a sentence: without spaces around it, in at most `cells` cells."""
    word = label.strip() or label
    return word if cell_width(word) <= cells else fit(word, cells).rstrip()


def counted(count: int, one: str, more: str = "") -> str:
    """`1 key`, `4,096 keys`; `more` is the plural where it is not `one` with an s."""
    return f"{count:,} {one if count == 1 else more or f'{one}s'}"


def three(value: Any) -> str:
    """A computed number with three decimals."""
    return computed(float(value), 3, NUMBER)


def score_text(value: Any, blocked: bool = True) -> str:
    """A score with three decimals; the -inf of one that is blocked as `-∞`."""
    return "-∞" if blocked and value == -inf else three(value)


def weight_text(value: Any, blocked: bool = False) -> str:
    """A weight with three decimals, below one never as one; the 0 of a blocked key as `·`."""
    return "·" if blocked and value == 0 else weight(float(value), 3)


def told(value: Any, digits: Digits) -> str:
    """A computed number with the decimals that panes show in `digits`, three where they show all or none."""
    return computed(float(value), EXPLAINED.get(digits, 3), NUMBER)


def told_share(value: Any, digits: Digits) -> str:
    """A weight likewise: a share below one never reads as one."""
    return weight(float(value), EXPLAINED.get(digits, 3))


def shown(value: Any) -> str:
    """A number of Q, K, V or the bias as its pane shows it."""
    return typed(float(value), TYPED, str(value))


def sum_text(value: Any, digits: Digits = "3") -> str:
    """A sum of products with the decimals of `digits`, or with two where it has no more: `0.70`."""
    text, number = told(value, digits), float(value)
    if "." not in text or "e" in text or abs(number - round(number, 2)) > 1e-6 * abs(number):
        return text
    return text[: text.index(".") + 3]


def bracketed(text: str) -> str:
    """A factor or an exponent, in brackets where it begins with a minus."""
    return f"({text})" if text.startswith("-") else text


def per_cent(value: Any) -> str:
    """A share from 0 to 1 as `28.3 %`."""
    return percent(float(value)).replace("%", " %")


def wrapped(line: str, width: int) -> list[str]:
    """The line in lines of at most `width` cells, broken between words; what follows is set in by four."""
    if cell_width(line) <= width:
        return [line]
    indent = " " * (len(line) - len(line.lstrip(" ")))
    first, *words = line.split()
    lines = [indent + first]
    for word in words:
        longer = f"{lines[-1]} {word}"
        if cell_width(longer) <= width:
            lines[-1] = longer
        else:
            lines.append(f"    {word}")
    return lines
