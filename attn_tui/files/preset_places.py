"""Places in a lesson: panes, rows and columns by word or by position, and whole cells such as weights[it, animal]."""

from __future__ import annotations

from attn_tui.files.toml_nodes import Node, only
from attn_tui.files.toml_values import text
from attn_tui.session.addresses import parse_cell, position
from attn_tui.session.faults import Fault
from attn_tui.session.lesson import Select
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


def read_select(node: Node, problem: Problem) -> Select:
    """Where a step's selection goes."""
    only(node, _KEYS)
    pane = read_pane(node["pane"], problem)
    rows, columns = AXES[pane]
    row = _position(node["row"], problem, rows) if "row" in node else None
    column = _position(node["column"], problem, columns) if "column" in node else None
    return Select(pane, row, column)


def read_cell(node: Node, problem: Problem) -> Address:
    """A pane's cell."""
    try:
        return parse_cell(problem, text(node))
    except Fault as fault:
        if not isinstance(node.value, str):
            raise
        raise node.fault(str(fault)) from None


def _position(node: Node, problem: Problem, axis: Axis) -> int:
    value = node.value
    if isinstance(value, bool) or not isinstance(value, str | int):
        raise node.expected("a word, such as crane or the#2, or its number from 0")
    try:
        return position(problem, axis, str(value))
    except ValueError:
        raise node.expected("a word, or its number from 0") from None
    except Fault as fault:
        raise node.fault(str(fault)) from None
