"""The text that an SVG picture of the screen shows, line by line."""

from __future__ import annotations

import re
from xml.etree import ElementTree

from attn_tui.session.labels import cell_width

_SVG = "{http://www.w3.org/2000/svg}"
_CELL = 12.2
"""The width of a character in the pictures that Rich draws."""


def lines_of(svg: str) -> list[str]:
    """What stands in each line of the picture, without the spaces at its end."""
    lines: dict[int, str] = {}
    for text in ElementTree.fromstring(svg).iter(f"{_SVG}text"):
        row = re.search(r"line-(\d+)\)", text.get("clip-path", ""))
        if row is None:
            continue
        at, before = round(float(text.get("x", "0")) / _CELL), lines.get(int(row[1]), "")
        shown = (text.text or "").replace("\xa0", " ")
        lines[int(row[1])] = before + " " * (at - cell_width(before)) + shown
    return [lines.get(row, "").rstrip() for row in range(max(lines, default=-1) + 1)]
