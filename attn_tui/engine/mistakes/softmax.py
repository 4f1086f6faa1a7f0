"""Mistakes with the softmax, and dropout after it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import partial

import numpy as np

from attn_tui.engine.arrays import Array, Booleans
from attn_tui.engine.inputs import Inputs
from attn_tui.engine.mistakes.mistake import Mistake, Value, Whole, always, number
from attn_tui.engine.precision import round_to
from attn_tui.engine.recipe import Recipe, Sight
from attn_tui.engine.stages import exponentials, sink_column, zero_elsewhere

SHARES = "how a row of scores becomes shares"
SEED = 20170612


def _by_total(recipe: Recipe, _value: Value, _whole: Whole) -> Recipe:
    """`weights` are the masked scores over their row's total; a sink's logit is part of the total."""

    def softmax(masked: Array, counted: Booleans | None, sink: Array | None) -> Array:
        total = zero_elsewhere(counted, masked).sum(axis=-1)
        if sink is not None:
            total = total + sink_column(sink, masked)
        return zero_elsewhere(counted, masked / total[..., None])

    return replace(recipe, softmax=softmax)


def _unshifted(recipe: Recipe, _value: Value, whole: Whole) -> Recipe:
    """`weights` are e^score / total; in half precision both of these are rounded, as they would be there."""
    rounded = partial(round_to, dtype_name=whole.dtype)

    def softmax(masked: Array, counted: Booleans | None, sink: Array | None) -> Array:
        e, total = exponentials(masked, sink)
        return zero_elsewhere(counted, rounded(e) / rounded(total)[..., None])

    return replace(recipe, softmax=softmax)


def _over_queries(recipe: Recipe, _value: Value, _whole: Whole) -> Recipe:
    """The columns of `weights` sum to 1; a sink is part of every column's total."""
    return replace(recipe, over="queries")


def _dropout(recipe: Recipe, value: Value, whole: Whole) -> Recipe:
    """`weights` are those of the softmax, at `value` of the places 0, elsewhere over 1 − `value`.

    The places are drawn anew for each head and row from a fixed seed, so that they stay where they are.
    """
    rate = float(value or 0)
    heads = range(whole.q[0]) if whole.head is None else (whole.head,)

    def reweighted(weights: Array, inputs: Inputs, sight: Sight) -> Array:
        stays = _draws(heads, inputs.rows, weights.shape[-1]) >= rate  # (heads, rows, T_k)
        raised = recipe.reweighted(weights, inputs, sight) / (1 - rate)
        return zero_elsewhere(stays.reshape(weights.shape), raised)

    return replace(recipe, reweighted=reweighted)


def _draws(heads: Iterable[int], rows: range, T_k: int) -> Array:
    """Evenly drawn from 0 to 1, (heads, rows, T_k): the same for a head and row whatever others are asked for."""
    drawn = [[np.random.default_rng((SEED, h, i)).random(T_k) for i in rows] for h in heads]
    return np.array(drawn, np.float64)


def _rate(text: str) -> float:
    value = number(text)
    if not 0 < value < 1:
        raise ValueError("a rate above 0 and below 1")
    return value


DIVIDE_BY_TOTAL = Mistake(
    id="divide-by-total",
    does="Divides each score by the total of its row, with no e to the power of it.",
    why="A share of a total is what a weight sounds like.",
    shows="A score below 0 gives a share below 0, and a total near 0 huge shares.",
    right="e to the power of each score, which is above 0, over the total of these.",
    change=_by_total,
    missing=always,
    settles=frozenset({SHARES}),
)
SOFTMAX_OVER_QUERIES = Mistake(
    id="softmax-over-queries",
    does="Takes the softmax down each column, over the queries.",
    why="The axis is one number, and with as many queries as keys none is refused.",
    shows="The columns of weights sum to 1, and the rows do not.",
    right="The softmax along each row, over the keys: the last axis.",
    change=_over_queries,
    missing=always,
    every_row=True,
)
SOFTMAX_UNSHIFTED = Mistake(
    id="softmax-unshifted",
    does="Takes e to the power of the scores without subtracting their maximum.",
    why="The formula has no maximum in it, and small scores come out right.",
    shows="A score over 709 in float64, 88 in float32, 11 in float16: ∞/∞ = NaN.",
    right="The row's maximum subtracted first: the same weights, no overflow.",
    change=_unshifted,
    missing=always,
    settles=frozenset({SHARES}),
)
DROPOUT_LEFT_ON = Mistake(
    id="dropout-left-on",
    does="Sets weights to 0 at random and raises the others, as in training.",
    why="The model was not switched to evaluation, or dropout_p is always passed.",
    shows="Rows do not sum to 1; unless seeded, as here, each run differs.",
    right="No dropout outside training.",
    change=_dropout,
    missing=always,
    value=0.1,
    values=(0.1,),
    read=_rate,
)
