"""The variance of dot products: the published figures, the same numbers in any blocks, what theory expects."""

import tracemalloc
from itertools import pairwise
from statistics import pstdev, pvariance

import numpy as np
import pytest

from attn_tui.engine.experiments import variance
from attn_tui.engine.experiments.variance import dot_products, histogram, variance_point, variance_points
from attn_tui.engine.experiments.widths import powers_of_two


def whole(d_k, pairs, seed):
    """The last point of one width."""
    *_, last = variance_points([d_k], pairs, seed)
    return last


def test_the_published_figures_come_out():
    point = whole(64, 20_000, 0)
    assert round(point.raw_variance, 2) == 64.59
    assert round(point.scaled_variance, 3) == 1.009
    assert (point.pairs, point.d_k, point.scale, point.expected) == (20_000, 64, 0.125, 64)


@pytest.mark.parametrize("d_k", [1, 3, 64, 500])
@pytest.mark.parametrize("block", [1, 50, 1 << 18])
def test_blocks_change_no_number(d_k, block, monkeypatch):
    monkeypatch.setattr(variance, "BLOCK", block)
    random = np.random.default_rng(7)
    q, k = random.standard_normal((40, d_k)), random.standard_normal((40, d_k))
    *_, scores = dot_products(d_k, 40, 7)
    expected = [
        sum(a * b for a, b in zip(*rows, strict=True)) for rows in zip(q.tolist(), k.tolist(), strict=True)
    ]
    np.testing.assert_allclose(scores, expected, rtol=1e-12, atol=1e-12)


def test_a_variance_is_that_of_the_statistics_module():
    scores = np.random.default_rng(1).normal(3, 2, 500)
    point = variance_point(scores, 4, expected=4.0)
    assert point.raw_variance == pytest.approx(pvariance(scores.tolist()), rel=1e-12)
    assert point.scaled_variance == pytest.approx(
        pvariance([score / 2 for score in scores.tolist()]), rel=1e-12
    )


def test_points_grow_pair_by_pair_until_they_are_whole(monkeypatch):
    monkeypatch.setattr(variance, "BLOCK", 64)
    points = list(variance_points([4, 8], 100, 0))
    assert [point.d_k for point in points] == sorted(point.d_k for point in points)
    for width in (4, 8):
        counts = [point.pairs for point in points if point.d_k == width]
        assert counts[0] == 0 and counts[-1] == 100
        assert all(a <= b for a, b in pairwise(counts))
    first = points[0]
    assert np.isnan(first.raw_variance)


def test_the_standard_error_is_how_far_seeds_lie_apart():
    for d_k in (2, 32):
        found = [whole(d_k, 400, seed).raw_variance for seed in range(300)]
        assert pstdev(found) == pytest.approx(whole(d_k, 400, 0).standard_error, rel=0.15)


def test_memory_stays_small_whatever_is_drawn():
    tracemalloc.start()
    whole(256, 50_000, 0)  # 102 MB of queries, as much of keys
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 20e6


def test_the_histogram_counts_scores_before_and_after_the_scale():
    point = variance_point(np.array([-4.0, -1.0, 0.5, 0.6, 4.0, np.inf, np.nan]), 4, expected=4.0)
    bins = histogram(point, 4)
    assert bins.edges.tolist() == [-4, -2, 0, 2, 4]
    assert bins.raw.tolist() == [1, 1, 2, 1]
    assert bins.scaled.tolist() == [0, 2, 2, 1]


@pytest.mark.parametrize("scores", [[0.0, 0.0], [1e308, -1e308], [np.nan], []])
def test_the_histogram_of_odd_scores_has_its_bins(scores):
    bins = histogram(variance_point(np.array(scores), 1, scale=10.0, expected=1.0))
    assert (len(bins.edges), len(bins.raw), len(bins.scaled)) == (42, 41, 41)


@pytest.mark.parametrize(
    ("most", "widths"),
    [(1, (1,)), (2, (1, 2)), (3, (1, 2, 3)), (64, (1, 2, 4, 8, 16, 32, 64)), (5, (1, 2, 4, 5))],
)
def test_a_curve_goes_through_the_powers_of_two_and_its_end(most, widths):
    assert powers_of_two(most) == widths
