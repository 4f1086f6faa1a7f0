"""Places in a lesson: panes, rows and columns by word or by position, and whole cells such as weights[it, animal]."""

from __future__ import annotations

from attn_tui.files.presets.fault_list import FaultList
from attn_tui.files.presets.toml_nodes import Node, unknown_keys
from attn_tui.files.presets.toml_values import text
from attn_tui.session.addresses import parse_cell, position
from attn_tui.session.faults import Fault
from attn_tui.session.lessons.lesson import Select
from attn_tui.session.problem import Problem
from attn_tui.session.selection import ALL_PANES, AXES, Address, Axis, Pane

_KEYS = ("pane", "row", "column")


def read_pane(node: Node, problem: Problem | None = None) -> Pane:
    """The name of a pane that `problem` has; where that is not known, of one that there can be."""
    there = ALL_PANES if problem is None else problem.panes
    for pane in there:
        if node.value == pane:
            return pane
    raise node.expected(f"a pane, one of {', '.join(there)}")


def read_panes(node: Node, problem: Problem | None = None) -> tuple[Pane, ...]:
    """A list of panes, one at least and none twice."""
    if not isinstance(node.value, list) or not node.value:
        raise node.expected('a list of panes, such as ["weights"]')
    panes: tuple[Pane, ...] = tuple(read_pane(node[i], problem) for i in range(len(node.value)))
    for i, pane in enumerate(panes):
        if pane in panes[:i]:
            raise node[i].fault(f'found "{pane}" twice, expected it once')
    return panes


def read_select(node: Node, problem: Problem | None, faults: FaultList) -> Select | None:
    """Where a step's selection goes, None where something is wrong with it.

    Where `problem` is not known, words and numbers are not looked up.
    """
    before = len(faults.faults)
    faults.faults += unknown_keys(node, _KEYS)
    if not isinstance(node.value, dict):
        return None
    pane: Pane | None = faults.reading(lambda: read_pane(node["pane"], problem), None)
    axes = AXES[pane] if pane is not None else (None, None)
    row, column = (
        faults.reading(lambda key=key, axis=axis: _position(node[key], problem, axis), None)
        for key, axis in zip(_KEYS[1:], axes, strict=True)
    )
    return None if pane is None or len(faults.faults) > before else Select(pane, row, column)


def read_cell(node: Node, problem: Problem | None) -> Address | None:
    """A pane's cell; None where `problem`, in which it is looked up, is not known."""
    if problem is None:
        text(node)
        return None
    try:
        return parse_cell(problem, text(node))
    except Fault as fault:
        if not isinstance(node.value, str):
            raise
        raise node.fault(str(fault)) from None


def _position(node: Node, problem: Problem | None, axis: Axis | None) -> int | None:
    """A place on an axis; None where none is given, or where it can't be looked up."""
    value = node.value
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, str | int):
        raise node.expected("a word, such as crane or the#2, or its number from 0")
    if problem is None or axis is None:
        return None
    try:
        return position(problem, axis, str(value))
    except ValueError:
        raise node.expected("a word, or its number from 0") from None
    except Fault as fault:
        raise node.fault(str(fault)) from None
