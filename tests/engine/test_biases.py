"""ALiBi: the published slopes, the distance from a query to a key, and only the rows and keys that are wanted."""

import tracemalloc
from fractions import Fraction

import numpy as np
import pytest

from attn_tui.engine import alibi, alibi_slopes, attention, attention_as, attention_stream

RANDOM = np.random.default_rng(11)
Q, K, V = RANDOM.normal(size=(3, 4, 2)), RANDOM.normal(size=(3, 6, 2)), RANDOM.normal(size=(3, 6, 5))
SLOPES = [0.5, 0.25, 0.1]


def test_is_minus_the_slope_times_the_distance():
    assert alibi(range(3), range(3), 0.5).tolist() == [[0, -0.5, -1], [-0.5, 0, -0.5], [-1, -0.5, 0]]


def test_counts_from_the_position_that_the_offset_gives():
    assert alibi(range(2), range(4), 1.0, offset=2).tolist() == [[-2, -1, 0, -1], [-3, -2, -1, 0]]


def test_has_one_matrix_a_head_for_one_slope_a_head():
    both = alibi(range(1, 3), range(2, 5), [1.0, 0.5], dtype=np.float32)
    assert both.tolist() == [[[-1, -2, -3], [0, -1, -2]], [[-0.5, -1, -1.5], [0, -0.5, -1]]]
    assert both.dtype == np.float32


def test_is_no_minus_zero_at_the_query_itself():
    assert not np.signbit(alibi(range(1), range(1), 0.5)).any()


def test_the_last_row_of_four_zero_scores_at_slope_one_half():
    zeros = np.zeros((4, 1))
    trace = attention(zeros, zeros, zeros, causal=True, alibi=0.5)
    assert trace.weights[3].round(3).tolist() == [0.102, 0.167, 0.276, 0.455]
    assert trace.masked[3].tolist() == [-1.5, -1, -0.5, 0]
    assert not trace.capped.any()


class TestThePublishedSlopes:
    def test_of_eight_heads_are_a_half_a_quarter_and_on(self):
        assert alibi_slopes(8).tolist() == [float(Fraction(1, 2**n)) for n in range(1, 9)]

    def test_of_sixteen_heads_begin_at_the_root_of_a_half(self):
        np.testing.assert_allclose(alibi_slopes(16), [0.5 ** (n / 2) for n in range(1, 17)], rtol=1e-14)

    def test_of_few_heads_end_at_one_256th_too(self):
        assert alibi_slopes(1).tolist() == [1 / 256]
        assert alibi_slopes(2).tolist() == [1 / 16, 1 / 256]

    def test_of_twelve_heads_are_those_of_eight_and_every_other_one_of_sixteen(self):
        eight, sixteen = alibi_slopes(8).tolist(), alibi_slopes(16).tolist()
        assert alibi_slopes(12).tolist() == eight + [sixteen[n] for n in (0, 2, 4, 6)]

    def test_of_three_heads(self):
        assert alibi_slopes(3).tolist() == [1 / 16, 1 / 256, 1 / 4]

    def test_are_of_at_least_one_head(self):
        with pytest.raises(ValueError, match="at least one head, not for 0"):
            alibi_slopes(0)


def test_is_a_bias_that_was_written_out():
    bias = RANDOM.normal(size=(4, 6))
    linear = np.array([[[-s * abs(i + 2 - j) for j in range(6)] for i in range(4)] for s in SLOPES])
    options = {"causal": True, "offset": 2, "softcap": 1.5, "sink": 0.3}
    with_alibi = attention(Q, K, V, bias=bias, alibi=SLOPES, **options)
    np.testing.assert_allclose(with_alibi.output, attention(Q, K, V, bias=bias + linear, **options).output)


def test_leaves_alone_what_the_bias_blocks():
    trace = attention(Q, K, V, bias=np.where(np.arange(6) == 1, -np.inf, 0.0), alibi=0.5, blocked=-7.0)
    assert (trace.masked[..., 1] == -7).all()
    assert not trace.allowed[..., 1].any()


def test_of_one_head_may_be_a_list_of_one():
    flat = attention(Q[0], K[0], V[0], alibi=[0.5])
    np.testing.assert_array_equal(flat.weights, attention(Q[0], K[0], V[0], alibi=0.5).weights)
    assert flat.weights.ndim == 2


def test_a_slope_is_rounded_to_the_half_precision():
    """1.003 is 1 in bfloat16, and 3 · 1.003 would be 3.0156."""
    trace = attention_as("bfloat16", np.zeros((1, 1)), np.zeros((4, 1)), np.ones((4, 1)), alibi=1.003)
    assert trace.masked.tolist() == [[0, -1, -2, -3]]


def peak_bytes(compute, **options):
    tables = np.random.default_rng(1).normal(size=(3, 4096, 8)).astype(np.float32)
    tracemalloc.start()
    compute(*tables, causal=True, **options)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return peak


@pytest.mark.parametrize(
    ("compute", "options"), [(attention_stream, {}), (attention, {"rows": (4000, 4040)})]
)
def test_no_matrix_of_all_rows_and_keys_is_made_for_some(compute, options):
    assert peak_bytes(compute, alibi=0.5, **options) < 4096 * 4096 * 4 / 8
