"""Q, K and V that follow from embeddings and weights: live, cut into heads, mixed again, let go of, and undone."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import fields
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from attn_tui.session import moving, viewing
from attn_tui.session.computing.projection import stored
from attn_tui.session.edits import editing, structure, toggles, wording
from attn_tui.session.faults import Fault
from attn_tui.session.panes import shown
from attn_tui.session.selection import ALL_PANES, Block, Pane
from attn_tui.session.session import Session
from tests.session.projections import (
    NAMES,
    ROWS,
    columns,
    crane,
    head_by_hand,
    heads,
    product,
    result_by_hand,
)


def numbers(session: Session, pane: Pane) -> np.ndarray:
    return shown(session, pane, Block(0, 0, *session.shape(pane))).values


def bits(session: Session) -> Any:
    """All that an edit may change, as bytes and plain values."""
    projection, problem = session.problem.projection, session.problem
    tables = [problem.q, problem.k, problem.v]
    if projection is not None:
        tables += [
            getattr(projection, field.name) for field in fields(projection) if field.name[:2] in ("x", "w_")
        ]
        tables += [projection.words.rows] if projection.words is not None else []
    words = None if projection is None or projection.words is None else projection.words.names
    labels = problem.query_tokens, problem.key_tokens, problem.columns, words
    return [(table.shape, table.tobytes()) for table in tables if table is not None], labels


def edit(session: Session, pane: Pane, row: int, column: int, text: str) -> None:
    if not session.problem.has_pane(pane):
        raise Fault("let go of")
    session.select(pane, row, column)
    editing.begin_edit(session, text)
    assert editing.commit_edit(session, 0, 0), session.message.text


def test_q_k_and_v_are_the_embeddings_times_the_weights():
    session = Session(crane())
    projection = session.problem.projection
    assert projection is not None
    for pane, w in (("q", projection.w_q), ("k", projection.w_k), ("v", projection.w_v)):
        assert np.allclose(numbers(session, pane), product(projection.x, w), rtol=1e-15, atol=0)


@pytest.mark.parametrize(("count", "shared"), [(1, 1), (2, 2), (4, 2), (4, 1), (6, 3)])
def test_each_head_reads_its_slice_and_all_are_mixed_by_the_output_weights(count: int, shared: int):
    session = Session(heads(count, shared))
    projection = session.problem.projection
    assert projection is not None
    for head in range(count):
        session.show_head(head)
        kv = head // (count // shared)
        assert np.array_equal(numbers(session, "w_q"), columns(projection.w_q, 2 * head, 2))
        assert np.array_equal(numbers(session, "w_k"), columns(projection.w_k, 2 * kv, 2))
        assert np.array_equal(numbers(session, "w_v"), columns(projection.w_v, 3 * kv, 3))
        assert np.array_equal(numbers(session, "w_o"), np.array(projection.w_o)[3 * head : 3 * head + 3])
        assert np.allclose(numbers(session, "output"), head_by_hand(projection, head))
    concat, result = result_by_hand(projection)
    assert np.allclose(numbers(session, "concat"), concat)
    assert np.allclose(numbers(session, "result"), result)


@pytest.mark.parametrize("pane", ["x", "w_q", "w_k", "w_v", "w_o"])
def test_a_number_changed_before_q_k_and_v_changes_what_follows_from_it_alone(pane: Pane):
    session = Session(heads())
    session.show_head(3)
    before = {each: numbers(session, each).copy() for each in ALL_PANES}
    edit(session, pane, 1, 1, "0.75")
    projection = session.problem.projection
    assert projection is not None
    assert numbers(session, pane)[1, 1] == 0.75
    concat, result = result_by_hand(projection)
    assert np.allclose(numbers(session, "concat"), concat)
    assert np.allclose(numbers(session, "result"), result)
    follows = {"x": {"q", "k", "v"}, "w_q": {"q"}, "w_k": {"k"}, "w_v": {"v"}, "w_o": set()}[pane]
    for table in ("q", "k", "v", "x", "w_q", "w_k", "w_v", "w_o"):
        changed = not np.array_equal(numbers(session, table), before[table])
        assert changed == (table in follows or table == pane)
    session.undo()
    assert all(np.array_equal(numbers(session, each), before[each]) for each in ALL_PANES)
    assert (session.pane, session.cell, session.head) == (pane, (1, 1), 3)


def test_a_weight_that_heads_share_is_edited_for_each_of_them():
    session = Session(heads(4, 2))
    edit(session, "w_k", 0, 1, "2")
    seen = []
    for head in range(4):
        session.show_head(head)
        seen.append(numbers(session, "w_k")[0, 1] == 2)
    assert seen == [True, True, False, False]


def test_q_is_edited_only_after_the_projection_is_let_go_of_and_undo_brings_it_back():
    session = Session(crane())
    before = bits(session)
    session.select("q", 1, 0)
    for begin in (editing.begin_edit, editing.clear, lambda on: editing.nudge(on, 1)):
        session.question = None
        with pytest.raises(Fault, match=r"Q follows from X·W_Q: y lets go"):
            begin(session)
        assert session.question is not None and bits(session) == before
    session.question.yes(session)
    session.question = None
    assert session.problem.projection is None and not session.history.undone
    assert np.allclose(numbers(session, "q"), [[0.175, 0.175], [0.7, 0.7], [0.575, 1.175], [0.45, 1.125]])
    edit(session, "q", 1, 0, "2")
    assert numbers(session, "q")[1, 0] == 2
    session.undo()
    session.undo()
    assert bits(session) == before and session.problem.projection is not None


def test_letting_go_while_the_left_shows_the_weights_goes_to_q():
    session = Session(heads())
    session.select("result", 0, 0)
    editing.let_go_of_projection(session)
    assert (session.pane, session.mixed, session.shows_sources) == ("output", "output", False)
    session.undo()
    assert session.problem.has_pane("result")


def test_the_left_shows_both_levels_and_tab_goes_through_what_is_there():
    session = Session(heads())
    viewing.toggle_sources(session)
    assert session.panes == ("x", "w_q", "w_k", "w_v", "w_o", "scores", "weights", "output")
    assert session.pane == "x"
    went = []
    for _ in session.panes:
        moving.next_pane(session, 1)
        went.append(session.pane)
    assert went == [*session.panes[1:], "x"]
    viewing.toggle_sources(session)
    assert session.panes == ("q", "k", "v", "scores", "weights", "output") and session.pane == "q"


def test_what_stands_below_the_weights_goes_round():
    session = Session(heads())
    session.select("output", 0, 0)
    went = []
    for _ in range(3):
        viewing.next_stage(session)
        went.append(session.pane)
    assert went == ["concat", "result", "output"]
    viewing.stage_from(session, "result")
    assert session.pane == "result"
    session = Session(crane())
    session.select("output", 0, 0)
    with pytest.raises(Fault, match="one head and no W_O"):
        viewing.next_stage(session)


SENTENCES = {
    "the crane lifted steel": ((0.19, 0.77), (0.14, 0.56, 0.70, 0.63), (19, 26, 28, 27)),
    "the crane ate fish": ((0.77, 0.19), (0.14, 0.56, 0.70, 0.63), (19, 26, 28, 27)),
    "the crane ate steel": ((0.47, 0.49), None, None),
}


@pytest.mark.parametrize("sentence", SENTENCES)
def test_a_sentence_of_known_words_gives_the_published_figures(sentence: str):
    session = Session(crane())
    wording.sentence_from(session, sentence)
    output, scores, shares = SENTENCES[sentence]
    assert session.problem.query_tokens == session.problem.key_tokens == tuple(sentence.split())
    assert session.problem.title == sentence
    trace, _ = session.trace()
    assert trace.output[1].round(2).tolist() == list(output)
    if scores is not None:
        assert trace.scores[1].round(2).tolist() == list(scores)
        assert (100 * trace.weights[1]).round().tolist() == list(shares)
        assert (100 * Session(session.problem).trace()[0].weights[2, 3]).round(1) == 29.8
    session.undo()
    assert session.problem.query_tokens == ("the", "crane", "lifted", "steel")


def test_under_the_causal_mask_crane_sees_itself_and_the_word_before():
    session = Session(crane())
    toggles.mask_from(session, "causal")
    assert (100 * session.trace()[0].weights[1]).round().tolist() == [43, 57, 0, 0]


def test_a_longer_or_shorter_sentence_keeps_masks_and_cells_where_they_still_are():
    session = Session(crane())
    session.select("scores", 0, 1)
    toggles.toggle_cells(session)
    wording.sentence_from(session, "the crane")
    assert session.settings.cells == ((0, 1, False),) and session.shape("scores") == (2, 2)
    wording.sentence_from(session, "the crane ate fish the fish")
    assert session.shape("weights") == (6, 6) and session.trace()[0].weights[0, 1] == 0


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("the cranes", "no 'cranes': did you mean 'crane'"),
        ("the zebra", "no 'zebra': it knows the, crane, lifted"),
        ("", "from 1 to 512 words, and this has 0"),
        ("the " * 513, "from 1 to 512 words, and this has 513"),
        ("the [red]", r"no '\[red\]'"),
    ],
)
def test_a_sentence_that_cannot_be_looked_up_is_refused(text: str, said: str):
    session = Session(crane())
    with pytest.raises(Fault, match=said):
        wording.sentence_from(session, text)
    assert not session.history.done


def test_shuffled_ids_change_the_ids_of_every_word_and_no_number():
    session = Session(crane())
    before = {pane: numbers(session, pane).copy() for pane in ("x", "q", "k", "v", "weights", "output")}
    orders = []
    for _ in range(3):
        projection = session.problem.projection
        assert projection is not None and projection.words is not None
        was = projection.words.names
        wording.shuffle_ids(session)
        words = session.problem.projection.words  # type: ignore[union-attr]
        assert words is not None and sorted(words.names) == sorted(was)
        assert all(words.names.index(name) != was.index(name) for name in was)
        assert all(np.array_equal(words.embedding(name), ROW) for name, ROW in zip(NAMES, ROWS, strict=True))
        orders.append(words.names)
    assert all(np.array_equal(numbers(session, pane), table) for pane, table in before.items())
    assert "every number is as it was" in session.message.text
    for _ in orders:
        session.undo()
    assert session.problem is session.opened.problem


def test_words_inserted_and_renamed_are_looked_up_and_others_begin_with_zeros():
    session = Session(crane())
    session.select("x", 3, 0)
    structure.rename_word(session, "fish")
    assert numbers(session, "x")[3].tolist() == [0.9, 0.0]
    structure.insert_word(session, "ate")
    assert numbers(session, "x")[3].tolist() == [0.9, 0.1]
    structure.insert_word(session, "zebra", after=1)
    assert numbers(session, "x")[4].tolist() == [0.0, 0.0]
    assert session.problem.query_tokens == ("the", "crane", "lifted", "ate", "zebra", "fish")
    x, w_q = session.problem.projection.x, session.problem.projection.w_q  # type: ignore[union-attr]
    assert np.allclose(numbers(session, "q"), product(x, w_q))
    structure.move_word(session, -1)
    structure.delete_word(session)
    assert np.allclose(numbers(session, "k"), product(session.problem.projection.x, np.eye(2)))  # type: ignore[union-attr]


def test_columns_and_sizes_that_the_weights_fix_are_left_alone():
    session = Session(crane())
    session.select("q", 0, 0)
    with pytest.raises(Fault, match="as wide as the weights"):
        structure.insert_column(session, "new")
    session.select("w_q", 0, 0)
    with pytest.raises(Fault, match="are no words"):
        structure.insert_word(session, "new")
    with pytest.raises(Fault, match=r"3×3 and W_Q is 2×2, whose size the projection fixes"):
        structure.paste(session, np.ones((3, 3)))
    structure.paste(session, np.array([[0.0, 1.0], [1.0, 0.0]]))
    assert numbers(session, "q").tolist() == product(
        [(0.1, 0.1), (0.4, 0.4), (0.1, 0.9), (0, 0.9)], [[0, 1], [1, 0]]
    )


def test_a_problem_without_a_projection_says_so():
    session = Session(crane())
    editing.let_go_of_projection(session)
    for act in (viewing.toggle_sources, wording.shuffle_ids, lambda on: wording.sentence_from(on, "the")):
        with pytest.raises(Fault, match="no embeddings"):
            act(session)
    session = Session(heads())
    for act in (wording.shuffle_ids, lambda on: wording.sentence_from(on, "the")):
        with pytest.raises(Fault, match=r"no \[words\]"):
            act(session)


STEPS = [
    lambda session: edit(session, "x", 1, 0, "-0.5"),
    lambda session: edit(session, "w_v", 0, 1, "3"),
    lambda session: edit(session, "w_q", 1, 1, "nan"),
    lambda session: toggles.widen(session, True),
    lambda session: edit(session, "w_k", 0, session.size("c") - 1, "7"),
    lambda session: wording.sentence_from(session, "fish ate the crane"),
    wording.shuffle_ids,
    lambda session: (session.select("output", 1, 0), structure.rename_word(session, "steel")),
    editing.let_go_of_projection,
    lambda session: session.reset(),
    toggles.next_mask,
]


@settings(max_examples=40, deadline=None)
@given(st.lists(st.sampled_from(STEPS), max_size=8))
def test_undo_takes_everything_back_to_the_bit(steps: list[Any]):
    session = Session(crane())
    seen = [bits(session)]
    for step in steps:
        count = len(session.history.done)
        with suppress(Fault):
            step(session)
        if len(session.history.done) > count:
            seen.append(bits(session))
    for expected in reversed(seen[:-1]):
        session.undo()
        assert bits(session) == expected
    for expected in seen[1:]:
        session.redo()
        assert bits(session) == expected


def test_widened_weights_are_edited_where_they_stand_once():
    session = Session(crane())
    toggles.widen_from(session, "3")
    assert session.shape("w_q") == (2, 6) and session.shape("w_v") == (2, 2)
    edit(session, "w_q", 1, 5, "9")
    assert stored(session.problem, "w_q", 0).tolist() == [[1.25, 0.5], [0.5, 9.0]]
