"""Problems whose Q, K and V follow from embeddings, and the same arithmetic in plain floats."""

from __future__ import annotations

from math import exp, sqrt
from typing import Any

import numpy as np

from attn_tui.session.computing.projection import projected
from attn_tui.session.problem import Problem, Projection, Words, numbered

Matrix = list[list[float]]

NAMES = ("the", "crane", "lifted", "steel", "ate", "fish")
ROWS = ((0.1, 0.1), (0.4, 0.4), (0.1, 0.9), (0.0, 0.9), (0.9, 0.1), (0.9, 0.0))


def crane(*sentence: str) -> Problem:
    """The crane sentence, or another of its six words, with one head."""
    words = Words(NAMES, np.array(ROWS))
    tokens = sentence or NAMES[:4]
    x = np.array([words.embedding(token) for token in tokens])
    w_q, w_k, w_v = np.array([[1.25, 0.5], [0.5, 1.25]]), np.eye(2), 1.25 * np.eye(2)
    return build(Projection(x, w_q, w_k, w_v, None, 1, 1, ("animal", "machine"), (), words), tokens)


def heads(heads: int = 4, kv_heads: int = 2, T: int = 3, d_model: int = 5, d_out: int = 3) -> Problem:
    """Random numbers: `heads` heads of two columns, which share `kv_heads` of keys, and of values of three columns."""
    drawn = np.random.default_rng(heads * 100 + kv_heads)
    projection = Projection(
        drawn.normal(size=(T, d_model)), drawn.normal(size=(d_model, 2 * heads)),
        drawn.normal(size=(d_model, 2 * kv_heads)), drawn.normal(size=(d_model, 3 * kv_heads)),
        drawn.normal(size=(3 * heads, d_out)), heads, kv_heads, numbered(d_model), numbered(d_out),
    )  # fmt: skip
    return build(projection, numbered(T))


def build(projection: Projection, tokens: tuple[str, ...]) -> Problem:
    nothing = np.zeros((1, 1, 1))
    d_k, d_v = (
        w.shape[1] // n
        for w, n in ((projection.w_q, projection.heads), (projection.w_v, projection.kv_heads))
    )
    return projected(
        Problem(
            "test", " ".join(tokens), nothing, nothing, nothing, tokens, tokens,
            projection.columns if d_k == 2 == len(projection.columns) else numbered(d_k),
            projection.columns if d_v == 2 == len(projection.columns) else numbered(d_v),
            numbered(projection.heads),
        ),
        projection,
    )  # fmt: skip


def product(a: Any, b: Any) -> Matrix:
    """a·b, number by number."""
    return [
        [sum(float(a[i][m]) * float(b[m][j]) for m in range(len(b))) for j in range(len(b[0]))]
        for i in range(len(a))
    ]


def columns(a: Any, first: int, count: int) -> Matrix:
    """`count` columns of `a` from `first` on."""
    return [[float(number) for number in row[first : first + count]] for row in a]


def head_by_hand(projection: Projection, head: int) -> Matrix:
    """The output of one head, with each product, exponential and sum written out."""
    d_k, d_v = projection.w_q.shape[1] // projection.heads, projection.w_v.shape[1] // projection.kv_heads
    shared = head // (projection.heads // projection.kv_heads)
    q = product(projection.x, columns(projection.w_q, head * d_k, d_k))
    k = product(projection.x, columns(projection.w_k, shared * d_k, d_k))
    v = product(projection.x, columns(projection.w_v, shared * d_v, d_v))
    output: Matrix = []
    for row in q:
        powers = [exp(sum(a * b for a, b in zip(row, key, strict=True)) / sqrt(d_k)) for key in k]
        weights = [power / sum(powers) for power in powers]
        output.append([sum(w * value[e] for w, value in zip(weights, v, strict=True)) for e in range(d_v)])
    return output


def result_by_hand(projection: Projection) -> tuple[Matrix, Matrix]:
    """The outputs of all heads side by side, and these times W_O."""
    outputs = [head_by_hand(projection, head) for head in range(projection.heads)]
    side_by_side = [[number for output in outputs for number in output[i]] for i in range(len(outputs[0]))]
    return side_by_side, product(side_by_side, projection.w_o)
