"""Changing numbers of Q, K and V, or of what they follow from: typed, nudged, cleared, written as a block."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, cast

import numpy as np
import numpy.typing as npt

from attn_tui.session.computing.position_stage import embeddings, why_not_edited
from attn_tui.session.computing.projection import let_go, projected, stored
from attn_tui.session.covers import require_movable, require_uncovered
from attn_tui.session.digits import exact, full, typed
from attn_tui.session.faults import Fault
from attn_tui.session.history import NumbersEdit, Place
from attn_tui.session.line_edit import LineEdit
from attn_tui.session.moving import move
from attn_tui.session.numbers import nudged, parse_entry, parse_finite, stored_as
from attn_tui.session.problem import Table
from attn_tui.session.prompts import Question
from attn_tui.session.selection import EDITABLE, PANE_NAMES, TABLES, Block, Pane
from attn_tui.session.session import Session

FOLLOWS_FROM: dict[Pane, Pane] = {
    "scores": "q",
    "weights": "q",
    "output": "v",
    "concat": "v",
    "result": "w_o",
}
"""Where the numbers of a computed pane can be changed; Enter goes there."""
_FOLLOWS = {
    "scores": "scores follow from Q and K: Enter goes to Q, to the row that asks",
    "weights": "weights follow from the scores, which follow from Q and K: Enter goes to Q",
    "output": "the output is the weights' mix of V: Enter goes to V, to the key selected",
    "concat": "this is the outputs of all heads side by side: Enter goes to V, to the key selected",
    "result": "the result is the concatenation times W_O: Enter goes to W_O",
}


def begin_edit(session: Session, text: str | None = None) -> None:
    """Open the selected cell for typing: on `text`, or on the number as it stands. Fault in a computed pane."""
    require_table(session)
    if text is None:
        row, column = session.cell
        text = exact(session.table(session.pane)[row, column])
    session.anchor = None
    session.editor = LineEdit.on(text)
    row, column = session.cell
    session.say(
        f"{session.cell_name(session.pane, row, column)} was {exact(session.table(session.pane)[row, column])}"
    )


def enter(session: Session) -> None:
    """Edit the selected cell; from a computed pane go to the numbers it follows from."""
    if session.pane in EDITABLE:
        begin_edit(session)
        return
    session.anchor = None
    session.show_pane(FOLLOWS_FROM[session.pane])


def require_table(session: Session) -> None:
    """Fault, which says what the pane follows from, unless the active pane can be edited."""
    if session.pane not in EDITABLE:
        raise Fault(_FOLLOWS[session.pane])
    require_direct(session, session.pane)


def require_direct(session: Session, pane: Pane) -> None:
    """Fault where an editable pane is covered or left alone by the step's goal, or follows from a projection.

    Of a projection it is then asked whether to let go of it.
    """
    require_uncovered(session, pane)
    require_movable(session, pane)
    if session.problem.projection is None or pane not in TABLES:
        if session.is_after_position(pane):
            raise Fault(why_not_edited(pane, session.settings.position))
        return
    name = PANE_NAMES[pane]
    text = f"{name} follows from X·W_{name}: y lets go of these and edits {name}, Esc leaves it, L shows them"
    session.question = Question(text, let_go_of_projection)
    raise Fault(text)


def let_go_of_projection(session: Session) -> None:
    """From here on Q, K and V are edited directly, and no embeddings stand behind them. Undo takes it back.

    Waves that were added to the embeddings stay in Q, K and V.
    """
    settings, problem, with_waves = session.settings, session.problem, ""
    if settings.position == "sinusoidal" and problem.projection is not None:
        problem = projected(problem, replace(problem.projection, x=cast(Table, embeddings(problem))))
        settings, with_waves = replace(settings, position="none"), ", with the waves in them"
    what = f"the projection is let go of: Q, K and V are edited directly{with_waves}"
    session.replace(what, problem=let_go(problem), settings=settings)


def commit_edit(session: Session, down: int, right: int) -> bool:
    """Put the number typed into the cell and move on; False, with the reason said, where it can't be read.

    The text stays in the editor until it is a number or is given up. Rightward from the last column is the next row.
    """
    if session.editor is None:
        return True
    row, column = session.cell
    try:
        value = parse_entry(session.editor.text)
        _set_block(session, Block(row, column, row + 1, column + 1), lambda _: value)
    except Fault as fault:
        session.say_fault(str(fault))
        return False
    session.editor = None
    rows, columns = session.shape(session.pane)
    if right > 0 and column == columns - 1 and row < rows - 1:
        session.select(session.pane, row + 1, 0)
    else:
        move(session, down, right)
    return True


def give_up_edit(session: Session) -> None:
    """Close the editor; the number stays as it was."""
    session.editor = None
    session.say("the number stays as it was")


def nudge(session: Session, steps: int) -> None:
    """Move every selected number by `steps` times the step."""
    require_table(session)
    _set_block(session, session.block, lambda value: nudged(value, session.step, steps))


def step_from(session: Session, text: str) -> None:
    """Set the step of the nudging keys. Fault unless it is above zero."""
    step = parse_finite(text, "step")
    if step <= 0:
        raise Fault(f"a step of {full(step)} goes nowhere: type a number above zero, such as 0.1")
    session.step = step
    session.say(f"< and > now move a number by {full(step)}")


def clear(session: Session) -> None:
    """Set every selected number to zero."""
    fill(session, 0.0)


def set_numbers(session: Session, text: str) -> None:
    """Set every selected number to the one that `text` spells."""
    fill(session, parse_entry(text))


def fill(session: Session, value: float) -> None:
    """Set every selected number to `value`."""
    require_table(session)
    _set_block(session, session.block, lambda _: value)


def put_block(session: Session, row: int, column: int, numbers: npt.NDArray[np.float64], verb: str) -> None:
    """Write `numbers` (rows, columns) into the active table with their first cell at (row, column), as one step.

    No step where the same numbers stand there already. Fault where one is too large for the table's dtype.
    """
    table, head = session.pane, session.table_head(session.pane)
    here = stored(session.problem, table, head)
    rows, columns = numbers.shape
    before = here[row : row + rows, column : column + columns].copy()
    after = stored_as(numbers, here.dtype)
    if _same(before, after):
        session.say(f"{_where(session, row, column, numbers)} is as it was")
        return
    what = f"{_where(session, row, column, numbers)} {_change(before, after, verb)}"
    place = Place(session.pane, row, column, session.head)
    session.do(NumbersEdit(what, table, head, row, column, before, after, place))


def _set_block(session: Session, block: Block, change: Callable[[float], float]) -> None:
    """Change each number of `block` by `change`; copies that `widen` made are edited where they come from.

    `change` is given the float that the number's shortest decimal spells, so that 0.1 in float32 nudges to 0.2.
    """
    anchor, cell = session.anchor, session.cell
    block = _unwidened(session, block)
    old = stored(session.problem, session.pane, session.table_head(session.pane))[block.slices]
    numbers = np.array([[change(float(str(value))) for value in row] for row in old], dtype=np.float64)
    put_block(session, block.top, block.left, numbers, "set")
    session.select(session.pane, *cell)
    session.anchor = anchor


def _unwidened(session: Session, block: Block) -> Block:
    """The columns that `block` stands for, in the table as it is stored, where it has no copies."""
    width = stored(session.problem, session.pane, session.table_head(session.pane)).shape[1]
    if block.right - block.left >= width:
        return Block(block.top, 0, block.bottom, width)
    left, last = block.left % width, (block.right - 1) % width
    if left > last:
        raise Fault("the block runs over the seam between two copies: select columns of one copy")
    return Block(block.top, left, block.bottom, last + 1)


def _same(before: npt.NDArray[Any], after: npt.NDArray[Any]) -> bool:
    """Whether all numbers are the same, 0 and -0 told apart; one nan is as good as another."""
    return np.array_equal(before, after, equal_nan=True) and np.array_equal(
        np.signbit(before), np.signbit(after)
    )


def _where(session: Session, row: int, column: int, numbers: npt.NDArray[Any]) -> str:
    name = PANE_NAMES[session.pane]
    if numbers.shape != (1, 1):
        return f"{name}: {numbers.shape[0]}×{numbers.shape[1]} numbers"
    return session.cell_name(session.pane, row, column)


def _change(before: npt.NDArray[Any], after: npt.NDArray[Any], verb: str) -> str:
    if after.shape != (1, 1):
        return verb
    old, new = before[0, 0], after[0, 0]
    return f"{typed(float(old), written=str(old))} → {typed(float(new), written=str(new))}"
