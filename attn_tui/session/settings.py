"""How a problem is to be computed: the scale, who may look, and what else changes the scores."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf
from typing import Literal, TypeAlias

import numpy as np
import numpy.typing as npt

DtypeName = Literal["float16", "bfloat16", "float32", "float64"]
DTYPE_NAMES: tuple[DtypeName, ...] = ("float16", "bfloat16", "float32", "float64")
Position = Literal["none", "sinusoidal", "rotary", "rotary-halves"]
POSITIONS: tuple[Position, ...] = ("none", "sinusoidal", "rotary", "rotary-halves")
WIDEST = 512
"""The largest `widen`: every number of Q and K repeated 512 times."""


@dataclass(frozen=True)
class Causal:
    """Query i may look at keys up to i + offset; with `end`, the offset is T_k - T_q (a decoding step)."""

    end: bool = False


@dataclass(frozen=True)
class Window:
    """Query i may look from `left` keys before i + offset to `right` keys after it; None is open on that side."""

    left: int | None
    right: int | None


@dataclass(frozen=True, eq=False)
class Matrix:
    """A mask written out: `allowed` is boolean, (T_q, T_k), True = may look."""

    allowed: npt.NDArray[np.bool_]


@dataclass(frozen=True)
class Padding:
    """The last `count` keys, with `left` the first, are padding: no query may look at them."""

    count: int
    left: bool = False


@dataclass(frozen=True)
class Blocks:
    """Documents of these lengths, one behind the other: a query may look at the keys of its own alone."""

    lengths: tuple[int, ...]


Mask: TypeAlias = Causal | Window | Padding | Blocks | Matrix
Cell: TypeAlias = tuple[int, int, bool]


@dataclass(frozen=True, eq=False)
class Settings:
    """Everything besides Q, K and V that decides the numbers, under the names of the TOML.

    `mask` lists masks that must all allow; the empty tuple is "none". `cells` are single cells painted by hand,
    (query, key, may look), which have the last word. `bias` is (T_q, T_k) or, one a head, (H_q, T_q, T_k).
    `sink` is one logit, or one a query head. `alibi` is a slope, one a query head, or True for the published slopes of
    as many heads as there are; None is off. `dtype` None computes in the dtype of the stored arrays.
    `mistakes` are departures from the formula, in the order in which they are made, each ID or ID:VALUE.
    `position` is the stage before the scores that tells the words' places: query i stands at i + offset, key j at j.
    """

    scale: bool | float = True
    mask: tuple[Mask, ...] = ()
    cells: tuple[Cell, ...] = ()
    softcap: float | None = None
    sink: float | tuple[float, ...] | None = None
    bias: npt.NDArray[np.float64] | None = None
    alibi: Literal[True] | float | tuple[float, ...] | None = None
    blocked: float = -inf
    offset: int = 0
    widen: int = 1
    dtype: DtypeName | None = None
    mistakes: tuple[str, ...] = ()
    position: Position = "none"
