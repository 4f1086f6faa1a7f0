"""The mistakes in force: their names read, and whether a problem can be computed with them."""

from __future__ import annotations

from collections.abc import Sequence

from attn_tui import engine
from attn_tui.engine import Mistake
from attn_tui.engine.mistakes.mistaken import check_together
from attn_tui.engine.mistakes.whole import whole_of
from attn_tui.session.faults import Fault
from attn_tui.session.labels import plain
from attn_tui.session.problem import Problem
from attn_tui.session.settings import Settings

MOST_SCORES = 1 << 22
"""Scores of one head up to which a mistake may need every query row at once."""
MOST_NUMBERS = 1 << 26
"""Numbers of Q and K, of all heads and with `widen`, up to which a mistake may mix heads."""
_LONGEST = 60
"""Characters of a name that are looked up; the longest there is has 32."""


def mistake_of(name: str) -> Mistake:
    """The mistake ID or ID:VALUE. Raises Fault for no such id, naming near ones, and for a value it does not take."""
    try:
        return engine.by_id(plain(name.strip()[:_LONGEST]))
    except ValueError as wrong:
        raise Fault(str(wrong)) from None


def spelt(mistake: Mistake) -> str:
    """Its name in settings: ID, or ID:VALUE where the value is not the usual one."""
    return mistake.id if mistake == engine.by_id(mistake.id) else mistake.name


def read_mistakes(names: Sequence[str]) -> tuple[str, ...]:
    """The names as settings have them, in the order given. Raises Fault for one that is none, or two that clash."""
    found = [mistake_of(name) for name in names]
    try:
        check_together(found)
    except ValueError as wrong:
        raise Fault(str(wrong)) from None
    return tuple(spelt(mistake) for mistake in found)


def mistakes_of(settings: Settings) -> tuple[Mistake, ...]:
    """The mistakes in force, in the order in which they are made."""
    return tuple(engine.by_id(name) for name in settings.mistakes)


def need_every_row(settings: Settings) -> bool:
    """Whether a row cannot be computed without the other query rows."""
    return any(mistake.every_row for mistake in mistakes_of(settings))


def check_mistakes(problem: Problem, settings: Settings) -> None:
    """Fault where the problem cannot be computed with the mistakes in force: by its shapes, or as it is too large."""
    if not settings.mistakes:
        return
    (H_q, T_q, d_k), (H_k, T_k, _), v = problem.q.shape, problem.k.shape, problem.v.shape
    d_k *= settings.widen
    whole = whole_of((H_q, T_q, d_k), (H_k, T_k, d_k), v, None, problem.q.dtype.name)
    for mistake in mistakes_of(settings):
        if why := mistake.unfit(whole):
            raise Fault(f"{mistake.id}: {why}")
        if mistake.every_row and T_q * T_k > MOST_SCORES:
            raise Fault(
                f"{mistake.id} needs every query at once, and {T_q:,} × {T_k:,} scores are more than {MOST_SCORES:,}"
            )
        if mistake.mixes_heads and (H_q * T_q + H_k * T_k) * d_k > MOST_NUMBERS:
            raise Fault(
                f"{mistake.id} reads every head, and Q and K have more than {MOST_NUMBERS:,} numbers in all"
            )
