"""Problems to explore: the crane sentence and small ones with every kind of setting."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from attn_tui.session.problem import Problem, numbered
from attn_tui.session.session import Session
from attn_tui.session.settings import Settings

Build = Callable[..., Session]


def build(
    q: Any = ((0.2, 0.2), (0.7, 0.7), (0.1, 0.9), (0.1, 0.8)),
    k: Any = ((0.1, 0.1), (0.4, 0.4), (0.1, 0.9), (0.0, 0.9)),
    v: Any = ((0.1, 0.1), (0.5, 0.5), (0.1, 0.9), (0.0, 1.0)),
    *,
    stored: str = "float64",
    query_tokens: tuple[str, ...] | None = None,
    key_tokens: tuple[str, ...] | None = None,
    columns: tuple[str, ...] | None = None,
    v_columns: tuple[str, ...] | None = None,
    head: int = 0,
    **settings: Any,
) -> Session:
    """A session on these tables, (T, d) or (H, T, d); the crane sentence where none are given."""
    tables = [np.array(table, dtype=stored) for table in (q, k, v)]
    q, k, v = (table[None] if table.ndim == 2 else table for table in tables)
    words = ("the", "crane", "lifted", "steel")
    T_q, T_k = q.shape[1], k.shape[1]
    query_tokens = query_tokens or (words if T_q == 4 else numbered(T_q))
    key_tokens = key_tokens or (words if T_k == 4 else numbered(T_k))
    names = ("animal", "machine")
    problem = Problem(
        name="test",
        title="test",
        q=q,
        k=k,
        v=v,
        query_tokens=query_tokens,
        key_tokens=key_tokens,
        columns=columns or (names if q.shape[2] == 2 else numbered(q.shape[2])),
        v_columns=v_columns or (names if v.shape[2] == 2 else numbered(v.shape[2])),
        head_names=numbered(q.shape[0]),
        self_attention=query_tokens == key_tokens,
        settings=Settings(**settings),
    )
    return Session(problem, head=head)


@pytest.fixture
def crane() -> Session:
    """`the crane lifted steel`, on query crane and key lifted in the weights."""
    session = build()
    session.select("weights", 1, 2)
    return session


@pytest.fixture(scope="session")
def open_session() -> Build:
    """Builds a session on tables and settings of one's own."""
    return build
