"""What is done to the scores besides scale and mask: soft cap, sink, ALiBi, what blocked becomes, the offset."""

from __future__ import annotations

from math import inf

from attn_tui.session.computing.compute import published_slopes
from attn_tui.session.computing.mask_arrays import goes_by_offset, has_own_offset, mask_offset
from attn_tui.session.digits import full
from attn_tui.session.edits.setting import change
from attn_tui.session.session import Session
from attn_tui.session.term_text import (
    Alibi,
    parse_alibi,
    parse_blocked,
    parse_offset,
    parse_sink,
    parse_softcap,
)


def softcap_from(session: Session, text: str) -> None:
    """Cap the scores softly, or stop it."""
    softcap = parse_softcap(text)
    what = "off" if softcap is None else f"scores stay between -{full(softcap)} and {full(softcap)}"
    change(session, f"soft cap: {what}", softcap=softcap)


def sink_from(session: Session, text: str) -> None:
    """Add a logit to every row's sum that gives its share to no key, or stop it."""
    sink = parse_sink(text, session.heads)
    change(session, f"sink: {'off' if sink is None else f'e^{_listed(sink)} more in the sum'}", sink=sink)


def alibi_from(session: Session, text: str) -> None:
    """Lower every score by the distance between query and key times a slope, or stop it."""
    alibi = parse_alibi(text, session.heads)
    change(session, f"ALiBi: {'off' if alibi is None else _slope_words(session, alibi)}", alibi=alibi)


def blocked_from(session: Session, text: str) -> None:
    """Set what a blocked score becomes."""
    blocked = parse_blocked(text)
    what = "-∞, so that it takes no part" if blocked == -inf else f"{full(blocked)}, so that it takes part"
    change(session, f"a blocked score becomes {what}", blocked=blocked)


def offset_from(session: Session, text: str) -> None:
    """Move the queries on by so many keys; said where nothing goes by it."""
    offset = parse_offset(text)
    stands = "" if has_own_offset(session.settings) else f": query 0 stands at key {offset}"
    change(session, f"offset {offset}{stands}{_unused(session)}", offset=offset)


def _unused(session: Session) -> str:
    if goes_by_offset(session.settings):
        return ""
    if has_own_offset(session.settings):
        own = mask_offset(session.problem, session.settings)
        return f", which waits: causal-end goes by its own, T_k - T_q = {own}"
    return "; nothing here goes by it, as a causal mask, a window, ALiBi or a position would"


def _slope_words(session: Session, alibi: Alibi) -> str:
    if alibi is not True:
        return f"slope {_listed(alibi)}, so much off for each key of distance"
    heads = "one head" if session.heads == 1 else f"{session.heads} heads"
    return f"the published slopes of {heads}, here {full(published_slopes(session.problem)[session.head])}"


def _listed(numbers: float | tuple[float, ...]) -> str:
    return ", ".join(map(full, numbers)) if isinstance(numbers, tuple) else full(numbers)
