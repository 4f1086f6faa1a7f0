"""A problem: the words, the three tables Q, K and V, and the settings it opens with."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from attn_tui.session.selection import Axis
from attn_tui.session.settings import Settings

Table: TypeAlias = npt.NDArray[np.float64] | npt.NDArray[np.float32]


@dataclass(frozen=True, eq=False)
class Problem:
    """Plain data, as a file gives it and as an edit leaves it.

    `q` is (H_q, T_q, d_k); `k` is (H_k, T_k, d_k); `v` is (H_v, T_k, d_v), all float64 or all float32.
    H_k and H_v each divide H_q: head h reads k[h // (H_q / H_k)] and v[h // (H_q / H_v)].
    `query_tokens` has T_q labels, `key_tokens` T_k, `columns` d_k, `v_columns` d_v, `head_names` H_q.
    With `self_attention` the query and key words are one list: a word renamed or inserted is so in both.
    `name` is what the command line called it. Sizes are checked by whoever builds one; none is zero.
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

    def labels(self, axis: Axis) -> tuple[str, ...]:
        """The names on one axis, as in the file: the query words, the key words, the columns of Q and K, or of V."""
        names = {"i": self.query_tokens, "j": self.key_tokens, "c": self.columns, "e": self.v_columns}
        return names[axis]


def numbered(count: int) -> tuple[str, ...]:
    """The labels of rows or columns nobody named: "0", "1", …"""
    return tuple(str(index) for index in range(count))
