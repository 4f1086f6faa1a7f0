"""From whole tensors with heads to what one head, or all of them, are computed from."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from attn_tui.engine.inputs import Options
from attn_tui.engine.mistakes.mistake import Whole
from attn_tui.engine.recipe import RIGHT, Recipe
from attn_tui.engine.shapes import Shape, check_broadcast, check_shapes

Tensor = npt.NDArray[Any]
Tensors: TypeAlias = tuple[Tensor, Tensor, Tensor]
"""q, k and v."""
Placed: TypeAlias = Callable[[Tensors], Tensors]


def as_they_stand(tensors: Tensors) -> Tensors:
    """q, k and v of which positions change nothing."""
    return tensors


def whole_of(q: Shape, k: Shape, v: Shape, head: int | None, dtype: str) -> Whole:
    """The shapes with their heads. Raises ValueError for those that fit no attention, and for a head not there."""
    for name, shape in (("q", q), ("k", k), ("v", v)):
        if len(shape) not in (2, 3):
            raise ValueError(f"{name} has shape {shape} and needs to be (T, d) or (heads, T, d)")
    check_shapes(q[-2:], k[-2:], v[-2:])
    H_q = q[0] if len(q) == 3 else 1
    for name, shape in (("k", k), ("v", v)):
        H = shape[0] if len(shape) == 3 else 1
        if H_q % H if H else H_q:
            raise ValueError(f"q {q} has {H_q} heads, not a multiple of the {H} of {name} {shape}")
    if head is not None and not 0 <= head < H_q:
        raise ValueError(f"there is no query head {head} in q {q}, whose {H_q} heads count from 0")
    if len(q) == 2:
        head = 0
    return Whole(_with_heads(q), _with_heads(k), _with_heads(v), head, dtype)


def _with_heads(shape: Shape) -> Shape:
    return shape if len(shape) == 3 else (1, *shape)


def tables(recipe: Recipe, tensors: Tensors, whole: Whole) -> Tensors:
    """q, k, v for `prepare`: two-dimensional for one head, otherwise with heads that fit together.

    One head copies no more than its own rows, and none where the recipe reads them as they stand. All heads of
    the right recipe are the tensors themselves where k and v have as many heads as each other.
    """
    q, k, v = (tensor.reshape(_with_heads(tensor.shape)) for tensor in tensors)
    H_q, H_k, H_v = len(q), len(k), len(v)
    if whole.head is not None:
        h = whole.head
        return (
            recipe.table(q, h),
            recipe.table(k, recipe.reads(h, H_q, H_k)),
            recipe.table(v, recipe.reads(h, H_q, H_v)),
        )
    is_right = recipe.table is RIGHT.table and recipe.reads is RIGHT.reads
    if not H_q or (is_right and H_k == H_v):
        return q, k, v
    return (
        np.stack([recipe.table(q, h) for h in range(H_q)]),
        np.stack([recipe.table(k, recipe.reads(h, H_q, H_k)) for h in range(H_q)]),
        np.stack([recipe.table(v, recipe.reads(h, H_q, H_v)) for h in range(H_q)]),
    )


def of_head(options: Options, whole: Whole, head: int) -> Options:
    """The settings that query head `head` is computed with: of what has heads, its own."""
    chosen = options.copy()
    scores = (*whole.q[:2], whole.k[1])
    mask, bias = options.get("mask"), options.get("bias")
    if mask is not None:
        chosen["mask"] = _matrix_of("mask", np.asarray(mask), scores, head)
    if bias is not None:
        chosen["bias"] = _matrix_of("bias", np.asarray(bias), scores, head)
    sink, alibi = options.get("sink"), options.get("alibi")
    if sink is not None:
        chosen["sink"] = _number_of(np.asarray(sink), whole, head)
    if alibi is not None:
        chosen["alibi"] = _number_of(np.asarray(alibi), whole, head)
    return chosen


def _matrix_of(name: str, array: Tensor, scores: Shape, head: int) -> Tensor:
    check_broadcast(name, array.shape, scores)
    if array.ndim < 3:
        return array
    return array[head if len(array) > 1 else 0]


def _number_of(array: Tensor, whole: Whole, head: int) -> Tensor:
    """Its own of the numbers one a head; anything else as it is, for `prepare` to accept or refuse."""
    return array[head] if array.shape == (whole.q[0],) else array
