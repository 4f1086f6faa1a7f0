"""Mistakes with which row a head reads where queries and keys are turned: in the order in which code does both."""

import cmath
from itertools import product

import numpy as np
import pytest

from attn_tui.session.edits.mistake_toggles import mistake_from
from attn_tui.session.panes import shown
from attn_tui.session.problem import Problem, numbered
from attn_tui.session.selection import Block
from attn_tui.session.session import Session
from attn_tui.session.settings import Settings
from tests.engine.slow_mistakes import Matrix, head_of, read_by, slow_mistaken

T, D = 3, 4
OFFSET = 2
HEADS = {"q": 4, "k": 2, "v": 2}
_OPTIONS = {
    "scale": None, "softcap": None, "sink": None, "alibi": None, "causal": False, "offset": OFFSET,
    "window": None, "mask": None, "bias": None, "sizes": (T, T),
}  # fmt: skip


def arrays() -> dict[str, np.ndarray]:
    drawn = np.random.default_rng(5)
    return {name: np.round(drawn.normal(size=(heads, T, D)), 2) for name, heads in HEADS.items()}


def turned(rows: Matrix, first: int, halves: bool) -> Matrix:
    """Row t turned as what stands at first + t: pair i of the columns by position / 10000^(2i/d)."""
    told = []
    for t, row in enumerate(rows):
        new = list(row)
        for i in range(D // 2):
            a, b = (i, i + D // 2) if halves else (2 * i, 2 * i + 1)
            turn = complex(row[a], row[b]) * cmath.exp(1j * (first + t) * 10000 ** (-2 * i / D))
            new[a], new[b] = turn.real, turn.imag
        told.append(new)
    return told


def by_plain_floats(wrong: str, h: int, halves: bool) -> dict[str, Matrix]:
    """The heads are split, or repeated, as the mistake has it, then turned, and then passed to attention."""
    q, k, v = ([head.tolist() for head in table] for table in arrays().values())
    Q = head_of(q, h, wrong)
    K, V = (head_of(heads, read_by(h, len(q), len(heads), wrong), wrong) for heads in (k, v))
    Q, K = turned(Q, OFFSET, halves), turned(K, 0, halves)
    if wrong == "keys-values-swapped":
        K, V = V, K
    return slow_mistaken("softmax-unshifted", [Q], [K], [V], 0, _OPTIONS)


@pytest.mark.parametrize(
    ("wrong", "position"),
    product(("heads-by-reshape", "groups-tiled", "keys-values-swapped"), ("rotary", "rotary-halves")),
)
def test_heads_are_made_first_and_turned_then(wrong: str, position):
    settings = Settings(position=position, offset=OFFSET)
    names = numbered(T), numbered(T), numbered(D), numbered(4)
    problem = Problem("r", "r", **arrays(), query_tokens=names[0], key_tokens=names[1], columns=names[2],
                      v_columns=names[2], head_names=names[3], self_attention=False, settings=settings)  # fmt: skip
    for h in range(4):
        session = Session(problem, head=h)
        mistake_from(session, wrong)
        expected = by_plain_floats(wrong, h, position == "rotary-halves")
        for pane, columns in (("weights", T), ("output", D)):
            here = shown(session, pane, Block(0, 0, T, columns)).values
            np.testing.assert_allclose(here, expected[pane], rtol=1e-9, atol=1e-12, err_msg=f"{pane} {h}")
