"""Mistakes with who may look at whom, and from where."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from attn_tui.engine.arrays import Array, Booleans
from attn_tui.engine.inputs import Inputs
from attn_tui.engine.masks import standing
from attn_tui.engine.mistakes.mistake import Mistake, Value, Whole, finite_bias
from attn_tui.engine.recipe import Recipe


def _has_mask(inputs: Inputs) -> bool:
    """Whether anything says who may look at whom, in whichever rows."""
    window = inputs.window is not None and inputs.window != (None, None)
    shut = inputs.bias is not None and bool(np.isneginf(inputs.bias).any())
    return inputs.causal or window or inputs.mask is not None or shut


def _written_out(allowed: Booleans | None, inputs: Inputs) -> Booleans:
    if allowed is not None:
        return allowed
    return np.broadcast_to(np.True_, (*inputs.q.shape[:-1], inputs.k.shape[-2]))


def _no_mask(_value: Value, _whole: Whole, inputs: Inputs) -> str | None:
    return None if _has_mask(inputs) else "there is no mask"


def _diagonal_too(recipe: Recipe, _value: Value, _whole: Whole) -> Recipe:
    """`allowed` has the query's own key out as well, key i + offset, wherever there is a mask at all."""

    def visible(inputs: Inputs) -> tuple[Booleans | None, Array | None]:
        allowed, bias = recipe.visible(inputs)
        if not _has_mask(inputs):
            return allowed, bias
        T_k: int = inputs.k.shape[-2]
        return _written_out(allowed, inputs) & (standing(inputs.rows, inputs.offset) != np.arange(T_k)), bias

    return replace(recipe, visible=visible)


def _reversed(recipe: Recipe, _value: Value, _whole: Whole) -> Recipe:
    """`allowed` is what was blocked; a bias of −∞ blocks what it did not, and adds nothing."""

    def visible(inputs: Inputs) -> tuple[Booleans | None, Array | None]:
        allowed, bias = recipe.visible(inputs)
        if not _has_mask(inputs):
            return allowed, bias
        return ~_written_out(allowed, inputs), finite_bias(inputs, bias)

    return replace(recipe, visible=visible)


def _other_corner(offset: int, whole: Whole) -> int:
    """T_k − T_q (bottom-right) for offset 0 (top-left), and 0 for any other."""
    return 0 if offset else whole.k[-2] - whole.q[-2]


def _wrong_corner(recipe: Recipe, _value: Value, whole: Whole) -> Recipe:
    """Query i stands at i + the other offset for all that counts from there: causal, window and ALiBi."""

    def inputs(given: Inputs) -> Inputs:
        right = recipe.inputs(given)
        return replace(right, offset=_other_corner(right.offset, whole))

    return replace(recipe, inputs=inputs)


def _one_corner(_value: Value, whole: Whole, inputs: Inputs) -> str | None:
    if not inputs.causal and inputs.window is None and inputs.alibi is None:
        return "there is no causal mask and no window"
    if _other_corner(inputs.offset, whole) == inputs.offset:
        return "T_q is T_k, so the corners are one"
    return None


def _one_more(recipe: Recipe, _value: Value, _whole: Whole) -> Recipe:
    """`allowed` has one key more on the left of every row."""

    def inputs(given: Inputs) -> Inputs:
        right = recipe.inputs(given)
        left, rightmost = right.window or (None, None)
        return replace(right, window=(None if left is None else left + 1, rightmost))

    return replace(recipe, inputs=inputs)


def _no_left_edge(_value: Value, _whole: Whole, inputs: Inputs) -> str | None:
    if inputs.window is None:
        return "there is no window"
    return "the window is open on the left" if inputs.window[0] is None else None


def _flipped(recipe: Recipe, _value: Value, _whole: Whole) -> Recipe:
    """`masked` has slope · distance added instead of taken away."""

    def inputs(given: Inputs) -> Inputs:
        right = recipe.inputs(given)
        return replace(right, alibi=None if right.alibi is None else -right.alibi)

    return replace(recipe, inputs=inputs)


def _no_slope(_value: Value, _whole: Whole, inputs: Inputs) -> str | None:
    if inputs.alibi is None:
        return "there is no ALiBi"
    return None if inputs.alibi.any() else "the slope of ALiBi is 0"


MASK_DIAGONAL_TOO = Mistake(
    id="mask-diagonal-too",
    does="Blocks each query's own key as well: j < i where j ≤ i is meant.",
    why="The triangle is cut at the diagonal itself, by one off: triu(ones, 0).",
    shows="The diagonal of the weights is 0, and a causal first row sees nothing.",
    right="A causal query sees itself and what came before it.",
    change=_diagonal_too,
    missing=_no_mask,
)
MASK_REVERSED = Mistake(
    id="mask-reversed",
    does="Takes True for blocked where it means may look.",
    why="Libraries differ: True keeps a key for one and drops it for another.",
    shows="All the weight lies where none may be; a row that saw all sees nothing.",
    right="What True means is looked up; here it means may look.",
    change=_reversed,
    missing=_no_mask,
)
CAUSAL_WRONG_CORNER = Mistake(
    id="causal-wrong-corner",
    does="Starts the diagonal in the other corner where T_q and T_k differ.",
    why="Libraries differ, and a square has one diagonal.",
    shows="Rows see up to |T_k − T_q| keys too few or too many.",
    right="The corner that is meant; a step of decoding counts from the end.",
    change=_wrong_corner,
    missing=_one_corner,
)
WINDOW_OFF_BY_ONE = Mistake(
    id="window-off-by-one",
    does="Lets each query see one key more on the left than the window has.",
    why="A window of w counts the query's own key, and w − 1 are left of it.",
    shows="A full row sees w + 1 keys where w was said.",
    right="w − 1 keys to the left, and the query's own.",
    change=_one_more,
    missing=_no_left_edge,
)
ALIBI_SIGN_FLIPPED = Mistake(
    id="alibi-sign-flipped",
    does="Adds slope · distance to the scores instead of taking it away.",
    why="The minus stands in the slope in one place, in the distance in another.",
    shows="The farther a key, the more weight it has.",
    right="−slope · distance: the farther a key, the lower its score.",
    change=_flipped,
    missing=_no_slope,
)
