"""What stands in the plane: the query and the keys with the weights they get, or the values and their mix."""

from __future__ import annotations

from dataclasses import dataclass
from math import log2, sqrt
from typing import Any

import numpy as np
import numpy.typing as npt

from attn_tui.session.digits import share
from attn_tui.session.faults import Fault
from attn_tui.session.mistakes import mistakes_of
from attn_tui.session.panes import heat_bounds, sink_of
from attn_tui.session.plane import Space
from attn_tui.session.plane_editing import query_point
from attn_tui.session.plane_frame import Bounds, bounds_of, is_drawn
from attn_tui.session.plane_showing import space_columns
from attn_tui.session.row import Row, largest, selected_row, why_nan
from attn_tui.session.selection import Pane
from attn_tui.session.session import Session

MOST = 100
"""Keys that are drawn; of more, those that get the largest weights."""
COVERED = "covered until the step's question is answered"


@dataclass(frozen=True)
class Mark:
    """A key, or the value it hands over, at (x, y), with the weight that the query gives it and that as text.

    A weight that a lesson covers is None, and its text `?`; the text of a blocked key is `·`.
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


@dataclass(frozen=True)
class Spread:
    """How the weights are spread over what takes part: their entropy in bits, and the most it could be."""

    entropy: float
    most: float
    top: Mark


@dataclass(frozen=True)
class Scene:
    """All that the plane shows.

    `columns` are the positions of the two columns, `names` what they are called, `of` how many there are. `query`
    is None where it is covered, `spread` where the weights are covered, nan, none, or a mistake's; `output` has one number or
    two. `top` is the weight that the darkest heat stands for, `count` how many keys there are, and `told` what can't
    be drawn, in sentences.
    """

    space: Space
    columns: tuple[int, int]
    names: tuple[str, str]
    of: int
    reader: str
    query: tuple[float, float] | None
    marks: tuple[Mark, ...]
    count: int
    top: float
    spread: Spread | None
    output: tuple[float, ...]
    told: tuple[str, ...]
    bounds: Bounds


def scene(session: Session) -> Scene:
    """What the plane shows now. Fault where the tables have no two columns."""
    space = session.plane.space
    columns = space_columns(session, space)
    row = selected_row(session)
    query = _query(session)
    marks = _marks(session, row, columns)
    output = _output(session, row)
    points = [(mark.x, mark.y) for mark in marks]
    if space == "keys":
        points += [query] if query is not None else []
    elif len(output) == 2:
        points.append((output[0], output[1]))
    drag = session.plane.drag
    across, upward = (session.label("c" if space == "keys" else "e", at) for at in columns)
    return Scene(
        space,
        columns,
        (across, upward),
        (session.problem.q if space == "keys" else session.problem.v).shape[2],
        row.query,
        query,
        marks,
        row.weights.size,
        heat_bounds(session, "weights", session.selection.i, session.selection.i + 1)[1],
        _spread(session, row),
        output,
        tuple(_told(session, row, query, marks)),
        drag.bounds if drag is not None else bounds_of(points),
    )


def entropy(weights: npt.NDArray[Any]) -> float:
    """-sum of w·log2 w in bits: 0 where one has it all, log2 n where n have the same. `weights` are all ≥ 0."""
    w = weights[weights > 0].astype(np.float64)
    return float(-(w * np.log2(w)).sum()) + 0.0


def _query(session: Session) -> tuple[float, float] | None:
    if "q" in session.covered or session.problem.q.shape[2] < 2:
        return None
    if not session.is_after_position("q"):
        return query_point(session)
    across, upward = session.shown_table("q")[session.selection.i, list(space_columns(session, "keys"))]
    return float(across), float(upward)


def _marks(session: Session, row: Row, columns: tuple[int, int]) -> tuple[Mark, ...]:
    pane: Pane = "k" if session.plane.space == "keys" else "v"
    if pane in session.covered:
        return ()
    table = session.shown_table(pane)
    kept = largest(row.weights, MOST, session.selection.j)
    return tuple(_mark(session, row, j, *table[j, list(columns)]) for j in kept)


def _mark(session: Session, row: Row, j: int, x: Any, y: Any) -> Mark:
    label, selected = session.label("j", j), j == session.selection.j
    if "weights" in session.covered:
        return Mark(j, label, float(str(x)), float(str(y)), None, "?", selected)
    weight = float(row.weights[j])
    text = share(weight) if row.allowed[j] or weight else "·"
    return Mark(j, label, float(str(x)), float(str(y)), weight, text, selected)


def _spread(session: Session, row: Row) -> Spread | None:
    if "weights" in session.covered or row.empty or np.isnan(row.weights).any() or session.settings.mistakes:
        return None
    weights, count = row.weights, int(row.takes_part.sum())
    if sink_of(session) is not None:
        weights, count = np.append(weights, max(0.0, 1.0 - float(weights.sum()))), count + 1
    top = _mark(session, row, int(np.argmax(row.weights)), 0.0, 0.0)
    return Spread(entropy(weights), log2(max(count, 1)), top)


def _output(session: Session, row: Row) -> tuple[float, ...]:
    if "output" in session.covered:
        return ()
    try:
        columns = list(space_columns(session, "values"))
    except Fault:
        columns = [0]
    return tuple(float(row.output[e]) for e in columns)


def _told(
    session: Session, row: Row, query: tuple[float, float] | None, marks: tuple[Mark, ...]
) -> list[str]:
    told = [f"! {mistake.name}" for mistake in mistakes_of(session.settings)]
    if row.empty:
        told.append(f"{row.query} sees nothing: every key is blocked")
    elif "weights" in session.covered:
        told.append(f"the weights are {COVERED}")
    elif session.settings.mistakes:
        told += ["the weights are nan"] * bool(np.isnan(row.weights).any())
    elif reason := why_nan(row):
        told.append(f"the weights are nan: {reason}")
    told += [f"{_NAMES[pane]} {COVERED}" for pane in ("q", "k", "v") if pane in session.covered]
    if session.plane.space == "keys" and query is not None and not is_drawn(*query):
        told.append(f"the query is not drawn: {_why_not(*query)}")
    missing = [mark for mark in marks if not mark.is_drawn]
    if missing:
        what = "key" if session.plane.space == "keys" else "value"
        count = f"1 {what} is" if len(missing) == 1 else f"{len(missing)} {what}s are"
        told.append(f"{count} not drawn: {_why_not(missing[0].x, missing[0].y)}")
    return told


_NAMES = {"q": "the query is", "k": "the keys are", "v": "the values are"}


def _why_not(x: float, y: float) -> str:
    if np.isfinite([x, y]).all():
        return "its numbers are larger than 1e150"
    return "a number of it is inf or nan"
