"""Words and columns renamed, inserted, deleted and moved; a paste that is larger than its table. One undo each."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import numpy.typing as npt

from attn_tui.session.computing.projection import stored, with_known_word
from attn_tui.session.edits.editing import fill, put_block, require_table
from attn_tui.session.edits.reindex import (
    Positions,
    deleted,
    inserted,
    moved,
    resized,
    with_columns,
    with_words,
)
from attn_tui.session.faults import Fault
from attn_tui.session.history import Replacement
from attn_tui.session.labels import plain
from attn_tui.session.numbers import stored_as
from attn_tui.session.problem import Problem
from attn_tui.session.prompts import Question
from attn_tui.session.selection import AXES, PANE_NAMES, Axis, Pane
from attn_tui.session.session import Session
from attn_tui.session.state import State

LARGEST = 4096
"""Words or columns that an edit may make; what a file opens with may be larger."""


def rename_word(session: Session, text: str) -> None:
    """Give the word of the selected row another name."""
    axis, at, name = _row_axis(session), _row(session), _named(text, "word")
    problem = session.problem
    old = session.label(axis, at)
    for side in _sides(session, axis):
        labels = getattr(problem, side)
        problem = replace(problem, **{side: (*labels[:at], name, *labels[at + 1 :])})
    problem = with_known_word(problem, at, name)
    session.replace(f"word {at}: {old} → {plain(name)}", problem=retitled(session.problem, problem))


def insert_word(session: Session, text: str, after: int = 0) -> None:
    """Insert a word, with numbers 0, before the selected row; with `after` 1 behind it. It is then selected."""
    axis, at, name = _row_axis(session), _row(session) + after, _named(text, "word")
    _check_room(session.size(axis) + 1, "words")
    _reword(session, axis, inserted(session.size(axis), at), f"word {at} inserted: {plain(name)}", name)
    session.select_on(axis, at)


def delete_word(session: Session) -> None:
    """Delete the word of the selected row, with its numbers. Fault for the last one."""
    axis, at = _row_axis(session), _row(session)
    if session.size(axis) == 1:
        raise Fault("the last word cannot be deleted: a problem has at least one")
    _reword(session, axis, deleted(session.size(axis), at), f"word {at} deleted: {session.label(axis, at)}")


def move_word(session: Session, step: int) -> None:
    """Move the word of the selected row `step` rows down, and the selection with it."""
    axis, at = _row_axis(session), _row(session)
    to = _destination(at, step, session.size(axis), "word")
    what = f"word {session.label(axis, at)} moved from {at} to {to}"
    _reword(session, axis, moved(session.size(axis), at, to), what)
    session.select_on(axis, to)


def rename_column(session: Session, text: str) -> None:
    """Give the selected column of Q and K, or of V, another name."""
    axis, at, name = _column_axis(session), _column(session), _named(text, "column")
    field = "v_columns" if axis == "e" else "columns"
    labels = getattr(session.problem, field)
    problem = replace(session.problem, **{field: (*labels[:at], name, *labels[at + 1 :])})
    session.replace(f"column {at}: {plain(labels[at])} → {plain(name)}", problem=problem)


def insert_column(session: Session, text: str, after: int = 0) -> None:
    """Insert a column of zeros before the selected one, with `after` 1 behind it: into Q and K together, or into V."""
    axis, at, name = _column_axis(session), _column(session) + after, _named(text, "column")
    count = _column_count(session, axis)
    _check_room(count + 1, "columns")
    _recolumn(session, axis, inserted(count, at), f"column {at} inserted: {plain(name)}", name)
    session.select_on(axis, at)


def delete_column(session: Session) -> None:
    """Delete the selected column with its numbers. Fault for the last one."""
    axis, at = _column_axis(session), _column(session)
    count = _column_count(session, axis)
    if count == 1:
        raise Fault("the last column cannot be deleted: a row has at least one number")
    _recolumn(session, axis, deleted(count, at), f"column {at} deleted: {session.label(axis, at)}")


def move_column(session: Session, step: int) -> None:
    """Move the selected column `step` to the right, and the selection with it."""
    axis, at = _column_axis(session), _column(session)
    count = _column_count(session, axis)
    to = _destination(at, step, count, "column")
    what = f"column {session.label(axis, at)} moved from {at} to {to}"
    _recolumn(session, axis, moved(count, at, to), what)
    session.select_on(axis, to)


def paste(session: Session, numbers: npt.NDArray[np.float64]) -> None:
    """Write a block into the active table: over the whole of it where the sizes agree, else from the selected cell.

    A single number fills the selected block. A block that would stick out is not cut: it is asked whether the
    table is to be resized. Fault in a computed pane.
    """
    require_table(session)
    size = stored(session.problem, session.pane, session.table_head(session.pane)).shape
    row, column = session.cell[0], session.cell[1] % size[1]
    if numbers.shape == size:
        row = column = 0
    if numbers.shape == (1, 1):
        fill(session, float(numbers[0, 0]))
    elif row + numbers.shape[0] <= size[0] and column + numbers.shape[1] <= size[1]:
        put_block(session, row, column, numbers, "pasted")
    elif session.problem.projection is not None:
        raise Fault(
            f"the paste is {numbers.shape[0]}×{numbers.shape[1]} and {PANE_NAMES[session.pane]} is {size[0]}×{size[1]}"
            ", whose size the projection fixes: paste at most that"
        )
    elif session.settings.widen > 1:
        raise Fault(
            f"the paste is larger than {PANE_NAMES[session.pane]}: `:widen 1` first, then it can be resized"
        )
    else:
        offer_resize(session, numbers)


def offer_resize(session: Session, numbers: npt.NDArray[np.float64]) -> None:
    """Ask whether the active table is to become as large as the block that was pasted."""
    rows, columns = numbers.shape
    _check_room(max(rows, columns), "rows or columns")
    here, name = session.shape(session.pane), PANE_NAMES[session.pane]
    followers = ["its words"] * (rows != here[0])
    if columns != here[1] and session.pane != "v":
        followers.append(f"the columns of {'K' if session.pane == 'q' else 'Q'}")
    with_it = " with " + " and ".join(followers)
    sizes = f"the paste is {rows}×{columns}, {name} is {here[0]}×{here[1]}"
    if rows <= here[0] and columns <= here[1]:
        sizes = f"the paste is {rows}×{columns} and sticks out here, though not from the first cell"
    text = f"{sizes}: y resizes {name}{with_it if followers else ''}, Esc leaves it"
    pane = session.pane
    session.question = Question(text, lambda asked: resize_to(asked, pane, numbers))


def resize_to(session: Session, pane: Pane, numbers: npt.NDArray[np.float64]) -> None:
    """Make table `pane` exactly `numbers`; the tables that share its rows or columns are cut or get zeros."""
    session.select(pane, *session.selection.cell(pane))
    rows, columns = numbers.shape
    before = session.state
    state = _with_positions(
        session, before, _row_axis(session), resized(session.size(_row_axis(session)), rows)
    )
    axis = AXES[session.pane][1]
    state = with_columns(state, resized(_column_count(session, axis), columns), axis == "e")
    table = np.array(getattr(state.problem, pane))
    table[session.table_head(pane)] = stored_as(numbers, table.dtype)
    problem = replace(state.problem, **{str(pane): table})
    what = f"{PANE_NAMES[pane]} resized to {rows}×{columns} and pasted"
    session.do(Replacement(what, before, State(problem, state.settings), session.place()))


def _reword(session: Session, axis: Axis, positions: Positions, what: str, label: str | None = None) -> None:
    after = _with_positions(session, session.state, axis, positions, label)
    session.do(Replacement(what, session.state, after, session.place()))


def _with_positions(
    session: Session, state: State, axis: Axis, positions: Positions, label: str | None = None
) -> State:
    query = positions if axis == "i" or session.problem.self_attention else None
    key = positions if axis == "j" or session.problem.self_attention else None
    after = with_words(state, query, key, label)
    problem = after.problem
    if label is not None and None in positions:
        problem = with_known_word(problem, positions.index(None), label)
    return replace(after, problem=retitled(state.problem, problem))


def retitled(before: Problem, after: Problem) -> Problem:
    """`after` with its own words for a title, where those of `before` were its title."""
    if before.title.split() != " ".join(before.query_tokens).split() or not after.self_attention:
        return after
    return replace(after, title=" ".join(word.strip() for word in after.query_tokens))


def _recolumn(
    session: Session, axis: Axis, positions: Positions, what: str, label: str | None = None
) -> None:
    after = with_columns(session.state, positions, axis == "e", label)
    session.do(Replacement(what, session.state, after, session.place()))


def _sides(session: Session, axis: Axis) -> tuple[str, ...]:
    if session.problem.self_attention:
        return ("query_tokens", "key_tokens")
    return ("query_tokens",) if axis == "i" else ("key_tokens",)


def _row_axis(session: Session) -> Axis:
    axis = AXES[session.pane][0]
    if axis not in ("i", "j"):
        raise Fault(
            f"the rows of {PANE_NAMES[session.pane]} are no words: go to X, or to a pane on the right"
        )
    return axis


def _row(session: Session) -> int:
    return session.selection.of(_row_axis(session))


def _column_axis(session: Session) -> Axis:
    axis = AXES[session.pane][1]
    if axis == "j":
        raise Fault("the columns here are the keys: go to Q, K or V for a column, to K for a key's word")
    if session.problem.projection is not None or axis not in ("c", "e"):
        raise Fault("the columns are as wide as the weights W make them: the file says how wide")
    return axis


def _column(session: Session) -> int:
    axis = _column_axis(session)
    return session.selection.of(axis) % _column_count(session, axis)


def _column_count(session: Session, axis: Axis) -> int:
    return session.problem.v.shape[2] if axis == "e" else session.problem.q.shape[2]


def _destination(at: int, step: int, count: int, what: str) -> int:
    if not 0 <= at + step < count:
        raise Fault(f"the {what} is the {'last' if step > 0 else 'first'} already")
    return at + step


def _named(text: str, what: str) -> str:
    if not text.strip():
        raise Fault(f"the {what} needs a name: type it after the command, as in ':rename-{what} crane'")
    return text.strip()


def _check_room(count: int, what: str) -> None:
    if count > LARGEST:
        raise Fault(f"{count} {what} are too many to edit by hand: {LARGEST} is the most")
