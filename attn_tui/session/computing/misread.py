"""Which rows the head shown really reads while a mistake lets it read others than its own."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from attn_tui import engine
from attn_tui.engine.shapes import Shape
from attn_tui.session.computing.compute import tables_read
from attn_tui.session.computing.position_stage import Tables
from attn_tui.session.selection import TABLES, Pane
from attn_tui.session.session import Session

Addresses: TypeAlias = tuple[npt.NDArray[np.intp], ...]


class Origin(NamedTuple):
    """A row as it is stored: of which table, of which of its heads, and which token's."""

    table: Pane
    head: int
    row: int


def origin(session: Session, pane: Pane, row: int) -> Origin | None:
    """What is read for row `row` of Q, K or V of the head shown; None where it is that row itself."""
    if pane not in misread(session):
        return None
    at = int(_read(session)[TABLES.index(pane)][row])
    if at == int(_right(session)[TABLES.index(pane)][row]):
        return None
    for table, shape in zip(TABLES, _shapes(session), strict=True):
        count = shape[0] * shape[1]
        if at < count:
            return Origin(table, *divmod(at, shape[1]))
        at -= count
    return None


def misread(session: Session) -> frozenset[Pane]:
    """Those of Q, K and V in whose place the head shown reads other rows, in whole or in part."""
    if not session.settings.mistakes:
        return frozenset()
    pairs = zip(TABLES, _read(session), _right(session), strict=True)
    return frozenset(table for table, read, right in pairs if not np.array_equal(read, right))


def read_numbers(session: Session) -> Tables:
    """q (T_q, d_k), k (T_k, d_k) and v (T_k, d_v) that the scores and the output of the head shown are made of."""
    return tables_read(session.problem, session.settings, session.head)


def _read(session: Session) -> Addresses:
    return _addresses(session.settings.mistakes, _shapes(session), session.head)


def _right(session: Session) -> Addresses:
    return _addresses((), _shapes(session), session.head)


def _shapes(session: Session) -> tuple[Shape, Shape, Shape]:
    """Of q, k and v without their columns: (H, T)."""
    problem = session.problem
    return problem.q.shape[:2], problem.k.shape[:2], problem.v.shape[:2]


@lru_cache(maxsize=8)
def _addresses(mistakes: tuple[str, ...], shapes: tuple[Shape, Shape, Shape], head: int) -> Addresses:
    """For each row of q, k and v that the head reads, its number among all rows of q, k and v, counted through."""
    tensors: list[npt.NDArray[Any]] = []
    first = 0
    for shape in shapes:
        tensors.append(np.arange(first, first + shape[0] * shape[1], dtype=np.float64).reshape(*shape, 1))
        first += shape[0] * shape[1]
    q, k, v = tensors
    read = engine.read_with([engine.by_id(name) for name in mistakes], q, k, v, head=head)
    return tuple(table[:, 0].astype(np.intp) for table in read)
