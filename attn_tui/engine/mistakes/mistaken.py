"""Attention with mistakes in it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations
from typing import Unpack

import numpy as np
import numpy.typing as npt

from attn_tui.engine.arrays import Array, computing_dtype
from attn_tui.engine.attention import as_it_is, forward
from attn_tui.engine.inputs import Inputs, Options, prepare
from attn_tui.engine.masks import row_range
from attn_tui.engine.mistakes.mistake import Mistake, Whole
from attn_tui.engine.mistakes.whole import Placed, Tensors, as_they_stand, of_head, tables, whole_of
from attn_tui.engine.precision import rounded_inputs, rounding
from attn_tui.engine.recipe import RIGHT, Recipe
from attn_tui.engine.trace import Trace


def mistaken(
    mistakes: Sequence[Mistake],
    q: npt.ArrayLike,
    k: npt.ArrayLike,
    v: npt.ArrayLike,
    *,
    head: int | None = None,
    dtype: str | None = None,
    placed: Placed = as_they_stand,
    **options: Unpack[Options],
) -> Trace:
    """`attention` with these departures from it, and every stage on the way.

    q (H_q, T_q, d_k), k (H_k, T_k, d_k), v (H_v, T_k, d_v), where H_k and H_v each divide H_q and may differ;
    a two-dimensional one is one head. The stages are (H_q, rows, …). With `head` that query head alone is
    computed, and the stages are (rows, …), as they are for two-dimensional q.

    The settings are those of `attention` for the whole tensors: a mask, bias, sink or ALiBi that has heads is
    read at `head`. `dtype` computes as `attention_as` does; None is the dtype of the tensors. Without mistakes
    the result is that of `attention` or `attention_as`, to the bit.

    `placed` is what becomes of the q, k and v of the heads before their scores, as a rotation by their positions:
    (…, T, d) each -> the same shapes. Which rows are a head's is settled before it, as code splits the heads first,
    and so keys-values-swapped passes keys and values that were placed each as what it is.

    Mistakes are made in the order given. It matters for what is done to the weights after the softmax, and for
    mask-reversed with mask-diagonal-too; otherwise any order gives the same. What a stage holds under a mistake
    is said at its `change`. No warning is printed and nothing given is modified.

    Raises ValueError as `attention` does, for shapes that a mistake cannot be made on, naming both, and for
    mistakes that exclude one another.
    """
    check_together(mistakes)
    q, k, v = np.asarray(q), np.asarray(k), np.asarray(v)
    whole = whole_of(q.shape, k.shape, v.shape, head, dtype or computing_dtype(q, k, v).name)
    for mistake in mistakes:
        if unfit := mistake.unfit(whole):
            raise ValueError(f"{mistake.id}: {unfit}")
    recipe = _recipe(mistakes, whole)
    rows = options.get("rows")
    if any(mistake.every_row for mistake in mistakes):
        options = options | {"rows": None}
    inputs = _inputs(recipe, (q, k, v), whole, dtype, options, placed)
    trace = forward(inputs, as_it_is if dtype is None else rounding(dtype), recipe)
    return _only_rows(trace, row_range(rows, whole.q[-2]))


def read_with(
    mistakes: Sequence[Mistake],
    q: npt.ArrayLike,
    k: npt.ArrayLike,
    v: npt.ArrayLike,
    *,
    head: int,
    placed: Placed = as_they_stand,
) -> tuple[Array, Array, Array]:
    """The q (T_q, d_k), k (T_k, d_k) and v (T_k, d_v) of one query head from which its scores and output are made.

    The arguments are those of `mistaken`; for tensors of numbers that tell the rows, these say which is read.
    """
    q, k, v = np.asarray(q), np.asarray(k), np.asarray(v)
    whole = whole_of(q.shape, k.shape, v.shape, head, computing_dtype(q, k, v).name)
    recipe = _recipe(mistakes, whole)
    inputs = recipe.inputs(_inputs(recipe, (q, k, v), whole, None, {}, placed))
    return inputs.q, inputs.k, inputs.v


def missing(
    mistake: Mistake,
    q: npt.ArrayLike,
    k: npt.ArrayLike,
    v: npt.ArrayLike,
    *,
    head: int | None = None,
    dtype: str | None = None,
    **options: Unpack[Options],
) -> str | None:
    """What is missing for the mistake to change any weight or output, as "no key is blocked"; or None.

    The arguments are those of `mistaken`. It goes by shapes and settings: where it gives None, these very
    numbers may still come out the same. Where `mistaken` would refuse the shapes, it says why. Raises
    ValueError as `mistaken` does for what no mistake makes wrong.
    """
    q, k, v = np.asarray(q), np.asarray(k), np.asarray(v)
    whole = whole_of(q.shape, k.shape, v.shape, head, dtype or computing_dtype(q, k, v).name)
    inputs = _inputs(RIGHT, (q, k, v), whole, dtype, options)
    if not inputs.q.shape[0] or not inputs.rows:
        return "there are no queries"
    if not whole.k[-2]:
        return "there are no keys"
    return mistake.unfit(whole) or mistake.missing(mistake.value, whole, inputs)


def check_together(mistakes: Sequence[Mistake]) -> None:
    """Raise ValueError, naming both, where two of them are one or exclude one another."""
    for one, other in combinations(mistakes, 2):
        if one.id == other.id:
            raise ValueError(f"the mistakes {one.name} and {other.name} are one, which is made once")
        if both := one.settles & other.settles:
            raise ValueError(
                f"the mistakes {one.id} and {other.id} exclude one another: each says {min(both)}"
            )


def _recipe(mistakes: Sequence[Mistake], whole: Whole) -> Recipe:
    """The right recipe with these departures from it, in their order."""
    recipe = RIGHT
    for mistake in mistakes:
        recipe = mistake.change(recipe, mistake.value, whole)
    return recipe


def _inputs(
    recipe: Recipe,
    tensors: Tensors,
    whole: Whole,
    dtype: str | None,
    options: Options,
    placed: Placed = as_they_stand,
) -> Inputs:
    """What the heads that are wanted read, checked, in the dtype computed in."""
    if whole.head is not None:
        options = of_head(options, whole, whole.head)
    inputs = prepare(*placed(tables(recipe, tensors, whole)), **options)
    return inputs if dtype is None else rounded_inputs(inputs, dtype)


def _only_rows(trace: Trace, rows: range) -> Trace:
    """Those rows of a trace that may have more of them."""
    if trace.rows == rows:
        return trace
    here = slice(rows.start - trace.rows.start, rows.stop - trace.rows.start)
    stages = ("scores", "scaled", "capped", "masked", "weights", "output", "allowed")
    cut = {name: getattr(trace, name)[..., here, :] for name in stages}
    return replace(trace, **cut, empty=trace.empty[..., here], rows=rows)
