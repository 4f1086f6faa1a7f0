"""Which shapes fit together, and how query heads share the heads of keys and values."""

from __future__ import annotations

import numpy as np

from attn_tui.engine.arrays import Array

Shape = tuple[int, ...]


def check_shapes(q: Shape, k: Shape, v: Shape) -> None:
    """Raise a ValueError that names both shapes unless attention is defined for them.

    q (…, H_q, T_q, d_k), k (…, H_kv, T_k, d_k), v (…, H_kv, T_k, d_v), with H_q a multiple of H_kv; or all
    three two-dimensional, which is one head.
    """
    for name, shape in (("q", q), ("k", k), ("v", v)):
        if len(shape) < 2:
            raise ValueError(f"{name} has shape {shape} and needs at least two dimensions, (T, d)")
    if len(q) != len(k):
        raise ValueError(f"q {q} and k {k} have different numbers of dimensions")
    if len(k) != len(v):
        raise ValueError(f"k {k} and v {v} have different numbers of dimensions")
    if q[-1] != k[-1]:
        raise ValueError(f"q {q} and k {k} differ in d_k, their last dimension")
    if k[-2] != v[-2]:
        raise ValueError(f"k {k} and v {v} differ in T_k, the number of keys")
    if q[:-3] != k[:-3]:
        raise ValueError(f"q {q} and k {k} differ in what stands before the heads")
    if k[:-2] != v[:-2]:
        raise ValueError(f"k {k} and v {v} differ in what stands before T_k")
    if len(q) > 2 and not _divides(k[-3], q[-3]):
        raise ValueError(f"q {q} has {q[-3]} heads, not a multiple of the {k[-3]} of k {k}")


def _divides(H_kv: int, H_q: int) -> bool:
    return H_q % H_kv == 0 if H_kv else H_q == 0


def check_broadcast(name: str, shape: Shape, scores: Shape) -> None:
    """Raise a ValueError that names both shapes unless `shape` broadcasts to the shape of the scores."""
    padded = (1,) * (len(scores) - len(shape)) + shape
    fits = len(padded) == len(scores) and all(
        size in (1, wanted) for size, wanted in zip(padded, scores, strict=True)
    )
    if not fits:
        raise ValueError(f"{name} {shape} does not broadcast to the scores {scores}")


def per_head(a: Array, b: Array) -> Array:
    """The matrix product a·b in each head, where head h of `a` reads head h // (H_a / H_b) of `b`.

    (…, H_a, n, m) · (…, H_b, m, p) -> (…, H_a, n, p); two-dimensional arrays are one head.
    """
    if a.ndim == 2 or a.shape[-3] == b.shape[-3]:
        return a @ b
    grouped = a.reshape(group_shape(a.shape, b.shape[-3]))  # (…, H_b, g, n, m)
    product = grouped @ b[..., None, :, :]  # (…, H_b, g, n, m) · (…, H_b, 1, m, p) -> (…, H_b, g, n, p)
    return product.reshape(*a.shape[:-1], b.shape[-1])


def for_each_query_head(b: Array, a: Array) -> Array:
    """(…, H_kv, n, m) -> (…, H_q, n, m): each head of `b` once for every head of `a` that reads it."""
    return b if b.ndim == 2 else np.repeat(b, a.shape[-3] // max(1, b.shape[-3]), axis=-3)


def group_shape(shape: Shape, H_kv: int) -> Shape:
    """(…, H_q, n, m) as (…, H_kv, g, n, m), with the g query heads of a group side by side."""
    return (*shape[:-3], H_kv, shape[-3] // H_kv, *shape[-2:])


def sum_groups(a: Array, H_kv: int) -> Array:
    """(…, H_q, n, m) -> (…, H_kv, n, m): the sum over the query heads that read the same key head."""
    if a.ndim == 2 or a.shape[-3] == H_kv:
        return a
    return a.reshape(group_shape(a.shape, H_kv)).sum(axis=-3)


def sum_to(a: Array, shape: Shape) -> Array:
    """What broadcasting undone leaves: `a` summed over the dimensions in which `shape` has 1 or nothing."""
    summed = a.sum(axis=tuple(range(a.ndim - len(shape))))
    stretched = tuple(axis for axis, size in enumerate(shape) if size == 1)
    return np.asarray(summed.sum(axis=stretched, keepdims=True))
