"""How sharp the softmax gets: closed forms, plain Python on the same draws, and what the scale is for."""

from math import exp, log2, nan, sqrt

import numpy as np
import pytest

from attn_tui.engine.experiments import saturation
from attn_tui.engine.experiments.saturation import Sharpness, each, mean, measures, saturation_points


def sharpness(*weights):
    """Of one row."""
    return each(measures(np.array([weights])))[0]


def slowly(weights):
    """The same three numbers from the matrix written out, in plain Python."""
    matrix = [[(a if i == j else 0.0) - a * b for j, b in enumerate(weights)] for i, a in enumerate(weights)]
    return (
        max(weights),
        -sum(w * log2(w) for w in weights if w > 0),
        sqrt(sum(number**2 for row in matrix for number in row)),
    )


@pytest.mark.parametrize("T", [1, 2, 16, 500])
def test_even_weights_have_the_entropy_of_a_fair_choice(T):
    found = sharpness(*[1 / T] * T)
    assert found.largest == 1 / T
    assert found.entropy == pytest.approx(log2(T), abs=1e-12)
    assert found.gradient == pytest.approx(sqrt(T - 1) / T, rel=1e-9, abs=1e-15)


def test_one_key_that_has_it_all_leaves_nothing():
    assert sharpness(0.0, 1.0, 0.0) == Sharpness(1.0, 0.0, 0.0)


@pytest.mark.parametrize("rest", [0.25, 1e-3, 1e-12, 1e-30, 1e-140])
def test_a_gradient_far_below_rounding_is_still_exact(rest):
    """Of two weights 1 − ε and ε, diag(w) − w·wᵀ is ε(1 − ε) times [[1, −1], [−1, 1]], of norm 2ε(1 − ε)."""
    assert sharpness(1 - rest, rest).gradient == pytest.approx(2 * rest * (1 - rest), rel=1e-9, abs=0)


def test_any_row_is_as_the_matrix_written_out_says():
    random = np.random.default_rng(2)
    for width in (0.1, 1.0, 5.0):
        e = np.exp(random.normal(0, width, (20, 7)))
        rows = e / e.sum(axis=1, keepdims=True)
        np.testing.assert_allclose(measures(rows), [slowly(row) for row in rows.tolist()], rtol=1e-9)


def test_what_a_sink_takes_is_no_rounding():
    weights = (0.5, 0.2, 0.1)
    assert sharpness(*weights).gradient == pytest.approx(slowly(weights)[2], rel=1e-12)


def test_a_row_of_nan_is_nan_and_no_rows_have_no_mean():
    assert np.isnan(measures(np.full((1, 3), nan))).all()
    assert np.isnan([mean(np.empty((0, 3))).entropy, mean(np.empty((0, 3))).largest]).all()


def test_points_are_those_of_plain_python_on_the_same_draws():
    *_, point = saturation_points([8], keys=5, rows=6, seed=3)
    drawn = np.random.default_rng(3).standard_normal((6, 6, 8)).tolist()
    for scale, found in ((1 / sqrt(8), point.scaled), (1.0, point.unscaled)):
        rows = []
        for q, *keys in drawn:
            e = [exp(scale * sum(a * b for a, b in zip(q, k, strict=True))) for k in keys]
            rows.append(slowly([term / sum(e) for term in e]))
        expected = [sum(column) / 6 for column in zip(*rows, strict=True)]
        assert [found.largest, found.entropy, found.gradient] == pytest.approx(expected, rel=1e-9)


def test_blocks_change_no_number(monkeypatch):
    *_, at_once = saturation_points([4], keys=3, rows=10, seed=0)
    monkeypatch.setattr(saturation, "BLOCK", 40)
    parts = list(saturation_points([4], keys=3, rows=10, seed=0))
    assert [part.rows for part in parts] == [2, 4, 6, 8, 10]
    assert parts[-1].unscaled.entropy == pytest.approx(at_once.unscaled.entropy, rel=1e-12)
    assert parts[-1].scaled.gradient == pytest.approx(at_once.scaled.gradient, rel=1e-12)


def test_without_the_scale_the_softmax_saturates_and_with_it_stays_as_it_is():
    points = {point.d_k: point for point in saturation_points([4, 64, 512], keys=16, rows=500, seed=0)}
    largest = [points[d_k].unscaled.largest for d_k in (4, 64, 512)]
    entropy = [points[d_k].unscaled.entropy for d_k in (4, 64, 512)]
    assert largest == sorted(largest) and largest[-1] > 0.9
    assert entropy == sorted(entropy, reverse=True) and entropy[-1] < 0.3
    assert points[512].unscaled.gradient < points[512].scaled.gradient / 3
    for point in points.values():
        assert 0.2 < point.scaled.largest < 0.27
        assert 3.3 < point.scaled.entropy < 3.5
