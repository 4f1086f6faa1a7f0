"""What the plane shows: the published figures of the soft dictionary, by plain Python, and what can't be drawn."""

from dataclasses import replace
from math import exp, hypot, inf, log2, nan, sqrt

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from attn_tui.files.sources import open_source
from attn_tui.session.edits.toggles import scale_from
from attn_tui.session.faults import Fault
from attn_tui.session.plane.plane_editing import begin_drag, drag_to, end_drag, put_arrow
from attn_tui.session.plane.plane_marks import MOST
from attn_tui.session.plane.plane_scene import scene
from attn_tui.session.plane.plane_showing import next_space, toggle_plane
from attn_tui.session.session import Session
from attn_tui.session.settings import Causal
from tests.session.conftest import build

KEYS = {"animal": (1.8, 0.8), "street": (-0.6, 1.9), "cross": (-1.9, -0.4), "tired": (0.7, -1.9)}
VALUES = {"animal": (1.0, 0.0), "street": (0.0, 1.0), "cross": (0.3, 0.5), "tired": (0.8, 0.0)}


def soft_dictionary() -> Session:
    session = Session(open_source("soft-dictionary"))
    toggle_plane(session)
    return session


def shares(query: tuple[float, float], scale: float = 1 / sqrt(2)) -> dict[str, float]:
    """The weights by plain Python."""
    scores = {word: (query[0] * x + query[1] * y) * scale for word, (x, y) in KEYS.items()}
    peak = max(scores.values())
    e = {word: exp(score - peak) for word, score in scores.items()}
    return {word: number / sum(e.values()) for word, number in e.items()}


def bits(weights: dict[str, float]) -> float:
    """The entropy by plain Python."""
    return -sum(w * log2(w) for w in weights.values() if w)


@given(st.tuples(st.floats(-9, 9), st.floats(-9, 9)))
def test_weights_entropy_top_and_output_are_those_of_plain_python(query):
    session = soft_dictionary()
    put_arrow(session, *query)
    shown = scene(session)
    expected = shares(query)
    assert {mark.label: (mark.x, mark.y) for mark in shown.marks} == KEYS
    assert {mark.label: mark.weight for mark in shown.marks} == pytest.approx(expected)
    assert shown.spread is not None
    assert shown.spread.entropy == pytest.approx(bits(expected), abs=1e-12)
    assert shown.spread.most == 2
    assert shown.spread.top.weight == pytest.approx(max(expected.values()))
    mixed = [sum(expected[word] * VALUES[word][axis] for word in VALUES) for axis in (0, 1)]
    assert shown.output == pytest.approx(mixed)


def test_near_the_centre_the_weights_are_nearly_even_and_far_out_one_word_has_all():
    session = soft_dictionary()
    put_arrow(session, 0.0, 0.0)
    assert scene(session).spread.entropy == pytest.approx(log2(4))
    put_arrow(session, 0.05, 0.02)
    assert scene(session).spread.entropy > 0.99 * log2(4)
    tops = []
    for strength in (0.5, 1, 2, 4, 8):
        put_arrow(session, 1.8 * strength, 0.8 * strength)
        spread = scene(session).spread
        assert spread.top.label == "animal"
        tops.append((spread.top.weight, -spread.entropy))
    assert tops == sorted(tops)
    assert tops[-1][0] > 0.999999
    assert round(shares((3.6, 1.6))["animal"], 3) == round(tops[2][0], 3)


@pytest.mark.parametrize("word", KEYS)
def test_a_query_far_out_towards_a_word_is_all_that_words(word):
    session = soft_dictionary()
    x, y = (9 * number / hypot(*KEYS[word]) for number in KEYS[word])
    put_arrow(session, x, y)
    assert scene(session).spread.top.label == word
    assert scene(session).spread.top.weight > 0.99
    assert scene(session).output == pytest.approx(VALUES[word], abs=0.01)


def test_a_scale_turned_up_makes_a_hard_lookup_of_it():
    session = soft_dictionary()
    entropies = []
    for scale in (0.1, 1, 5, 20):
        scale_from(session, str(scale))
        entropies.append(scene(session).spread.entropy)
        assert entropies[-1] == pytest.approx(bits(shares((0.4, 0.2), scale)), abs=1e-9)
    assert entropies == sorted(entropies, reverse=True)
    assert entropies[0] > 1.99 and entropies[-1] < 0.001


def test_blocked_keys_are_told_apart_and_count_for_nothing():
    session = build(mask=(Causal(),))
    session.select("q", 1, 0)
    shown = scene(session)
    assert [mark.share for mark in shown.marks] == ["43%", "57%", "·", "·"]
    assert shown.spread.most == 1


def test_a_sink_is_one_more_that_takes_a_share():
    session = build(sink=1.0)
    weights = [float(weight) for weight in session.trace()[0].weights[0]]
    with_sink = {str(at): weight for at, weight in enumerate([*weights, 1 - sum(weights)])}
    assert scene(session).spread.entropy == pytest.approx(bits(with_sink))
    assert scene(session).spread.most == log2(5)


@pytest.mark.parametrize("bad", [nan, inf, -inf, 1e200])
def test_what_no_picture_can_show_is_told_and_bounds_what_it_can(bad):
    session = build(
        q=((bad, 0.2), (0.7, 0.7), (0.1, 0.9), (0.1, 0.8)), k=((1, 1), (bad, 0), (0, 1), (0, bad))
    )
    told = " ".join(scene(session).told)
    assert "the query is not drawn: " in told and "2 keys are not drawn: " in told
    assert scene(session).bounds.right == 1


def test_what_a_lessons_question_covers_is_not_shown(monkeypatch):
    session = soft_dictionary()
    monkeypatch.setattr(Session, "covered", property(lambda _: frozenset({"weights", "output"})))
    shown = scene(session)
    assert shown.spread is None and shown.output == ()
    assert {(mark.weight, mark.share, mark.radius) for mark in shown.marks} == {(None, "?", 1)}
    monkeypatch.setattr(Session, "covered", property(lambda _: frozenset({"q", "k"})))
    shown = scene(session)
    assert shown.arrow is None and shown.marks == ()
    assert any("covered" in told for told in shown.told)


def test_of_many_keys_those_of_the_largest_weights_are_shown_and_counted():
    drawn = np.random.default_rng(3)
    session = build(q=drawn.normal(size=(1, 2)), k=drawn.normal(size=(500, 2)), v=drawn.normal(size=(500, 2)))
    session.select_on("j", 77)
    shown = scene(session)
    weights = session.trace()[0].weights[0]
    expected = {77, *np.argsort(-weights)[: MOST - 1].tolist()}
    assert len(shown.marks) == MOST and shown.count == 500
    assert {mark.key for mark in shown.marks} >= expected - {int(np.argsort(-weights)[MOST - 1])}


def test_while_the_query_is_dragged_the_picture_keeps_still():
    session = soft_dictionary()
    before = scene(session).bounds
    begin_drag(session, before)
    drag_to(session, 7.0, 5.0)
    assert scene(session).bounds == before
    end_drag(session)
    assert scene(session).bounds.right >= 7


def test_tables_of_one_column_have_no_plane_and_say_what_would_help():
    session = build(q=((1,),), k=((1,), (2,)), v=((1, 2), (3, 4)))
    with pytest.raises(Fault, match="Q and K have one column, and the plane needs two"):
        scene(session)
    next_space(session)
    assert [(mark.x, mark.y) for mark in scene(session).marks] == [(1, 2), (3, 4)]


def test_the_plane_of_the_values_has_the_values_of_the_same_keys():
    session = soft_dictionary()
    next_space(session)
    assert {mark.label: (mark.x, mark.y) for mark in scene(session).marks} == VALUES
    assert scene(session).names == ("living", "place")


def test_a_row_that_sees_nothing_and_weights_that_are_nan_are_told():
    session = soft_dictionary()
    session.replace(
        "all blocked", settings=replace(session.settings, cells=tuple((0, j, False) for j in range(4)))
    )
    assert scene(session).told == ("it sees nothing: every key is blocked",)
    assert scene(session).spread is None
    nans = build(q=((nan, 0.0),), k=((1, 1), (1, 2)), v=((1, 1), (2, 2)))
    assert scene(nans).told[0].startswith("the weights are nan: ")
