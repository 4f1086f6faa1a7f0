"""All heads at once: a thumbnail of their mean and of each, and how far these have been computed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import numpy.typing as npt

from attn_tui.engine.thumbnails import Thumbnail, blank_thumbnail, block_maxima, with_rows
from attn_tui.session.computing.compute import compute, tables
from attn_tui.session.state import State

AT_ONCE = 512 * 512
"""Scores of a head that are computed at a time; so many in all are computed before one could wait for them."""
Part = tuple[int, Thumbnail]
"""A tile of the work: which of `Overview.thumbnails` it is, and what it is from then on."""


class Overview:
    """The thumbnails of all heads of `state`: first of their mean, where there are several, then of each in order.

    They are filled from the top, some rows of every head before the next rows of any; `parts` computes, `take` keeps.
    """

    def __init__(self, state: State) -> None:
        self.state = state
        self.heads, self.T_q = state.problem.q.shape[:2]
        self.T_k = state.problem.k.shape[1]
        self.thumbnails = [blank_thumbnail(self.T_q, self.T_k)] * (self._first + self.heads)

    @property
    def _first(self) -> int:
        """Where head 0 is among the thumbnails."""
        return int(self.heads > 1)

    def head(self, at: int) -> int | None:
        """Which head thumbnail `at` is of; None is the mean."""
        return at - self._first if at >= self._first else None

    def place(self, head: int) -> int:
        """Which thumbnail is that of `head`."""
        return self._first + head

    @property
    def rows(self) -> int:
        """The rows that were read in every head, the first ones."""
        return min(thumbnail.rows for thumbnail in self.thumbnails)

    @property
    def is_whole(self) -> bool:
        """Whether every row of every head was read."""
        return self.rows == self.T_q

    @property
    def is_quick(self) -> bool:
        """Whether all of it is computed sooner than one could wait for it."""
        return self.heads * self.T_q * self.T_k <= AT_ONCE

    @property
    def largest(self) -> float:
        """The largest weight of any head, as far as they were read."""
        return max(thumbnail.largest for thumbnail in self.thumbnails[self._first :])

    def take(self, part: Part) -> None:
        """Keep a tile that was computed."""
        at, thumbnail = part
        self.thumbnails[at] = thumbnail

    def parts(self) -> Iterator[Part]:
        """What is still to be computed, tile by tile; it may be left at any time and asked for again.

        Nothing here is changed: it can run in a thread. Raises Fault where the settings can't be computed with.
        """
        problem, settings = self.state.problem, self.state.settings
        thumbnails, sink = list(self.thumbnails), settings.sink is not None
        read = [tables(problem, settings, head) for head in range(self.heads)]
        at_a_time = self.T_q if self.T_q * self.T_k <= AT_ONCE else max(1, AT_ONCE // self.T_k)
        for first in range(self.rows, self.T_q, at_a_time):
            last = min(first + at_a_time, self.T_q)
            total, empty = np.zeros((last - first, self.T_k)), np.ones(last - first, np.bool_)
            for head in range(self.heads):
                trace = compute(problem, settings, head, (first, last), read[head])
                with np.errstate(all="ignore"):
                    total += trace.weights
                empty &= trace.empty
                at = self.place(head)
                if thumbnails[at].rows == first:
                    thumbnails[at] = with_rows(thumbnails[at], trace.weights, trace.empty, sink)
                    yield at, thumbnails[at]
            if self.heads > 1:
                thumbnails[0] = with_rows(thumbnails[0], total / self.heads, empty, sink)
                yield 0, thumbnails[0]


def in_squares(
    thumbnail: Thumbnail, down: int, across: int
) -> tuple[npt.NDArray[np.floating[Any]], tuple[int, int]]:
    """A thumbnail in at most `down` × `across` squares, and how many queries and keys the block of each has.

    A square is the largest weight of its block, nan where one is.
    """
    (rows, columns), (n, m) = thumbnail.cells.shape, thumbnail.block
    high, wide = -(-rows // max(1, down)), -(-columns // max(1, across))
    return block_maxima(thumbnail.cells, high, wide), (high * n, wide * m)
