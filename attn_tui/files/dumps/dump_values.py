"""The members of a dump as plain values, whether they came as arrays or as JSON."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from attn_tui.files.plain_values import described, is_number, written
from attn_tui.session.faults import Fault
from attn_tui.session.labels import plain
from attn_tui.session.problem import Table

_NOT_IN_JSON = {"inf": np.inf, "-inf": -np.inf, "nan": np.nan}
_MOST_AXES = 4


@dataclass(frozen=True)
class Dump:
    """What the file called `where` holds, by name."""

    members: dict[str, Any]
    where: str

    def __contains__(self, key: str) -> bool:
        return self.members.get(key) is not None

    def fault(self, key: str, said: str) -> Fault:
        return Fault(f"{self.where}: {key}: {said}")

    def expected(self, key: str, wanted: str) -> Fault:
        return self.fault(key, f"found {described(self.value(key))}, expected {wanted}")

    def value(self, key: str) -> Any:
        """A member as JSON would have it: text, a number, true, false, or lists of these; None if missing."""
        value = self.members.get(key)
        if not isinstance(value, np.ndarray):
            return value
        no_text = self.fault(key, "found bytes that are no text, expected text in UTF-8")
        if value.dtype.kind == "U" and _beyond_unicode(value):
            raise no_text
        try:
            return _decoded(value.tolist())
        except UnicodeDecodeError:
            raise no_text from None

    def text(self, key: str) -> str:
        """A text, empty where the member is missing."""
        value = self.value(key)
        if value is None:
            return ""
        if not isinstance(value, str):
            raise self.expected(key, "text")
        return value

    def texts(self, key: str, count: int, of_what: str) -> tuple[str, ...]:
        """A list of `count` texts."""
        value = self.value(key)
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            raise self.expected(key, f"a list of {count} texts, one for {of_what}")
        if len(value) != count:
            raise self.fault(key, f"found {len(value)}, expected {count}, one for {of_what}")
        return tuple(value)

    def whole(self, key: str) -> int | None:
        """An integer that an int64 holds, or None where the member is missing."""
        value = self.value(key)
        if value is not None and (type(value) is not int or abs(value) >= 2**63):
            raise self.expected(key, "a whole number")
        return value

    def table(self, key: str) -> Table:
        """An array of two to four axes, in float64, or float32 where it is stored in float32 or float16."""
        value = self.members.get(key)
        if value is None:
            there = ", ".join(plain(name[:40]) for name in sorted(self.members)[:12]) or "nothing"
            raise self.fault(key, f"missing, the file holds {there}, expected q, k and v")
        array = value if isinstance(value, np.ndarray) else self._from_lists(key, value)
        if array.dtype.kind not in "fiu":
            raise self.fault(key, f"found an array of {plain(str(array.dtype))}, expected numbers")
        if not 2 <= array.ndim <= _MOST_AXES or 0 in array.shape:
            raise self.fault(key, f"found shape {array.shape}, expected (heads, tokens, width), none 0")
        if array.dtype.kind == "f" and array.dtype.itemsize < 8:
            return np.array(array, dtype=np.float32, order="C")
        return np.array(array, dtype=np.float64, order="C")

    def _from_lists(self, key: str, value: object) -> npt.NDArray[np.float64]:
        """The array that lists in lists make, every list of an axis as long as the first."""
        shape: list[int] = []
        first = value
        while isinstance(first, list) and first and len(shape) <= _MOST_AXES:
            shape.append(len(first))
            first = first[0]
        if not 2 <= len(shape) <= _MOST_AXES or isinstance(first, list | dict):
            raise self.expected(key, "lists of numbers nested as (heads, tokens, width)")
        items: list[Any] = [value]
        for axis, length in enumerate(shape):
            for position, item in enumerate(items):
                if not isinstance(item, list) or len(item) != length:
                    raise self._wrong(key, position, shape[:axis], item, f"a list of {length}")
            items = [inner for item in items for inner in item]
        for position, item in enumerate(items):
            if type(item) is not float:
                items[position] = self._number(key, position, shape, item)
        return np.array(items, dtype=np.float64).reshape(shape)

    def _number(self, key: str, position: int, shape: list[int], item: object) -> float:
        if isinstance(item, str) and item in _NOT_IN_JSON:
            return _NOT_IN_JSON[item]
        if not isinstance(item, int) or not is_number(item):
            raise self._wrong(key, position, shape, item, "a number")
        try:
            return float(item)
        except OverflowError:
            raise self._wrong(key, position, shape, item, "a number that a float64 can hold") from None

    def _wrong(self, key: str, position: int, shape: list[int], item: object, wanted: str) -> Fault:
        """The fault of one element of an array that comes as lists."""
        indices = (int(index) for index in np.unravel_index(position, shape)) if shape else ()
        return self.fault(written((key, *indices)), f"found {described(item)}, expected {wanted}")


def _beyond_unicode(texts: npt.NDArray[np.str_]) -> bool:
    """Whether any of the 32-bit characters is none, which an array from a file may hold."""
    characters = texts.ravel().view(np.dtype(np.uint32).newbyteorder(texts.dtype.byteorder))
    return bool((characters > sys.maxunicode).any())


def _decoded(value: Any) -> Any:
    """Bytes as the UTF-8 text they are, in lists too."""
    if isinstance(value, list):
        return [_decoded(item) for item in value]
    return value.decode("utf-8") if isinstance(value, bytes) else value
