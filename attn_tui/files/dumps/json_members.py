"""The members of a JSON dump: one object, every key once."""

from __future__ import annotations

import json
from typing import Any

from attn_tui.files.plain_values import decimal
from attn_tui.session.faults import Fault
from attn_tui.session.labels import plain


def read_json(text: str, where: str) -> dict[str, Any]:
    """The object that `text` holds. NaN, Infinity and -Infinity are numbers, as Python writes them."""

    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        members = dict(pairs)
        if len(members) < len(pairs):
            keys = [key for key, _ in pairs]
            twice = next(key for key in keys if keys.count(key) > 1)
            raise Fault(f"{where}: {plain(twice[:60])}: given twice, expected once")
        return members

    try:
        members = json.loads(text, object_pairs_hook=once, parse_float=decimal)
    except json.JSONDecodeError as error:
        raise Fault(f"{where}:{error.lineno}: not JSON at column {error.colno}: {plain(error.msg)}") from None
    except ValueError:
        raise Fault(f"{where}: not JSON: an integer of thousands of digits, expected shorter ones") from None
    except RecursionError:
        raise Fault(f"{where}: not JSON: lists nested too deep, expected at most a few levels") from None
    if not isinstance(members, dict):
        raise Fault(f'{where}: found no object, expected {{"q": …, "k": …, "v": …}}')
    return members
