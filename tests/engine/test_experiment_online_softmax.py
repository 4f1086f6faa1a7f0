"""The online softmax: after every key it is the ordinary softmax of the keys so far."""

from math import exp, inf, nan, sqrt

import numpy as np
import pytest

from attn_tui.engine import attention
from attn_tui.engine.experiments.online_softmax import difference, online_row, online_steps, random_row


def tables(seed, T_q=4, T_k=9, d_k=5, d_v=3):
    random = np.random.default_rng(seed)
    return (random.normal(0, 2, shape) for shape in ((T_q, d_k), (T_k, d_k), (T_k, d_v)))


SETTINGS = [
    {},
    {"scale": 1.0},
    {"causal": True},
    {"causal": True, "blocked": 0.0},
    {"sink": 2.5},
    {"sink": -inf},
    {"softcap": 1.5, "window": (2, 0)},
    {"bias": np.where(np.arange(9) % 2, -inf, 0.5)},
    {"mask": np.zeros((4, 9), bool)},
    {"mask": np.arange(9) > 5},
]


@pytest.mark.parametrize("options", SETTINGS)
@pytest.mark.parametrize("query", [0, 3])
def test_every_prefix_is_attention_to_those_keys_alone(options, query):
    q, k, v = tables(1)
    steps = list(online_steps(online_row(q, k, v, query, **options)))
    assert len(steps) == 9
    for step in steps:
        n = step.key + 1
        there = {
            name: value[..., :n] if name in ("mask", "bias") else value for name, value in options.items()
        }
        trace = attention(q, k[:n], v[:n], **there)
        np.testing.assert_allclose(step.output, trace.output[query], rtol=1e-12, atol=1e-14)
        assert step.score == pytest.approx(trace.masked[query, -1], rel=1e-12)


def test_the_running_numbers_are_those_of_two_passes_in_plain_python():
    row = random_row(8, 6, 2, 0)
    scores = row.scores.tolist()
    before = -inf
    for step in online_steps(row):
        so_far = scores[: step.key + 1]
        assert step.peak == max(so_far)
        assert step.total == pytest.approx(sum(exp(score - max(so_far)) for score in so_far), rel=1e-12)
        assert step.term == pytest.approx(exp(scores[step.key] - max(so_far)), rel=1e-12)
        assert step.rescaled == pytest.approx(exp(before - max(so_far)), rel=1e-12)
        mixed = [
            sum(exp(score - max(so_far)) * value for score, value in zip(so_far, column, strict=False))
            for column in row.v.T.tolist()
        ]
        assert step.mixed.tolist() == pytest.approx(mixed, rel=1e-12)
        before = max(so_far)


def test_the_end_is_the_ordinary_softmax_and_the_memory_that_of_a_few_numbers():
    row = random_row(64, 300, 2, 5)
    *_, last = online_steps(row)
    assert difference(row, last) < 1e-13
    assert row.numbers_kept == 4
    assert row.numbers_in_matrix == 300 * 300
    random = np.random.default_rng(5)
    q, k, v = (random.standard_normal((300, width)) for width in (64, 64, 2))
    e = [exp(sum(a * b for a, b in zip(q[-1], key, strict=True)) / sqrt(64)) for key in k]
    assert last.output.tolist() == pytest.approx(
        [sum(a * b for a, b in zip(e, column, strict=True)) / sum(e) for column in v.T]
    )


def test_a_blocked_key_changes_nothing():
    q, k, v = tables(2)
    v[4:] = nan
    steps = list(online_steps(online_row(q, k, v, 3, causal=True)))
    assert [step.takes_part for step in steps] == [True] * 4 + [False] * 5
    for step in steps[4:]:
        assert (step.total, step.peak, step.rescaled, step.term) == (steps[3].total, steps[3].peak, 1.0, 0.0)
        np.testing.assert_array_equal(step.output, steps[3].output)
    assert np.isfinite(steps[-1].output).all()


def test_scores_too_large_for_an_exponential_are_none_for_this_softmax():
    q, k, v = np.full((1, 1), 1000.0), np.array([[1.0], [2.0], [3.0]]), np.array([[1.0], [2.0], [3.0]])
    *_, last = online_steps(online_row(q, k, v, 0))
    assert last.output.tolist() == [3.0]


@pytest.mark.parametrize("number", [inf, nan])
def test_what_is_not_finite_ends_as_in_the_ordinary_softmax(number):
    q, k, v = tables(3)
    k[2] = number
    row = online_row(q, k, v, 0)
    *_, last = online_steps(row)
    assert np.isnan(row.ordinary).all()
    assert difference(row, last) == 0


def test_float32_stays_float32():
    q, k, v = (table.astype(np.float32) for table in tables(4))
    *_, last = online_steps(online_row(q, k, v, 1))
    assert last.output.dtype == np.float32
