"""What a mistake is: a named departure from the formula, what it changes, and what is said of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TypeAlias

import numpy as np

from attn_tui.engine.arrays import Array
from attn_tui.engine.inputs import Inputs
from attn_tui.engine.recipe import Recipe
from attn_tui.engine.shapes import Shape

Value: TypeAlias = float | str | None


@dataclass(frozen=True)
class Whole:
    """What a mistake may know of a problem before a number of it is read.

    q (H_q, T_q, d_k), k (H_k, T_k, d_k), v (H_v, T_k, d_v) are the shapes of the whole tensors; `head` is the
    one query head that is computed, None for all; `dtype` names the number type computed in.
    """

    q: Shape
    k: Shape
    v: Shape
    head: int | None
    dtype: str


def _fits(_whole: Whole) -> str | None:
    return None


@dataclass(frozen=True)
class Mistake:
    """One departure from the formula.

    id           its name everywhere: in settings, lessons, options
    does         one sentence: what it is
    why          one sentence: why people write it
    shows        one sentence: how it shows, the tell-tale
    right        one sentence: what is right instead, or that this is right too
    change       (recipe, value, whole) -> the recipe with this departure; its docstring says what the stages
                 of the trace hold then, where that is not what their names say
    missing      (value, whole, inputs) -> what is missing for it to change any weight or output, or None
    unfit        whole -> why tensors of these shapes cannot be computed with it, or None
    value        the number (or word) it is made with; None where it takes none or finds its own
    values       values worth trying, the default first; empty where it takes none
    read         text -> value, a ValueError with what would be right; None where it takes none
    settles      what it alone can say; two mistakes that settle the same exclude one another
    every_row    a row's result hangs on the other query rows
    mixes_heads  a head's result hangs on tables of other heads
    is_right     its result is the right one, by another way, where there is no sink
    """

    id: str
    does: str
    why: str
    shows: str
    right: str
    change: Callable[[Recipe, Value, Whole], Recipe]
    missing: Callable[[Value, Whole, Inputs], str | None]
    unfit: Callable[[Whole], str | None] = _fits
    value: Value = None
    values: tuple[Value, ...] = ()
    read: Callable[[str], Value] | None = None
    settles: frozenset[str] = frozenset()
    every_row: bool = False
    mixes_heads: bool = False
    is_right: bool = False

    @property
    def name(self) -> str:
        """ID, or ID:VALUE where it is made with a value; `by_id` reads it back."""
        return self.id if self.value is None else f"{self.id}:{_spelt(self.value)}"

    def variants(self) -> tuple[Mistake, ...]:
        """This mistake with each value worth trying; itself alone where it takes none."""
        return tuple(replace(self, value=value) for value in self.values) or (self,)


def _spelt(value: float | str) -> str:
    """The shortest text that reads back as the value: -1e9, 0.1, min."""
    if isinstance(value, str):
        return value
    plain = repr(float(value)).removesuffix(".0")
    scientific = np.format_float_scientific(value, trim="-", exp_digits=1).replace("e+", "e")
    return min(plain, scientific, key=len)


def number_above_zero(text: str) -> float:
    """The number in the text. Raises ValueError, saying what would be right, unless it is above 0 and finite."""
    value = number(text)
    if not 0 < value < np.inf:
        raise ValueError("a number above 0")
    return value


def number(text: str) -> float:
    """The number in the text, NaN where there is none."""
    try:
        return float(text)
    except ValueError:
        return np.nan


def blocks_nothing(_value: Value, _whole: Whole, inputs: Inputs) -> str | None:
    """What a mistake with blocked keys lacks: a blocked key among the rows wanted."""
    allowed, _ = inputs.visible(inputs.rows, range(inputs.k.shape[-2]))
    return "no key is blocked" if allowed is None or allowed.all() else None


def finite_bias(inputs: Inputs, bias: Array | None) -> Array | None:
    """`bias`, what `visible` adds to the scores, as it would be with 0 for every −∞ in the bias that was given."""
    if inputs.bias is None or not np.isneginf(inputs.bias).any():
        return bias
    finite = np.where(np.isneginf(inputs.bias), inputs.bias.dtype.type(0), inputs.bias)
    return replace(inputs, bias=finite).visible(inputs.rows, range(inputs.k.shape[-2]))[1]


def always(_value: Value, _whole: Whole, _inputs: Inputs) -> str | None:
    """Nothing is missing, whatever the shapes and settings."""
    return None
