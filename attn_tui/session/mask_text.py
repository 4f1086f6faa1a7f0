"""Masks as one writes them on a line: none, causal, causal-end, window:2,0."""

from __future__ import annotations

import re

from attn_tui.session.faults import Fault
from attn_tui.session.labels import plain
from attn_tui.session.settings import Causal, Mask, Window

MASK_WORDS = "none, causal, causal-end or window:L,R (such as window:2,0 or window:2,*, where * is open)"
_SIDE = r"\s*([0-9]{1,9}|\*)\s*"
_WINDOW = re.compile(rf"window:{_SIDE},{_SIDE}")


def parse_mask(text: str) -> tuple[Mask, ...]:
    """The masks that `text` names; "none" is the empty tuple. A `Fault` says what a mask looks like."""
    words = text.strip()
    if words == "none":
        return ()
    if words in ("causal", "causal-end"):
        return (Causal(end=words == "causal-end"),)
    window = _WINDOW.fullmatch(words)
    if window is None:
        raise Fault(f'"{plain(words[:40])}" is no mask, expected {MASK_WORDS}')
    left, right = (None if side == "*" else int(side) for side in window.groups())
    return (Window(left, right),)


def mask_text(masks: tuple[Mask, ...]) -> str:
    """What `parse_mask` would read back; several are joined by " + ", and one written out is "matrix"."""
    return " + ".join(_one(mask) for mask in masks) or "none"


def _one(mask: Mask) -> str:
    if isinstance(mask, Causal):
        return "causal-end" if mask.end else "causal"
    if isinstance(mask, Window):
        left, right = ("*" if side is None else side for side in (mask.left, mask.right))
        return f"window:{left},{right}"
    return "matrix"
