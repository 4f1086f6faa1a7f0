"""The marks of the plane: keys, the values they hand over, or the embeddings of the sentence and of other words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import sqrt
from typing import Any

import numpy as np

from attn_tui.session.computing.row import Row, largest
from attn_tui.session.digits import share
from attn_tui.session.labels import plain
from attn_tui.session.phrases import sum_text
from attn_tui.session.plane.plane_frame import is_drawn
from attn_tui.session.plane.plane_showing import SPACE_PANES
from attn_tui.session.selection import PANE_NAMES, TABLES
from attn_tui.session.session import Session

MOST = 100
"""Keys or words that are drawn; of more, those that get the largest weights, or the first while these are covered."""
MOST_OTHERS = 60
"""Words of the vocabulary that are drawn beside those of the sentence; of more, none."""


@dataclass(frozen=True)
class Mark:
    """A key, the value it hands over, or a word's embedding at (x, y), with the weight that the query gives it.

    `share` is that as text. A weight that a lesson covers is None, and its text `?`; the text of a blocked key is `·`.
    A word that is not in the sentence has the key -1 and no weight.
    """

    key: int
    label: str
    x: float
    y: float
    weight: float | None
    share: str
    selected: bool = False

    @property
    def radius(self) -> float:
        """Dots from its middle to its edge: the area grows with the weight."""
        weight = 0.0 if self.weight is None or not self.weight > 0 else min(self.weight, 1.0)
        return 1 + 3 * sqrt(weight)

    @property
    def is_drawn(self) -> bool:
        """Whether a picture can show it."""
        return is_drawn(self.x, self.y)


def marks(session: Session, row: Row, columns: tuple[int, int]) -> tuple[Mark, ...]:
    """The marks of the plane's space; none where they are covered."""
    space = session.plane.space
    pane = SPACE_PANES[space]
    if pane in session.covered:
        return ()
    table = session.shown_table(pane)
    across, upward = columns
    selected = session.selection.i if space == "embeddings" else session.selection.j
    weights = np.zeros_like(row.weights) if "weights" in session.covered else row.weights
    kept = largest(weights, MOST, selected)
    return tuple(mark(session, row, j, table[j, across], table[j, upward], j == selected) for j in kept)


def mark(session: Session, row: Row, j: int, x: Any, y: Any, selected: bool = False) -> Mark:
    """The mark of key j at (x, y)."""
    label = session.label("j", j)
    if "weights" in session.covered:
        return Mark(j, label, float(str(x)), float(str(y)), None, "?", selected)
    weight = float(row.weights[j])
    text = share(weight) if row.allowed[j] or weight else "·"
    return Mark(j, label, float(str(x)), float(str(y)), weight, text, selected)


def other_words(session: Session, columns: tuple[int, int]) -> tuple[Mark, ...]:
    """The words of the vocabulary that are not in the sentence, where their embeddings can be compared with its.

    They stand nowhere, so there are none beside embeddings that waves were added to.
    """
    projection = session.problem.projection
    words = None if projection is None else projection.words
    shows = session.plane.space == "embeddings" and "x" not in session.covered
    if words is None or not shows or session.is_after_position("x"):
        return ()
    here = set(session.problem.query_tokens)
    across, upward = columns
    return tuple(
        Mark(-1, plain(name).strip() or "␣", float(str(row[across])), float(str(row[upward])), None, "")
        for name, row in zip(words.names, words.rows, strict=True)
        if name not in here
    )


def made_of_embedding(session: Session) -> Iterator[str]:
    """What the selected word's embedding becomes: `Q (0.70, 0.70)`, K and V; of wide ones the first two numbers."""
    for pane in TABLES:
        if pane not in session.covered:
            row = session.shown_table(pane)[session.selection.i]
            numbers = [*map(sum_text, row[:2]), *["…"] * (row.size > 2)]
            yield f"{PANE_NAMES[pane]} ({', '.join(numbers)})"
