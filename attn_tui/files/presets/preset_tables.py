"""Q, K and V of a preset: one head at the top level, or a `[[head]]` table each."""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

import numpy as np

from attn_tui.files.limits import MOST_COLUMNS, MOST_HEADS, MOST_TOKENS
from attn_tui.files.plain_values import counted, sized
from attn_tui.files.presets.toml_nodes import Node, only
from attn_tui.files.presets.toml_values import ROWS, Dtype, filled, matrix, text
from attn_tui.session.problem import Table, numbered

HEAD_KEYS = ("name", "q", "k", "v")


@dataclass(frozen=True, eq=False)
class Tables:
    """q (H_q, T_q, d_k), k (H_k, T_k, d_k), v (H_v, T_k, d_v) and H_q names; H_k and H_v are H_q or 1."""

    q: Table
    k: Table
    v: Table
    head_names: tuple[str, ...]


def read_tables(preset: Node, dtype: Dtype) -> Tables:
    """The tables of all heads, in `dtype`, whose sizes agree."""
    heads, names = _heads(preset)
    q, k, v = (_stacked(_nodes(preset, heads, letter), dtype) for letter in "qkv")
    k_node, v_node = _nodes(preset, heads, "k")[0], _nodes(preset, heads, "v")[0]
    if k.shape[2] != q.shape[2]:
        raise k_node.fault(f"found rows of {k.shape[2]}, expected {q.shape[2]} numbers a row as in q")
    if v.shape[1] != k.shape[1]:
        raise v_node.fault(f"found {counted(v.shape[1], 'row')}, expected {k.shape[1]} as in k")
    return Tables(q, k, v, names)


def _heads(preset: Node) -> tuple[list[Node], tuple[str, ...]]:
    """The tables that have q, k and v, and their names."""
    if "head" not in preset:
        return [preset], numbered(1)
    count = len(filled(preset["head"], "[[head]] tables"))
    if count > MOST_HEADS:
        raise preset["head"].expected(f"at most {MOST_HEADS} heads")
    if "q" in preset:
        raise preset["q"].fault("found beside [[head]] tables, expected a q in each of them instead")
    heads = [preset["head"][h] for h in range(count)]
    for head in heads:
        only(head, HEAD_KEYS)
    names = (text(head["name"]) if "name" in head else str(h) for h, head in enumerate(heads))
    return heads, tuple(names)


def _nodes(preset: Node, heads: list[Node], letter: str) -> list[Node]:
    """Where `letter` is given: once for all heads, or once a head."""
    own = [head for head in heads if letter in head]
    if not own and letter in preset:
        return [preset[letter]]
    shared = "head" in preset and letter in preset
    if shared and len(own) == len(heads):
        raise preset[letter].fault("found beside one in every [[head]], expected one or the other")
    nodes = [preset[letter] if shared and letter not in head else head[letter] for head in heads]
    for node in nodes:
        if node.value is None:
            raise node.expected(ROWS)
    return nodes


def _stacked(nodes: list[Node], dtype: Dtype) -> Table:
    tables = [within_limits(node, matrix(node, dtype)) for node in nodes]
    for node, table in zip(nodes, tables, strict=True):
        if table.shape != tables[0].shape:
            raise node.fault(f"found {sized(*table.shape)}, expected {sized(*tables[0].shape)} as in head 0")
    return cast(Table, np.stack(tables))


def within_limits(node: Node, table: Table) -> Table:
    """The table, once it has no more rows and columns than a problem may have."""
    rows, columns = table.shape
    if rows > MOST_TOKENS or columns > MOST_COLUMNS:
        raise node.fault(f"found {sized(rows, columns)}, expected at most {sized(MOST_TOKENS, MOST_COLUMNS)}")
    return table
