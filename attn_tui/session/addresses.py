"""A cell as one writes it: `scores[1,2]`, `q[crane, animal]`, `weights[the#2, lifted]`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from difflib import get_close_matches

from attn_tui.session.faults import Fault
from attn_tui.session.labels import plain
from attn_tui.session.problem import Problem
from attn_tui.session.selection import AXES, Axis, Pane

_ADDRESS = re.compile(r"\s*(\w+)\s*\[(.*)\]\s*", re.DOTALL)
_OF_WHAT: dict[Axis, str] = {
    "i": "query",
    "j": "key",
    "c": "column",
    "e": "column of V",
    "m": "number of an embedding",
    "z": "column of the heads side by side",
    "o": "column of the result",
}


def parse_cell(problem: Problem, text: str) -> tuple[Pane, int, int]:
    """The pane, row and column that `text` names. Rows and columns are positions from 0, words or names.

    `the#2` is the second of several equal words. With `widen` the copies of a column are reached by position.
    Raises Fault where there is no such pane, row or column, or a word stands for several.
    """
    written = _ADDRESS.fullmatch(text)
    if written is None:
        raise Fault(f"'{_short(text)}' is no cell: write one as q[1,0] or weights[crane,lifted]")
    pane = _pane(problem, written[1])
    row_axis, column_axis = AXES[pane]
    found: list[tuple[int, int]] = []
    faults: list[Fault] = []
    for row, column in _splits(written[2], text):
        try:
            found.append((position(problem, row_axis, row), position(problem, column_axis, column)))
        except Fault as fault:
            faults.append(fault)
    if len(found) == 1:
        return pane, *found[0]
    raise (
        faults[0]
        if not found
        else Fault(f"'{_short(text)}' can be read in several ways: write positions from 0")
    )


def position(problem: Problem, axis: Axis, text: str) -> int:
    """Where on `axis` the row or column stands that `text` names. Raises Fault where there is none."""
    labels = problem.labels(axis)
    name, what = text.strip(), _OF_WHAT[axis]
    count = len(labels) * (problem.settings.widen if axis == "c" else 1)
    if re.fullmatch(r"[+-]?[0-9]{1,18}", name):
        if not 0 <= int(name) < count:
            raise Fault(f"there is no {what} {int(name)}: they are counted from 0 to {count - 1}")
        return int(name)
    at = _named(labels, name)
    base, _, which = name.rpartition("#")
    if not at and which.isdecimal():
        at = _named(labels, base)[int(which[:9]) - 1 :][:1] if int(which[:9]) else []
    if not at:
        near = get_close_matches(name[:60], labels[:5000], n=1, cutoff=0.5)
        hint = (
            f", did you mean '{plain(near[0])}'?" if near else ": name one as it is shown, or by its position"
        )
        raise Fault(f"there is no {what} '{_short(name)}'{hint}")
    if len(at) > 1:
        raise Fault(
            f"the {what} '{_short(name)}' stands {len(at)} times: write {_short(name)}#1 for the first"
        )
    return at[0]


def _pane(problem: Problem, name: str) -> Pane:
    for pane in problem.panes:
        if pane == name.lower():
            return pane
    raise Fault(f"there is no pane '{_short(name)}': it is one of {', '.join(problem.panes)}")


def _splits(inside: str, text: str) -> list[tuple[str, str]]:
    """Row and column on the two sides of each comma, since a word may hold one."""
    commas = [index for index, character in enumerate(inside) if character == ","]
    if not commas:
        raise Fault(f"'{_short(text)}' has no comma: write row and column, as in q[1,0]")
    return [(inside[:comma], inside[comma + 1 :]) for comma in commas[:20]]


def _named(labels: Sequence[str], name: str) -> list[int]:
    """The positions of `name`; spaces around a label count only where that tells labels apart."""
    exact = [index for index, label in enumerate(labels) if label == name]
    return exact or [index for index, label in enumerate(labels) if label.strip() == name]


def _short(text: str) -> str:
    shown = plain(text.strip())
    return shown if len(shown) <= 40 else shown[:39] + "…"
