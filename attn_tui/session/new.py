"""A problem with nothing in it yet: one's own words, and zeros to be filled in."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from attn_tui.session.faults import Fault
from attn_tui.session.problem import Problem, numbered

MOST_WORDS = 4096
MOST_COLUMNS = 4096


def new_problem(tokens: Sequence[str], columns: int | Sequence[str]) -> Problem:
    """Self-attention of `tokens` with one head and q, k, v all zero (1, T, d), float64.

    `columns` is d_k = d_v, or the names of the columns. Raises Fault where either is none or too many.
    """
    words = tuple(tokens)
    names = numbered(max(0, columns)) if isinstance(columns, int) else tuple(columns)
    _check(len(words), MOST_WORDS, "words")
    _check(len(names), MOST_COLUMNS, "columns")
    return Problem(
        name="new",
        title=" ".join(words),
        q=np.zeros((1, len(words), len(names))),
        k=np.zeros((1, len(words), len(names))),
        v=np.zeros((1, len(words), len(names))),
        query_tokens=words,
        key_tokens=words,
        columns=names,
        v_columns=names,
        head_names=numbered(1),
    )


def _check(count: int, most: int, what: str) -> None:
    if not 1 <= count <= most:
        raise Fault(f"a problem can't have {count:,} {what}: give from 1 to {most:,}")
