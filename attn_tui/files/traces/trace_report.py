"""What is printed of one head: every stage, for the rows and keys that were asked for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from attn_tui.engine import Trace
from attn_tui.session.computing.compute import compute
from attn_tui.session.computing.mixing import concatenation, result_of
from attn_tui.session.faults import Fault
from attn_tui.session.problem import Problem

STAGES = ("scores", "scaled", "capped", "masked", "weights", "output")
KEY_STAGES = STAGES[:-1]
"""The stages that have a column for every key."""
MIXED = ("concat", "result")
"""What a problem with a projection has behind its heads: their outputs side by side, and these times W_O."""
LARGEST = 1 << 24
"""Scores that are computed to be printed."""

Range = tuple[int, int]
"""Half open, from 0."""


@dataclass(frozen=True, eq=False)
class TraceReport:
    """One head of `problem` under its settings. `source` is what the user opened.

    `trace` holds the query rows [A, B) of `rows`, and all keys; of those, `keys` are to be printed, and with
    `top` only so many a row, those of the largest weights. `mixed` has the rows of those of `MIXED` that there are.
    """

    problem: Problem
    source: str
    head: int
    rows: Range
    keys: Range
    top: int | None
    trace: Trace
    mixed: dict[str, npt.NDArray[np.floating]] = field(default_factory=dict[str, npt.NDArray[np.floating]])

    def stage(self, name: str) -> npt.NDArray[np.floating]:
        """A stage by its name, (rows, keys) of what is to be printed; `output` and what is behind it are whole."""
        if name in self.mixed:
            return self.mixed[name]
        stage = getattr(self.trace, name)
        return stage if name == "output" else stage[:, slice(*self.keys)]

    def top_keys(self, row: int) -> list[int]:
        """The keys of query `row` with the largest weights, largest first; ties in the order of the keys.

        Keys that take no part are left out; without `top` it is all the others.
        """
        at = row - self.rows[0]
        weights = self.trace.weights[at]
        order = np.argsort(-weights[slice(*self.keys)], kind="stable") + self.keys[0]
        seen = [int(key) for key in order if self.trace.allowed[at, key] or weights[key] != 0]
        return seen[: self.top]

    def sees_nothing(self, row: int) -> bool:
        """Whether no key takes part in query `row`."""
        return bool(self.trace.empty[row - self.rows[0]])


def trace_reports(
    problem: Problem,
    source: str,
    heads: Sequence[int],
    *,
    rows: Range | None = None,
    keys: Range | None = None,
    top: int | None = None,
) -> list[TraceReport]:
    """The stages of these query heads. Raises Fault where there are more scores than can be printed at once."""
    T_q, T_k = problem.q.shape[1], problem.k.shape[1]
    first, last = rows or (0, T_q)
    if (last - first) * T_k * len(heads) > LARGEST:
        most = LARGEST // (T_k * len(heads))
        mend = f"choose at most {most:,} queries, as in --rows 0:{most}" if most else "choose one head"
        raise Fault(
            f"{len(heads)} heads of {last - first:,} queries × {T_k:,} keys are too many to print: {mend}"
        )
    traces = [compute(problem, problem.settings, head, (first, last)) for head in heads]
    mixed = _mixed(problem, first, last)
    return [
        TraceReport(problem, source, head, (first, last), keys or (0, T_k), top, trace, mixed)
        for head, trace in zip(heads, traces, strict=True)
    ]


def _mixed(problem: Problem, first: int, last: int) -> dict[str, npt.NDArray[np.floating]]:
    """What is behind the heads, of query rows [first, last), where Q, K and V follow from a projection."""
    if problem.projection is None:
        return {}
    concat = concatenation(problem, problem.settings, first, last)
    mixed = {"concat": concat} if problem.has_pane("concat") else {}
    if problem.has_pane("result"):
        mixed["result"] = result_of(problem, problem.settings, concat)
    return mixed
