"""The `[projection]` of a preset, embeddings and weights from which Q, K and V follow, and its `[words]`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

import numpy as np

from attn_tui.engine import group_size
from attn_tui.files.limits import MOST_HEADS
from attn_tui.files.plain_values import counted
from attn_tui.files.presets.preset_labels import labels
from attn_tui.files.presets.preset_tables import within_limits
from attn_tui.files.presets.toml_nodes import Node, only
from attn_tui.files.presets.toml_values import Dtype, matrix, row, texts, whole
from attn_tui.session.computing.projection import projected
from attn_tui.session.problem import Problem, Projection, Table, Words

PROJECTION_KEYS = (
    "x", "w_q", "w_k", "w_v", "w_o", "heads", "kv_heads", "head_names", "head_columns", "out_columns",
)  # fmt: skip
DIRECT = ("q", "k", "v", "head", "query_tokens", "key_tokens")
"""Keys of a preset without a projection, whose queries and keys may be different words."""


@dataclass(frozen=True, eq=False)
class Projected:
    """What `[projection]` and `[words]` give: the projection, its words, and the names of heads and columns."""

    projection: Projection
    tokens: tuple[str, ...]
    head_names: tuple[str, ...]
    columns: tuple[str, ...]
    v_columns: tuple[str, ...]

    @property
    def problem(self) -> Problem:
        """The problem, without a name, a title and settings."""
        nothing = cast(Table, np.zeros((1, 1, 1), self.projection.x.dtype))
        names = self.tokens, self.tokens, self.columns, self.v_columns, self.head_names
        return projected(Problem("", "", nothing, nothing, nothing, *names), self.projection)


def read_projection(preset: Node, dtype: Dtype) -> Projected:
    """The projection of a parsed preset, in `dtype`, with tables whose sizes agree."""
    for key in DIRECT:
        if key in preset:
            raise preset[key].fault("found beside [projection], expected one of the two")
    node = preset["projection"]
    only(node, PROJECTION_KEYS)
    words = read_words(preset["words"], dtype) if "words" in preset else None
    x = _x(preset, node, words, dtype)
    w_q, w_k, w_v = (_weights(node, key, x.shape[1], dtype) for key in ("w_q", "w_k", "w_v"))
    heads, kv_heads = _head_counts(node)
    d_k, d_v = _widths(node, heads, kv_heads, w_q, w_k, w_v)
    w_o = _weights(node, "w_o", heads * d_v, dtype) if "w_o" in node else None
    columns = labels(preset["columns"], x.shape[1], "a number of an embedding")
    out_columns = labels(node["out_columns"], 0 if w_o is None else w_o.shape[1], "a column of w_o")
    projection = Projection(x, w_q, w_k, w_v, w_o, heads, kv_heads, columns, out_columns, words)
    keeps = "head_columns" not in node and heads == 1 and d_k == x.shape[1]
    of_heads = columns if keeps else labels(node["head_columns"], d_k, "a column of one head's Q")
    shares = "v_columns" not in preset and d_v == d_k
    of_values = of_heads if shares else labels(preset["v_columns"], d_v, "a column of one head's V")
    return Projected(
        projection,
        labels(preset["tokens"], x.shape[0], "a row of x" if words is None else "a word"),
        labels(node["head_names"], heads, "a head"),
        of_heads,
        of_values,
    )


def read_words(node: Node, dtype: Dtype) -> Words:
    """The vocabulary: each known word and its embedding, in the order of the file, which is that of the ids."""
    if not isinstance(node.value, dict) or not node.value:
        raise node.expected("a table of words, such as crane = [0.4, 0.4]")
    names = tuple(node.value)
    rows = [np.array(row(node[name]), dtype) for name in names]
    for name, numbers in zip(names, rows, strict=True):
        if numbers.size != rows[0].size:
            raise node[name].fault(
                f"found {counted(numbers.size, 'number')}, expected {rows[0].size} as in {names[0]}"
            )
    return Words(names, cast(Table, np.stack(rows)))


def _x(preset: Node, node: Node, words: Words | None, dtype: Dtype) -> Table:
    """The embeddings: written out, or looked up for each of the tokens."""
    if "x" in node or words is None:
        x = within_limits(node["x"], matrix(node["x"], dtype))
        if words is not None and words.rows.shape[1] != x.shape[1]:
            found, wanted = words.rows.shape[1], x.shape[1]
            raise preset["words"].fault(f"found embeddings of {found} numbers, expected {wanted} as in x")
        return x
    tokens = preset["tokens"]
    for at, token in enumerate(texts(tokens)):
        if token not in words.names:
            raise tokens[at].expected("a word of [words], or x in [projection]")
    return cast(Table, np.stack([words.embedding(token) for token in texts(tokens)]))


def _weights(node: Node, key: str, rows: int, dtype: Dtype) -> Table:
    table = within_limits(node[key], matrix(node[key], dtype))
    if table.shape[0] != rows:
        what = "the heads side by side" if key == "w_o" else "an embedding"
        raise node[key].fault(
            f"found {counted(table.shape[0], 'row')}, expected {rows}, one for a number of {what}"
        )
    return table


def _head_counts(node: Node) -> tuple[int, int]:
    """How many query heads there are, and how many key/value heads they share."""
    heads = whole(node["heads"], 1, MOST_HEADS) if "heads" in node else 1
    kv_heads = whole(node["kv_heads"], 1, MOST_HEADS) if "kv_heads" in node else heads
    try:
        group_size(heads, kv_heads)
    except ValueError:
        raise node["kv_heads"].fault(
            f"found {kv_heads} key/value heads for {heads} query heads, expected a number that divides {heads}"
        ) from None
    return heads, kv_heads


def _widths(node: Node, heads: int, kv_heads: int, w_q: Table, w_k: Table, w_v: Table) -> tuple[int, int]:
    """d_k and d_v: the columns of W_Q, W_K and W_V, shared out among the heads."""
    widths: list[int] = []
    for key, table, count in (("w_q", w_q, heads), ("w_k", w_k, kv_heads), ("w_v", w_v, kv_heads)):
        width, rest = divmod(table.shape[1], count)
        if rest or not width:
            raise node[key].fault(
                f"found {counted(table.shape[1], 'column')}, expected a multiple of its {counted(count, 'head')}"
            )
        widths.append(width)
    if widths[0] != widths[1]:
        raise node["w_k"].fault(f"found heads of {widths[1]} columns, expected {widths[0]} as in w_q")
    return widths[0], widths[2]
