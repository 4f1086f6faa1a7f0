"""What a preset's values may be, text, numbers, rows of numbers: each reader returns it or raises the fault."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from attn_tui.files.plain_values import counted, is_number
from attn_tui.files.presets.toml_nodes import Node
from attn_tui.session.problem import Table

Dtype: TypeAlias = type[np.float32] | type[np.float64]
ROWS = "rows of numbers, such as [[0.2, 0.7], [0.1, 0.9]]"
"""What a table of numbers looks like."""


def text(node: Node) -> str:
    """A string."""
    if not isinstance(node.value, str):
        raise node.expected('text in quotes, such as "crane"')
    return node.value


def texts(node: Node) -> tuple[str, ...]:
    """A list of strings, one at least."""
    items = filled(node, 'a list of texts, such as ["the", "crane"]')
    return tuple(text(node[i]) for i in range(len(items)))


def filled(node: Node, wanted: str) -> list[Any]:
    """A list that is not empty."""
    if not isinstance(node.value, list) or not node.value:
        raise node.expected(wanted)
    return node.value


def number(node: Node) -> float:
    """An integer or a float, infinities and NaN among them; true and false are no numbers."""
    if not is_number(node.value):
        raise node.expected("a number")
    try:
        return float(node.value)
    except OverflowError:
        raise node.expected("a number that a float64 can hold") from None


def whole(node: Node, lowest: int, highest: int) -> int:
    """An integer from `lowest` to `highest`."""
    value = node.value
    if not isinstance(value, int) or isinstance(value, bool) or not lowest <= value <= highest:
        raise node.expected(f"a whole number from {lowest} to {highest}")
    return value


def row(node: Node) -> list[float]:
    """A list of numbers, one at least."""
    items = filled(node, "a row of numbers, such as [0.2, 0.7]")
    if all(type(item) is float for item in items):
        return items
    return [number(node[i]) for i in range(len(items))]


def matrix(node: Node, dtype: Dtype = np.float64) -> Table:
    """Rows of equally many numbers, (rows, columns), of `dtype`."""
    rows = filled(node, ROWS)
    read: list[list[float]] = []
    for i in range(len(rows)):
        read.append(row(node[i]))
        if len(read[i]) != len(read[0]):
            raise node[i].fault(
                f"found {counted(len(read[i]), 'number')}, expected {len(read[0])} as in row 0"
            )
    table = np.array(read, dtype=np.float64)
    return table if dtype is np.float64 else _narrowed(node, table)


def _narrowed(node: Node, table: npt.NDArray[np.float64]) -> npt.NDArray[np.float32]:
    with np.errstate(over="ignore"):
        narrow = table.astype(np.float32)
    too_large = np.argwhere(np.isfinite(table) & np.isinf(narrow))
    if too_large.size:
        i, j = (int(index) for index in too_large[0])
        raise node[i][j].expected("a number that a float32 can hold")
    return narrow
