"""Mistakes with the scale."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from attn_tui.engine.arrays import Array
from attn_tui.engine.inputs import Inputs
from attn_tui.engine.mistakes.mistake import Mistake, Value, Whole, number_above_zero
from attn_tui.engine.recipe import Recipe, Sight
from attn_tui.engine.stages import default_scale

FACTOR, PLACE = "what the scores are multiplied by", "where the scale stands"
Factor = Callable[[Value, Whole], float]


def _one(_value: Value, _whole: Whole) -> float:
    return 1.0


def _by_d(_value: Value, whole: Whole) -> float:
    d_k = whole.q[-1]
    return 1.0 / d_k if d_k else 1.0


def _by_sqrt_d_model(value: Value, whole: Whole) -> float:
    """1/√d_model, where d_model is the value, or H_q·d_k of the whole tensor."""
    H_q, _, d_k = whole.q
    return default_scale(H_q * d_k) if value is None else float(value) ** -0.5


def _multiplied_by(factor: Factor) -> Callable[[Recipe, Value, Whole], Recipe]:
    """`scaled` is the scores times that factor, whatever scale was set."""

    def change(recipe: Recipe, value: Value, whole: Whole) -> Recipe:
        def inputs(given: Inputs) -> Inputs:
            return replace(recipe.inputs(given), scale=factor(value, whole))

        return replace(recipe, inputs=inputs)

    return change


def _unless_it_is(factor: Factor, said: str) -> Callable[[Value, Whole, Inputs], str | None]:
    def missing(value: Value, whole: Whole, inputs: Inputs) -> str | None:
        return f"the scale is {said} anyway" if inputs.scale == factor(value, whole) else None

    return missing


def _after_softmax(recipe: Recipe, _value: Value, _whole: Whole) -> Recipe:
    """`scaled` is the scores as they are; `weights` are those of the softmax times the scale."""

    def reweighted(weights: Array, inputs: Inputs, sight: Sight) -> Array:
        return recipe.reweighted(weights, inputs, sight) * inputs.scale

    def scaled(scores: Array, _scale: float) -> Array:
        return scores

    return replace(recipe, scaled=scaled, reweighted=reweighted)


NO_SCALE = Mistake(
    id="no-scale",
    does="Leaves out the scale, 1/√d_k.",
    why="With two numbers a row, as on paper, nothing seems to be missing.",
    shows="The larger d_k, the more often one key has nearly all of a row's weight.",
    right="Scores times 1/√d_k: their variance then does not grow with d_k.",
    change=_multiplied_by(_one),
    missing=_unless_it_is(_one, "1"),
    settles=frozenset({FACTOR, PLACE}),
)
SCALE_BY_D = Mistake(
    id="scale-by-d",
    does="Divides the scores by d_k instead of by √d_k.",
    why="The root is forgotten, or the mean of the d_k products is taken.",
    shows="The weights of a row are nearly equal, the more so the larger d_k.",
    right="Divided by √d_k, as the spread of a sum of d_k products grows with it.",
    change=_multiplied_by(_by_d),
    missing=_unless_it_is(_by_d, "1/d_k"),
    settles=frozenset({FACTOR}),
)
SCALE_BY_SQRT_D_MODEL = Mistake(
    id="scale-by-sqrt-d-model",
    does="Divides the scores by √d_model, where d_model is the width of all heads.",
    why="d_model is the number at hand where the heads are split.",
    shows="The weights of a row are too equal, the more so the more heads there are.",
    right="Divided by √d_k, where d_k = d_model / heads is the width of one head.",
    change=_multiplied_by(_by_sqrt_d_model),
    missing=_unless_it_is(_by_sqrt_d_model, "1/√d_model"),
    values=(None,),
    read=number_above_zero,
    settles=frozenset({FACTOR}),
)
SCALE_AFTER_SOFTMAX = Mistake(
    id="scale-after-softmax",
    does="Multiplies the weights by the scale, and not the scores.",
    why="A factor seems to do the same before and after.",
    shows="Every row of weights sums to the scale instead of to 1.",
    right="The scale before the softmax: e to the score turns factors into powers.",
    change=_after_softmax,
    missing=_unless_it_is(_one, "1"),
    settles=frozenset({PLACE}),
)
