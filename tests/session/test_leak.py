"""How much weight lies on the future, in words: never rounded to nothing, and silent where there is no future."""

from collections.abc import Callable
from math import exp

import numpy as np
import pytest

from attn_tui.session.computing.leak import future_words
from attn_tui.session.edits import score_terms, toggles
from attn_tui.session.session import Session
from tests.session.lessons import asked

Build = Callable[..., Session]
ALL = range(4)
EVEN = [[0.0]] * 4


def test_even_weights_have_three_eighths_ahead(open_session: Build):
    session = open_session(EVEN, EVEN, EVEN)
    assert future_words(session, ALL) == "future 38 %"  # (3 + 2 + 1 + 0) / 4 of 4 rows: 37.5 %
    toggles.mask_from(session, "causal")
    assert future_words(session, ALL) == "future 0 %"
    score_terms.blocked_from(session, "0")
    assert future_words(session, ALL) == "future 38 %"
    score_terms.blocked_from(session, "off")
    score_terms.offset_from(session, "-1")
    assert future_words(session, ALL) == "future 0 %"
    score_terms.sink_from(session, "0")
    toggles.mask_from(session, "none")
    score_terms.offset_from(session, "0")
    assert future_words(session, ALL) == "future 30 %"  # 6 of 20 equal parts, a fifth of each row the sink's


@pytest.mark.parametrize(
    ("ahead", "words"),
    [(-9.0, "future <0.1 %"), (-4.0, "future 1 %"), (-40.0, "future <0.1 %"), (40.0, "future 50 %")],
)
def test_a_small_leak_is_never_nothing(open_session: Build, ahead: float, words: str):
    bias = np.array([[0.0, ahead], [0.0, 0.0]])  # row 0 gives e^ahead / (1 + e^ahead) ahead, row 1 nothing
    session = open_session([[0.0]] * 2, [[0.0]] * 2, [[0.0]] * 2, bias=bias)
    share = exp(ahead) / (1 + exp(ahead)) / 2
    assert (share < 0.0005) == ("<" in words)
    assert future_words(session, range(2)) == words


def test_cross_attention_has_a_future_only_where_places_are_given(open_session: Build):
    session = open_session(EVEN[:2], EVEN, EVEN)
    assert future_words(session, range(2)) == ""
    toggles.mask_from(session, "padding:1")
    assert future_words(session, range(2)) == ""
    toggles.mask_from(session, "causal-end")
    assert future_words(session, range(2)) == "future 0 %"
    score_terms.blocked_from(session, "0")
    assert future_words(session, range(2)) == "future 12 %"  # a quarter of the first of two rows
    toggles.mask_from(session, "none")
    score_terms.offset_from(session, "2")
    assert future_words(session, range(2)) == "future 12 %"


def test_of_what_is_not_computed_whole_it_says_that_it_is_of_the_rows_in_view(open_session: Build):
    many = [[0.0]] * 600
    session = open_session(many, many, many)
    assert not session.computes_every_row
    assert future_words(session, range(298, 302)) == "future 50 % in view"
    assert future_words(session, range(595, 600)) == "future 0.3 % in view"


def test_covered_weights_do_not_tell_it():
    session = asked('{ question = "?", answer = 1 }', 'hide = ["weights"]')
    assert future_words(session, ALL) == ""


def test_nan_is_said(open_session: Build):
    session = open_session([[np.nan]] * 4, EVEN, EVEN)
    assert future_words(session, ALL) == "future nan"
