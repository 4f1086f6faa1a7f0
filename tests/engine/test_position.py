"""Sinusoidal and rotary positions: by the published formula, by turning complex numbers, and by what must hold."""

import cmath
import math
import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from attn_tui.engine import angles, attention, rotary, sinusoidal

PAIRS = st.sampled_from(["adjacent", "halves"])
FIRST = st.integers(-5, 5000)
RANDOM = np.random.default_rng(4)


def turned(row, position, base, pairs):
    """One row, each pair of its columns a complex number times e^(i·angle)."""
    d, out = len(row), list(row)
    for i in range(d // 2):
        at = (2 * i, 2 * i + 1) if pairs == "adjacent" else (i, i + d // 2)
        z = complex(row[at[0]], row[at[1]]) * cmath.exp(1j * position * base ** (-2 * i / d))
        out[at[0]], out[at[1]] = z.real, z.imag
    return out


@given(st.integers(0, 4), st.integers(0, 7), FIRST, st.sampled_from([10000.0, 3.5]))
def test_waves_follow_the_published_formula(T, d_model, first, base):
    found = sinusoidal(T, d_model, first=first, base=base)
    assert found.shape == (T, d_model)
    for t, column in np.ndindex(found.shape):
        wave = math.cos if column % 2 else math.sin
        wanted = wave((first + t) / base ** (2 * (column // 2) / d_model))
        assert found[t, column] == pytest.approx(wanted, abs=1e-9)


def test_the_first_word_has_zeros_and_ones_and_the_second_sin_1():
    assert sinusoidal(1, 5).tolist() == [[0, 1, 0, 1, 0]]
    assert sinusoidal(2, 4)[1].round(4).tolist() == [0.8415, 0.5403, 0.0100, 1.0]  # 1 and 1/100 radians


def test_the_product_of_two_waves_depends_on_their_distance_alone():
    waves = sinusoidal(12, 8)
    products = waves @ waves.T
    for distance in range(12):
        np.testing.assert_allclose(np.diagonal(products, distance), products[0, distance], rtol=1e-12)


@given(st.integers(0, 4), st.integers(0, 3), FIRST, PAIRS, st.sampled_from([10000.0, 3.5]))
def test_rotary_turns_complex_numbers(T, half, first, pairs, base):
    x = np.random.default_rng(T + half).normal(size=(2, T, 2 * half))
    found = rotary(x, first=first, base=base, pairs=pairs)
    assert found.shape == x.shape
    for head, t in np.ndindex(x.shape[:2]):
        wanted = turned(x[head, t].tolist(), first + t, base, pairs)
        np.testing.assert_allclose(found[head, t], wanted, atol=1e-11)


@given(FIRST, PAIRS)
def test_rotary_keeps_every_length(first, pairs):
    x = RANDOM.normal(size=(3, 5, 6))
    lengths = np.linalg.norm(rotary(x, first=first, pairs=pairs), axis=-1)
    np.testing.assert_allclose(lengths, np.linalg.norm(x, axis=-1), rtol=1e-13)


@given(PAIRS)
def test_position_0_is_left_as_it_is(pairs):
    x = RANDOM.normal(size=(5, 6))
    assert rotary(x, pairs=pairs)[0].tolist() == x[0].tolist()
    assert (rotary(x, pairs=pairs)[1:] != x[1:]).all()


@given(PAIRS, st.integers(1, 3000))
def test_a_score_depends_on_the_distance_alone(pairs, further):
    q, k = RANDOM.normal(size=(4, 6)), RANDOM.normal(size=(7, 6))
    here = rotary(q, pairs=pairs) @ rotary(k, pairs=pairs).T
    there = rotary(q, first=further, pairs=pairs) @ rotary(k, first=further, pairs=pairs).T
    np.testing.assert_allclose(there, here, atol=1e-10)
    one_further = rotary(q, first=1, pairs=pairs) @ rotary(k, pairs=pairs).T
    assert np.abs(one_further - here).max() > 0.01


def test_one_word_repeated_has_one_score_for_each_distance():
    word = np.ones((6, 1)) * RANDOM.normal(size=4)
    scores = attention(rotary(word), rotary(word), word).scores
    for distance in range(6):
        np.testing.assert_allclose(np.diagonal(scores, distance), scores[0, distance], rtol=1e-12)


def test_halves_are_adjacent_pairs_with_the_columns_sorted():
    x = RANDOM.normal(size=(4, 6))
    order = [0, 2, 4, 1, 3, 5]
    np.testing.assert_array_equal(rotary(x[:, order], pairs="halves"), rotary(x)[:, order])


def test_attention_alone_knows_no_order_and_with_positions_it_does():
    """The words permuted, the outputs are the same ones permuted; not so once positions are added."""
    x, order = RANDOM.normal(size=(5, 4)), [3, 0, 4, 1, 2]
    plain, permuted = attention(x, x, x).output, attention(x[order], x[order], x[order]).output
    np.testing.assert_allclose(permuted, plain[order], rtol=1e-12)
    waves = sinusoidal(5, 4)
    y, z = x + waves, x[order] + waves
    assert np.abs(attention(z, z, z).output - attention(y, y, y).output[order]).max() > 0.01


def test_angles_are_those_of_each_pair():
    assert angles(3, 4, first=1).tolist() == [[1, 0.01], [2, 0.02], [3, 0.03]]


@pytest.mark.parametrize(("given_dtype", "wanted"), [("f4", "f4"), ("f2", "f4"), ("i8", "f8"), ("f8", "f8")])
def test_the_dtype_is_that_of_attention_and_nothing_given_is_modified(given_dtype, wanted):
    x = np.arange(8).reshape(2, 4).astype(given_dtype)
    assert rotary(x, first=1).dtype == wanted
    assert x.tolist() == [[0, 1, 2, 3], [4, 5, 6, 7]]


@pytest.mark.parametrize(
    ("attempt", "message"),
    [
        (lambda: rotary(np.ones((2, 3))), "x has shape (2, 3); a turn needs (…, T, d)"),
        (lambda: rotary(np.ones(2)), "x has shape (2,)"),
        (lambda: rotary(np.ones((2, 2)), pairs="thirds"), "not 'thirds'"),
        (
            lambda: rotary(np.ones((2, 2)), base=0.0),
            "base is a number above zero, 10000 as published, not 0.0",
        ),
        (lambda: sinusoidal(2, 2, base=math.inf), "not inf"),
    ],
)
def test_what_cannot_be_turned_is_refused(attempt, message):
    with pytest.raises(ValueError, match=re.escape(message)):
        attempt()
