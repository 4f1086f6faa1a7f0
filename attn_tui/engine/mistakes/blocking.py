"""Mistakes with how a blocked key is kept out.

What is blocked is what `allowed` says, whichever of a mask and a bias of −∞ blocks it.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from attn_tui.engine.arrays import Array, Booleans
from attn_tui.engine.dtypes import LARGEST
from attn_tui.engine.inputs import Inputs
from attn_tui.engine.mistakes.mistake import Mistake, Value, Whole, blocks_nothing, finite_bias, number
from attn_tui.engine.recipe import Recipe, Sight
from attn_tui.engine.stages import zero_elsewhere

KEPT_OUT = frozenset({"how a blocked key is kept out"})


def _zero(recipe: Recipe, _value: Value, _whole: Whole) -> Recipe:
    """`masked` is 0 at a blocked key, which is what `blocked=0` gives."""

    def inputs(given: Inputs) -> Inputs:
        return replace(recipe.inputs(given), blocked=0.0)

    return replace(recipe, inputs=inputs)


def _zero_already(value: Value, whole: Whole, inputs: Inputs) -> str | None:
    return "a blocked score is 0 anyway" if inputs.blocked == 0 else blocks_nothing(value, whole, inputs)


def _all_take_part(inputs: Inputs, allowed: Booleans | None, bias: Array | None) -> Sight:
    """No score is replaced, and every key is counted."""
    return Sight(allowed, finite_bias(inputs, bias), kept=None, counted=None, takes_part=None)


def _multiplied(recipe: Recipe, _value: Value, _whole: Whole) -> Recipe:
    """`masked` is the capped scores and the bias, times 1 or 0: a score of ∞ or NaN is NaN there."""

    def masked(capped: Array, inputs: Inputs, sight: Sight) -> Array:
        added = recipe.masked(capped, inputs, sight)
        return added if sight.allowed is None else added * sight.allowed

    return replace(recipe, blocking=_all_take_part, masked=masked)


def _counted_and_then_dropped(inputs: Inputs, allowed: Booleans | None, bias: Array | None) -> Sight:
    """The softmax counts every key, and those that are not allowed do not reach the output."""
    return Sight(allowed, finite_bias(inputs, bias), kept=None, counted=None, takes_part=allowed)


def _after_softmax(recipe: Recipe, _value: Value, _whole: Whole) -> Recipe:
    """`masked` has no mask in it yet; `weights` are those of the softmax, times 1 or 0."""

    def reweighted(weights: Array, inputs: Inputs, sight: Sight) -> Array:
        return zero_elsewhere(sight.allowed, recipe.reweighted(weights, inputs, sight))

    return replace(recipe, blocking=_counted_and_then_dropped, reweighted=reweighted)


def _renormalised(recipe: Recipe, _value: Value, _whole: Whole) -> Recipe:
    """`masked` has no mask in it yet; `weights` are what the mask leaves, over the sum of what it leaves.

    A sink then holds nothing: each row sums to 1. A sum that is 1 to rounding divides nothing. A row that sees
    nothing is 0, and one in which blocked keys or the sink hold all that the dtype can tell from 0 is NaN.
    """

    def reweighted(weights: Array, inputs: Inputs, sight: Sight) -> Array:
        left = zero_elsewhere(sight.allowed, recipe.reweighted(weights, inputs, sight))
        total = left.sum(axis=-1, keepdims=True)  # (…, H_q, rows, 1)
        whole = np.abs(total - 1) <= left.shape[-1] * np.finfo(left.dtype).eps
        return zero_elsewhere(sight.allowed, np.where(whole, left, left / total))

    return replace(recipe, blocking=_counted_and_then_dropped, reweighted=reweighted)


def _nothing_left_out(value: Value, whole: Whole, inputs: Inputs) -> str | None:
    """A sink has a part of every row, which renormalising takes from it, whatever is blocked."""
    return blocks_nothing(value, whole, inputs) if inputs.sink is None else None


def _large_negative(recipe: Recipe, value: Value, whole: Whole) -> Recipe:
    """`masked` is the capped scores plus one matrix: the bias and, at a blocked key, the large negative number."""
    constant = -LARGEST[whole.dtype] if value == "min" else float(value or 0)

    def blocking(inputs: Inputs, allowed: Booleans | None, bias: Array | None) -> Sight:
        sight = _all_take_part(inputs, allowed, bias)
        if allowed is None:
            return sight
        zero = inputs.q.dtype.type(0)
        shut = np.where(allowed, zero, np.asarray(constant, inputs.q.dtype))
        return sight._replace(bias=shut if sight.bias is None else sight.bias + shut)

    return replace(recipe, blocking=blocking)


def _below_zero(text: str) -> float | str:
    value = number(text)
    if text != "min" and not value < 0:
        raise ValueError("a number below 0, or min for the least that the dtype has")
    return "min" if text == "min" else value


def _softcap_last(recipe: Recipe, _value: Value, _whole: Whole) -> Recipe:
    """`capped` is the scaled scores as they are; `masked` is masked first and then capped, biases and all."""

    def capped(scaled: Array, _softcap: float | None) -> Array:
        return scaled

    def masked(uncapped: Array, inputs: Inputs, sight: Sight) -> Array:
        return recipe.capped(recipe.masked(uncapped, inputs, sight), inputs.softcap)

    def blocking(inputs: Inputs, allowed: Booleans | None, bias: Array | None) -> Sight:
        sight = recipe.blocking(inputs, allowed, bias)
        lets_in = inputs.softcap is not None and sight.kept is not None
        return sight._replace(counted=None, takes_part=None) if lets_in else sight

    return replace(recipe, capped=capped, masked=masked, blocking=blocking)


def _nothing_to_cap(value: Value, whole: Whole, inputs: Inputs) -> str | None:
    if inputs.softcap is None:
        return "there is no softcap"
    if inputs.bias is not None or inputs.alibi is not None:
        return None
    return blocks_nothing(value, whole, inputs)


MASK_ZERO = Mistake(
    id="mask-zero",
    does="Writes 0 in the place of a blocked score, instead of −∞.",
    why="0 is taken for the weight, and it is still a score.",
    shows="A blocked key has weight, as any key whose score is 0: e^0 = 1.",
    right="−∞ in the place of a blocked score: e^−∞ = 0.",
    change=_zero,
    missing=_zero_already,
    settles=KEPT_OUT,
)
MASK_MULTIPLIED = Mistake(
    id="mask-multiplied",
    does="Multiplies the scores by a mask of 1 and 0 before the softmax.",
    why="Times 0 removes a thing nearly everywhere else.",
    shows="All blocked keys of a row have the same weight, and it is not 0.",
    right="−∞ added to a blocked score, or the score replaced by −∞.",
    change=_multiplied,
    missing=blocks_nothing,
    settles=KEPT_OUT,
)
MASK_AFTER_SOFTMAX = Mistake(
    id="mask-after-softmax",
    does="Takes the softmax over all keys, and sets the blocked weights to 0 then.",
    why="The zeros stand where they should.",
    shows="Rows sum to less than 1: what the blocked keys had is missing.",
    right="The mask before the softmax, so that 1 is shared by the others alone.",
    change=_after_softmax,
    missing=blocks_nothing,
    settles=KEPT_OUT,
)
MASK_AFTER_SOFTMAX_RENORMALISED = Mistake(
    id="mask-after-softmax-renormalised",
    does="Masks the weights after the softmax and divides each row by its sum.",
    why="It mends the sums that mask-after-softmax leaves.",
    shows="With a sink rows sum to 1; a row of which nothing is left is 0/0 = NaN.",
    right="Without a sink this is right, by another way: the blocked keys cancel out.",
    change=_renormalised,
    missing=_nothing_left_out,
    settles=KEPT_OUT,
    is_right=True,
)
LARGE_NEGATIVE_FOR_INFINITY = Mistake(
    id="large-negative-for-infinity",
    does="Adds a large negative number to a blocked score, instead of −∞.",
    why="−∞ without care gives NaN in a row that may see nothing.",
    shows="A row that may see nothing looks like one that sees all; others are right.",
    right="−∞, and weights of 0 in a row that may see nothing.",
    change=_large_negative,
    missing=blocks_nothing,
    value=-1e9,
    values=(-1e9, -1e4, "min", -np.inf),
    read=_below_zero,
    settles=KEPT_OUT,
)
SOFTCAP_AFTER_MASK = Mistake(
    id="softcap-after-mask",
    does="Caps the scores after the mask, so that −∞ becomes −softcap.",
    why="A cap seems to belong last.",
    shows="A blocked key has weight: a score of −softcap is not far below others.",
    right="The cap first, then the mask.",
    change=_softcap_last,
    missing=_nothing_to_cap,
)
