"""What each stage of a narrow arithmetic loses, beside fractions, the standard library and ml_dtypes."""

import math
import re
import struct
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given

from attn_tui.engine import attention_as, default_scale, losses, rounding_loss, stage_losses
from tests.engine.cases import cases

RANDOM = np.random.default_rng(31)
Q, K, V = RANDOM.normal(size=(3, 2)), RANDOM.normal(size=(4, 2)), RANDOM.normal(size=(4, 5))
STAGES = ("scores", "scaled", "capped", "masked", "weights", "output")


def lost(name, q, k, v, **options):
    return losses(attention_as(name, q, k, v, **options), name, q, k, v, **options)


def marked(found, mark):
    """The stages in which something overflowed, or underflowed."""
    return [stage for stage, loss in found.items() if getattr(loss, mark).any()]


def half(x):
    """float16 as `struct` rounds it, as a fraction."""
    return Fraction(struct.unpack("e", struct.pack("e", x))[0])


class TestOneHundredAndTwentyEightEntriesOf32:
    """q·k is 131,072, twice the largest float16."""

    q, v = np.full((1, 128), 32.0), np.ones((1, 1))

    def test_overflow_float16_at_the_product_and_nowhere_else(self):
        found = lost("float16", self.q, self.q, self.v)
        assert marked(found, "overflowed") == ["scores"]
        assert found["scores"].moved[0, 0] == math.inf
        assert attention_as("float16", self.q, self.q, self.v).scores[0, 0] == math.inf

    def test_do_not_where_q_is_scaled_first(self):
        first = self.q * default_scale(128)
        trace = attention_as("float16", first, self.q, self.v, scale=1.0)
        assert float(f"{trace.scores[0, 0]:.4g}") == 11580
        assert marked(lost("float16", first, self.q, self.v, scale=1.0), "overflowed") == []

    def test_do_not_in_bfloat16(self):
        assert attention_as("bfloat16", self.q, self.q, self.v).scores[0, 0] == 131072
        assert marked(lost("bfloat16", self.q, self.q, self.v), "overflowed") == []


class TestWhatIsGiven:
    def test_loses_by_being_rounded(self):
        q = np.array([[70000.0, 1e-8, 0.1, 2.0, 0.0]])
        loss = lost("float16", q, np.zeros((1, 5)), [[1.0]])["q"]
        assert loss.overflowed.tolist() == [[True, False, False, False, False]]
        assert loss.underflowed.tolist() == [[False, True, False, False, False]]
        by_fractions = float(abs(half(0.1) - Fraction(0.1)) / Fraction(0.1))
        assert loss.moved[0].tolist() == pytest.approx([math.inf, 1, by_fractions, 0, 0], rel=1e-12)
        assert loss.largest == pytest.approx(by_fractions)

    def test_is_all_of_q_k_v_bias_slopes_and_sink_that_were_given(self):
        assert list(lost("float16", Q, K, V)) == ["q", "k", "v", *STAGES]
        found = lost("float16", Q, K, V, bias=np.ones((3, 4)), alibi=0.1, sink=0.1)
        assert list(found) == ["q", "k", "v", "bias", "alibi", "sink", *STAGES]
        assert found["alibi"].moved == pytest.approx(float(abs(half(0.1) / Fraction(0.1) - 1)))
        assert found["sink"].moved == found["alibi"].moved

    def test_may_be_infinite_or_nan_already_and_that_is_no_loss(self):
        q, k = np.array([[math.inf, 1.0], [math.nan, 1.0]]), np.ones((2, 2))
        found = lost("float16", q, k, np.ones((2, 1)))
        assert marked(found, "overflowed") == []
        assert found["q"].moved[0].tolist() == [0, 0]
        assert math.isnan(found["q"].moved[1, 0])
        assert found["scores"].moved[0].tolist() == [0, 0]

    def test_minus_a_billion_as_a_bias_overflows_float16_there(self):
        found = lost("float16", Q, K, V, bias=np.where(np.eye(3, 4, dtype=bool), -1e9, 0.0))
        assert marked(found, "overflowed") == ["bias"]
        assert (found["bias"].overflowed == np.eye(3, 4, dtype=bool)).all()


def test_minus_a_billion_in_the_place_of_blocked_scores_overflows_float16_at_the_mask():
    found = lost("float16", Q, K, V, causal=True, blocked=-1e9)
    assert marked(found, "overflowed") == ["masked"]
    assert (found["masked"].overflowed == np.triu(np.ones((3, 4), bool), 1)).all()
    assert marked(lost("bfloat16", Q, K, V, causal=True, blocked=-1e9), "overflowed") == []
    assert marked(lost("float16", Q, K, V, causal=True), "overflowed") == []


class TestWeightsThatVanish:
    @pytest.mark.parametrize(
        ("name", "score", "vanishes"),
        [
            ("float16", -17.0, False),
            ("float16", -18.0, True),  # e^−18 is 1.5e-8, half the smallest float16 is 3.0e-8
            ("bfloat16", -18.0, False),
            ("bfloat16", -100.0, True),
            ("float32", -100.0, False),
            ("float32", -110.0, True),
            ("float64", -740.0, False),
            ("float64", -1000.0, True),
        ],
    )
    def test_are_marked_in_each_arithmetic(self, name, score, vanishes):
        found = lost(name, [[1.0]], [[0.0], [score]], [[1.0], [1.0]])
        assert found["weights"].underflowed.tolist() == [[False, vanishes]]
        assert not vanishes or found["weights"].moved[0, 1] == 1

    def test_are_none_of_the_blocked_ones(self):
        mask = np.array([True, False])
        assert marked(lost("float16", Q, K[:2], V[:2], mask=mask), "underflowed") == []

    def test_are_marked_where_a_blocked_score_became_a_number(self):
        found = lost("float64", Q, K, V, causal=True, blocked=-1e9)
        assert (found["weights"].underflowed == np.triu(np.ones((3, 4), bool), 1)).all()


def by_fractions(trace, rounded):
    """The stages that are sums and products, exactly, from the numbers that they read."""
    q, k, v = rounded
    exact = {"scores": {}, "scaled": {}, "output": {}}
    for i, j in np.ndindex(trace.scores.shape):
        exact["scores"][i, j] = sum(
            Fraction(float(a)) * Fraction(float(b)) for a, b in zip(q[i], k[j], strict=True)
        )
        exact["scaled"][i, j] = Fraction(float(trace.scores[i, j])) * Fraction(default_scale(len(q[i])))
    for i, e in np.ndindex(trace.output.shape):
        exact["output"][i, e] = sum(
            Fraction(float(trace.weights[i, j])) * Fraction(float(v[j, e])) for j in range(len(v))
        )
    return exact


def test_each_stage_is_measured_by_itself_from_what_it_read():
    """So the loss at the output is that of one rounding, however much came in wrong."""
    trace = attention_as("float16", Q, K, V)
    rounded = [np.array([[float(half(x)) for x in row] for row in table]) for table in (Q, K, V)]
    found = losses(trace, "float16", Q, K, V)
    for stage, cells in by_fractions(trace, rounded).items():
        for at, exact in cells.items():
            came_out = Fraction(float(getattr(trace, stage)[at]))
            assert found[stage].moved[at] == pytest.approx(float(abs(came_out / exact - 1)), abs=1e-12), stage
    for i in range(3):
        e = [math.exp(float(score)) for score in trace.masked[i]]
        for j in range(4):
            moved = abs(float(trace.weights[i, j]) * sum(e) / e[j] - 1)
            assert found["weights"].moved[i, j] == pytest.approx(moved, abs=1e-12)


@pytest.mark.parametrize(
    ("name", "last_place"), [("float16", 2**-11), ("bfloat16", 2**-8), ("float32", 2**-24)]
)
def test_the_largest_loss_is_half_a_last_place_where_a_stage_is_one_rounding(name, last_place):
    found = lost(name, Q, K, V, softcap=3.0)
    for stage in ("q", "k", "v", "scaled"):
        assert 0 < found[stage].largest <= last_place
    for stage in STAGES:
        assert found[stage].largest < 20 * last_place
    assert found["masked"].largest == 0


@given(cases())
def test_float64_loses_nothing(case):
    trace = attention_as("float64", case.q, case.k, case.v, **case.options)
    found = losses(trace, "float64", case.q, case.k, case.v, **case.options)
    for stage, loss in found.items():
        assert not loss.overflowed.any(), stage
        assert loss.largest == 0, stage
        if stage in STAGES:
            assert loss.moved.shape == getattr(trace, stage).shape


@given(cases())
def test_rows_are_those_of_the_whole(case):
    rows = (1, 3)
    whole, part = (
        losses(attention_as("float16", *tables, **options), "float16", *tables, **options)
        for tables, options in (
            ((case.q, case.k, case.v), case.options),
            ((case.q, case.k, case.v), case.options | {"rows": rows}),
        )
    )
    for stage in ("q", *STAGES):
        for mark in ("overflowed", "underflowed"):
            np.testing.assert_array_equal(
                getattr(part[stage], mark), getattr(whole[stage], mark)[..., 1:3, :]
            )


def test_a_nan_that_float32_sums_make_of_finite_numbers_is_marked():
    """bfloat16 products are added in float32, where 3e38·2 − 3e38·2 is ∞ − ∞."""
    found = lost("bfloat16", [[3e38, 3e38]], [[2.0, -2.0]], [[1.0]])
    assert found["scores"].overflowed.all()
    assert found["scores"].moved[0, 0] == math.inf


@pytest.mark.parametrize("change", [{"rows": (0, 2)}, {"k": K[:3], "v": V[:3]}])
def test_the_trace_of_something_else_is_refused_with_both_shapes(change):
    trace = attention_as("float16", Q, K, V)
    with pytest.raises(ValueError, match=re.escape("the trace has scores (3, 4) of the rows range(0, 3)")):
        losses(trace, "float16", **({"q": Q, "k": K, "v": V} | change))
    other_rows = attention_as("float16", Q, K, V, rows=(0, 2))
    with pytest.raises(ValueError, match=re.escape("rows range(1, 3)")):
        losses(other_rows, "float16", Q, K, V, rows=(1, 3))


def test_an_arithmetic_that_is_not_known_is_refused():
    with pytest.raises(ValueError, match="float8 is none of"):
        losses(attention_as("float16", Q, K, V), "float8", Q, K, V)


@pytest.mark.oracle
@pytest.mark.parametrize(("name", "powers"), [("float16", 9), ("bfloat16", 45)])
def test_marks_are_those_of_numbers_rounded_by_ml_dtypes(name, powers):
    """Numbers of so many sizes that some overflow and some vanish, each stage cast to that dtype by NumPy."""
    dtype = np.dtype(getattr(pytest.importorskip("ml_dtypes"), name, np.float16))
    random = np.random.default_rng(5)
    q, k, v = (
        random.normal(size=(40, 3)) * 10.0 ** random.integers(-powers, powers + 1, (40, 1)) for _ in range(3)
    )
    with np.errstate(all="ignore"):
        narrow = [x.astype(dtype) for x in (q, k, v)]
        exact_scores = narrow[0].astype(float) @ narrow[1].astype(float).T
        scores = (narrow[0].astype(np.float32) @ narrow[1].astype(np.float32).T).astype(dtype)
        scaled = (scores.astype(np.float32) * np.float32(0.5)).astype(dtype)
    found = lost(name, q, k, v, scale=0.5)
    for stage, exact, came_out in [
        ("q", q, narrow[0]),
        ("v", v, narrow[2]),
        ("scores", exact_scores, scores),
        ("scaled", scores.astype(float) * 0.5, scaled),
    ]:
        wide = came_out.astype(float)
        assert (found[stage].overflowed == (np.isfinite(exact) & ~np.isfinite(wide))).all()
        assert (found[stage].underflowed == ((exact != 0) & (wide == 0))).all()
    for stage in ("q", "scores"):
        assert found[stage].overflowed.any()
        assert found[stage].underflowed.any()


class TestInParts:
    def test_what_is_given_and_the_stages_make_up_the_whole(self):
        options = {"causal": True, "scale": 0.3}
        trace = attention_as("float16", Q, K, V, **options)
        whole = losses(trace, "float16", Q, K, V, **options)
        stages = stage_losses(trace, "float16", Q, K, V, **options)
        assert tuple(stages) == STAGES
        parts = {
            "q": rounding_loss(Q, "float16"),
            "k": rounding_loss(K, "float16"),
            "v": rounding_loss(V, "float16"),
        }
        for name, part in (parts | stages).items():
            for field in ("exact", "overflowed", "underflowed", "moved"):
                np.testing.assert_array_equal(getattr(part, field), getattr(whole[name], field))

    def test_the_exact_number_is_the_one_before_rounding(self):
        loss = rounding_loss([[70000.0, 0.1, 1e-9]], "float16")
        assert loss.exact.tolist() == [[70000.0, 0.1, 1e-9]]
        assert loss.overflowed.tolist() == [[True, False, False]]
        assert loss.underflowed.tolist() == [[False, False, True]]
        assert loss.moved[0, 1] == pytest.approx(float(abs(half(0.1) / Fraction(0.1) - 1)))
