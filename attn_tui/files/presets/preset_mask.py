"""The masks of a preset, and the single cells painted over them."""

from __future__ import annotations

import numpy as np

from attn_tui.files.plain_values import counted, depth, is_number
from attn_tui.files.presets.preset_size import Size
from attn_tui.files.presets.toml_nodes import Node
from attn_tui.files.presets.toml_values import filled, text, whole
from attn_tui.session.computing.mask_fit import check_masks
from attn_tui.session.faults import Fault
from attn_tui.session.mask_text import MASK_WORDS, parse_mask
from attn_tui.session.settings import Cell, Mask, Matrix

_MASK = f"{MASK_WORDS}, a matrix of 0 and 1, or a list of these"


def read_mask(node: Node, size: Size) -> tuple[Mask, ...]:
    """The masks, all of which must allow; the empty tuple for "none"."""
    if isinstance(node.value, str) or _is_matrix(node):
        return _one(node, size)
    items = filled(node, _MASK)
    masks = tuple(mask for i in range(len(items)) for mask in _one(node[i], size))
    _check(node, masks, size)
    return masks


def _is_matrix(node: Node) -> bool:
    """Whether a list is one matrix and not a list of masks."""
    return depth(node.value) in (1, 2) and not any(isinstance(row, str) for row in node.value)


def _one(node: Node, size: Size) -> tuple[Mask, ...]:
    if isinstance(node.value, list):
        return (_matrix(node, size),)
    if not isinstance(node.value, str):
        raise node.expected(_MASK)
    try:
        masks = parse_mask(text(node))
    except Fault as fault:
        raise node.fault(str(fault)) from None
    _check(node, masks, size)
    return masks


def _check(node: Node, masks: tuple[Mask, ...], size: Size) -> None:
    try:
        check_masks(masks, size.queries, size.keys)
    except Fault as fault:
        raise node.fault(str(fault)) from None


def _matrix(node: Node, size: Size) -> Matrix:
    """A mask written out: (T_q, T_k) of 0 and 1, 1 = may look."""
    rows = filled(node, _MASK)
    if len(rows) != size.queries:
        raise node.fault(f"found {counted(len(rows), 'row')}, expected {size.queries}, one for a row of q")
    for i in range(len(rows)):
        keys = filled(node[i], "a row of 0 and 1")
        if len(keys) != size.keys:
            raise node[i].fault(
                f"found {counted(len(keys), 'number')}, expected {size.keys}, one for a row of k"
            )
        for j, key in enumerate(keys):
            if not is_number(key) or key not in (0, 1):
                raise node[i][j].expected("0 or 1 (1 = may look)")
    return Matrix(np.array(rows, dtype=np.bool_))


def read_cells(node: Node, size: Size) -> tuple[Cell, ...]:
    """Single cells, (query, key, may look)."""
    if not isinstance(node.value, list):
        raise node.expected("a list of cells, such as [[0, 3, 0]]")
    return tuple(_cell(node[i], size) for i in range(len(node.value)))


def _cell(node: Node, size: Size) -> Cell:
    if not isinstance(node.value, list) or len(node.value) != 3:
        raise node.expected("a cell [query, key, 0 or 1], such as [0, 3, 0]")
    query, key = whole(node[0], 0, size.queries - 1), whole(node[1], 0, size.keys - 1)
    return query, key, bool(whole(node[2], 0, 1))
