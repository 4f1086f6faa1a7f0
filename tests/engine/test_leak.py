"""The weight on the future and the keys a row may see, added up one by one."""

import math
import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from attn_tui.engine import attention, future_weight, keys_seen
from tests.engine.cases import cases

WORDS = np.array([[0.2, 0.2], [0.1, 0.6], [0.5, 0.5], [0.3, 0.6]])


def traced(**options):
    return attention(WORDS, WORDS, WORDS, **options)


@given(cases(), st.integers(-2, 3), st.integers(0, 2))
def test_is_the_sum_over_the_later_keys(case, offset, first):
    trace = attention(case.q, case.k, case.v, rows=slice(first, None), **case.options)
    leak = future_weight(trace.weights, trace.rows, offset, empty=trace.empty)
    total = seeing = 0
    for at in np.ndindex(trace.empty.shape):
        row = trace.weights[at].tolist()
        ahead = sum(weight for j, weight in enumerate(row) if j > first + at[-1] + offset)
        assert leak.by_row[at] == pytest.approx(ahead, abs=1e-12)
        total += ahead
        seeing += not trace.empty[at]
    assert leak.share == pytest.approx(total / seeing if seeing else 0, abs=1e-12)


@given(cases())
def test_is_nothing_under_the_causal_mask_with_the_same_offset(case):
    trace = attention(case.q, case.k, case.v, **(case.options | {"causal": True, "blocked": -math.inf}))
    leak = future_weight(trace.weights, trace.rows, case.options["offset"])
    assert not leak.by_row.any()
    assert leak.share == 0


def test_equal_weights_over_four_words_leak_three_quarters_down_to_nothing():
    leak = future_weight(traced(scale=0.0).weights, range(4))
    assert leak.by_row.tolist() == [0.75, 0.5, 0.25, 0]
    assert leak.share == 0.375


def test_zero_in_the_place_of_minus_infinity_leaks():
    trace = traced(causal=True, blocked=0.0)
    assert future_weight(trace.weights, trace.rows).share > 0.3


def test_a_causal_mask_of_the_wrong_corner_leaks():
    trace = attention(WORDS[:2], WORDS, WORDS, causal=True, offset=2)
    assert future_weight(trace.weights, trace.rows, 2).share == 0
    assert future_weight(trace.weights, trace.rows, 0).share > 0.5


def test_a_row_that_sees_nothing_does_not_count():
    mask = np.array([[True] * 4, [False] * 4, [False] * 4, [False] * 4])
    trace = traced(scale=0.0, mask=mask)
    assert future_weight(trace.weights, trace.rows).share == 0.75
    assert future_weight(trace.weights, trace.rows, empty=trace.empty).share == 0.75
    assert future_weight(np.zeros((4, 4)), range(4)).share == 0


def test_rows_drowned_by_a_sink_count_where_it_is_said_which_are_empty():
    trace = attention(np.zeros((2, 1)), np.zeros((2, 1)), np.zeros((2, 1)), sink=[900.0])
    assert not trace.weights.any()
    assert future_weight(np.eye(2, k=1) * 0.5, trace.rows, empty=trace.empty).share == 0.25


def test_a_row_that_is_not_a_number_is_said_as_that_even_where_its_future_is_zero():
    q = WORDS.copy()
    q[1] = np.nan
    trace = attention(q, WORDS, WORDS, causal=True)
    leak = future_weight(trace.weights, trace.rows)
    assert np.isnan(leak.by_row).tolist() == [False, True, False, False]
    assert math.isnan(leak.share)


def test_a_window_of_three_lets_rows_see_one_two_three_keys_and_four_when_off_by_one():
    ones = np.ones((6, 1))
    assert keys_seen(attention(ones, ones, ones, window=(2, 0)).allowed).tolist() == [1, 2, 3, 3, 3, 3]
    assert keys_seen(attention(ones, ones, ones, window=(3, 0)).allowed).tolist() == [1, 2, 3, 4, 4, 4]


def test_keys_are_counted_for_each_head():
    masks = np.stack([np.eye(4, dtype=bool), ~np.eye(4, dtype=bool)])
    trace = attention(*[np.stack([WORDS, WORDS])] * 3, mask=masks, rows=(1, 3))
    assert keys_seen(trace.allowed).tolist() == [[1, 1], [3, 3]]


def test_other_rows_are_refused():
    with pytest.raises(ValueError, match=re.escape("(4, 4) do not hold the 2 rows 1 to 3")):
        future_weight(traced().weights, range(1, 3))
