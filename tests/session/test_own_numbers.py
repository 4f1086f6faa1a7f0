"""The experiments on a problem's own numbers: its head, its mask, its scale, against plain Python and `trace`."""

from dataclasses import replace
from itertools import islice
from math import exp, sqrt
from statistics import pvariance

import numpy as np
import pytest

from attn_tui.engine.experiments.online_softmax import difference, online_steps
from attn_tui.engine.experiments.training import train
from attn_tui.session.computing import own_numbers
from attn_tui.session.computing.compute import compute
from attn_tui.session.computing.own_numbers import own_row, own_saturation, own_sizes, own_task, own_variance
from attn_tui.session.faults import Fault
from attn_tui.session.problem import Problem, numbered
from attn_tui.session.settings import Causal, Matrix, Settings

CAUSAL = Settings(mask=(Causal(),))


def problem(settings=CAUSAL, dtype=np.float64):
    """Two query heads on one key head, five words of three numbers."""
    random = np.random.default_rng(9)
    q, k, v = (random.normal(size=shape).astype(dtype) for shape in ((2, 5, 3), (1, 5, 3), (2, 5, 2)))
    words = numbered(5)
    return Problem("p", "p", q, k, v, words, words, numbered(3), numbered(2), numbered(2), settings=settings)


def scores(given, head, times=1):
    """Raw scores of what each query may look at under the causal mask, row by row, in plain Python."""
    q, k = given.q[head].tolist(), given.k[0].tolist()
    return [
        [times * sum(a * b for a, b in zip(q[i], k[j], strict=True)) for j in range(i + 1)] for i in range(5)
    ]


@pytest.mark.parametrize(("settings", "scale"), [
    (CAUSAL, 1 / sqrt(3)),
    (replace(CAUSAL, scale=False), 1 / sqrt(3)),
    (replace(CAUSAL, scale=0.25), 0.25),
])  # fmt: skip
def test_the_variance_is_of_the_scores_that_may_be_looked_at(settings, scale):
    given = problem(settings)
    point = own_variance(given, 1)
    raw = [score for row in scores(given, 1) for score in row]
    assert (point.pairs, point.d_k, point.standard_error) == (15, 3, None)
    assert point.raw_variance == pytest.approx(pvariance(raw), rel=1e-12)
    assert point.scaled_variance == pytest.approx(scale**2 * pvariance(raw), rel=1e-12)
    squares = [
        sum(x * x for row in table for x in row) / 15 for table in (given.q[1].tolist(), given.k[0].tolist())
    ]
    assert point.expected == pytest.approx(3 * squares[0] * squares[1], rel=1e-12)


def test_rows_take_a_part_of_the_queries():
    given = problem()
    raw = [score for row in scores(given, 0)[1:3] for score in row]
    assert own_variance(given, 0, (1, 3)).raw_variance == pytest.approx(pvariance(raw), rel=1e-12)
    assert [query for query, _, _ in own_saturation(given, 0, (1, 3)).rows] == [1, 2]


def test_saturation_is_of_the_rows_under_the_mask_with_the_scale_and_without():
    given = problem(replace(CAUSAL, widen=4))
    own = own_saturation(given, 0)
    assert (own.point.d_k, own.point.rows) == (12, 5)
    for (query, scaled, unscaled), row in zip(own.rows, scores(given, 0, times=4), strict=True):
        for side, scale in ((scaled, 1 / sqrt(12)), (unscaled, 1.0)):
            e = [exp(scale * score) for score in row]
            assert side.largest == pytest.approx(max(e) / sum(e), rel=1e-12), query
    assert own.point.scaled.largest == pytest.approx(sum(row[1].largest for row in own.rows) / 5)
    assert own.rows[0][1].entropy == 0  # the first word sees itself alone


def test_a_row_that_sees_nothing_is_no_part_of_the_mean():
    allowed = np.ones((5, 5), bool)
    allowed[2] = False
    own = own_saturation(problem(Settings(mask=(Matrix(allowed),))), 0)
    assert [query for query, _, _ in own.rows] == [0, 1, 3, 4]
    assert own.point.rows == 4


def test_where_nobody_sees_anything_there_is_nothing_to_measure():
    given = problem(Settings(mask=(Matrix(np.zeros((5, 5), bool)),)))
    for experiment in (own_variance, own_saturation):
        with pytest.raises(Fault, match="no query here may look at any key"):
            experiment(given, 0)


@pytest.mark.parametrize("dtype", [np.float64, np.float32])
@pytest.mark.parametrize("scale", [True, 0.25])
def test_training_begins_with_the_weights_on_the_screen(dtype, scale):
    given = problem(replace(CAUSAL, scale=scale), dtype)
    pair = next(train(own_task(given, 1, query=3, key=2)))
    on_screen = compute(given, given.settings, 1).weights[3]
    np.testing.assert_allclose(pair.scaled.weights, on_screen, rtol=1e-5)
    without = compute(given, replace(given.settings, scale=False), 1).weights[3]
    np.testing.assert_allclose(pair.unscaled.weights, without, rtol=1e-5)
    assert pair.scaled.weights.dtype == np.float64


def test_where_the_scale_is_off_the_scaled_side_has_the_usual_one():
    off, on = (
        next(train(own_task(problem(replace(CAUSAL, scale=scale)), 0, 4, 1))) for scale in (False, True)
    )
    np.testing.assert_array_equal(off.scaled.weights, on.scaled.weights)
    assert off.scaled.weight != off.unscaled.weight


def test_training_reaches_what_was_asked_and_leaves_the_problem_alone():
    given = problem()
    before = given.q.copy(), given.k.copy(), given.v.copy()
    pairs = list(islice(train(own_task(given, 0, query=3, key=1, learn_v=True)), 100))
    assert pairs[-1].scaled.loss < pairs[0].scaled.loss / 100
    for table, kept in zip((given.q, given.k, given.v), before, strict=True):
        np.testing.assert_array_equal(table, kept)


def test_what_a_mask_blocks_cannot_be_learnt():
    with pytest.raises(Fault, match="'1' may not look at '4'"):
        own_task(problem(), 0, query=1, key=4)


def test_the_sizes_are_those_of_all_heads_in_the_dtype_in_force():
    sizes = own_sizes(problem(Settings(widen=2)))
    assert (sizes.T_q, sizes.T_k, sizes.d_k, sizes.d_v) == (5, 5, 6, 2)
    assert (sizes.heads, sizes.k_heads, sizes.v_heads, sizes.dtype) == (2, 1, 2, "float64")
    assert own_sizes(problem(Settings(dtype="bfloat16"))).dtype == "bfloat16"


@pytest.mark.parametrize("settings", [
    CAUSAL,
    Settings(sink=(1.0, 2.0), softcap=3.0),
    Settings(scale=False, mask=(Causal(),), blocked=0.0, cells=((2, 4, True),)),
])  # fmt: skip
def test_the_online_softmax_of_a_row_ends_where_the_trace_does(settings):
    given = problem(settings)
    row = own_row(given, 1, 2)
    *_, last = online_steps(row)
    np.testing.assert_allclose(last.output, compute(given, settings, 1).output[2], rtol=1e-12)
    assert difference(row, last) < 1e-15
    assert row.numbers_in_matrix == 25


def test_what_is_too_large_says_what_would_do(monkeypatch):
    for name in ("LARGEST", "MOST_TOKENS", "MOST_KEYS"):
        monkeypatch.setattr(own_numbers, name, 4)
    with pytest.raises(Fault, match="5 queries × 5 keys are too many for one experiment"):
        own_variance(problem(), 0)
    with pytest.raises(Fault, match="5 keys are too many to train"):
        own_task(problem(), 0, 0, 0)
    with pytest.raises(Fault, match="5 keys are too many to step through"):
        own_row(problem(), 0, 0)
