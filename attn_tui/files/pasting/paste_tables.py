"""Numbers line by line: a spreadsheet's cells (tabs), CSV (semicolons or commas), or columns of spaces."""

from __future__ import annotations

import csv
import re
from itertools import chain

from attn_tui.session.faults import Fault
from attn_tui.session.labels import plain

_COMMA = re.compile(r"[+-]?\d*,\d+(?:[eE][+-]?\d+)?")
_THOUSANDS = re.compile(r"[+-]?[1-9]\d{0,2},\d{3}")


def table_cells(text: str) -> list[list[str]]:
    """The cells of `text`, line by line, without the quotes and spaces around them.

    What separates them is the first of tab, semicolon, comma that occurs, else spaces. A decimal comma
    becomes a point. Raises Fault on an empty line and on a comma that could mean thousands as well.
    """
    separator = next((character for character in "\t;," if character in text), " ")
    lines = _spaced(text) if separator == " " else _separated(text, separator)
    for row, line in enumerate(lines):
        if not any(line):
            raise Fault(f"row {row + 1} is empty: copy the rows without a gap")
    return _with_points(lines, comma_is_decimal=separator == ";")


def _spaced(text: str) -> list[list[str]]:
    return [[cell.strip("\"'") for cell in line.split()] for line in text.split("\n")]


def _separated(text: str, separator: str) -> list[list[str]]:
    try:
        lines = list(csv.reader(text.split("\n"), delimiter=separator, skipinitialspace=True, strict=True))
    except csv.Error as error:
        raise Fault(
            f"the quotes around the cells do not match ({error}): copy the cells without quotes"
        ) from None
    return [[cell.strip().strip("'").strip() for cell in line] for line in lines]


def _with_points(lines: list[list[str]], *, comma_is_decimal: bool) -> list[list[str]]:
    """The cells with a decimal point for a decimal comma; cells that only might hold one are a Fault.

    "1,000" may be a thousand or one. It is one in a table separated by semicolons, or where another cell can
    mean nothing else ("0,5").
    """
    commas = [cell for cell in chain.from_iterable(lines) if _COMMA.fullmatch(cell)]
    if not commas:
        return lines
    doubtful = [cell for cell in commas if _THOUSANDS.fullmatch(cell)]
    if len(doubtful) == len(commas) and not comma_is_decimal:
        whole, _, rest = doubtful[0].partition(",")
        raise Fault(
            f"'{plain(doubtful[0])}' can mean {whole}{rest} or {whole}.{rest}: write it without a comma"
        )
    return [[cell.replace(",", ".") if _COMMA.fullmatch(cell) else cell for cell in line] for line in lines]
