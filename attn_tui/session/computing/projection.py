"""From words to Q, K and V: embeddings, the weights of one layer, and a table of words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, cast

import numpy as np
import numpy.typing as npt

from attn_tui import engine
from attn_tui.session.problem import Problem, Projection, Table
from attn_tui.session.selection import TABLES, Pane


def projected(problem: Problem, projection: Projection) -> Problem:
    """`problem` with Q = X·W_Q, K = X·W_K and V = X·W_V of `projection`, each cut into its heads."""
    return replace(
        problem,
        projection=projection,
        q=_project(projection.x, projection.w_q, projection.heads),
        k=_project(projection.x, projection.w_k, projection.kv_heads),
        v=_project(projection.x, projection.w_v, projection.kv_heads),
    )


def _project(x: Table, w: Table, heads: int) -> Table:
    return cast(Table, engine.project(x, w, heads))


def with_tables_of(problem: Problem, other: Problem, panes: Sequence[Pane]) -> Problem | None:
    """`problem` with the tables of these editable panes as `other` has them; None where their shapes differ."""
    if any(pane not in TABLES for pane in panes):
        projection, theirs = problem.projection, other.projection
        if projection is None or theirs is None:
            return None
        tables: dict[str, Any] = {pane: getattr(theirs, pane) for pane in panes}
        if any(table.shape != getattr(projection, name).shape for name, table in tables.items()):
            return None
        return projected(problem, replace(projection, **tables))
    tables = {pane: getattr(other, pane) for pane in panes}
    if any(table.shape != getattr(problem, name).shape for name, table in tables.items()):
        return None
    return replace(problem, **tables)


def with_known_word(problem: Problem, at: int, name: str) -> Problem:
    """`problem` with the embedding of word `at` looked up, where there is a vocabulary that has `name`."""
    projection = problem.projection
    if projection is None or projection.words is None or name not in projection.words.names:
        return problem
    x = np.array(projection.x)
    x[at] = projection.words.embedding(name)
    return projected(problem, replace(projection, x=cast(Table, x)))


def let_go(problem: Problem) -> Problem:
    """`problem` with its Q, K and V as they are now, and no embeddings that they follow from."""
    return replace(problem, projection=None)


def slice_of(problem: Problem, pane: Pane, head: int) -> tuple[slice, slice]:
    """The rows and columns of a projection's table that `pane` shows: all of X, and of the weights one head's share.

    `head` counts the heads of that table: of W_K and W_V the key heads.
    """
    everything = slice(None)
    d_k, d_v = problem.q.shape[2], problem.v.shape[2]
    match pane:
        case "w_q" | "w_k":
            return everything, slice(head * d_k, (head + 1) * d_k)
        case "w_v":
            return everything, slice(head * d_v, (head + 1) * d_v)
        case "w_o":
            return slice(head * d_v, (head + 1) * d_v), everything
        case _:
            return everything, everything


def stored(problem: Problem, pane: Pane, head: int) -> npt.NDArray[Any]:
    """The numbers of an editable pane as they are stored, (rows, columns), of head `head` of that table."""
    if pane in TABLES:
        table: npt.NDArray[Any] = getattr(problem, pane)
        return table[head]
    projection = problem.projection
    assert projection is not None
    whole: npt.NDArray[Any] = getattr(projection, pane)
    return whole[slice_of(problem, pane, head)]


def with_block(
    problem: Problem, pane: Pane, head: int, row: int, column: int, block: npt.NDArray[Any]
) -> Problem:
    """`problem` with `block` written into an editable pane, its first number at (row, column); `problem` stays."""
    rows, columns = block.shape
    if pane in TABLES:
        table = np.array(getattr(problem, pane))
        table[head, row : row + rows, column : column + columns] = block
        changed: dict[str, Any] = {pane: table}
        return replace(problem, **changed)
    projection = problem.projection
    assert projection is not None
    whole = np.array(getattr(projection, pane))
    whole[slice_of(problem, pane, head)][row : row + rows, column : column + columns] = block
    changed = {pane: whole}
    return projected(problem, replace(projection, **changed))
