"""What the selected query reads: every key word with its share."""

from __future__ import annotations

from dataclasses import dataclass

from attn_tui.session.digits import share
from attn_tui.session.session import Session


@dataclass(frozen=True)
class Word:
    """A key's word, the share from 0 to 1 that the query gives it, and that share as text; `·` is blocked."""

    key: int
    label: str
    weight: float
    text: str


@dataclass(frozen=True)
class Sentence:
    """Who reads, and what of each word; `sees_nothing` where every key is blocked."""

    reader: str
    words: tuple[Word, ...]
    sees_nothing: bool


def sentence(session: Session) -> Sentence:
    """The sentence line's content for the selected query."""
    i = session.selection.i
    trace, first = session.trace(i, i + 1)
    weights, allowed = trace.weights[i - first], trace.allowed[i - first]
    words = tuple(
        Word(j, session.label("j", j), weight, share(weight) if may or weight else "·")
        for j, (weight, may) in enumerate(zip(weights.tolist(), allowed.tolist(), strict=True))
    )
    return Sentence(session.label("i", i), words, bool(trace.empty[i - first]))
