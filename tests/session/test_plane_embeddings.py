"""The plane of the embeddings: what stands in it, that its arrow moves X, and what a move of Q asks first."""

from dataclasses import replace

import numpy as np
import pytest

from attn_tui.files.sources import open_source
from attn_tui.session.edits.wording import sentence_from, shuffle_ids
from attn_tui.session.faults import Fault
from attn_tui.session.lessons.walking import session_at
from attn_tui.session.plane.plane_editing import (
    arrow_point,
    at,
    begin_drag,
    drag_to,
    end_drag,
    move_arrow,
    strengthen,
    turn,
)
from attn_tui.session.plane.plane_frame import bounds_of
from attn_tui.session.plane.plane_marks import MOST_OTHERS
from attn_tui.session.plane.plane_scene import scene
from attn_tui.session.plane.plane_showing import next_column, next_space, select_mark, toggle_plane
from attn_tui.session.problem import Words
from attn_tui.session.session import Session
from tests.session.lessons import learner

TABLE = {
    "the": (0.1, 0.1), "crane": (0.4, 0.4), "lifted": (0.1, 0.9), "steel": (0.0, 0.9), "ate": (0.9, 0.1),
    "fish": (0.9, 0.0),
}  # fmt: skip
W_Q = ((1.25, 0.5), (0.5, 1.25))


def crane_words(word: int = 1, space: str = "embeddings") -> Session:
    session = Session(open_source("crane-words"))
    toggle_plane(session)
    while session.plane.space != space:
        next_space(session)
    session.select("q", word, 0)
    return session


def query_of(x: float, y: float) -> tuple[float, float]:
    """An embedding's query by plain Python."""
    return x * W_Q[0][0] + y * W_Q[1][0], x * W_Q[0][1] + y * W_Q[1][1]


def test_v_goes_round_three_planes_where_there_are_embeddings_and_two_where_there_are_none():
    def round_trip(source: str) -> list[str]:
        session, seen = Session(open_source(source)), []
        for _ in range(4):
            seen.append(session.plane.space)
            next_space(session)
        return seen

    assert round_trip("crane-words") == ["keys", "values", "embeddings", "keys"]
    assert round_trip("crane-lifted-steel") == ["keys", "values", "keys", "values"]


def test_the_words_of_the_sentence_stand_at_their_embeddings_and_the_others_of_the_vocabulary_too():
    shown = scene(crane_words())
    assert {mark.label: (mark.x, mark.y) for mark in shown.marks} == {
        word: TABLE[word] for word in ("the", "crane", "lifted", "steel")
    }
    assert {mark.label: (mark.x, mark.y) for mark in shown.others} == {
        word: TABLE[word] for word in ("ate", "fish")
    }
    assert (shown.arrow, shown.reader, shown.names, shown.of) == (
        TABLE["crane"],
        "crane",
        ("animal", "machine"),
        2,
    )
    assert [mark.label for mark in shown.marks if mark.selected] == ["crane"]
    assert shown.made == ("Q (0.70, 0.70)", "K (0.40, 0.40)", "V (0.50, 0.50)")
    assert shown.bounds.right >= 0.9 and shown.bounds.top >= 0.9


def test_shuffled_ids_move_no_point_and_another_sentence_draws_its_own():
    session = crane_words()
    before = scene(session)
    shuffle_ids(session)
    after = scene(session)
    assert (after.marks, set(after.others), after.arrow) == (
        before.marks,
        set(before.others),
        before.arrow,
    )
    sentence_from(session, "the crane ate fish")
    assert {mark.label for mark in scene(session).others} == {"lifted", "steel"}
    assert scene(session).marks[1] == replace(
        before.marks[1], weight=scene(session).marks[1].weight, share="26%"
    )


@pytest.mark.parametrize(
    ("move", "expected"),
    [
        (lambda session: move_arrow(session, 2, -1), (0.6, 0.3)),
        (lambda session: at(session, "-1 0.5"), (-1.0, 0.5)),
        (lambda session: strengthen(session, 1), (0.44, 0.44)),
        (lambda session: turn(session, 9), (0.0, 0.565685)),
    ],
)
def test_the_arrow_moves_the_embedding_and_q_k_and_v_follow_in_one_undo(move, expected):
    session = crane_words()
    q, x = session.problem.q.copy(), session.problem.projection.x.copy()
    move(session)
    assert session.problem.projection.x[1].tolist() == pytest.approx(expected, abs=1e-6)
    assert session.problem.q[0, 1].tolist() == pytest.approx(query_of(*expected), abs=1e-5)
    assert session.problem.k[0, 1].tolist() == pytest.approx(expected, abs=1e-5)
    assert session.problem.v[0, 1].tolist() == pytest.approx([1.25 * x for x in expected], abs=1e-5)
    assert np.array_equal(session.problem.q[0, [0, 2, 3]], q[0, [0, 2, 3]])
    assert session.message.text.startswith("X[crane] (0.40, 0.40) → (")
    assert len(session.history.done) == 1
    session.undo()
    assert np.array_equal(session.problem.projection.x, x) and np.array_equal(session.problem.q, q)


def test_a_whole_drag_of_an_embedding_is_one_undo_and_the_left_column_stays():
    session = crane_words()
    for shows_sources in (False, True):
        session.show_pane("x" if shows_sources else "q")
        begin_drag(session, bounds_of([(1.0, 1.0)]))
        for point in [(0.5, 0.4), (0.9, 0.1), (0.7, 0.2)]:
            drag_to(session, *point)
            assert session.problem.q[0, 1].tolist() == pytest.approx(query_of(*point))
        end_drag(session)
        assert len(session.history.done) == 1 and session.shows_sources is shows_sources
        session.undo()
        assert arrow_point(session) == (0.4, 0.4) and session.shows_sources is shows_sources


@pytest.mark.parametrize(
    "move",
    [
        lambda session, _: move_arrow(session, 3, -2),
        lambda session, _: at(session, "1 0.5"),
        lambda session, point: drag_to(session, *point),
    ],
)
def test_moving_a_query_that_follows_from_x_asks_first_and_y_moves_it_to_where_it_was_to_go(move):
    session = crane_words(space="keys")
    projection, q = session.problem.projection, session.problem.q.copy()
    begin_drag(session, bounds_of([(1.0, 1.0)]))
    for point in [(0.8, 0.7), (0.9, 0.7), (1.0, 0.5)]:
        with pytest.raises(Fault, match=r"^Q\[crane\] follows from X·W_Q: y lets go of X and W"):
            move(session, point)
        assert session.problem.projection is projection and not session.history.done
    end_drag(session)
    session.question.yes(session)
    assert session.problem.projection is None
    assert session.problem.q[0, 1].tolist() == pytest.approx((1.0, 0.5))
    session.undo()
    assert session.problem.projection is None and np.array_equal(session.problem.q, q)
    session.undo()
    assert session.problem.projection is projection


def test_letting_go_of_the_projection_closes_the_plane_of_the_embeddings_and_undo_of_it_too():
    session = crane_words(space="keys")
    with pytest.raises(Fault):
        move_arrow(session, 1, 0)
    session.question.yes(session)
    next_space(session)
    next_space(session)
    assert session.plane.space == "keys"
    session.undo()
    session.undo()
    next_space(session)
    next_space(session)
    assert session.plane.space == "embeddings"
    session.redo()
    assert session.plane.space == "keys" and scene(session).space == "keys"


def test_a_click_on_a_word_selects_it_and_one_on_a_key_the_key():
    session = crane_words()
    select_mark(session, 3)
    assert (session.selection.i, scene(session).reader) == (3, "steel")
    session = crane_words(space="keys")
    select_mark(session, 3)
    assert (session.selection.i, session.selection.j) == (1, 3)


def test_of_wide_embeddings_any_two_columns_are_shown_and_moved():
    session = Session(open_source("two-head-projection"))
    toggle_plane(session)
    next_space(session)
    next_space(session)
    session.select("q", 1, 0)
    assert (scene(session).of, scene(session).made[0]) == (4, "Q (0.70, 0.70)")
    next_column(session, 0)
    next_column(session, 1)
    shown = scene(session)
    assert (shown.columns, shown.names, shown.arrow) == ((2, 3), ("first", "later"), (0.7, 0.3))
    assert shown.others == ()
    move_arrow(session, 1, 0)
    assert session.problem.projection.x[1].tolist() == [0.4, 0.4, 0.8, 0.3]
    assert session.message.text == "X[crane; first, later] (0.70, 0.30) → (0.80, 0.30)"


def test_many_other_words_are_not_drawn_and_that_is_told():
    problem = open_source("crane-words")
    words = problem.projection.words
    names = (*words.names, *(f"w{at}" for at in range(MOST_OTHERS)))
    rows = np.concatenate([words.rows, np.full((MOST_OTHERS, 2), 9.0)])
    session = Session(replace(problem, projection=replace(problem.projection, words=Words(names, rows))))
    session.plane = replace(session.plane, shown=True, space="embeddings")
    shown = scene(session)
    assert shown.others == () and shown.bounds.right < 9
    assert f"the other {MOST_OTHERS + 2} words of the vocabulary are not drawn" in " ".join(shown.told)


def test_what_is_covered_of_the_embeddings_is_not_shown(monkeypatch):
    session = crane_words()
    monkeypatch.setattr(Session, "covered", property(lambda _: frozenset({"x", "k"})))
    shown = scene(session)
    assert (shown.marks, shown.others, shown.arrow) == ((), (), None)
    assert shown.made == ("Q (0.70, 0.70)", "V (0.50, 0.50)")
    assert any("the embeddings are covered" in told for told in shown.told)
    with pytest.raises(Fault, match="covered"):
        move_arrow(session, 1, 0)


def test_a_step_that_selects_an_embedding_opens_the_plane_on_it():
    step = 'title = "t"\nproblem = "crane-words"\nshow = "plane"\n'
    session = learner(
        f'title = "l"\n[[step]]\n{step}select = {{ pane = "x", row = "lifted", column = "machine" }}\n'
    )
    assert (session.plane.space, scene(session).reader, session.shows_sources) == (
        "embeddings",
        "lifted",
        True,
    )
    assert session.selection.j == 2
    move_arrow(session, 1, 0)
    assert session_at(session.walk.step).problem.projection.x[2].tolist() == [0.1, 0.9]
