"""What the selected query reads: every key word with its share."""

from __future__ import annotations

from dataclasses import dataclass

from attn_tui.session.computing.row import largest
from attn_tui.session.digits import share
from attn_tui.session.panes import heat_bounds
from attn_tui.session.session import Session

MOST = 100
"""Words of which a sentence tells."""


@dataclass(frozen=True)
class Word:
    """A key's word, the share from 0 to 1 that the query gives it, and that share as text; `·` is blocked."""

    key: int
    label: str
    weight: float
    text: str


@dataclass(frozen=True)
class Sentence:
    """Who reads, and what of each word, in their order; `sees_nothing` where every key is blocked.

    Of more than `MOST` words it has those of the largest shares; `count` is how many there are. `top` is the share
    that the darkest heat of the weights stands for.
    """

    reader: str
    words: tuple[Word, ...]
    count: int
    top: float
    sees_nothing: bool


def sentence(session: Session) -> Sentence:
    """The sentence line's content for the selected query."""
    i = session.selection.i
    trace, first = session.trace(i, i + 1)
    weights, allowed = trace.weights[i - first], trace.allowed[i - first]
    kept = largest(weights, MOST, session.selection.j)
    _, top = heat_bounds(session, "weights", i, i + 1)
    words = tuple(
        Word(j, session.label("j", j), weight, share(weight) if may or weight else "·")
        for j, weight, may in zip(kept, weights[kept].tolist(), allowed[kept].tolist(), strict=True)
    )
    return Sentence(session.label("i", i), words, weights.size, top, bool(trace.empty[i - first]))
