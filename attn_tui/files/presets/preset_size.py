"""The sizes that a preset's settings must fit."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Size:
    """H_q heads, T_q queries and T_k keys."""

    heads: int
    queries: int
    keys: int
