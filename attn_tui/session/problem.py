"""A problem: the words, the three tables Q, K and V, and the settings it opens with."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from attn_tui.session.selection import ALL_PANES, SOURCES, Axis, Pane
from attn_tui.session.settings import Settings

Table: TypeAlias = npt.NDArray[np.float64] | npt.NDArray[np.float32]


@dataclass(frozen=True, eq=False)
class Words:
    """A vocabulary: `names` in the order of their ids, which are arbitrary, and an embedding each, (words, d_model).

    Shuffling the ids moves a name and its row together.
    """

    names: tuple[str, ...]
    rows: Table

    def embedding(self, name: str) -> npt.NDArray[np.float64] | npt.NDArray[np.float32]:
        """The row of the word `name`, (d_model,)."""
        return self.rows[self.names.index(name)]


@dataclass(frozen=True, eq=False)
class Projection:
    """What Q, K and V follow from: X (T, d_model) and the weights of a layer.

    W_Q (d_model, H·d_k), W_K (d_model, H_kv·d_k), W_V (d_model, H_kv·d_v); W_O (H·d_v, d_out), or None, makes the
    result of all heads' outputs. Head h reads its slice of the columns of W_Q, and slice h // (H / H_kv) of those of
    W_K and W_V; H is a multiple of H_kv. `columns` name the d_model numbers of an embedding, `out_columns` the d_out
    of the result.
    """

    x: Table
    w_q: Table
    w_k: Table
    w_v: Table
    w_o: Table | None
    heads: int
    kv_heads: int
    columns: tuple[str, ...]
    out_columns: tuple[str, ...] = ()
    words: Words | None = None

    @property
    def sources(self) -> tuple[Pane, ...]:
        """The panes of its tables, in the order in which they act."""
        return SOURCES if self.w_o is not None else SOURCES[:-1]


@dataclass(frozen=True, eq=False)
class Problem:
    """Plain data, as a file gives it and as an edit leaves it.

    `q` is (H_q, T_q, d_k); `k` is (H_k, T_k, d_k); `v` is (H_v, T_k, d_v), all float64 or all float32.
    H_k and H_v each divide H_q: head h reads k[h // (H_q / H_k)] and v[h // (H_q / H_v)].
    `query_tokens` has T_q labels, `key_tokens` T_k, `columns` d_k, `v_columns` d_v, `head_names` H_q.
    With `self_attention` the query and key words are one list: a word renamed or inserted is so in both.
    `name` is what the command line called it. Sizes are checked by whoever builds one; none is zero.
    With a `projection`, which is self-attention, q, k and v follow from it and are changed only through it.
    """

    name: str
    title: str
    q: Table
    k: Table
    v: Table
    query_tokens: tuple[str, ...]
    key_tokens: tuple[str, ...]
    columns: tuple[str, ...]
    v_columns: tuple[str, ...]
    head_names: tuple[str, ...]
    self_attention: bool = True
    about: str = ""
    source: str = ""
    settings: Settings = field(default_factory=Settings)
    projection: Projection | None = None

    def labels(self, axis: Axis) -> tuple[str, ...]:
        """The names on one axis, as in the file: words, columns of Q and K, of V, of an embedding, of the result."""
        match axis:
            case "i":
                return self.query_tokens
            case "j":
                return self.key_tokens
            case "c":
                return self.columns
            case "e":
                return self.v_columns
            case "z":
                return side_by_side(self.v_columns, len(self.head_names))
            case _:
                return self._outer_labels(axis)

    @property
    def panes(self) -> tuple[Pane, ...]:
        """Every pane that it has something for."""
        return tuple(pane for pane in ALL_PANES if self.has_pane(pane))

    def has_pane(self, pane: Pane) -> bool:
        """Whether the problem has what `pane` shows."""
        projection = self.projection
        if pane in SOURCES:
            return projection is not None and pane in projection.sources
        if pane == "concat":
            return len(self.head_names) > 1 or self.has_pane("result")
        return pane != "result" or (projection is not None and projection.w_o is not None)

    def _outer_labels(self, axis: Axis) -> tuple[str, ...]:
        """The names of an embedding's numbers (m) or of the result's (o); none without a projection."""
        if self.projection is None:
            return ()
        return self.projection.columns if axis == "m" else self.projection.out_columns


def side_by_side(columns: tuple[str, ...], heads: int) -> tuple[str, ...]:
    """The names of the outputs of all heads beside each other: `0.animal`, or the column alone of a single head."""
    if heads == 1:
        return columns
    return tuple(f"{head}.{name}" for head in range(heads) for name in columns)


def numbered(count: int) -> tuple[str, ...]:
    """The labels of rows or columns nobody named: "0", "1", …"""
    return tuple(str(index) for index in range(count))
