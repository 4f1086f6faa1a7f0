"""Mistakes with the tables: which head reads what, and what stands where."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from attn_tui.engine.arrays import Array
from attn_tui.engine.inputs import Inputs
from attn_tui.engine.mistakes.mistake import Mistake, Value, Whole, always
from attn_tui.engine.recipe import RIGHT, Recipe, Table
from attn_tui.engine.shapes import Shape


def _by_reshape(recipe: Recipe, _value: Value, _whole: Whole) -> Recipe:
    """Each of q, k and v is read as (T, H·d) reshaped to (H, T, d), with its own number of heads.

    Row t of head h is then piece n = h·T + t, counted through the heads of token 0, then of token 1 and so
    on: head n mod H of token n // H. Labels of the rows no longer say what is in them. A rotation comes after it, and
    turns row t as what stands at position t.
    """
    return replace(recipe, table=_piece_after_piece)


def _piece_after_piece(tensor: Table, head: int) -> Table:
    shape: Shape = tensor.shape
    H, T, _ = shape
    token, of_head = np.divmod(np.arange(head * T, head * T + T), H)  # each (T,)
    return tensor[of_head, token]  # (T, d)


def _one_piece_each(_value: Value, whole: Whole, _inputs: Inputs) -> str | None:
    if all(shape[0] < 2 for shape in (whole.q, whole.k, whole.v)):
        return "there is one head"
    moved = any(min(shape[:2]) > 1 for shape in (whole.q, whole.k, whole.v))
    return None if moved else "the tensors with several heads have one token"


def _tiled(recipe: Recipe, _value: Value, _whole: Whole) -> Recipe:
    """Query head h reads head h mod H of the H heads of keys, and likewise of values.

    A rotation turns every head alike, so that it is the same before the heads are repeated and after.
    """
    return replace(recipe, reads=_modulo)


def _modulo(h: int, _H_q: int, H: int) -> int:
    return h % H


def _reads_the_same(_value: Value, whole: Whole, _inputs: Inputs) -> str | None:
    H_q, shared = whole.q[0], {whole.k[0], whole.v[0]}
    if H_q == 1:
        return "there is one head"
    if shared == {1}:
        return "all query heads read the same head"
    if shared <= {1, H_q}:
        return "no query heads share keys or values in groups"
    heads = range(H_q) if whole.head is None else (whole.head,)
    if all(_modulo(h, H_q, H) == RIGHT.reads(h, H_q, H) for h in heads for H in shared):
        return f"query head {whole.head} reads the same head either way"
    return None


def _swapped(recipe: Recipe, _value: Value, _whole: Whole) -> Recipe:
    """`scores` are Q·Vᵀ, and `output` is made of keys.

    They are swapped where attention is called, or as they are stored for it, which is after a rotation: the queries
    are turned, the values that they are compared with are not, and the keys that are mixed are.
    """

    def inputs(given: Inputs) -> Inputs:
        right = recipe.inputs(given)
        return replace(right, k=right.v, v=right.k)

    return replace(recipe, inputs=inputs)


def _widths_differ(whole: Whole) -> str | None:
    if whole.k[-1] == whole.v[-1]:
        return None
    return f"d_k differs from d_v, so k {whole.k} cannot stand in the place of v {whole.v}"


def _untransposed(recipe: Recipe, _value: Value, _whole: Whole) -> Recipe:
    """`scores` are Q·K: column j is number j of every key, not key j."""

    def scores(q: Array, k: Array) -> Array:
        return recipe.scores(q, k.swapaxes(-1, -2))

    return replace(recipe, scores=scores)


def _not_square(whole: Whole) -> str | None:
    if whole.k[-2] == whole.k[-1]:
        return None
    return f"T_k differs from d_k, so q {whole.q} cannot be multiplied by k {whole.k} as it stands"


HEADS_BY_RESHAPE = Mistake(
    id="heads-by-reshape",
    does="Makes the heads by reshaping (T, d_model) to (heads, T, d_k) at once.",
    why="The shape is right, and nothing complains.",
    shows="An edit to the first token moves several rows of the first head.",
    right="Reshape to (T, heads, d_k), then swap the first two axes.",
    change=_by_reshape,
    missing=_one_piece_each,
    mixes_heads=True,
)
GROUPS_TILED = Mistake(
    id="groups-tiled",
    does="Lets query head h read head h mod H_kv of the keys and values.",
    why="torch's repeat is NumPy's tile; repeat_interleave is NumPy's repeat.",
    shows="Some heads are right, the first and the last among them, others are not.",
    right="Query head h reads head h // (H_q / H_kv): groups stand side by side.",
    change=_tiled,
    missing=_reads_the_same,
    mixes_heads=True,
)
KEYS_VALUES_SWAPPED = Mistake(
    id="keys-values-swapped",
    does="Passes V where K belongs, and K where V belongs.",
    why="Both have the same shape, and they are passed and stored side by side.",
    shows="An edit to a value moves the weights, and the output is made of keys.",
    right="Queries are compared with keys, and values are mixed.",
    change=_swapped,
    missing=always,
    unfit=_widths_differ,
)
KEY_NOT_TRANSPOSED = Mistake(
    id="key-not-transposed",
    does="Multiplies Q by K instead of by Kᵀ.",
    why="With as many tokens as numbers in a row, the shapes fit.",
    shows="An edit to one number of a key moves the scores of another key.",
    right="Q·Kᵀ: each query's dot product with each key.",
    change=_untransposed,
    missing=always,
    unfit=_not_square,
)
