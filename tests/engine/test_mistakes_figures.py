"""What each mistake does to numbers that were published or that can be followed on paper."""

import json
from math import exp, inf, sqrt
from pathlib import Path

import numpy as np
import pytest

from attn_tui.engine import attention, by_id, mistaken
from tests.engine.slow_mistakes import half

CRANE = 1
SENTENCE = json.loads(Path(__file__).with_name("golden.json").read_text(encoding="utf-8"))[
    "crane-lifted-steel"
]
Q, K, V = (np.array(SENTENCE[table], float) for table in "qkv")
NOTHING = np.zeros((1, 3), bool)


def row(mistake, scores, dtype=None, **options):
    """The weights of one query whose scores are these: its one number is 1, and the keys are the scores."""
    keys = [[score] for score in scores]
    options = {"scale": 1.0} | options
    return mistaken(
        [by_id(name) for name in mistake.split()], [[1.0]], keys, keys, dtype=dtype, **options
    ).weights[0]


def shares(*scores):
    total = sum(exp(score) for score in scores)
    return [exp(score) / total for score in scores]


def test_divided_by_its_total_crane_looks_right():
    weights = mistaken([by_id("divide-by-total")], Q, K, V).weights
    assert weights[CRANE].round(2).tolist() == [0.07, 0.28, 0.34, 0.31]
    np.testing.assert_allclose(weights[CRANE], np.array([0.14, 0.56, 0.70, 0.63]) / 2.03)


def test_divided_by_its_total_a_score_below_zero_is_a_share_below_zero():
    np.testing.assert_allclose(row("divide-by-total", [3.0, -1.0]), [1.5, -0.5])
    assert not np.isfinite(row("divide-by-total", [1.0, -1.0])).any()


def test_without_the_scale_a_wide_row_has_one_winner():
    wide = np.repeat(Q, 100, axis=1), np.repeat(K, 100, axis=1)
    np.testing.assert_allclose(mistaken([by_id("no-scale")], *wide, V).weights[CRANE], shares(14, 56, 70, 63))


def test_divided_by_d_k_the_weights_are_nearly_equal():
    np.testing.assert_allclose(
        mistaken([by_id("scale-by-d")], Q, K, V).weights[CRANE], shares(0.07, 0.28, 0.35, 0.315)
    )


def test_divided_by_the_root_of_d_model_counts_the_numbers_of_all_heads():
    ones = np.ones((4, 3, 4))
    for name, d_model in (("scale-by-sqrt-d-model", 16), ("scale-by-sqrt-d-model:64", 64)):
        for head in (None, 2):
            scaled = mistaken([by_id(name)], ones, ones, ones, head=head).scaled
            np.testing.assert_allclose(scaled, 4 / sqrt(d_model))


def test_scaled_after_the_softmax_every_row_sums_to_the_scale():
    trace = mistaken([by_id("scale-after-softmax")], Q, K, V)
    np.testing.assert_allclose(trace.weights.sum(axis=-1), [1 / sqrt(2)] * 4)
    np.testing.assert_allclose(trace.weights[CRANE], np.array(shares(0.14, 0.56, 0.70, 0.63)) / sqrt(2))
    assert (trace.scaled == trace.scores).all()


def test_over_the_queries_the_columns_sum_to_one_and_the_rows_do_not():
    weights = mistaken([by_id("softmax-over-queries")], Q, K, V).weights
    np.testing.assert_allclose(weights.sum(axis=0), [1.0] * 4)
    assert (abs(weights.sum(axis=1) - 1) > 0.05).any()
    scores = [[a * c + b * d for c, d in SENTENCE["k"]] for a, b in SENTENCE["q"]]
    column = [scores[i][CRANE] / sqrt(2) for i in range(4)]
    np.testing.assert_allclose(weights[:, CRANE], shares(*column))


@pytest.mark.parametrize(
    ("dtype", "fits", "overflows"),
    [("float64", 709, 710), ("float32", 88, 89), ("float16", 11, 12), ("bfloat16", 88, 89)],
)
def test_unshifted_the_exponential_overflows_where_its_dtype_ends(dtype, fits, overflows):
    np.testing.assert_allclose(row("softmax-unshifted", [fits, 0.0], dtype), [1, 0], atol=2e-5)
    assert np.isnan(row("softmax-unshifted", [overflows, 0.0], dtype)[0])
    assert row("softmax-unshifted", [overflows, 0.0], dtype)[1] == 0
    np.testing.assert_allclose(row("", [overflows, 0.0], dtype), [1, 0], atol=1e-5)


def test_zero_for_a_blocked_score_is_e_to_the_zeroth():
    weights = row("mask-zero", [0.5, 2.0], mask=[[True, False]])
    np.testing.assert_allclose(weights, shares(0.5, 0.0))


def test_a_multiplied_mask_leaves_the_same_weight_on_each_blocked_key():
    mask = [[True, True, True, False, False, False]]
    weights = row("mask-multiplied", [0.43, -0.21, 0.99, 0.32, -0.35, 0.04], mask=mask)
    assert weights[3:].round(3).tolist() == [0.124] * 3


def test_a_multiplied_mask_makes_nan_of_an_infinite_score_and_zero_in_its_place_does_not():
    assert np.isnan(row("mask-multiplied", [1.0, inf], mask=[[True, False]])).all()
    assert np.isfinite(row("mask-zero", [1.0, inf], mask=[[True, False]])).all()


def test_masked_after_the_softmax_a_row_lacks_what_the_blocked_keys_had():
    right, blocked = shares(0.14, 0.56, 0.70, 0.63)[:2], [0.0, 0.0]
    weights = mistaken([by_id("mask-after-softmax")], Q, K, V, causal=True, scale=1.0).weights
    np.testing.assert_allclose(weights[CRANE], right + blocked)


def test_masked_after_the_softmax_and_renormalised_crane_is_right():
    weights = mistaken([by_id("mask-after-softmax-renormalised")], Q, K, V, causal=True).weights
    assert (100 * weights[CRANE]).round().tolist() == [43, 57, 0, 0]


def test_renormalising_has_nothing_left_to_divide_where_blocked_keys_had_it_all():
    weights = row("mask-after-softmax-renormalised", [1.0, 2.0, 1000.0], mask=[[True, True, False]])
    assert np.isnan(weights[:2]).all()
    assert weights[2] == 0


@pytest.mark.parametrize("mask", [None, [[True, True, False]]])
def test_renormalising_takes_from_a_sink_what_it_holds(mask):
    weights = row("mask-after-softmax-renormalised", [1.0, 2.0, 0.5], sink=3.0, mask=mask)
    expected = shares(1.0, 2.0, 0.5) if mask is None else [*shares(1.0, 2.0), 0]
    np.testing.assert_allclose(weights, expected)
    assert row("", [1.0, 2.0, 0.5], sink=3.0, mask=mask).sum() < 0.5


def test_with_the_diagonal_blocked_the_first_row_sees_nothing():
    trace = mistaken([by_id("mask-diagonal-too")], Q, K, V, causal=True)
    assert trace.allowed.sum(axis=1).tolist() == [0, 1, 2, 3]
    assert trace.empty_rows == (0,)
    assert (np.diag(trace.weights) == 0).all()
    moved = mistaken([by_id("mask-diagonal-too")], Q[2:], K, V, causal=True, offset=2)
    assert moved.allowed.astype(int).tolist() == [[1, 1, 0, 0], [1, 1, 1, 0]]


def test_reversed_the_mask_lets_see_what_comes_after_alone():
    trace = mistaken([by_id("mask-reversed")], Q, K, V, causal=True)
    assert trace.allowed.astype(int).tolist() == [[0, 1, 1, 1], [0, 0, 1, 1], [0, 0, 0, 1], [0, 0, 0, 0]]
    assert trace.empty_rows == (3,)


def test_in_the_wrong_corner_a_step_of_decoding_sees_the_first_key_alone():
    step = {"causal": True, "offset": 3}
    assert mistaken([by_id("causal-wrong-corner")], Q[3:], K, V, **step).allowed.tolist() == [
        [True] + 3 * [False]
    ]
    two = mistaken([by_id("causal-wrong-corner")], Q[:2], K, V, causal=True)
    assert two.allowed.sum(axis=1).tolist() == [3, 4]


def test_off_by_one_a_window_of_three_sees_four():
    tokens = np.ones((6, 1))
    window = {"causal": True, "window": (2, 0)}
    keys = [
        mistaken(wrong, tokens, tokens, tokens, **window).allowed.sum(axis=1).tolist()
        for wrong in ([], [by_id("window-off-by-one")])
    ]
    assert keys == [[1, 2, 3, 3, 3, 3], [1, 2, 3, 4, 4, 4]]


class TestALargeNegativeNumberForInfinity:
    """A row with the scores 1, 5, −2 that may see nothing."""

    def nothing(self, mistake, dtype="float64", scores=(1.0, 5.0, -2.0)):
        return row(mistake, scores, dtype, mask=NOTHING)

    def test_in_float64_it_looks_as_if_nothing_were_blocked(self):
        assert self.nothing("large-negative-for-infinity").round(3).tolist() == [0.018, 0.981, 0.001]

    def test_in_float32_and_bfloat16_the_scores_are_lost_and_all_are_alike(self):
        for dtype in ("float32", "bfloat16"):
            weights = self.nothing("large-negative-for-infinity:-1e9", dtype)
            np.testing.assert_allclose(weights, [1 / 3] * 3, rtol=4e-3)

    def test_in_float16_it_is_infinity(self):
        assert np.isnan(self.nothing("large-negative-for-infinity", "float16")).all()

    def test_minus_infinity_without_care_is_nan_and_the_engines_own_row_is_zero(self):
        assert np.isnan(self.nothing("large-negative-for-infinity:-inf")).all()
        assert self.nothing("").tolist() == [0, 0, 0]

    @pytest.mark.parametrize("dtype", ["float64", "float32", "float16", "bfloat16"])
    def test_the_least_number_of_each_dtype_loses_the_scores(self, dtype):
        np.testing.assert_allclose(
            self.nothing("large-negative-for-infinity:min", dtype), [1 / 3] * 3, rtol=4e-3
        )

    def test_a_score_below_zero_takes_the_least_of_float16_to_infinity(self):
        weights = self.nothing("large-negative-for-infinity:min", "float16", scores=(0.0, -8.0, -20.0))
        assert [half(-65504.0 + score) for score in (0.0, -8.0, -20.0)] == [-65504.0, -65504.0, -inf]
        assert weights.tolist() == [0.5, 0.5, 0]

    def test_ten_thousand_keeps_the_scores_in_float32_and_a_step_of_eight_in_float16(self):
        weights = self.nothing("large-negative-for-infinity:-1e4", "float32")
        np.testing.assert_allclose(weights, shares(1, 5, -2), rtol=2e-3)
        sums = [half(score - 1e4) for score in (1.0, 5.0, -2.0)]
        assert sums == [-10000, -9992, -10000]
        weights = self.nothing("large-negative-for-infinity:-1e4", "float16")
        np.testing.assert_allclose(weights, [half(w) for w in shares(0, 8, 0)], rtol=1e-3)

    def test_in_a_row_that_sees_something_it_is_as_good_as_infinity(self):
        weights = row("large-negative-for-infinity", [1.0, 5.0, -2.0], mask=[[True, False, True]])
        np.testing.assert_allclose(weights, [1 / (1 + exp(-3)), 0, 1 / (1 + exp(3))], rtol=1e-14)

    def test_no_row_is_listed_as_seeing_nothing(self):
        trace = mistaken([by_id("large-negative-for-infinity")], [[1.0]], [[1.0]], [[1.0]], mask=[[False]])
        assert trace.empty_rows == ()
        assert trace.output.tolist() == [[1.0]]


def test_capped_after_the_mask_a_blocked_key_leaks():
    weights = row("softcap-after-mask", [0.5, 2.0], softcap=1.0, mask=[[True, False]])
    assert weights.round(3).tolist() == [0.812, 0.188]
    assert row("", [0.5, 2.0], softcap=1.0, mask=[[True, False]]).tolist() == [1, 0]


def test_heads_by_reshape_is_what_a_reshape_of_the_joined_heads_gives():
    heads = np.arange(3 * 4 * 2, dtype=float).reshape(3, 4, 2)
    joined = heads.transpose(1, 0, 2).reshape(4, 6)  # (T, d_model)
    right, wrong = joined.reshape(4, 3, 2).transpose(1, 0, 2), joined.reshape(3, 4, 2)
    assert (right == heads).all()
    whole = mistaken([by_id("heads-by-reshape")], heads, heads, heads, causal=True)
    assert (whole.output == attention(wrong, wrong, wrong, causal=True).output).all()
    for h in range(3):
        alone = mistaken([by_id("heads-by-reshape")], heads, heads, heads, head=h, causal=True)
        assert (alone.output == attention(wrong[h], wrong[h], wrong[h], causal=True).output).all()


def test_tiled_groups_are_those_of_np_tile():
    random = np.random.default_rng(1)
    q, k, v = random.normal(size=(6, 3, 2)), random.normal(size=(2, 5, 2)), random.normal(size=(3, 5, 4))
    tiled = attention(q, np.tile(k, (3, 1, 1)), np.tile(v, (2, 1, 1))).output
    assert (mistaken([by_id("groups-tiled")], q, k, v).output == tiled).all()
    repeated = attention(q, np.repeat(k, 3, axis=0), np.repeat(v, 2, axis=0)).output
    assert (mistaken([], q, k, v).output == repeated).all()
    same = [bool((tiled[h] == repeated[h]).all()) for h in range(6)]
    assert same[0] and same[5] and not all(same)


def test_swapped_the_output_is_made_of_keys():
    k, v = [[1.0, 0.0], [0.0, 1.0]], [[2.0, 0.0], [0.0, 4.0]]
    trace = mistaken([by_id("keys-values-swapped")], [[1.0, 1.0]], k, v, scale=1.0)
    assert trace.scores.tolist() == [[2.0, 4.0]]
    np.testing.assert_allclose(trace.output[0], shares(2.0, 4.0))


def test_untransposed_each_column_is_one_number_of_every_key():
    k = [[1.0, 10.0], [100.0, 1000.0]]
    trace = mistaken([by_id("key-not-transposed")], [[1.0, 2.0], [3.0, 4.0]], k, k)
    assert trace.scores.tolist() == [[201.0, 2010.0], [403.0, 4030.0]]


class TestDropoutLeftOn:
    q = np.random.default_rng(2).normal(size=(2, 40, 4))

    def weights(self, name="dropout-left-on", **options):
        return mistaken([by_id(name)], self.q, self.q, self.q, **options).weights

    def test_a_weight_is_zero_or_raised(self):
        right, dropped = attention(self.q, self.q, self.q).weights, self.weights()
        kept = dropped != 0
        np.testing.assert_allclose(dropped[kept], right[kept] / 0.9, rtol=1e-14)

    @pytest.mark.parametrize("rate", [0.1, 0.5, 0.9])
    def test_as_many_are_zero_as_the_rate_says(self, rate):
        zeros = (self.weights(f"dropout-left-on:{rate}") == 0).mean()
        assert abs(zeros - rate) < 5 * sqrt(rate * (1 - rate) / self.q[..., 0].size / 40)

    def test_the_rows_do_not_sum_to_one(self):
        assert (abs(self.weights().sum(axis=-1) - 1) > 1e-6).mean() > 0.9

    def test_heads_and_rows_are_drawn_apart(self):
        zeros = self.weights("dropout-left-on:0.5") == 0
        assert (zeros[0] != zeros[1]).any()
        assert (zeros[0, 0] != zeros[0, 1]).any()

    def test_a_head_and_a_window_on_rows_have_the_same_zeros(self):
        whole, part = self.weights(), self.weights(head=1, rows=(7, 12))
        assert ((whole[1, 7:12] == 0) == (part == 0)).all()
        assert (part == 0).any()


class TestHalfOverflow:
    """q·k over 128 numbers of 32 each is 131,072."""

    q = np.full((1, 128), 32.0)

    def scores(self, wrong, q, **options):
        trace = mistaken(wrong, q, self.q, [[1.0]], **options)
        return trace.scores[0, 0], trace.weights[0, 0]

    @pytest.mark.parametrize("dtype", [None, "float64", "float32", "bfloat16", "float16"])
    def test_the_product_is_infinite_and_its_row_nan(self, dtype):
        score, weight = self.scores([by_id("half-overflow")], self.q, dtype=dtype)
        assert score == inf
        assert np.isnan(weight)

    def test_in_float64_the_product_fits(self):
        assert self.scores([], self.q) == (131072, 1)

    def test_scaling_q_first_keeps_it_in_float16(self):
        score, weight = self.scores([by_id("half-overflow")], self.q / sqrt(128), scale=1.0)
        assert score == half(128 * half(32 / sqrt(128)) * 32)
        assert f"{score:.4g}" == "1.158e+04"
        assert weight == 1

    def test_smaller_products_lose_digits(self):
        trace = mistaken([by_id("half-overflow")], [[1.001]], [[1.001]], [[1.0]])
        assert trace.scores[0, 0] == half(half(1.001) ** 2) != 1.001**2
        assert trace.scores.dtype == np.float64


def test_with_its_sign_flipped_alibi_looks_farthest():
    options = {"alibi": 0.5, "causal": True}
    zeros = np.zeros((4, 1))
    right = mistaken([], zeros, zeros, zeros, **options).weights[3]
    wrong = mistaken([by_id("alibi-sign-flipped")], zeros, zeros, zeros, **options).weights[3]
    assert right.round(3).tolist() == [0.102, 0.167, 0.276, 0.455]
    assert wrong.round(3).tolist() == [0.455, 0.276, 0.167, 0.102]


def test_a_sink_keeps_a_part_of_the_row_and_that_is_no_mistake():
    weights = row("", [2.0, 1.0], sink=3.0)
    assert weights.round(3).tolist() == [0.245, 0.090]
    assert weights.sum().round(3) == 0.335
