"""Whether masks fit a problem and one another."""

from __future__ import annotations

from attn_tui.session.faults import Fault
from attn_tui.session.mask_text import mask_text
from attn_tui.session.phrases import counted
from attn_tui.session.settings import Blocks, Causal, Mask, Padding

MOST_WRITTEN = 1 << 25
"""Scores for which documents are written out, a truth value each."""


def check_masks(masks: tuple[Mask, ...], queries: int, keys: int) -> None:
    """Raise Fault, with the numbers that disagree, where a mask does not fit T_q queries and T_k keys."""
    if len({mask.end for mask in masks if isinstance(mask, Causal)}) > 1:
        raise Fault("found causal together with causal-end, expected one of them")
    for mask in masks:
        if isinstance(mask, Padding) and mask.count > keys:
            there = (
                "1 key there is: expected 1" if keys == 1 else f"{keys} keys there are: expected 1 to {keys}"
            )
            raise Fault(f"{mask_text((mask,))} is more than the {there}")
        if isinstance(mask, Blocks):
            _check_blocks(mask, queries, keys)


def _check_blocks(blocks: Blocks, queries: int, keys: int) -> None:
    name, total = mask_text((blocks,)), sum(blocks.lengths)
    short = name if len(name) <= 40 else f"{name[:39]}…"
    if queries != keys:
        asked = f"{counted(queries, 'query asks', 'queries ask')} {counted(keys, 'key')}"
        raise Fault(f"{short} cuts one list of words, and here {asked}")
    if total != keys:
        raise Fault(f"{short} adds up to {total}, expected {keys}, the number of words")
    if queries * keys > MOST_WRITTEN:
        raise Fault(f"{short} needs {queries * keys:,} cells, and {MOST_WRITTEN:,} is the most")
