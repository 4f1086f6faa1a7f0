"""Attention as a list of steps, each of which can be replaced by another, and the right ones."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple, TypeAlias

import numpy.typing as npt

from attn_tui.engine import stages
from attn_tui.engine.arrays import Array, Booleans
from attn_tui.engine.inputs import Inputs
from attn_tui.engine.projection import kv_head

Table: TypeAlias = npt.NDArray[Any]
Softmax: TypeAlias = Callable[[Array, Booleans | None, Array | None], Array]


class Sight(NamedTuple):
    """What masks and biases come to. Each of the booleans is (…, H_q, rows, T_k), or None for all True.

    allowed     the query may look at the key
    bias        what is added to the capped scores; None is nothing
    kept        the key keeps its score; in the place of any other `blocked` is written
    counted     the softmax counts the key
    takes_part  the key's value can reach the output; a row without any is `empty` in the trace
    """

    allowed: Booleans | None
    bias: Array | None
    kept: Booleans | None
    counted: Booleans | None
    takes_part: Booleans | None


@dataclass(frozen=True)
class Recipe:
    """The steps of one computation, in the order in which `forward` takes them.

    reads       (h, H_q, H) -> which of the H heads of keys or of values query head h reads
    table       ((H, T, d), head) -> (T, d), the rows of that head
    inputs      Inputs -> Inputs, what goes in
    visible     Inputs -> who may look at whom and what is added, as `Inputs.visible`
    blocking    (Inputs, allowed, bias) -> Sight, how what may not be looked at is kept out
    scores, scaled, capped, masked, softmax, output    as the functions of `stages`
    over        what the softmax shares a weight of 1 among: the keys of a row, or the queries of a column
    reweighted  (weights, Inputs, Sight) -> weights, what is done to them after the softmax

    `reads` and `table` are for whole tensors, of which `forward` is given what they pick.
    """

    reads: Callable[[int, int, int], int]
    table: Callable[[Table, int], Table]
    inputs: Callable[[Inputs], Inputs]
    visible: Callable[[Inputs], tuple[Booleans | None, Array | None]]
    blocking: Callable[[Inputs, Booleans | None, Array | None], Sight]
    scores: Callable[[Array, Array], Array]
    scaled: Callable[[Array, float], Array]
    capped: Callable[[Array, float | None], Array]
    masked: Callable[[Array, Inputs, Sight], Array]
    softmax: Softmax
    over: Literal["keys", "queries"]
    reweighted: Callable[[Array, Inputs, Sight], Array]
    output: Callable[[Array, Array, Booleans | None], Array]

    def weights(self, masked: Array, inputs: Inputs, sight: Sight) -> Array:
        """The softmax and what is done after it. (…, H_q, rows, T_k)"""
        if self.over == "keys":
            shares = self.softmax(masked, sight.counted, inputs.sink)
        else:
            counted = None if sight.counted is None else sight.counted.swapaxes(-1, -2)
            shares = self.softmax(masked.swapaxes(-1, -2), counted, inputs.sink).swapaxes(-1, -2)
        return self.reweighted(shares, inputs, sight)


def _table(tensor: Table, head: int) -> Table:
    return tensor[head]


def _inputs(inputs: Inputs) -> Inputs:
    return inputs


def _visible(inputs: Inputs) -> tuple[Booleans | None, Array | None]:
    return inputs.visible(inputs.rows, range(inputs.k.shape[-2]))


def _blocking(inputs: Inputs, allowed: Booleans | None, bias: Array | None) -> Sight:
    takes_part = inputs.taking_part(allowed)
    return Sight(allowed, bias, allowed, takes_part, takes_part)


def _masked(capped: Array, inputs: Inputs, sight: Sight) -> Array:
    return stages.masked(capped, sight.kept, sight.bias, inputs.blocked)


def _reweighted(weights: Array, _inputs: Inputs, _sight: Sight) -> Array:
    return weights


RIGHT = Recipe(
    reads=kv_head,
    table=_table,
    inputs=_inputs,
    visible=_visible,
    blocking=_blocking,
    scores=stages.scores,
    scaled=stages.scaled,
    capped=stages.capped,
    masked=_masked,
    softmax=stages.weights,
    over="keys",
    reweighted=_reweighted,
    output=stages.output,
)
"""Scaled dot-product attention as `attention` computes it."""
