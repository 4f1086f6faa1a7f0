"""Numbers between brackets: JSON, Python lists, printed arrays, and the reprs of arrays and tensors."""

from __future__ import annotations

import re

from attn_tui.session.faults import Fault

_SCALAR = re.compile(r"\b(?:np\.|numpy\.)?(?:float|int)(?:16|32|64)\(([^()\[\]]*)\)")
_NAME = re.compile(r"(?:Parameter containing:|[A-Za-z_]\w*\s*=)\s*")
_CALL = re.compile(r"[A-Za-z_][\w.]*\s*\((.*)\)", re.DOTALL)
_OPTION = re.compile(r",\s*[A-Za-z_]\w*\s*=")
_TOKEN = re.compile(r"[\[\],]|[^\s\[\],]+")


def is_list(text: str) -> bool:
    """Whether `text` is to be read by its brackets: it has some, or a call like `tensor(0.5)` around it."""
    return "[" in text or "]" in text or _CALL.fullmatch(_unnamed(text)) is not None


def list_cells(text: str) -> list[list[str]]:
    """The cells of a bracketed text, row by row; brackets without brackets in them are one row each.

    `array(…, dtype=…)`, `tensor(…, device=…)` and `name = …` around the brackets are taken off.
    Raises Fault where brackets do not match, stand more than two deep or are mixed with loose numbers.
    """
    inside = _SCALAR.sub(r"\1", _inside(text))
    if "[" not in inside and "]" not in inside:
        return [inside.split()]
    reader = _Reader()
    for token in _TOKEN.findall(inside):
        reader.take(token)
    if reader.depth:
        raise Fault("a bracket is not closed: copy the whole list, to its last ]")
    return reader.rows


def _unnamed(text: str) -> str:
    """`text` without `name =` before it and `;` after it."""
    return _NAME.sub("", text, count=1).strip().rstrip(";") if _NAME.match(text) else text.rstrip("; \n")


def _inside(text: str) -> str:
    """What stands between the parentheses of a call, without its options; without a call, all of it."""
    text = _unnamed(text)
    if (call := _CALL.fullmatch(text)) is None:
        return text
    option = _OPTION.search(call[1])
    return call[1][: option.start()] if option else call[1]


class _Reader:
    """The lists read so far. `row` is the innermost open list as long as it may still hold numbers."""

    def __init__(self) -> None:
        self.rows: list[list[str]] = []
        self.depth = 0
        self._row: list[str] | None = None
        self._row_depth = 0
        self._last = "["
        self._separators: set[str] = set()

    def take(self, token: str) -> None:
        """Take the next token: a bracket, a comma or a number. Fault, with the row, where it can't stand there."""
        if token == "[":
            self._open()
        elif token == "]":
            self._close()
        elif token == ",":
            if self._last in {"[", ","}:
                raise Fault(f"row {len(self.rows) + 1}: a number is missing before a comma")
        else:
            self._number(token)
        self._last = token

    def _open(self) -> None:
        if self.depth == 2:
            raise Fault("the list has three dimensions, a block has rows and columns: copy one head")
        if self._row or (self._row_depth == 2 and self.depth == 0):
            raise Fault(f"row {len(self.rows) + 1}: a list begins where a number or the end was expected")
        self.depth += 1
        self._row = []

    def _close(self) -> None:
        if self.depth == 0:
            raise Fault("a bracket is closed that was not opened: copy the whole list, from its first [")
        if self._row is not None:
            if self._row_depth not in {0, self.depth}:
                raise Fault(f"row {len(self.rows) + 1} is not as deep in brackets as row 1")
            self._row_depth = self.depth
            self.rows.append(self._row)
            self._row = None
        self.depth -= 1

    def _number(self, token: str) -> None:
        if self._row is None:
            raise Fault(f"row {len(self.rows) + 1}: a number stands outside the brackets of its row")
        if self._row:
            self._separators.add("," if self._last == "," else " ")
        if len(self._separators) > 1:
            raise Fault(
                f"row {len(self.rows) + 1}: some numbers have a comma between them and some only a space; "
                "a decimal point is written '.'"
            )
        self._row.append(token)
