"""The corners of the contract: what sees nothing, what is not finite, what is empty, and which dtype comes out."""

import subprocess
import sys

import numpy as np
import pytest

from attn_tui.engine import Trace, attention, default_scale, exponentials, round_to

RANDOM = np.random.default_rng(7)
Q, K, V = RANDOM.normal(size=(3, 2)), RANDOM.normal(size=(4, 2)), RANDOM.normal(size=(4, 5))
STAGES = ("scores", "scaled", "capped", "masked", "weights", "output")


def test_importing_the_engine_loads_no_screen():
    code = "import sys, attn_tui.engine; print([m for m in ('textual', 'rich') if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


class TestARowThatSeesNothing:
    mask = np.array([[True] * 4, [False] * 4, [True] * 4])

    def test_is_zero_and_listed(self):
        trace = attention(Q, K, V, mask=self.mask)
        assert trace.empty_rows == (1,)
        assert trace.weights[1].tolist() == [0] * 4
        assert trace.output[1].tolist() == [0] * 5

    def test_is_listed_by_head_where_there_are_heads(self):
        masks = np.stack([self.mask, ~self.mask])
        trace = attention(np.stack([Q, Q]), np.stack([K, K]), np.stack([V, V]), mask=masks)
        assert trace.empty_rows == ((0, 1), (1, 0), (1, 2))

    def test_keeps_its_number_when_only_some_rows_are_wanted(self):
        assert attention(Q, K, V, mask=self.mask, rows=(1, 3)).empty_rows == (1,)
        assert attention(Q, K, V, mask=self.mask, rows=(2, 3)).empty_rows == ()

    def test_may_be_one_by_its_bias(self):
        trace = attention(Q, K, V, bias=np.where(self.mask, 0.0, -np.inf))
        assert trace.empty_rows == (1,)
        assert (trace.allowed == self.mask).all()

    def test_is_zero_with_a_sink_too(self):
        assert (attention(Q, K, V, mask=self.mask, sink=0.0).output[1] == 0).all()
        assert (attention(Q, K, V, mask=self.mask, sink=-np.inf).output[1] == 0).all()

    def test_is_none_where_blocked_scores_become_a_number(self):
        trace = attention(Q, K, V, mask=self.mask, blocked=0.0)
        assert trace.empty_rows == ()
        np.testing.assert_allclose(trace.output[1], V.mean(axis=0), rtol=1e-14)
        assert not trace.allowed[1].any()


class TestABlockedScore:
    def test_becomes_blocked_whatever_it_was(self):
        bias = np.array([0.5, -np.inf, 0.5, 0.5])
        trace = attention(Q, K, V, causal=True, bias=bias, blocked=-3.0)
        assert (trace.masked[~trace.allowed] == -3).all()
        np.testing.assert_allclose(trace.masked[trace.allowed], trace.capped[trace.allowed] + 0.5)

    def test_takes_part_if_it_becomes_a_number_and_brings_its_value(self):
        value = V.copy()
        value[3] = np.nan
        assert np.isfinite(attention(Q, K, value, causal=True).output).all()
        assert np.isnan(attention(Q, K, value, causal=True, blocked=0.0).output).all()

    def test_is_no_obstacle_to_a_row_whose_allowed_scores_are_not_numbers(self):
        weights = attention([[np.nan]], [[1.0], [2.0]], [[1.0], [1.0]], mask=[[True, False]]).weights
        assert np.isnan(weights[0, 0])
        assert weights[0, 1] == 0


class TestWhatIsNotFinite:
    def test_an_allowed_value_comes_out_as_it_is(self):
        output = attention([[1.0]], [[1.0], [1.0]], [[np.inf, np.nan, 1.0], [1.0, 1.0, 1.0]]).output
        assert output[0, 0] == np.inf
        assert np.isnan(output[0, 1])
        assert output[0, 2] == 1

    def test_zero_times_infinity_is_nan_for_an_allowed_key(self):
        trace = attention([[1.0]], [[0.0], [5000.0]], [[np.inf], [1.0]], scale=1.0, mask=[True, True])
        assert trace.weights[0, 0] == 0
        assert np.isnan(trace.output[0, 0])

    @pytest.mark.parametrize("query", [np.inf, np.nan])
    def test_a_score_of_infinity_or_nan_makes_its_row_nan_and_no_other(self, query):
        trace = attention([[query], [1.0]], [[1.0], [2.0]], [[1.0], [2.0]])
        assert np.isnan(trace.weights[0]).all()
        assert np.isfinite(trace.weights[1]).all()

    def test_a_row_of_nothing_but_minus_infinity_that_may_be_looked_at_is_nan_and_not_listed(self):
        trace = attention([[-np.inf]], [[1.0], [2.0]], [[1.0], [2.0]])
        assert np.isnan(trace.output).all()
        assert trace.empty_rows == ()

    def test_a_score_of_minus_infinity_among_others_is_a_weight_of_zero(self):
        assert attention([[1.0]], [[-np.inf], [1.0]], [[1.0], [2.0]]).weights.tolist() == [[0, 1]]

    def test_an_overflow_prints_no_warning_and_is_shown(self):
        trace = attention([[1e308, 1e308]], [[1.0, 1.0]], [[1.0]])
        assert trace.scores[0, 0] == np.inf
        with np.errstate(all="raise"):
            attention(
                np.float32([[3e38]]), np.float32([[9]]), np.float32([[1]]), bias=[[1e300]], blocked=1e300
            )

    def test_large_scores_do_not_overflow_the_softmax(self):
        np.testing.assert_allclose(attention([[1e4]], [[1.0], [1.0]], [[2.0], [4.0]]).output, [[3.0]])


class TestEmptyTensors:
    @pytest.mark.parametrize("lead", [(), (2,), (3, 2)])
    def test_without_keys_every_row_sees_nothing(self, lead):
        trace = attention(np.ones((*lead, 3, 2)), np.ones((*lead, 0, 2)), np.ones((*lead, 0, 5)), causal=True)
        assert trace.output.tolist() == np.zeros((*lead, 3, 5)).tolist()
        assert trace.empty.all()
        assert trace.empty.shape == (*lead, 3)

    def test_without_queries_there_are_no_rows(self):
        trace = attention(np.ones((0, 2)), K, V, sink=1.0, window=(1, 0))
        assert trace.weights.shape == (0, 4)
        assert trace.output.shape == (0, 5)

    def test_without_a_width_every_score_is_zero_and_every_key_alike(self):
        trace = attention(np.ones((3, 0)), np.ones((4, 0)), V)
        np.testing.assert_allclose(trace.output, np.tile(V.mean(axis=0), (3, 1)))
        assert default_scale(0) == 1.0

    def test_without_heads_or_batches_there_is_nothing(self):
        assert attention(np.ones((0, 3, 2)), np.ones((0, 4, 2)), np.ones((0, 4, 5))).output.shape == (0, 3, 5)
        assert attention(np.ones((0, 4, 3, 2)), np.ones((0, 2, 4, 2)), np.ones((0, 2, 4, 5))).empty_rows == ()


class TestDtypes:
    def stage_dtypes(self, trace):
        return {getattr(trace, name).dtype.name for name in STAGES}

    @pytest.mark.parametrize(
        ("given", "computed"),
        [
            ("float32", "float32"),
            ("float64", "float64"),
            ("float16", "float32"),
            (">f4", "float32"),
            ("int8", "float64"),
            ("int64", "float64"),
            ("bool", "float64"),
        ],
    )
    def test_one_dtype_is_computed_as_the_contract_says(self, given, computed):
        assert self.stage_dtypes(attention(Q.astype(given), K.astype(given), V.astype(given))) == {computed}

    @pytest.mark.parametrize(
        ("q", "k", "v", "computed"),
        [
            ("float32", "float32", "float64", "float64"),
            ("float16", "float32", "float16", "float32"),
            ("float32", "int32", "float32", "float64"),
        ],
    )
    def test_of_several_the_widest(self, q, k, v, computed):
        assert self.stage_dtypes(attention(Q.astype(q), K.astype(k), V.astype(v))) == {computed}

    @pytest.mark.oracle
    def test_bfloat16_arrays_widen_to_float32(self):
        bfloat16 = pytest.importorskip("ml_dtypes").bfloat16
        trace = attention(Q.astype(bfloat16), K.astype(bfloat16), V.astype(bfloat16))
        assert self.stage_dtypes(trace) == {"float32"}
        rounded = attention(*(round_to(table, "bfloat16") for table in (Q, K, V)))
        assert (trace.output == rounded.output).all()

    def test_no_setting_turns_float32_into_float64(self):
        trace = attention(
            *(table.astype(np.float32) for table in (Q, K, V)),
            scale=np.float64(0.3),
            causal=True,
            bias=np.ones((3, 4)),
            alibi=np.float64(0.3),
            softcap=np.float64(2.0),
            sink=np.float64(0.5),
            blocked=np.float64(0.0),
        )
        assert self.stage_dtypes(trace) == {"float32"}

    def test_lists_of_numbers_are_float64(self):
        assert self.stage_dtypes(attention([[1, 0]], [[1, 0], [1, 1]], [[1], [2]])) == {"float64"}

    def test_float32_agrees_with_float64_to_its_own_precision(self):
        narrow = attention(*(table.astype(np.float32) for table in (Q, K, V)), sink=0.5)
        np.testing.assert_allclose(narrow.output, attention(Q, K, V, sink=0.5).output, rtol=2e-6, atol=2e-7)


class TestExponentials:
    def test_are_e_to_the_score_and_the_total_of_the_row(self):
        e, total = exponentials(np.array([[0.099, 0.396, 0.495, 0.445], [0.0, -np.inf, -np.inf, 0.0]]))
        np.testing.assert_allclose(e[0], [1.104, 1.486, 1.640, 1.560], atol=5e-4)
        assert e[1].tolist() == [1, 0, 0, 1]
        np.testing.assert_allclose(total, [5.791, 2.0], atol=5e-4)

    def test_count_one_sink_a_head_in_the_total(self):
        _, total = exponentials(np.zeros((2, 3, 4)), sink=np.log([2.0, 3.0]))
        np.testing.assert_allclose(total, [[6.0] * 3, [7.0] * 3])

    def test_shifted_are_relative_to_the_largest_and_give_the_same_weights(self):
        trace = attention(Q, K, V, sink=3.0)
        e, total = exponentials(trace.masked, sink=3.0, shifted=True)
        assert e.max() < 1
        np.testing.assert_allclose(e / total[:, None], trace.weights, rtol=1e-14)

    def test_shifted_of_a_row_that_sees_nothing_are_zero(self):
        e, total = exponentials(np.full((1, 2), -np.inf), shifted=True)
        assert e.tolist() == [[0, 0]]
        assert total.tolist() == [0]

    def test_overflow_to_infinity_without_a_warning(self):
        assert exponentials(np.array([[1000.0]]))[0][0, 0] == np.inf


def test_a_trace_cannot_be_rebound():
    trace = attention(Q, K, V)
    assert isinstance(trace, Trace)
    with pytest.raises(AttributeError):
        trace.output = V


def test_one_sink_a_head_is_read_by_its_head():
    q, k, v = np.zeros((2, 1, 1)), np.zeros((1, 1, 1)), np.ones((1, 1, 1))
    sums = attention(q, k, v, sink=np.log([1.0, 3.0])).weights[:, 0, 0]
    np.testing.assert_allclose(sums, [0.5, 0.25])
    assert attention(q[0], k[0], v[0], sink=[0.0]).weights.tolist() == [[0.5]]
