"""Text that somebody pastes, or pipes in, as a block of numbers. It is read, never evaluated.

0.7 <tab> 0.7        a spreadsheet's cells      [[0.7, 0.7]]                    JSON, a Python list
0.7,0.7   0,7;0,7    CSV, with decimal commas   [[0.7 0.7]]                     a printed array
0.7 0.7              words in a row             tensor([[0.7, 0.7]], dtype=…)   the repr of one
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from math import isinf

import numpy as np
import numpy.typing as npt

from attn_tui.files.pasting.paste_lists import is_list, list_cells
from attn_tui.files.pasting.paste_tables import table_cells
from attn_tui.session.faults import Fault
from attn_tui.session.labels import plain
from attn_tui.session.numbers import parse_number

LARGEST_TEXT = 8_000_000
"""Characters."""
LARGEST_BLOCK = 1_000_000
"""Numbers."""

_LOOKALIKES = str.maketrans(
    {
        "\r": "\n",
        "\u2212": "-",  # minus sign
        "\u221e": "inf",
        "\ufeff": None,  # byte order mark
    }
)


def parse_block(text: str) -> npt.NDArray[np.float64]:
    """The numbers that `text` spells, as a float64 array (rows, columns); a single row is (1, columns).

    Raises Fault, naming row and column from 1, where a cell is no number, rows differ in length, the text is
    empty, was shortened with `...` or is too large, has three dimensions, or holds words beside its numbers.
    """
    if len(text) > LARGEST_TEXT:
        raise Fault(f"the text is too long: at most {LARGEST_TEXT:,} characters are read")
    text = text.replace("\r\n", "\n").translate(_LOOKALIKES).strip("\n ")
    if not text.strip():
        raise Fault("there is nothing to read: copy rows of numbers first")
    if "..." in text or "…" in text:
        raise Fault("the numbers were shortened with '...': print the array whole and copy it again")
    cells = list_cells(text) if is_list(text) else table_cells(text)
    _check_words(cells)
    _check_shape(cells)
    return np.array(
        [[_number(cell, row, column) for column, cell in enumerate(line)] for row, line in enumerate(cells)],
        dtype=np.float64,
    )


def _check_words(cells: Sequence[Sequence[str]]) -> None:
    """A line of headings and a column of labels are not guessed away: Fault says to leave them out."""
    below = [cell for line in cells[1:] for cell in line]
    if _are_words(cells[0]) and below and not _are_words(below):
        raise Fault(f"row 1 holds words ({_first(cells[0])}): copy the numbers without their headings")
    labels = [cell for line in cells for cell in line[:1]]
    beside = [cell for line in cells for cell in line[1:]]
    if _are_words(labels) and beside and not _are_words(beside):
        raise Fault(f"column 1 holds words ({_first(labels)}): copy the numbers without their labels")


def _check_shape(cells: Sequence[Sequence[str]]) -> None:
    columns = len(cells[0])
    if not columns:
        raise Fault("row 1 has no numbers in it")
    for row, line in enumerate(cells):
        if len(line) != columns:
            raise Fault(
                f"row {row + 1} has {_count(line)} and row 1 has {_count(cells[0])}: "
                "a block has as many in every row"
            )
    if len(cells) * columns > LARGEST_BLOCK:
        raise Fault(
            f"the block is too large: {len(cells):,} rows of {columns:,}, "
            f"at most {LARGEST_BLOCK:,} numbers are read"
        )


def _are_words(cells: Sequence[str]) -> bool:
    """Whether every cell that holds anything begins with a letter, and at least one does."""
    held = [cell for cell in cells if cell]
    return bool(held) and all(cell[0].isalpha() and not _is_number(cell) for cell in held)


def _is_number(cell: str) -> bool:
    try:
        parse_number(cell)
    except Fault:
        return False
    return True


def _number(cell: str, row: int, column: int) -> float:
    place = f"row {row + 1}, column {column + 1}"
    if not cell:
        raise Fault(f"{place}: the cell is empty, every cell needs a number")
    try:
        number = parse_number(cell)
    except Fault:
        raise Fault(f"{place}: {_quoted(cell)} is no number") from None
    if isinf(number) and not re.search("inf", cell, re.IGNORECASE):
        raise Fault(f"{place}: {_quoted(cell)} is too large for a number; inf can be written as inf")
    return number


def _quoted(cell: str) -> str:
    shown = plain(cell)
    return f"'{shown}'" if len(shown) <= 24 else f"'{shown[:23]}…'"


def _first(cells: Sequence[str]) -> str:
    return next(_quoted(cell) for cell in cells if cell)


def _count(line: Sequence[str]) -> str:
    return f"{len(line)} number{'' if len(line) == 1 else 's'}"
