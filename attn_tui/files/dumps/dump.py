"""A dump: q, k and v as a model computed them, with their words, as a problem."""

from __future__ import annotations

from pathlib import PurePath
from typing import Any

import numpy as np

from attn_tui.files.dumps.dump_settings import dump_settings
from attn_tui.files.dumps.dump_values import Dump
from attn_tui.files.limits import MOST_COLUMNS, MOST_HEADS, MOST_TOKENS
from attn_tui.session.phrases import counted
from attn_tui.session.problem import Problem, Table, numbered

_LAYOUTS = {"HTD": 3, "BHTD": 4}


def read_dump(members: dict[str, Any], name: str, where: str, layer: int | None) -> Problem:
    """The problem in a dump; `name` is what the command line called it, `where` what a fault calls it.

    q is (H_q, T_q, d_k), k (H_kv, T_k, d_k) and v (H_kv, T_k, d_v), where H_q is a multiple of H_kv; two axes
    are one head, and four are a batch of one. `layer` must be the dump's own, where one is asked for.
    """
    dump = Dump(members, where)
    own_layer = _layer(dump, layer)
    q, k, v = _tables(dump)
    queries, keys = q.shape[1], k.shape[1]
    query_tokens, key_tokens, self_attention = _tokens(dump, queries, keys)
    columns = numbered(q.shape[2])
    said = [dump.text("model"), "" if own_layer is None else f"layer {own_layer}"]
    return Problem(
        name=name,
        title=dump.text("text") or (PurePath(name).stem if name != "-" else where),
        q=q,
        k=k,
        v=v,
        query_tokens=query_tokens,
        key_tokens=key_tokens,
        columns=columns,
        v_columns=numbered(v.shape[2]),
        head_names=_head_names(dump, q.shape[0]),
        self_attention=self_attention,
        about=", ".join(filter(None, said)),
        source=", ".join(filter(None, [dump.text("source"), dump.text("license")])),
        settings=dump_settings(dump, queries, keys),
    )


def _layer(dump: Dump, asked: int | None) -> int | None:
    """The layer that the dump says it is, which must be the one that is asked for."""
    own = dump.whole("layer")
    if asked is not None and asked != own:
        wanted = "no --layer, since the file names none" if own is None else f"--layer {own}"
        raise dump.fault("layer", f"asked for {asked}, expected {wanted}")
    return own


def _tables(dump: Dump) -> tuple[Table, Table, Table]:
    """q, k and v with three axes each, of one dtype, whose sizes agree."""
    q, k, v = (_of_one_batch(dump, key) for key in "qkv")
    if k.shape[2] != q.shape[2]:
        raise dump.fault("k", f"found shape {k.shape}, expected width {q.shape[2]} as in q {q.shape}")
    if v.shape[:2] != k.shape[:2]:
        raise dump.fault("v", f"found shape {v.shape}, expected as many heads and rows as in k {k.shape}")
    if q.shape[0] % k.shape[0]:
        raise dump.fault(
            "q", f"found {counted(len(q), 'head')}, expected a multiple of the {len(k)} heads of k"
        )
    stored = np.result_type(q, k, v)
    return q.astype(stored, copy=False), k.astype(stored, copy=False), v.astype(stored, copy=False)


def _of_one_batch(dump: Dump, key: str) -> Table:
    table = dump.table(key)
    axes = table.ndim
    layout = dump.text("layout")
    if layout and (layout not in _LAYOUTS or axes > _LAYOUTS[layout]):
        raise dump.expected("layout", "HTD (heads, tokens, width), or BHTD with a batch of 1")
    if axes == 4 and table.shape[0] != 1:
        raise dump.fault(key, f"found shape {table.shape}, expected a batch of 1")
    table = table[0] if axes == 4 else table
    table = table[np.newaxis] if axes == 2 else table
    heads, tokens, width = table.shape
    if heads > MOST_HEADS or tokens > MOST_TOKENS or width > MOST_COLUMNS:
        most = f"at most {MOST_HEADS} heads, {MOST_TOKENS} tokens and width {MOST_COLUMNS}"
        raise dump.fault(key, f"found shape {table.shape}, expected {most}")
    return table


def _tokens(dump: Dump, queries: int, keys: int) -> tuple[tuple[str, ...], tuple[str, ...], bool]:
    """The T_q and T_k words, and whether they are one list (self-attention)."""
    apart = "query_tokens" in dump or "key_tokens" in dump
    if apart or "tokens" not in dump:
        query_tokens = _labels(dump, "query_tokens", queries, "a row of q")
        key_tokens = _labels(dump, "key_tokens", keys, "a row of k")
        return query_tokens, key_tokens, not apart and queries == keys
    if queries != keys:
        wanted = f"query_tokens and key_tokens, since q has {queries} rows and k has {keys}"
        raise dump.fault("tokens", f"found one list of words, expected {wanted}")
    tokens = _labels(dump, "tokens", queries, "a row of q")
    return tokens, tokens, True


def _labels(dump: Dump, key: str, count: int, of_what: str) -> tuple[str, ...]:
    return dump.texts(key, count, of_what) if key in dump else numbered(count)


def _head_names(dump: Dump, heads: int) -> tuple[str, ...]:
    """The model's own numbers for the heads, as `L9H3` where the layer is known too, or their positions."""
    numbers = dump.value("heads")
    if numbers is None:
        return numbered(heads)
    if not isinstance(numbers, list) or not all(type(number) in (int, str) for number in numbers):
        raise dump.expected("heads", f"a list of {heads} numbers, one a head of q")
    if len(numbers) != heads:
        raise dump.fault("heads", f"found {len(numbers)}, expected {heads}, one a head of q")
    layer = dump.value("layer")
    named = f"L{layer}H" if type(layer) is int else ""
    return tuple(number if isinstance(number, str) else f"{named}{number}" for number in numbers)
