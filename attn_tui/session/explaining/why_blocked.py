"""Why a query may not look at a key."""

from __future__ import annotations

import numpy as np

from attn_tui.session.computing.compute import bias_of
from attn_tui.session.computing.mask_arrays import documents, padded
from attn_tui.session.mask_text import mask_text
from attn_tui.session.phrases import named
from attn_tui.session.session import Session
from attn_tui.session.settings import Blocks, Causal, Mask, Matrix, Padding, Window


def why_blocked(session: Session, i: int, j: int) -> str:
    """What blocks query i from key j, and how, to follow `blocked by`; empty where it may look."""
    return " and ".join(told for _, told in _reasons(session, i, j))


def what_blocks(session: Session, i: int, j: int) -> str:
    """What blocks query i from key j, by name alone: `causal, padding`; empty where it may look."""
    return ", ".join(name for name, _ in _reasons(session, i, j))


def _reasons(session: Session, i: int, j: int) -> list[tuple[str, str]]:
    """The name of each thing that blocks, and how it comes to block here."""
    by_hand = {cell[:2]: cell[2] for cell in session.settings.cells}.get((i, j))
    reasons: list[tuple[str, str]] = []
    if by_hand is False:
        reasons.append(("hand", "hand"))
    elif by_hand is None:
        told = ((mask, _by_mask(session, mask, i, j)) for mask in session.settings.mask)
        reasons += [(_name(mask), reason) for mask, reason in told if reason]
    bias = bias_of(session.settings, session.head)
    if bias is not None and np.isneginf(bias[i, j]):
        reasons.append(("the bias", "the bias, -inf here"))
    return reasons


def _name(mask: Mask) -> str:
    """What a mask is called without its numbers."""
    return mask_text((mask,)).partition(":")[0].partition("-")[0]


def _by_mask(session: Session, mask: Mask, i: int, j: int) -> str:
    query, key = named(session.label("i", i), 16), named(session.label("j", j), 16)
    at = i + session.offset
    match mask:
        case Matrix():
            return "" if mask.allowed[i, j] else "the mask matrix, 0 here"
        case Causal():
            return f"causal: {key} ({j}) is after {query} ({at})" if j > at else ""
        case Window():
            return _by_window(mask, at, j)
        case Padding():
            return _by_padding(mask, key, j, session.size("j"))
        case Blocks():
            return _by_blocks(mask, query, key, i, j)


def _by_window(window: Window, at: int, j: int) -> str:
    if window.left is not None and j < at - window.left:
        return f"window: {at - j} before, and it reaches {window.left} back"
    if window.right is not None and j > at + window.right:
        return f"window: {j - at} after, and it reaches {window.right} ahead"
    return ""


def _by_padding(padding: Padding, key: str, j: int, T_k: int) -> str:
    if not padded(padding, T_k)[j]:
        return ""
    side = "first" if padding.left else "last"
    which = f"{side} key" if padding.count == 1 else f"{side} {padding.count} keys"
    return f"padding: {key} ({j}) is {'' if padding.count == 1 else 'one of '}the {which}"


def _by_blocks(blocks: Blocks, query: str, key: str, i: int, j: int) -> str:
    document = documents(blocks)
    its, other = int(document[i]), int(document[j])
    if its == other:
        return ""
    return f"blocks: {key} in document {other + 1}, {query} in {its + 1}"
