"""Mistakes with the number type."""

from __future__ import annotations

from dataclasses import replace

from attn_tui.engine.arrays import Array
from attn_tui.engine.inputs import Inputs
from attn_tui.engine.mistakes.mistake import Mistake, Value, Whole
from attn_tui.engine.precision import round_to
from attn_tui.engine.recipe import Recipe


def _half_product(recipe: Recipe, _value: Value, _whole: Whole) -> Recipe:
    """`scores` are Q·Kᵀ of Q and K rounded to float16, rounded to float16; above 65,504 they are ∞."""

    def scores(q: Array, k: Array) -> Array:
        halves = (round_to(table, "float16").astype(q.dtype, copy=False) for table in (q, k))
        return round_to(recipe.scores(*halves), "float16").astype(q.dtype, copy=False)

    return replace(recipe, scores=scores)


def _half_already(_value: Value, whole: Whole, _inputs: Inputs) -> str | None:
    return "float16 is computed in anyway" if whole.dtype == "float16" else None


HALF_OVERFLOW = Mistake(
    id="half-overflow",
    does="Multiplies Q by Kᵀ in float16, before the scale.",
    why="Halves are fast, and the formula has the scale after the product.",
    shows="A score over 65,504 is ∞ and its row NaN; smaller ones lose digits.",
    right="Q times the scale first, or the product kept in float32.",
    change=_half_product,
    missing=_half_already,
)
