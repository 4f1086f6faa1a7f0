"""What a step of a lesson asks for: a question with its answer, and a goal."""

from __future__ import annotations

from math import isfinite

from attn_tui.files.preset_places import read_cell, read_pane, read_panes
from attn_tui.files.toml_nodes import Node, only
from attn_tui.files.toml_values import number, text, texts, whole
from attn_tui.session.lesson import Ask, Goal
from attn_tui.session.problem import Problem
from attn_tui.session.selection import TABLES, Pane

ASK_KEYS = ("question", "answer", "tolerance", "cell", "choices", "correct", "reasons", "reason")
GOAL_KEYS = ("cell", "above", "below", "only")
_NUMERIC, _OF_CHOICES = ("answer", "cell", "tolerance"), ("correct", "reasons")
MOST_CHOICES = 9


def read_ask(node: Node, problem: Problem) -> Ask:
    """A question that is answered by a number or by a choice."""
    only(node, ASK_KEYS)
    question = text(node["question"])
    reason = text(node["reason"]) if "reason" in node else ""
    if "choices" in node:
        _none_beside(node, _NUMERIC, "choices")
        return _of_choices(node, question, reason)
    _none_beside(node, _OF_CHOICES, "no choices")
    if "answer" not in node and "cell" not in node:
        raise node.fault("found no way to answer, expected an answer, a cell, or choices")
    return Ask(
        question,
        answer=_finite(node["answer"]) if "answer" in node else None,
        cell=read_cell(node["cell"], problem) if "cell" in node else None,
        tolerance=_tolerance(node["tolerance"]) if "tolerance" in node else Ask.tolerance,
        reason=reason,
    )


def _of_choices(node: Node, question: str, reason: str) -> Ask:
    choices = texts(node["choices"])
    if not 2 <= len(choices) <= MOST_CHOICES:
        raise node["choices"].expected(f"from 2 to {MOST_CHOICES} choices")
    correct = whole(node["correct"], 0, len(choices) - 1)
    reasons = texts(node["reasons"]) if "reasons" in node else ()
    if reasons and len(reasons) != len(choices):
        raise node["reasons"].fault(f"found {len(reasons)}, expected {len(choices)}, one for each choice")
    return Ask(question, choices=choices, correct=correct, reasons=reasons, reason=reason)


def read_goal(node: Node, problem: Problem) -> Goal:
    """A number that is to be reached."""
    only(node, GOAL_KEYS)
    cell = read_cell(node["cell"], problem)
    if "above" not in node and "below" not in node:
        raise node.fault("found neither above nor below, expected one of them or both")
    above, below = (_finite(node[key]) if key in node else None for key in ("above", "below"))
    return Goal(cell, above, below, _tables(node["only"], problem) if "only" in node else ())


def _tables(node: Node, problem: Problem) -> tuple[Pane, ...]:
    """One table whose numbers can be moved, or a list of them."""
    listed = isinstance(node.value, list)
    tables = read_panes(node, problem) if listed else (read_pane(node, problem),)
    movable = TABLES if problem.projection is None else problem.projection.sources
    for i, table in enumerate(tables):
        if table not in movable:
            raise (node[i] if listed else node).expected(f"a table, one of {', '.join(movable)}")
    return tables


def _none_beside(node: Node, keys: tuple[str, ...], beside: str) -> None:
    for key in keys:
        if key in node:
            raise node[key].fault(f"found with {beside}, expected either a number or one of choices")


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
