"""Positions as a stage before the scores: what they compute, what they change, and what they need."""

import cmath
import math
from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from attn_tui.commands import BY_NAME, run, run_line
from attn_tui.files.sources import open_source
from attn_tui.session import viewing
from attn_tui.session.edits import editing, structure
from attn_tui.session.explaining.explain import explanation
from attn_tui.session.explaining.formula import further_terms, whole_formula
from attn_tui.session.explaining.lines_table import lines_table
from attn_tui.session.explaining.moved import change_line, toggle_moved
from attn_tui.session.explaining.side import side_explanation
from attn_tui.session.explaining.whole import whole_explanation
from attn_tui.session.faults import Fault
from attn_tui.session.panes import shown
from attn_tui.session.plane.plane_scene import scene
from attn_tui.session.plane.plane_showing import toggle_plane
from attn_tui.session.selection import Block
from attn_tui.session.session import Session

Build = Callable[..., Session]
ROTARY = ("rotary", "rotary-halves")


@pytest.fixture
def order() -> Session:
    """`dog bites man`, on what the verb reads."""
    session = Session(open_source("order"))
    session.select("weights", 1, 0)
    return session


def random_session(build: Build, seed: int, T: int = 5, d: int = 4, **settings) -> Session:
    rng = np.random.default_rng(seed)
    q, k, v = rng.normal(size=(3, T, d))
    return build(q, k, v, **settings)


def turned_score(q, k, by: float, pairs) -> float:
    """The score of two rows whose positions differ by `by`: each pair of columns is a complex number that turns."""
    d = len(q)
    total = 0.0
    for i in range(d // 2):
        a, b = (2 * i, 2 * i + 1) if pairs == "rotary" else (i, i + d // 2)
        product = complex(q[a], q[b]) * complex(k[a], k[b]).conjugate()
        total += (product * cmath.exp(1j * by * 10000 ** (-2 * i / d))).real
    return total


# What is computed


@given(seed=st.integers(0, 200), at=st.integers(0, 3))
def test_without_position_and_mask_a_word_that_moves_takes_its_output_along(open_session: Build, seed, at):
    session = random_session(open_session, seed)
    before = session.trace()[0].output
    session.select("q", at, 0)
    structure.move_word(session, 1)
    order = [0, 1, 2, 3, 4]
    order[at], order[at + 1] = order[at + 1], order[at]
    np.testing.assert_allclose(session.trace()[0].output, before[order], rtol=1e-12)


@pytest.mark.parametrize("line", ["position rotary", "position rotary-halves", "mask causal"])
@given(seed=st.integers(0, 200))
def test_with_a_position_or_the_causal_mask_the_order_of_words_matters(open_session: Build, line, seed):
    session = random_session(open_session, seed)
    run_line(session, line)
    before = session.trace()[0].output
    session.select("q", 1, 0)
    structure.move_word(session, 1)
    assert not np.allclose(session.trace()[0].output, before[[0, 2, 1, 3, 4]], atol=1e-6)


@pytest.mark.parametrize("position", ROTARY)
@given(seed=st.integers(0, 200), offset=st.integers(-3, 5))
def test_rotary_scores_turn_by_how_far_apart_query_and_key_stand(open_session: Build, position, seed, offset):
    session = random_session(open_session, seed, position=position, offset=offset)
    q, k = session.problem.q[0].tolist(), session.problem.k[0].tolist()
    scores = session.trace()[0].scores
    for i, j in np.ndindex(5, 5):
        assert scores[i, j] == pytest.approx(turned_score(q[i], k[j], i + offset - j, position), abs=1e-9)


@pytest.mark.parametrize("position", ROTARY)
def test_of_equal_words_the_scores_depend_on_their_distance_alone(open_session: Build, position):
    q, k = np.tile([0.3, -1.1, 0.8, 0.4], (6, 1)), np.tile([1.2, 0.5, -0.7, 0.9], (6, 1))
    scores = open_session(q, k, k, position=position).trace()[0].scores
    for distance in range(-5, 6):
        np.testing.assert_allclose(np.diagonal(scores, distance), np.diagonal(scores, distance)[0], rtol=1e-9)
    assert len(np.unique(scores.round(6))) == 11


def test_causal_end_says_where_the_queries_of_a_rotary_turn_stand(open_session: Build):
    rng = np.random.default_rng(2)
    q, k = rng.normal(size=(2, 4)), rng.normal(size=(5, 4))
    session = open_session(q, k, k, position="rotary")
    run_line(session, "mask causal-end")
    scores = session.trace()[0].scores
    for i, j in np.ndindex(2, 5):
        assert scores[i, j] == pytest.approx(turned_score(q[i], k[j], i + 3 - j, "rotary"), abs=1e-9)


def test_the_copies_that_widen_makes_are_turned_each_by_its_own_angle(open_session: Build):
    session = open_session(widen=2, position="rotary")
    q, k = np.tile(session.problem.q[0], 2), np.tile(session.problem.k[0], 2)
    found = session.trace()[0].scores[3, 1]
    assert found == pytest.approx(turned_score(q[3], k[1], 2, "rotary"), abs=1e-12)


def test_waves_are_added_to_the_embeddings_before_they_are_projected():
    problem = open_source("two-head-projection")
    projection = problem.projection
    assert projection is not None
    session = Session(problem)
    session.show_head(1)
    run_line(session, "position sinusoidal")
    x = projection.x.tolist()
    d_model, d_k, d_v = len(x[0]), problem.q.shape[2], problem.v.shape[2]
    for t, row in enumerate(x):
        for m in range(d_model):
            wave = math.cos if m % 2 else math.sin
            row[m] += wave(t / 10000 ** (2 * (m // 2) / d_model))
    for pane, weights, width in (
        ("q", projection.w_q, d_k),
        ("k", projection.w_k, d_k),
        ("v", projection.w_v, d_v),
    ):
        found = session.read(pane)
        first = session.table_head(pane) * width
        for t, c in np.ndindex(found.shape):
            wanted = sum(row * float(weights[m, first + c]) for m, row in enumerate(x[t]))
            assert found[t, c] == pytest.approx(wanted, abs=1e-12)
    np.testing.assert_allclose(session.trace()[0].scores, session.read("q") @ session.read("k").T, rtol=1e-12)
    np.testing.assert_allclose(session.shown_table("x"), x, rtol=1e-12)


def test_in_dog_bites_man_the_verb_knows_the_order_only_by_a_position_or_a_mask(order: Session):
    alike = order.trace()[0].weights[1]
    assert alike[0] == alike[2]
    assert order.trace()[0].output[1].tolist() == pytest.approx([0.446, 0.446], abs=5e-4)
    run_line(order, "position rotary")
    assert order.trace()[0].output[1].tolist() == pytest.approx([0.810, 0.075], abs=5e-4)
    for step, row in ((1, 0), (1, 1), (-1, 1)):
        order.select("q", row, 0)
        structure.move_word(order, step)
    assert order.problem.title == "man bites dog"
    assert order.trace()[0].output[1].tolist() == pytest.approx([0.075, 0.810], abs=5e-4)
    run_line(order, "position none")
    assert order.trace()[0].output[1].tolist() == pytest.approx([0.446, 0.446], abs=5e-4)
    run_line(order, "mask causal")
    assert order.trace()[0].output[1].tolist() == pytest.approx([0, 0.804], abs=5e-4)


# What it needs


@pytest.mark.parametrize("position", ROTARY)
def test_a_column_without_its_pair_is_refused(open_session: Build, position):
    session = random_session(open_session, 0, d=3)
    with pytest.raises(
        Fault, match=f"position {position} turns pairs of columns: d_k must be even, and it is 3"
    ):
        run_line(session, f"position {position}")
    run_line(session, "widen 2")
    run_line(session, f"position {position}")
    with pytest.raises(Fault, match="d_k must be even, and it is 3"):
        run_line(session, "widen 1")
    assert (session.settings.widen, session.settings.position) == (2, position)


def test_deleting_a_column_under_rotary_is_refused_and_leaves_all_as_it_was(crane: Session):
    run_line(crane, "position rotary")
    crane.select("q", 0, 0)
    with pytest.raises(Fault, match="d_k must be even, and it is 1"):
        structure.delete_column(crane)
    assert crane.shape("q") == (4, 2)
    crane.undo()
    assert crane.settings.position == "none"


def test_waves_need_embeddings(crane: Session):
    with pytest.raises(Fault, match="there are none: it needs a problem with a projection"):
        run_line(crane, "position sinusoidal")
    with pytest.raises(
        Fault, match="'spiral' is no position: it is one of none, sinusoidal, rotary, rotary-halves"
    ):
        run_line(crane, "position spiral")


def test_the_key_goes_through_what_the_problem_can_have(crane: Session, order: Session):
    assert [pressed(crane, "position") for _ in range(3)] == ["rotary", "rotary-halves", "none"]
    assert [pressed(order, "position") for _ in range(4)] == ["sinusoidal", "rotary", "rotary-halves", "none"]
    crane.undo()
    assert crane.settings.position == "rotary-halves"


def pressed(session: Session, name: str) -> str:
    run(session, BY_NAME[name])
    return session.settings.position


def test_letting_go_of_a_projection_keeps_the_waves_in_q_k_and_v(order: Session):
    run_line(order, "position sinusoidal")
    before = order.trace()[0].output
    editing.let_go_of_projection(order)
    assert (order.problem.projection, order.settings.position) == (None, "none")
    np.testing.assert_allclose(order.trace()[0].output, before, rtol=1e-12)
    order.undo()
    assert (order.problem.projection is None, order.settings.position) == (False, "sinusoidal")


# What is shown


def test_t_switches_what_a_position_changes_between_before_and_after(crane: Session):
    run_line(crane, "position rotary")
    crane.select("q", 1, 0)
    turned = [0.7 * (math.cos(1) - math.sin(1)), 0.7 * (math.sin(1) + math.cos(1))]
    assert shown(crane, "q", Block(1, 0, 2, 2)).values[0].tolist() == pytest.approx(turned, abs=1e-12)
    viewing.next_stage(crane)
    assert shown(crane, "q", Block(1, 0, 2, 2)).values[0].tolist() == [0.7, 0.7]
    assert crane.message.text == "Q and K are shown before rotary: t shows after"
    crane.select("v", 0, 0)
    viewing.next_stage(crane)
    assert (crane.stage, crane.shows_before) == ("raw", True)
    run_line(crane, "stage after")
    assert not crane.shows_before
    crane.undo()
    with pytest.raises(Fault, match="no position is in force"):
        run_line(crane, "stage before")


def test_what_is_shown_after_the_stage_is_edited_before_it(crane: Session):
    run_line(crane, "position rotary")
    crane.select("q", 1, 0)
    refused = "Q is shown after rotary: t shows it before, where it is edited"
    for act in (editing.begin_edit, editing.clear, lambda session: editing.nudge(session, 1)):
        with pytest.raises(Fault, match=refused):
            act(crane)
    viewing.show_before(crane, True)
    scores = crane.trace()[0].scores[1].copy()
    editing.set_numbers(crane, "2")
    assert crane.problem.q[0, 1].tolist() == [2, 0.7]
    assert crane.trace()[0].scores[1, 1] == pytest.approx(0.4 * 2 + 0.4 * 0.7)
    assert not np.allclose(crane.trace()[0].scores[1], scores)
    crane.select("v", 0, 0)
    viewing.show_before(crane, False)
    editing.set_numbers(crane, "3")
    assert crane.problem.v[0, 0, 0] == 3


def test_x_is_edited_before_the_waves_and_q_asks_for_the_projection(order: Session):
    run_line(order, "position sinusoidal")
    order.select("x", 0, 0)
    with pytest.raises(Fault, match="X is shown after waves: t shows it before, where it is edited"):
        editing.set_numbers(order, "2")
    viewing.next_stage(order)
    editing.set_numbers(order, "2")
    order.select("q", 0, 0)
    with pytest.raises(Fault, match="Q follows from X·W_Q"):
        editing.set_numbers(order, "2")


def test_the_formula_says_it(crane: Session, order: Session):
    run_line(crane, "position rotary")
    assert whole_formula(crane) == "softmax( rot(Q)·rot(K)ᵀ ÷ √2 + 0 ) · V"
    run_line(order, "position sinusoidal")
    assert "sinusoidal waves are added to X before the projection" in further_terms(order)


@pytest.mark.parametrize("position", ROTARY)
def test_the_products_that_explain_a_score_are_those_that_are_computed(crane: Session, position):
    run_line(crane, f"position {position}")
    crane.select("scores", 2, 1)
    q = [0.1 * math.cos(2) - 0.9 * math.sin(2), 0.1 * math.sin(2) + 0.9 * math.cos(2)]
    k = [0.4 * (math.cos(1) - math.sin(1)), 0.4 * (math.sin(1) + math.cos(1))]
    line, _ = explanation(crane, 120)
    assert line.startswith(f"lifted asks crane after rotary: {q[0]:.3f}·({k[0]:.3f}) + ")
    whole = "\n".join(told.text for told in whole_explanation(crane))
    assert "the query stands at 2, the key at 1: of these their score depends on 2 - 1 alone" in whole
    assert "the query's (animal, machine): (0.1, 0.9) turned by 2.000 radians is (-0.859" in whole
    assert f"their sum, rot(Q)·rot(K)ᵀ: {crane.trace()[0].scores[2, 1]}" in whole
    beside = "\n".join(side_explanation(crane, 60))
    assert "Q and K after rotary" in beside
    assert f"{q[0]:.3f} · ({k[0]:.3f})" in beside
    table = "\n".join(lines_table(crane))
    assert "rot(Q): each pair of columns turned   (T_q × d_k = 4 × 2)" in table
    assert f"{q[0]:.3f}" in table
    assert "scores = rot(Q)·rot(K)ᵀ" in table


def test_the_plane_shows_the_turned_query_among_the_turned_keys_and_moves_it_only_before(crane: Session):
    run_line(crane, "position rotary")
    toggle_plane(crane)
    crane.select("q", 1, 0)
    found = scene(crane)
    assert found.arrow is not None
    assert found.arrow == pytest.approx(
        (0.7 * (math.cos(1) - math.sin(1)), 0.7 * (math.sin(1) + math.cos(1)))
    )
    lifted = next(mark for mark in found.marks if mark.label == "lifted")
    assert (lifted.x, lifted.y) == pytest.approx(
        (0.1 * math.cos(2) - 0.9 * math.sin(2), 0.1 * math.sin(2) + 0.9 * math.cos(2))
    )
    with pytest.raises(Fault, match="t shows it before"):
        run_line(crane, "query-right")
    viewing.next_stage(crane)
    assert scene(crane).arrow == (0.7, 0.7)
    run_line(crane, "query-right")
    assert crane.problem.q[0, 1].tolist() == pytest.approx([0.8, 0.7])


def test_what_moved_by_a_position_is_marked_in_the_panes_it_changes(crane: Session):
    run_line(crane, "position rotary")
    toggle_moved(crane)
    crane.select("q", 1, 0)
    assert change_line(crane, 80).startswith("Q[crane, animal] was 0.70, now -0.2108")


def test_a_problem_that_opens_with_a_position_goes_back_to_it(open_session: Build):
    session = open_session(position="rotary")
    assert session.problem.settings.position == "rotary"
    before = session.trace()[0].output
    run_line(session, "position none")
    session.reset()
    np.testing.assert_array_equal(session.trace()[0].output, before)
    settings = replace(session.problem.settings, position="none")
    assert not np.allclose(Session(replace(session.problem, settings=settings)).trace()[0].output, before)


def test_where_a_number_of_q_comes_from_is_told_with_the_waves(order: Session):
    run_line(order, "position sinusoidal")
    order.select("w_q", 0, 0)
    order.select_on("i", 1)
    x = [math.sin(1), 1 + math.cos(1), math.sin(1 / 10000 ** (2 / 3))]
    line, _ = explanation(order, 120)
    assert line == (
        f"bites's doer in Q = (X + waves)·W_Q: {x[0]:.3f}·1.00 + {x[1]:.3f}·2.00 + 0.002·0.00 = {x[0] + 2 * x[1]:.3f}"
    )
    order.select("q", 1, 0)
    whole = "\n".join(told.text for told in whole_explanation(order))
    assert "Q = (X + waves)·W_Q: bites's doer" in whole
    assert f"· 2.0 = {2 * x[1]}" in whole
    after = whole.split("Q = (X + waves)·W_Q")[1]
    assert float(after.split("their sum: ")[1].split()[0]) == pytest.approx(x[0] + 2 * x[1], rel=1e-12)
    table = "\n".join(lines_table(order))
    assert "X + the waves of each position   (T_q × d_model = 3 × 3)" in table
    assert "Q = (X + waves) · W_Q" in table
