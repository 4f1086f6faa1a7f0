"""What a step of a lesson asks for: a question with its answer, and a goal."""

from __future__ import annotations

from dataclasses import replace
from math import isfinite

from attn_tui.files.presets.fault_list import FaultList
from attn_tui.files.presets.preset_places import read_cell, read_pane, read_panes
from attn_tui.files.presets.toml_nodes import Node, unknown_keys
from attn_tui.files.presets.toml_values import number, text, texts, whole
from attn_tui.session.lessons.lesson import Ask, Goal
from attn_tui.session.problem import Problem
from attn_tui.session.selection import EDITABLE, TABLES, Address, Pane

ASK_KEYS = ("question", "answer", "tolerance", "cell", "choices", "correct", "reasons", "reason")
GOAL_KEYS = ("cell", "above", "below", "only")
_NUMERIC, _OF_CHOICES = ("answer", "tolerance"), ("correct", "reasons")
MOST_CHOICES = 9


def read_ask(node: Node, problem: Problem | None, faults: FaultList) -> Ask | None:
    """A question that is answered by a number or by a choice, None where something is wrong with it.

    Where `problem` is not known, its cell is not looked up.
    """
    before = len(faults.faults)
    faults.faults += unknown_keys(node, ASK_KEYS)
    if not isinstance(node.value, dict):
        return None
    question = faults.reading(lambda: text(node["question"]), "")
    reason = faults.reading(lambda: text(node["reason"]), "") if "reason" in node else ""
    read = _of_choices if "choices" in node else _of_a_number
    ask = read(node, problem, Ask(question, reason=reason), faults)
    return ask if len(faults.faults) == before else None


def _of_a_number(node: Node, problem: Problem | None, ask: Ask, faults: FaultList) -> Ask:
    _none_beside(node, _OF_CHOICES, "no choices", faults)
    if "answer" not in node and "cell" not in node:
        faults.add(node.fault("found no way to answer, expected an answer, a cell, or choices"))
    tolerance = ask.tolerance
    if "tolerance" in node:
        tolerance = faults.reading(lambda: _tolerance(node["tolerance"]), tolerance)
    return replace(
        ask,
        answer=faults.reading(lambda: _finite(node["answer"]), None) if "answer" in node else None,
        cell=_cell(node, problem, faults),
        tolerance=tolerance,
    )


def _cell(node: Node, problem: Problem | None, faults: FaultList) -> Address | None:
    return faults.reading(lambda: read_cell(node["cell"], problem), None) if "cell" in node else None


def _of_choices(node: Node, problem: Problem | None, ask: Ask, faults: FaultList) -> Ask:
    _none_beside(node, _NUMERIC, "choices", faults)
    choices = faults.reading(lambda: texts(node["choices"]), ())
    if choices and not 2 <= len(choices) <= MOST_CHOICES:
        faults.add(node["choices"].expected(f"from 2 to {MOST_CHOICES} choices"))
    last = max(len(choices), 1) - 1
    correct = faults.reading(lambda: whole(node["correct"], 0, last), 0)
    reasons = faults.reading(lambda: texts(node["reasons"]), ()) if "reasons" in node else ()
    if reasons and choices and len(reasons) != len(choices):
        faults.add(
            node["reasons"].fault(f"found {len(reasons)}, expected {len(choices)}, one for each choice")
        )
    cell = _cell(node, problem, faults)
    return replace(ask, cell=cell, choices=choices, correct=correct, reasons=reasons)


def read_goal(node: Node, problem: Problem | None, faults: FaultList) -> Goal | None:
    """A number that is to be reached, None where something is wrong with it or where `problem` is not known."""
    before = len(faults.faults)
    faults.faults += unknown_keys(node, GOAL_KEYS)
    if not isinstance(node.value, dict):
        return None
    cell = faults.reading(lambda: read_cell(node["cell"], problem), None)
    if "above" not in node and "below" not in node:
        faults.add(node.fault("found neither above nor below, expected one of them or both"))
    above, below = (
        faults.reading(lambda key=key: _finite(node[key]), None) if key in node else None
        for key in ("above", "below")
    )
    alone = faults.reading(lambda: _tables(node["only"], problem), ()) if "only" in node else ()
    return None if cell is None or len(faults.faults) > before else Goal(cell, above, below, alone)


def _tables(node: Node, problem: Problem | None) -> tuple[Pane, ...]:
    """One table whose numbers can be moved, or a list of them."""
    listed = isinstance(node.value, list)
    tables = read_panes(node, problem) if listed else (read_pane(node, problem),)
    movable = _movable(problem)
    for i, table in enumerate(tables):
        if table not in movable:
            raise (node[i] if listed else node).expected(f"a table, one of {', '.join(movable)}")
    return tables


def _movable(problem: Problem | None) -> tuple[Pane, ...]:
    """The tables whose numbers can be moved; of a problem that is not known, all that there can be."""
    if problem is None:
        return EDITABLE
    return TABLES if problem.projection is None else problem.projection.sources


def _none_beside(node: Node, keys: tuple[str, ...], beside: str, faults: FaultList) -> None:
    for key in (key for key in keys if key in node):
        faults.add(node[key].fault(f"found with {beside}, expected either a number or one of choices"))


def _finite(node: Node) -> float:
    value = number(node)
    if not isfinite(value):
        raise node.expected("a finite number")
    return value


def _tolerance(node: Node) -> float:
    value = _finite(node)
    if value < 0:
        raise node.expected("a number from 0 up")
    return value
