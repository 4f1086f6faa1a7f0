"""What attention costs, counted by a loop that does it, and how its times are taken."""

from dataclasses import replace

import numpy as np
import pytest

from attn_tui.engine.experiments import timing
from attn_tui.engine.experiments.cost import Sizes, cases, cost
from attn_tui.engine.experiments.timing import fits, measured_costs, seconds

SIZES = Sizes(T_q=3, T_k=5, d_k=2, d_v=4, heads=6, k_heads=3, v_heads=2)


def counted(s):
    """Operations in products, the others and exponentials, counted one by one."""
    products = others = exponentials = 0
    for _ in range(s.heads * s.T_q):
        for _ in range(s.T_k):
            products += sum(2 for _ in range(s.d_k))  # multiply, add
            others += 5  # scale, compare, subtract, add to the total, divide
            exponentials += 1
        products += sum(2 for _ in range(s.T_k) for _ in range(s.d_v))
    return products, others, exponentials


def test_operations_are_those_of_a_loop():
    found = cost(SIZES)
    assert (found.products, found.elementwise, found.exponentials) == counted(SIZES)
    assert found.operations == sum(counted(SIZES))


@pytest.mark.parametrize(("dtype", "numpy"), [("float16", "f2"), ("float32", "f4"), ("float64", "f8")])
def test_bytes_are_those_of_the_arrays(dtype, numpy):
    q, k, v = np.empty((6, 3, 2), numpy), np.empty((3, 5, 2), numpy), np.empty((2, 5, 4), numpy)
    found = cost(replace(SIZES, dtype=dtype))
    assert found.input_bytes == q.nbytes + k.nbytes + v.nbytes
    assert found.kv_bytes == k.nbytes + v.nbytes
    assert found.score_bytes == np.empty((6, 3, 5), numpy).nbytes
    assert found.output_bytes == np.empty((6, 3, 4), numpy).nbytes
    assert cost(replace(SIZES, dtype="bfloat16")).score_bytes == 180


def test_a_tile_does_not_grow_with_the_sentence():
    short, long = (cost(Sizes(T, T, 64, 64, 8, 8, 8)) for T in (1024, 4096))
    assert short.tile_bytes == long.tile_bytes == 4 * 8 * 256 * (256 + 2 + 64)
    assert long.score_bytes == 16 * short.score_bytes


def test_doubling_the_sentence_costs_four_times_and_doubling_the_width_twice():
    side_by_side = {name: cost(sizes) for name, sizes in cases(Sizes(512, 512, 64, 64, 8, 8, 8)).items()}
    asked, longer, wider = (side_by_side[name] for name in ("asked", "T doubled", "d doubled"))
    assert longer.operations == 4 * asked.operations
    assert longer.score_bytes == 4 * asked.score_bytes
    assert longer.input_bytes == 2 * asked.input_bytes
    assert wider.products == 2 * asked.products
    assert wider.score_bytes == asked.score_bytes
    assert wider.exponentials == asked.exponentials


def test_sharing_heads_saves_bytes_and_no_operation():
    grouped = cases(Sizes(128, 128, 64, 64, 32, 8, 8))
    assert list(grouped) == ["asked", "T doubled", "d doubled", "K, V in every head", "one head of K, V"]
    asked, own, one = (cost(grouped[name]) for name in ("asked", "K, V in every head", "one head of K, V"))
    assert own.kv_bytes == 4 * asked.kv_bytes == 32 * one.kv_bytes
    assert own.operations == asked.operations == one.operations


def test_a_case_that_is_what_was_asked_is_not_there_twice():
    assert list(cases(Sizes(8, 8, 2, 2, 1, 1, 1))) == ["asked", "T doubled", "d doubled"]


def test_a_time_is_the_median_of_the_runs_after_the_first():
    ticks = iter([0, 0.4, 10, 10.01, 20, 20.03, 30, 30.02])
    assert seconds(lambda: None, lambda: next(ticks)) == pytest.approx(0.02)


def test_long_runs_are_few():
    ticks = iter([0, 3, 10])
    assert seconds(lambda: None, lambda: next(ticks)) == 3


@pytest.mark.parametrize("dtype", ["bfloat16", "float64"])
def test_what_fits_is_timed_and_what_does_not_is_not(dtype):
    asked = {"small": replace(SIZES, dtype=dtype), "large": Sizes(100_000, 100_000, 64, 64, 8, 8, 8)}
    small, large = measured_costs(asked)
    assert small.whole is not None and small.whole > 0
    assert small.tiled is not None and small.tiled > 0
    assert small.dtype == {"bfloat16": "float32", "float64": "float64"}[dtype]
    assert (large.whole, large.tiled, large.dtype) == (None, None, "")
    assert large.cost == cost(asked["large"])


def test_what_is_timed_is_attention_of_these_sizes(monkeypatch):
    shapes = []
    monkeypatch.setattr(timing, "attention", lambda q, k, v: shapes.append((q.shape, k.shape, v.shape)))
    list(measured_costs({"grouped": Sizes(3, 5, 2, 4, 6, 3, 3)}))
    assert set(shapes) == {((6, 3, 2), (3, 5, 2), (3, 5, 4))}


def test_wide_and_long_are_both_bounds():
    assert fits(cost(Sizes(1024, 1024, 64, 64, 8, 8, 8)))
    assert not fits(cost(Sizes(4097, 4096, 1, 1, 1, 1, 1)))
    assert not fits(cost(Sizes(1024, 1024, 4096, 4096, 8, 8, 8)))
