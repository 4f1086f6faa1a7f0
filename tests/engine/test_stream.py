"""The tiled online softmax gives what the whole matrix gives, in memory that does not grow with T²."""

import tracemalloc

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from attn_tui.engine import attention, attention_stream
from tests.engine.cases import cases


@settings(max_examples=200)
@given(cases(), st.integers(1, 5))
def test_the_output_equals_attention_to_rounding(case, block):
    streamed = attention_stream(case.q, case.k, case.v, block=block, **case.options)
    whole = attention(case.q, case.k, case.v, **case.options).output
    assert streamed.shape == whole.shape
    np.testing.assert_allclose(streamed, whole, rtol=1e-11, atol=1e-12)


@given(cases(smallest=1), st.integers(1, 3), st.sampled_from([np.nan, np.inf, -np.inf]))
def test_what_is_not_finite_comes_out_as_it_does_from_attention(case, block, poison):
    q, k, v = case.q.copy(), case.k.copy(), case.v.copy()
    k[..., -1, :], v[..., -1, :], q[..., 0, :] = poison, poison, poison
    streamed = attention_stream(q, k, v, block=block, **case.options)
    np.testing.assert_allclose(streamed, attention(q, k, v, **case.options).output, rtol=1e-11, atol=1e-12)


@given(cases(), st.integers(0, 4), st.integers(0, 4))
def test_rows_are_those_rows_of_the_whole(case, start, stop):
    part = attention_stream(case.q, case.k, case.v, block=2, rows=(start, stop), **case.options)
    whole = attention_stream(case.q, case.k, case.v, block=2, **case.options)
    np.testing.assert_allclose(part, whole[..., start:stop, :], rtol=1e-11, atol=1e-12)


@pytest.mark.parametrize("options", [{}, {"causal": True}, {"window": (100, 0), "offset": 5, "sink": 0.0}])
def test_more_rows_than_a_block_of_the_usual_size(options):
    random = np.random.default_rng(2)
    q, k, v = (random.normal(size=(2, 600, 8)).astype(np.float32) for _ in range(3))
    whole = attention(q, k, v, **options).output
    streamed = attention_stream(q, k, v, **options)
    assert streamed.dtype == np.float32
    np.testing.assert_allclose(streamed, whole, rtol=1e-4, atol=1e-5)


def peak_bytes(T):
    tables = np.random.default_rng(1).normal(size=(3, T, 8)).astype(np.float32)
    tracemalloc.start()
    attention_stream(*tables, causal=True)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return peak


def test_memory_grows_with_the_length_and_not_with_its_square():
    one_matrix_of_scores = 4096 * 4096 * 4
    assert peak_bytes(4096) < one_matrix_of_scores / 16
    assert peak_bytes(4096) < 2 * peak_bytes(1024)
