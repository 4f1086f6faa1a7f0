"""Rounding against the standard library, and attention with every stage rounded."""

import math
import struct

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from attn_tui.engine import attention, attention_as, round_to

FLOAT32 = st.floats(width=32)
LARGEST_BFLOAT16 = float.fromhex("0x1.fep127")
STAGES = ("scores", "scaled", "capped", "masked", "weights", "output")
RANDOM = np.random.default_rng(3)
Q, K, V = RANDOM.normal(size=(3, 2)), RANDOM.normal(size=(4, 2)), RANDOM.normal(size=(4, 5))


def by_struct(x: float) -> float:
    """float16 as `struct` packs it, which rounds half to even and refuses what is too large."""
    try:
        return struct.unpack("e", struct.pack("e", x))[0]
    except OverflowError:
        return math.copysign(math.inf, x)


def by_definition(x: float) -> float:
    """bfloat16: the multiple of the last place nearest to x, the even one of two; 8 bits from 2^-133 up."""
    if not math.isfinite(x) or x == 0:
        return x
    last_place = math.ldexp(1.0, max(math.frexp(x)[1] - 8, -133))
    nearest = round(x / last_place) * last_place
    return nearest if abs(nearest) <= LARGEST_BFLOAT16 else math.copysign(math.inf, x)


def same(a: float, b: float) -> bool:
    return (math.isnan(a) and math.isnan(b)) or (a == b and math.copysign(1, a) == math.copysign(1, b))


@given(FLOAT32)
@example(65519.0)
@example(65520.0)
@example(-math.inf)
def test_float16_rounds_as_the_standard_library(x):
    assert same(float(round_to(x, "float16")), by_struct(x))


@given(FLOAT32)
@example(1 + 2**-8)
@example(1 + 3 * 2**-8)
@example(float.fromhex("0x1.fffffep127"))
@example(2.0**-134)
@example(math.nan)
def test_bfloat16_rounds_to_the_nearest_and_to_even(x):
    assert same(float(round_to(x, "bfloat16")), by_definition(x))


def test_every_bit_pattern_of_bfloat16_stays_itself():
    numbers = (np.arange(2**16, dtype=np.uint32) << 16).view(np.float32)
    rounded = round_to(numbers, "bfloat16")
    nan = np.isnan(numbers)
    assert (rounded.view(np.uint32)[~nan] == numbers.view(np.uint32)[~nan]).all()
    assert np.isnan(rounded[nan]).all()


def test_a_nan_of_any_payload_stays_nan():
    bits = np.array([0x7F800001, 0x7FFFFFFF, 0xFF800001, 0xFFFFFFFF], np.uint32)
    for name in ("float16", "bfloat16", "float32", "float64"):
        assert np.isnan(round_to(bits.view(np.float32), name)).all()


def test_halves_are_held_in_float32_and_no_array_is_modified():
    given_array = np.array([1.001, 2.002])
    assert {round_to(given_array, name).dtype.name for name in ("float16", "bfloat16", "float32")} == {
        "float32"
    }
    assert round_to(given_array, "float64").dtype == np.float64
    assert given_array.tolist() == [1.001, 2.002]


@pytest.mark.parametrize("name", ["float32", "float64"])
def test_full_precision_is_attention_in_that_dtype(name):
    trace = attention_as(name, Q, K, V, causal=True, sink=0.5, bias=np.ones((3, 4)))
    direct = attention(*(x.astype(name) for x in (Q, K, V)), causal=True, sink=0.5, bias=np.ones((3, 4)))
    for stage in STAGES:
        assert getattr(trace, stage).dtype == name
        assert (getattr(trace, stage) == getattr(direct, stage)).all()


@pytest.mark.parametrize(("name", "error"), [("float16", 2**-8), ("bfloat16", 2**-5)])
def test_half_precision_rounds_every_stage(name, error):
    half = attention_as(name, Q, K, V, softcap=2.0, sink=0.3, bias=np.full((3, 4), 0.1))
    exact = attention(Q, K, V, softcap=2.0, sink=0.3, bias=np.full((3, 4), 0.1))
    for stage in STAGES:
        rounded = getattr(half, stage)
        assert (round_to(rounded, name) == rounded).all()
        assert (rounded != getattr(exact, stage)).any()
        np.testing.assert_allclose(rounded, getattr(exact, stage), rtol=error, atol=error)


def test_each_stage_of_half_precision_reads_what_was_rounded_before_it():
    trace = attention_as("bfloat16", [[257.0]], [[1.0], [0.0]], [[1.0], [3.0]], scale=0.01)
    assert trace.scores[0, 0] == 256
    assert trace.scaled[0, 0] == by_definition(256 * 0.01)
    weight = by_definition(1 / (1 + math.exp(-by_definition(2.56))))
    assert trace.weights[0, 0] == weight
    assert trace.output[0, 0] == by_definition(weight + 3 * float(trace.weights[0, 1]))


def test_a_score_too_large_for_float16_is_infinite_there_and_not_in_bfloat16():
    q = np.full((1, 4), 200.0)
    half = attention_as("float16", q, q, [[1.0]])
    assert half.scores[0, 0] == np.inf
    assert np.isnan(half.output[0, 0])
    assert attention_as("bfloat16", q, q, [[1.0]]).output[0, 0] == 1


def test_minus_a_billion_is_minus_infinity_in_float16_and_a_row_of_it_is_nan():
    nothing = np.zeros((1, 2), bool)
    options = {"mask": nothing, "blocked": -1e9}
    assert np.isnan(attention_as("float16", [[1.0]], [[1.0], [1.0]], [[1.0], [2.0]], **options).output).all()
    assert attention_as("bfloat16", [[1.0]], [[1.0], [1.0]], [[1.0], [2.0]], **options).output[0, 0] == 1.5


def test_rows_are_those_of_the_whole():
    part, whole = attention_as("float16", Q, K, V, rows=(1, 3)), attention_as("float16", Q, K, V)
    assert part.rows == range(1, 3)
    np.testing.assert_allclose(part.output, whole.output[1:3], rtol=2**-10)
