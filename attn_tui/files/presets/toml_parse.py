"""From text to TOML, with a fault of one line where the text is none."""

from __future__ import annotations

import re
import tomllib

from attn_tui.files.plain_values import decimal
from attn_tui.files.presets.toml_nodes import Node
from attn_tui.session.faults import Fault
from attn_tui.session.labels import plain

_POSITION = re.compile(r" \(at line (\d+), column (\d+)\)$")
_AT_THE_END = " (at end of document)"
_TWICE = ("Cannot overwrite", "Cannot declare", "Cannot mutate", "Duplicate")
_KEY = re.compile(
    r"""^[ \t]*(?:\[+[ \t]*([A-Za-z"'][^]=\n]{0,60})(?:\]|\Z)|([\w."'-]{1,60})[ \t]*=)""", re.MULTILINE
)
_LONG_NUMBER = re.compile(r"[0-9][0-9_]{4000}")
_LONG_KEY = re.compile(r"""(?<![\w."'-])(?:(?:[\w-]++|"[^"\n]*+"|'[^'\n]*+')[ \t]*\.[ \t]*){100}""")
_DEEP = re.compile(r"(?:[\[{][^\[\]{}]*+){50}")


def parse(text: str, where: str) -> Node:
    """The whole file as one table. A `Fault` gives the line where `text` stops being TOML, and the key there."""
    long_key = _LONG_KEY.search(text)
    if long_key:
        line, key = _line(text, long_key.start()), plain(long_key[0][:20])
        raise Fault(f"{where}:{line}: {key}…: found a key of a hundred parts, expected one or two")
    try:
        return Node(tomllib.loads(text, parse_float=decimal), where, text)
    except tomllib.TOMLDecodeError as error:
        raise _not_toml(str(error), text, where) from None
    except ValueError:
        at = _start(_LONG_NUMBER, text)
        raise _fault(text, at, where, "found an integer of thousands of digits, expected fewer") from None
    except RecursionError:
        at = _start(_DEEP, text)
        raise _fault(text, at, where, "found lists nested too deep, expected three levels at most") from None


def _not_toml(message: str, text: str, where: str) -> Fault:
    """The fault in `message`, as `tomllib` words it with the line and column at its end."""
    position = _POSITION.search(message)
    at = _offset(text, int(position[1]), int(position[2])) if position else len(text.rstrip())
    why = plain(message[: position.start()] if position else message.removesuffix(_AT_THE_END))[:80]
    if why.startswith(_TWICE):
        return _fault(text, at, where, "given twice, expected once")
    column = f" at column {position[2]}" if position else ""
    wanted = "expected key = value, where a value is a number, text in quotes or a list of these"
    return _fault(text, at, where, f"not TOML{column} ({why}), {wanted}")


def _offset(text: str, line: int, column: int) -> int:
    """Where in `text` a line and a column, both from 1, are."""
    before = text.split("\n")[: line - 1]
    return sum(len(one) + 1 for one in before) + column - 1


def _start(pattern: re.Pattern[str], text: str) -> int:
    found = pattern.search(text)
    return found.start() if found else 0


def _fault(text: str, at: int, where: str, said: str) -> Fault:
    """A fault at an offset of `text`: its line, and the last key or table that begins before it."""
    keys = [table or key for table, key in _KEY.findall(text, 0, at)]
    key = plain(keys[-1]) if keys else "the file"
    return Fault(f"{where}:{_line(text, at)}: {key}: {said}")


def _line(text: str, at: int) -> int:
    return text.count("\n", 0, at) + 1
