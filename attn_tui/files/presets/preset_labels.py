"""The words and the columns' names of a preset, one for each row and each number of a row."""

from __future__ import annotations

from attn_tui.files.presets.toml_nodes import Node
from attn_tui.files.presets.toml_values import texts
from attn_tui.session.problem import numbered


def read_tokens(preset: Node, queries: int, keys: int) -> tuple[tuple[str, ...], tuple[str, ...], bool]:
    """The T_q and T_k words, and whether they are one list (self-attention)."""
    apart = [name for name in ("query_tokens", "key_tokens") if name in preset]
    if "tokens" not in preset:
        query_tokens = labels(preset["query_tokens"], queries, "a row of q")
        key_tokens = labels(preset["key_tokens"], keys, "a row of k")
        return query_tokens, key_tokens, not apart and queries == keys
    if apart:
        wanted = "either tokens, or query_tokens and key_tokens"
        raise preset[apart[0]].fault(f"found beside tokens, expected {wanted}")
    if queries != keys:
        wanted = f"query_tokens and key_tokens, since q has {queries} rows and k has {keys}"
        raise preset["tokens"].fault(f"found one list of words, expected {wanted}")
    tokens = labels(preset["tokens"], queries, "a row of q")
    return tokens, tokens, True


def read_columns(preset: Node, d_k: int, d_v: int) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The d_k names for the columns of Q and K and the d_v for those of V, which are the same if they fit."""
    columns = labels(preset["columns"], d_k, "a number in a row of q")
    if "v_columns" in preset or d_v != d_k:
        return columns, labels(preset["v_columns"], d_v, "a number in a row of v")
    return columns, columns


def labels(node: Node, count: int, of_what: str) -> tuple[str, ...]:
    """`count` names, or numbers where none are given."""
    if node.value is None:
        return numbered(count)
    names = texts(node)
    if len(names) != count:
        raise node.fault(f"found {len(names)}, expected {count}, one for {of_what}")
    return names
