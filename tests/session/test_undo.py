"""Undo gives back the bits of everything, in any order, and redo does it all again."""

from collections.abc import Callable
from contextlib import suppress
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from attn_tui.session import moving, viewing
from attn_tui.session.edits import editing, structure, toggles
from attn_tui.session.faults import Fault
from attn_tui.session.selection import PANES
from attn_tui.session.session import Session
from attn_tui.session.settings import Causal, Matrix, Window

Build = Callable[..., Session]


def fingerprint(session: Session) -> Any:
    """All that an edit may change, as bits and plain values."""
    problem, its = session.problem, session.settings
    tables = [(table.shape, table.dtype.str, table.tobytes()) for table in (problem.q, problem.k, problem.v)]
    labels = (problem.query_tokens, problem.key_tokens, problem.columns, problem.v_columns)
    masks = [mask.allowed.tolist() if isinstance(mask, Matrix) else mask for mask in its.mask]
    bias = None if its.bias is None else (its.bias.shape, its.bias.tobytes())
    return tables, labels, masks, bias, repr(its.scale), its.cells, its.widen


def resize(session: Session) -> None:
    structure.paste(session, np.full((5, 3), 0.5))
    if session.question is not None:
        session.question.yes(session)
        session.question = None


def commit(session: Session) -> None:
    editing.begin_edit(session, "-0.0")
    editing.commit_edit(session, 1, 0)


COMMANDS: list[Callable[[Session], Any]] = [
    commit,
    resize,
    editing.clear,
    toggles.next_mask,
    toggles.toggle_scale,
    toggles.toggle_cells,
    viewing.next_stage,
    structure.delete_word,
    structure.delete_column,
    lambda session: editing.nudge(session, 1),
    lambda session: editing.nudge(session, -3),
    lambda session: editing.set_numbers(session, "1e-320"),
    lambda session: structure.paste(session, np.array([[1.5, np.nan]])),
    lambda session: structure.paste(session, np.array([[-2.5]])),
    lambda session: toggles.scale_from(session, "0.05"),
    lambda session: toggles.mask_from(session, "window:1,0"),
    lambda session: toggles.widen(session, True),
    lambda session: toggles.widen(session, False),
    lambda session: structure.rename_word(session, "bird"),
    lambda session: structure.insert_word(session, "red"),
    lambda session: structure.move_word(session, 1),
    lambda session: structure.move_word(session, -1),
    lambda session: structure.rename_column(session, "size"),
    lambda session: structure.insert_column(session, "size"),
    lambda session: structure.move_column(session, 1),
    lambda session: moving.next_head(session, 1),
    lambda session: moving.next_head(session, -1),
    lambda session: moving.next_pane(session, 1),
    lambda session: moving.toggle_block(session),
    lambda session: moving.move(session, 1, 1),
    lambda session: moving.move(session, -1, 2, extend=True),
    Session.reset,
]
steps = st.lists(st.tuples(st.sampled_from(COMMANDS), st.sampled_from(PANES)), max_size=25)
moves_between = st.lists(st.sampled_from([Session.undo, Session.redo]), max_size=6)


def strange(seed: int, self_attention: bool) -> dict[str, Any]:
    """Two heads that share K and V, with everything that a file can set, and numbers that are easily lost."""
    rng = np.random.default_rng(seed)
    T_q, T_k = (4, 4) if self_attention else (3, 5)
    q, k, v = rng.normal(size=(2, T_q, 2)), rng.normal(size=(1, T_k, 2)), rng.normal(size=(1, T_k, 3))
    q[0, 0] = [-0.0, np.nan]
    v[0, 1] = [np.inf, -np.inf, 5e-324]
    q.view(np.uint64)[1, 1, 0] = 0x7FF8000000000ABC
    return {
        "q": q,
        "k": k,
        "v": v,
        "query_tokens": tuple("abcdefgh"[:T_q]),
        "key_tokens": tuple("abcdefgh"[:T_k]),
        "mask": (Matrix(rng.random((T_q, T_k)) < 0.7), Causal()),
        "cells": ((0, 1, True), (1, 2, False)),
        "bias": np.where(rng.random((2, T_q, T_k)) < 0.2, -np.inf, rng.normal(size=(2, T_q, T_k))),
        "softcap": 5.0,
        "sink": (0.5, 1.5),
    }


def selection_is_inside(session: Session) -> bool:
    selection = session.selection
    block, shape = session.block, session.shape(session.pane)
    return (
        all(0 <= selection.of(axis) < session.size(axis) for axis in ("i", "j", "c", "e"))
        and 0 <= block.top < block.bottom <= shape[0]
        and 0 <= block.left < block.right <= shape[1]
    )


@settings(deadline=None, max_examples=150)
@given(steps, moves_between, st.booleans())
def test_as_many_undos_as_steps_give_back_the_beginning_and_redos_the_end(
    open_session: Build, series: Any, between: Any, self_attention: bool
):
    session = open_session(**strange(1, self_attention))
    beginning = fingerprint(session)
    for command, pane in series:
        session.pane, session.anchor = pane, session.anchor if pane == session.pane else None
        with suppress(Fault):
            command(session)
        assert selection_is_inside(session)
    for step in between:
        with suppress(Fault):
            step(session)
    with suppress(Fault):
        while True:
            session.redo()
    end, count = fingerprint(session), len(session.history.done)
    session.trace()
    for _ in range(count):
        session.undo()
        assert selection_is_inside(session)
    assert fingerprint(session) == beginning
    assert not session.is_edited
    for _ in range(count):
        session.redo()
    assert fingerprint(session) == end


def test_undo_goes_to_the_pane_the_cell_and_the_head_of_the_change(open_session: Build):
    session = open_session(**strange(2, True))
    session.show_head(1)
    session.select("v", 2, 1)
    editing.fill(session, 9.0)
    session.show_head(0)
    session.select("scores", 0, 3)
    session.undo()
    assert (session.pane, session.cell, session.head) == ("v", (2, 1), 1)
    session.show_head(0)
    session.select("q", 0, 0)
    session.redo()
    assert (session.pane, session.cell, session.head) == ("v", (2, 1), 1)
    assert session.message.text.startswith("done again: V[c, 1]")


def test_a_new_edit_forgets_what_was_undone(crane: Session):
    crane.select("q", 0, 0)
    editing.fill(crane, 1.0)
    crane.undo()
    editing.fill(crane, 2.0)
    with pytest.raises(Fault, match="nothing to redo"):
        crane.redo()
    assert crane.problem.q[0, 0, 0] == 2


def test_reset_is_a_step_that_undo_takes_back(crane: Session):
    with pytest.raises(Fault, match="nothing to reset"):
        crane.reset()
    beginning = fingerprint(crane)
    crane.select("q", 0, 0)
    editing.fill(crane, 1.0)
    toggles.next_mask(crane)
    edited = fingerprint(crane)
    crane.reset()
    assert fingerprint(crane) == beginning and not crane.is_edited
    with pytest.raises(Fault, match="nothing to reset"):
        crane.reset()
    crane.undo()
    assert fingerprint(crane) == edited and crane.is_edited


def test_a_setting_put_where_it_is_already_is_no_step(crane: Session):
    toggles.mask_from(crane, "none")
    toggles.scale_from(crane, "on")
    toggles.widen_from(crane, "1")
    assert not crane.is_edited
    toggles.scale_from(crane, "1.0")
    assert crane.settings.scale == 1.0 and crane.settings.scale is not True and crane.is_edited


def test_every_change_is_seen_by_the_trace(crane: Session):
    crane.select("q", 1, 0)
    seen = [crane.trace()[0].weights[1].tolist()]
    editing.fill(crane, 5.0)
    seen.append(crane.trace()[0].weights[1].tolist())
    toggles.toggle_scale(crane)
    seen.append(crane.trace()[0].weights[1].tolist())
    assert seen[0] != seen[1] != seen[2]
    crane.undo()
    crane.undo()
    assert crane.trace()[0].weights[1].tolist() == seen[0]


def test_windows_are_compared_as_values(crane: Session):
    toggles.mask_from(crane, "window:2,*")
    assert crane.settings.mask == (Window(2, None),)
    toggles.mask_from(crane, "window:2,*")
    assert len(crane.history.done) == 1
