"""The `[settings]` of a preset: one small reader a key."""

from __future__ import annotations

from collections.abc import Callable
from difflib import get_close_matches
from math import isfinite
from typing import Any

import numpy as np
import numpy.typing as npt

from attn_tui.files.plain_values import depth, is_number, sized
from attn_tui.files.presets.preset_mask import read_cells, read_mask
from attn_tui.files.presets.preset_size import Size
from attn_tui.files.presets.toml_nodes import Node, only
from attn_tui.files.presets.toml_values import filled, matrix, number, row, text, whole
from attn_tui.session.computing.mistakes import check_mistakes, read_mistakes
from attn_tui.session.computing.position_stage import position_from, require_position
from attn_tui.session.faults import Fault
from attn_tui.session.problem import Problem
from attn_tui.session.settings import DTYPE_NAMES, POSITIONS, WIDEST, DtypeName, Position, Settings
from attn_tui.session.term_text import FARTHEST, LARGEST_CAP, SMALLEST_CAP, Alibi


def read_settings(node: Node, size: Size) -> Settings:
    """The settings that are given, and for the others what a `Settings` begins with."""
    if node.value is None:
        return Settings()
    only(node, KEYS)
    return Settings(**{key: read_setting(node, key, size) for key in KEYS if key in node})


def read_setting(table: Node, key: str, size: Size) -> Any:
    """The setting `key`, one of `KEYS`, which stands in `table`."""
    return _READERS[key](table[key]) if key in _READERS else _SIZED[key](table[key], size)


def read_dtype(settings: Node) -> DtypeName | None:
    """The dtype alone, which decides how the tables are stored."""
    if not isinstance(settings.value, dict) or "dtype" not in settings:
        return None
    return _dtype(settings["dtype"])


def _dtype(node: Node) -> DtypeName:
    name = text(node)
    for known in DTYPE_NAMES:
        if name == known:
            return known
    near = get_close_matches(name[:60], DTYPE_NAMES, n=1, cutoff=0.6)
    raise node.expected(f"one of {', '.join(DTYPE_NAMES)}" + (f" (did you mean {near[0]}?)" if near else ""))


def _scale(node: Node) -> bool | float:
    if isinstance(node.value, bool):
        return node.value
    if not is_number(node.value) or not isfinite(number(node)):
        raise node.expected("true, false or a finite number to multiply by")
    return number(node)


def _softcap(node: Node) -> float | None:
    if node.value is False:
        return None
    softcap = number(node)
    if not SMALLEST_CAP <= softcap <= LARGEST_CAP:
        raise node.expected(f"a number from {SMALLEST_CAP!r} to {LARGEST_CAP!r}")
    return softcap


def _sink(node: Node, size: Size) -> float | tuple[float, ...] | None:
    return None if node.value is False else _one_or_each(node, size)


def _alibi(node: Node, size: Size) -> Alibi | None:
    if isinstance(node.value, bool):
        return True if node.value else None
    slopes = _one_or_each(node, size)
    if not all(map(isfinite, slopes if isinstance(slopes, tuple) else (slopes,))):
        raise node.expected("true, false, or finite slopes, one or one a head")
    return slopes


def _one_or_each(node: Node, size: Size) -> float | tuple[float, ...]:
    """A number, or one for each head."""
    if not isinstance(node.value, list):
        return number(node)
    if len(node.value) != size.heads:
        raise node.expected(f"one number, or a list of {size.heads}, one a head")
    return tuple(row(node))


def _bias(node: Node, size: Size) -> npt.NDArray[np.float64] | None:
    """(T_q, T_k), or (H_q, T_q, T_k) where there is one a head; false is none."""
    if node.value is False:
        return None
    if depth(node.value) < 3:
        return _bias_of_a_head(node, size)
    if len(filled(node, "a matrix a head")) != size.heads:
        raise node.expected(f"one matrix, or a list of {size.heads}, one a head")
    return np.stack([_bias_of_a_head(node[h], size) for h in range(size.heads)])


def _bias_of_a_head(node: Node, size: Size) -> npt.NDArray[np.float64]:
    bias = matrix(node).astype(np.float64)
    if bias.shape != (size.queries, size.keys):
        found, wanted = sized(*bias.shape), sized(size.queries, size.keys)
        raise node.fault(f"found {found}, expected {wanted}: a row for each of q, a number for each of k")
    return bias


def _offset(node: Node) -> int:
    return whole(node, -FARTHEST, FARTHEST)


def _widen(node: Node) -> int:
    return whole(node, 1, WIDEST)


def _position(node: Node) -> Position:
    try:
        return position_from(text(node))
    except Fault:
        raise node.expected(f"one of {', '.join(POSITIONS)}") from None


def _mistakes(node: Node) -> tuple[str, ...]:
    if not isinstance(node.value, list):
        raise node.expected('a list of mistakes, such as ["scale-by-d"], or [] for none')
    for i in range(len(node.value)):
        _named(node[i], [text(node[i])])
    return _named(node, node.value)


def _named(node: Node, names: list[str]) -> tuple[str, ...]:
    try:
        return read_mistakes(names)
    except Fault as fault:
        raise node.fault(str(fault)) from None


def _where(table: Node, key: str) -> Node:
    """The value under `key`, the table itself where it has none."""
    value = table[key]
    return table if value.value is None else value


def checked(node: Node, problem: Problem) -> Problem:
    """The problem, once its mistakes can be made on its shapes and its position has something to act on.

    `node` is the table that holds them.
    """
    try:
        check_mistakes(problem, problem.settings)
    except Fault as fault:
        raise _where(node, "mistakes").fault(str(fault)) from None
    try:
        require_position(problem, problem.settings)
    except Fault as fault:
        raise _where(node, "position").fault(str(fault)) from None
    return problem


_READERS: dict[str, Callable[[Node], Any]] = {
    "scale": _scale,
    "softcap": _softcap,
    "blocked": number,
    "offset": _offset,
    "widen": _widen,
    "dtype": _dtype,
    "position": _position,
    "mistakes": _mistakes,
}
_SIZED: dict[str, Callable[[Node, Size], Any]] = {
    "mask": read_mask,
    "cells": read_cells,
    "sink": _sink,
    "bias": _bias,
    "alibi": _alibi,
}
KEYS = (*_READERS, *_SIZED)
SIZELESS = tuple(_READERS)
"""The keys of settings that fit a problem of any size."""
