"""Why a query may not look at a key."""

from __future__ import annotations

import numpy as np

from attn_tui.session.compute import bias_of, mask_offset
from attn_tui.session.phrases import named
from attn_tui.session.session import Session
from attn_tui.session.settings import Causal, Mask, Matrix, Window


def why_blocked(session: Session, i: int, j: int) -> str:
    """The reasons, in words, why query i is blocked from key j; empty where it may look."""
    by_hand = {cell[:2]: cell[2] for cell in session.settings.cells}.get((i, j))
    reasons: list[str] = []
    if by_hand is False:
        reasons.append("by hand")
    elif by_hand is None:
        reasons += [reason for mask in session.settings.mask if (reason := _by_mask(session, mask, i, j))]
    bias = bias_of(session.settings, session.head)
    if bias is not None and np.isneginf(bias[i, j]):
        reasons.append("the bias is -inf here")
    return " and ".join(reasons)


def _by_mask(session: Session, mask: Mask, i: int, j: int) -> str:
    query, key = named(session.label("i", i), 16), named(session.label("j", j), 16)
    at = i + mask_offset(session.problem, session.settings)
    if isinstance(mask, Matrix):
        return "" if mask.allowed[i, j] else "the mask matrix has 0 here"
    if isinstance(mask, Causal):
        return f"causal: {key} ({j}) comes after {query} ({at})" if j > at else ""
    return _by_window(mask, at, j)


def _by_window(window: Window, at: int, j: int) -> str:
    if window.left is not None and j < at - window.left:
        return f"window: {at - j} before, and it reaches {window.left} back"
    if window.right is not None and j > at + window.right:
        return f"window: {j - at} after, and it reaches {window.right} ahead"
    return ""
