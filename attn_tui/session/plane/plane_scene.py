"""What stands in the plane: the query and the keys, the values and their mix, or the embeddings of the words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import log2

import numpy as np

from attn_tui import engine
from attn_tui.session.computing.mistakes import mistakes_of
from attn_tui.session.computing.row import Row, selected_row, why_nan
from attn_tui.session.faults import Fault
from attn_tui.session.panes import heat_bounds, sink_of
from attn_tui.session.plane.plane import Space
from attn_tui.session.plane.plane_editing import arrow_pane, arrow_point
from attn_tui.session.plane.plane_frame import Bounds, bounds_of, is_drawn
from attn_tui.session.plane.plane_marks import MOST_OTHERS, Mark, made_of_embedding, mark, marks, other_words
from attn_tui.session.plane.plane_showing import SPACE_AXES, column_count, space_columns
from attn_tui.session.selection import Pane
from attn_tui.session.session import Session

COVERED = "covered until the step's question is answered"


@dataclass(frozen=True)
class Spread:
    """How the weights are spread over what takes part: their entropy in bits, and the most it could be."""

    entropy: float
    most: float
    top: Mark


@dataclass(frozen=True)
class Scene:
    """All that the plane shows.

    `columns` are the positions of the two columns, `names` what they are called, `of` how many there are. `arrow` is
    the query, or among the embeddings that of the selected word, and None where it is covered; `spread` is None where
    the weights are covered, nan, none, or a mistake's; `output` has one number or two. `others` are words of the
    vocabulary that are not in the sentence, `made` is what the embedding becomes. `top` is the weight that the darkest
    heat stands for, `count` how many keys there are, and `told` what can't be drawn, in sentences.
    """

    space: Space
    columns: tuple[int, int]
    names: tuple[str, str]
    of: int
    reader: str
    arrow: tuple[float, float] | None
    marks: tuple[Mark, ...]
    others: tuple[Mark, ...]
    made: tuple[str, ...]
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
    row, arrow = selected_row(session), _arrow(session)
    there, others = marks(session, row, columns), other_words(session, columns)
    drawn = others if len(others) <= MOST_OTHERS else ()
    output = _output(session, row)
    points = [(mark.x, mark.y) for mark in (*there, *drawn)]
    points += [arrow] if space != "values" and arrow is not None else []
    points += [(output[0], output[1])] if space == "values" and len(output) == 2 else []
    drag = session.plane.drag
    across, upward = (session.label(SPACE_AXES[space], at) for at in columns)
    return Scene(
        space,
        columns,
        (across, upward),
        column_count(session.problem, space),
        row.query,
        arrow,
        there,
        drawn,
        tuple(made_of_embedding(session)) if space == "embeddings" else (),
        row.weights.size,
        heat_bounds(session, "weights", session.selection.i, session.selection.i + 1)[1],
        _spread(session, row),
        output,
        tuple(_told(session, row, arrow, there, len(others) - len(drawn))),
        drag.bounds if drag is not None else bounds_of(points),
    )


def _arrow(session: Session) -> tuple[float, float] | None:
    """The tip of the arrow as it is shown, after the position stage or before it."""
    pane = arrow_pane(session)
    space = "embeddings" if pane == "x" else "keys"
    if pane in session.covered or column_count(session.problem, space) < 2:
        return None
    if not session.is_after_position(pane):
        return arrow_point(session)
    across, upward = session.shown_table(pane)[session.selection.i, list(space_columns(session, space))]
    return float(across), float(upward)


def _spread(session: Session, row: Row) -> Spread | None:
    if "weights" in session.covered or row.empty or np.isnan(row.weights).any() or session.settings.mistakes:
        return None
    has_sink = sink_of(session) is not None
    count = int(row.takes_part.sum()) + has_sink
    top = mark(session, row, int(np.argmax(row.weights)), 0.0, 0.0)
    return Spread(float(engine.entropies(row.weights[None], has_sink)[0]), log2(max(count, 1)), top)


def _output(session: Session, row: Row) -> tuple[float, ...]:
    if "output" in session.covered:
        return ()
    try:
        columns = list(space_columns(session, "values"))
    except Fault:
        columns = [0]
    return tuple(float(row.output[e]) for e in columns)


def _told(
    session: Session, row: Row, arrow: tuple[float, float] | None, there: tuple[Mark, ...], others: int
) -> list[str]:
    """What is not as one would expect it, and what can't be drawn; `others` words are too many to be."""
    space = session.plane.space
    told = [*_told_of_weights(session, row)]
    panes: tuple[Pane, ...] = ("x",) if space == "embeddings" else ("q", "k", "v")
    told += [f"{_NAMES[pane]} {COVERED}" for pane in panes if pane in session.covered]
    if space == "keys" and arrow is not None and not is_drawn(*arrow):
        told.append(f"the query is not drawn: {_why_not(*arrow)}")
    missing = [mark for mark in there if not mark.is_drawn]
    if missing:
        what = space.removesuffix("s")
        count = f"1 {what} is" if len(missing) == 1 else f"{len(missing)} {what}s are"
        told.append(f"{count} not drawn: {_why_not(missing[0].x, missing[0].y)}")
    if others:
        told.append(
            f"the other {others} words of the vocabulary are not drawn: they are more than {MOST_OTHERS}"
        )
    return told


def _told_of_weights(session: Session, row: Row) -> Iterator[str]:
    yield from (f"! {mistake.name}" for mistake in mistakes_of(session.settings))
    if row.empty:
        yield f"{row.query} sees nothing: every key is blocked"
    elif "weights" in session.covered:
        yield f"the weights are {COVERED}"
    elif session.settings.mistakes:
        yield from ["the weights are nan"] * bool(np.isnan(row.weights).any())
    elif reason := why_nan(row):
        yield f"the weights are nan: {reason}"


_NAMES: dict[Pane, str] = {
    "q": "the query is",
    "k": "the keys are",
    "v": "the values are",
    "x": "the embeddings are",
}


def _why_not(x: float, y: float) -> str:
    if np.isfinite([x, y]).all():
        return "its numbers are larger than 1e150"
    return "a number of it is inf or nan"
