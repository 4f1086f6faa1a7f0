"""Heads as slices of X·W, who reads which key head, and what heads cost, by loops over plain numbers."""

import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from attn_tui.engine import (
    after_output_weights,
    attention,
    concatenated,
    kv_head,
    multiplications,
    project,
    readers,
)
from attn_tui.engine.experiments.cost import Sizes, cost

SIZE = st.integers(1, 4)


def tables(T, d_model, width, seed=0):
    random = np.random.default_rng(seed)
    return random.normal(size=(T, d_model)), random.normal(size=(d_model, width))


@given(SIZE, SIZE, SIZE, SIZE)
def test_head_h_has_the_columns_from_h_d_on_of_every_word(T, d_model, heads, d):
    x, w = tables(T, d_model, heads * d)
    projected = project(x, w, heads)
    assert projected.shape == (heads, T, d)
    for h, t, c in np.ndindex(projected.shape):
        wanted = sum(float(x[t, m]) * float(w[m, h * d + c]) for m in range(d_model))
        assert projected[h, t, c] == pytest.approx(wanted, abs=1e-12)


def test_the_published_form_with_weights_of_its_own_for_each_head_is_the_same():
    x, w = tables(5, 6, 8)
    by_head = [x @ w[:, h * 2 : h * 2 + 2] for h in range(4)]
    np.testing.assert_allclose(project(x, w, 4), by_head, rtol=1e-13)


def test_a_word_changed_changes_its_own_row_of_every_head_and_no_other():
    x, w = tables(4, 4, 4)
    changed = x.copy()
    changed[1] += 1
    differs = (project(x, w, 2) != project(changed, w, 2)).any(axis=-1)  # (heads, T)
    assert differs.tolist() == [[False, True, False, False]] * 2


@given(SIZE, SIZE, SIZE)
def test_side_by_side_again_the_heads_are_the_product_uncut(T, heads, d):
    x, w = tables(T, 3, heads * d)
    np.testing.assert_array_equal(concatenated(project(x, w, heads)), project(x, w)[0])


def test_head_h_stands_in_the_columns_from_h_d_v_on():
    output = np.array([[[1, 2], [3, 4]], [[5, 6], [7, 8]]])
    assert concatenated(output).tolist() == [[1, 2, 5, 6], [3, 4, 7, 8]]
    assert concatenated(output[0]).tolist() == [[1, 2], [3, 4]]


def test_the_result_is_the_sum_of_each_head_by_its_own_rows_of_w_o():
    x, w = tables(3, 4, 6)
    heads, w_o = project(x, w, 3), np.random.default_rng(1).normal(size=(6, 5))
    result = after_output_weights(concatenated(heads), w_o)
    apart = sum(heads[h] @ w_o[2 * h : 2 * h + 2] for h in range(3))
    np.testing.assert_allclose(result, apart, rtol=1e-12)


@pytest.mark.parametrize(
    ("x", "w", "wanted"), [("f4", "f4", "f4"), ("f4", "f8", "f8"), ("f2", "f2", "f4"), ("i8", "i8", "f8")]
)
def test_the_dtype_is_that_of_attention(x, w, wanted):
    assert project(np.ones((2, 2), x), np.ones((2, 2), w)).dtype == wanted


def test_an_overflow_is_infinite_without_a_warning():
    assert project([[1e308, 1e308]], [[1.0], [1.0]])[0, 0, 0] == np.inf


@pytest.mark.parametrize(
    ("attempt", "message"),
    [
        (lambda: project(np.ones((3, 4)), np.ones((5, 6))), "x (3, 4) and w (5, 6) have no product"),
        (lambda: project(np.ones((2, 3, 4)), np.ones((4, 6))), "x (2, 3, 4) and w (4, 6)"),
        (lambda: project(np.ones((3, 4)), np.ones((4, 6)), 4), "w has 6 columns, which cannot be cut into 4"),
        (lambda: project(np.ones((3, 4)), np.ones((4, 6)), 0), "6 columns, which cannot be cut into 0"),
        (lambda: concatenated(np.ones(3)), "shape (3,)"),
        (
            lambda: after_output_weights(np.ones((3, 4)), np.ones((6, 4))),
            "the heads side by side (3, 4) and w_o (6, 4)",
        ),
        (lambda: kv_head(0, 6, 4), "6 query heads cannot share 4 key/value heads"),
        (lambda: readers(2, 4), "2 query heads cannot share 4 key/value heads"),
        (lambda: readers(2, 0), "2 query heads cannot share 0 key/value heads"),
        (lambda: kv_head(4, 4, 2), "no head 4 among 4"),
        (lambda: multiplications(1, 1, 3, 1, 1, kv_heads=2), "3 query heads cannot share 2"),
    ],
)
def test_what_does_not_fit_is_refused_with_both_numbers(attempt, message):
    with pytest.raises(ValueError, match=re.escape(message)):
        attempt()


class TestSharedKeyHeads:
    def test_are_read_by_neighbours(self):
        assert [kv_head(h, 4, 2) for h in range(4)] == [0, 0, 1, 1]
        assert readers(4, 2) == ((0, 1), (2, 3))
        assert readers(6, 1) == ((0, 1, 2, 3, 4, 5),)
        assert readers(3, 3) == ((0,), (1,), (2,))

    @pytest.mark.parametrize(("heads", "kv_heads"), [(1, 1), (6, 1), (6, 2), (6, 3), (6, 6)])
    def test_are_those_that_attention_reads(self, heads, kv_heads):
        """The value of key head g is g, so a query head's output says whom it read."""
        v = np.arange(kv_heads, dtype=float)[:, None, None]
        output = attention(np.ones((heads, 1, 1)), np.ones((kv_heads, 1, 1)), v).output[:, 0, 0]
        assert output.tolist() == [kv_head(h, heads, kv_heads) for h in range(heads)]
        for g, heads_of_g in enumerate(readers(heads, kv_heads)):
            assert heads_of_g == tuple(np.flatnonzero(output == g).tolist())


class TestCounts:
    def counted(self, n, m, p):
        """Multiplications of an (n, m) by an (m, p) matrix, one by one."""
        return sum(1 for _ in range(n) for _ in range(p) for _ in range(m))

    def test_are_those_of_the_products_one_by_one(self):
        found = multiplications(3, 5, 4, 2, 6, d_model=7, kv_heads=2)
        assert found.queries == self.counted(3, 7, 4 * 2)
        assert found.keys == self.counted(5, 7, 2 * 2)
        assert found.values == self.counted(5, 7, 2 * 6)
        assert found.scores == 4 * self.counted(3, 2, 5)
        assert found.mixing == 4 * self.counted(3, 5, 6)
        assert found.result == self.counted(3, 4 * 6, 7)
        assert found.exponentials == 4 * 3 * 5
        assert found.total == 168 + 140 + 420 + 120 + 360 + 504

    @given(SIZE, SIZE, SIZE, SIZE, SIZE)
    def test_h_small_heads_multiply_as_often_as_one_large_one(self, T_q, T_k, heads, d_k, d_v):
        small = multiplications(T_q, T_k, heads, d_k, d_v, d_model=8)
        large = multiplications(T_q, T_k, 1, heads * d_k, heads * d_v, d_model=8)
        assert small.total == large.total
        assert small.exponentials == heads * large.exponentials

    def test_without_d_model_are_those_of_attention_alone(self):
        assert multiplications(4, 4, 2, 3, 5).total == 2 * 4 * 4 * (3 + 5)
        assert 2 * multiplications(4, 4, 2, 3, 5).total == cost(Sizes(4, 4, 3, 5, 2, 2, 2)).products
