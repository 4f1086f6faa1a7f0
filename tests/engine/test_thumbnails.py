"""Thumbnails of weights against a loop in plain Python, in one piece and a few rows at a time."""

from math import ceil, inf, isnan, log2, nan

import numpy as np
import pytest

from attn_tui.engine.thumbnails import MOST, blank_thumbnail, block_maxima, with_rows


def slow_maxima(table, n, m):
    """The largest number of each block of n rows × m columns; nan where one is."""
    rows, columns = len(table), len(table[0])
    blocks = []
    for top in range(0, rows, n):
        line = []
        for left in range(0, columns, m):
            there = [
                table[i][j]
                for i in range(top, min(top + n, rows))
                for j in range(left, min(left + m, columns))
            ]
            line.append(nan if any(isnan(one) for one in there) else max(there))
        blocks.append(line)
    return blocks


def slow_entropy(row):
    return -sum(w * log2(w) for w in row if w > 0)


def random_weights(rows, keys, seed=3):
    drawn = np.random.default_rng(seed).random((rows, keys)) ** 4
    return drawn / drawn.sum(axis=1, keepdims=True)


def read(weights, most, at_a_time, empty=None, sink=False):
    """The thumbnail of weights that come `at_a_time` rows at a time."""
    thumbnail = blank_thumbnail(*weights.shape, most)
    empty = np.zeros(len(weights), bool) if empty is None else empty
    for first in range(0, len(weights), at_a_time):
        rows = slice(first, first + at_a_time)
        thumbnail = with_rows(thumbnail, weights[rows], empty[rows], sink)
    return thumbnail


@pytest.mark.parametrize("shape", [(1, 1), (4, 4), (7, 5), (12, 30), (129, 300), (300, 129), (1, 257)])
@pytest.mark.parametrize("at_a_time", [1, 3, 64, 1000])
@pytest.mark.parametrize("most", [3, 10, MOST])
def test_cells_are_the_largest_weights_of_their_blocks(shape, at_a_time, most):
    weights = random_weights(*shape)
    found = read(weights, most, at_a_time)
    n, m = found.block
    assert (n, m) == (ceil(shape[0] / most), ceil(shape[1] / most))
    assert max(found.cells.shape) <= most
    assert found.cells.tolist() == slow_maxima(weights.tolist(), n, m)
    assert found.rows == shape[0]


@pytest.mark.parametrize("at_a_time", [1, 4, 50])
def test_the_rows_are_told_as_a_loop_tells_them(at_a_time):
    weights = random_weights(50, 9)
    found = read(weights, 8, at_a_time)
    rows = weights.tolist()
    largest = max(max(row) for row in rows)
    place = next((i, j) for i in range(50) for j in range(9) if rows[i][j] == largest)
    assert (found.largest, found.place) == (largest, place)
    assert found.entropy == pytest.approx(sum(map(slow_entropy, rows)) / 50, abs=1e-12)
    assert (found.counted, found.empty, found.odd) == (50, 0, 0)


def test_of_equal_weights_the_first_is_named():
    found = read(np.array([[0.5, 0.5], [0.5, 0.5], [0.25, 0.75], [0.75, 0.25]]), 4, 1)
    assert (found.largest, found.place) == (0.75, (2, 1))


def test_rows_not_read_yet_are_0_and_not_counted():
    thumbnail = blank_thumbnail(6, 2, 3)
    found = with_rows(thumbnail, [[0.5, 0.5], [0.0, 1.0], [1.0, 0.0]], [False] * 3)
    assert found.cells.tolist() == [[0.5, 1.0], [1.0, 0.0], [0.0, 0.0]]
    assert (found.rows, found.entropy) == (3, pytest.approx(1 / 3))
    assert thumbnail.cells.tolist() == [[0.0, 0.0]] * 3 and thumbnail.rows == 0
    assert isnan(thumbnail.entropy) and thumbnail.place is None


def test_rows_that_see_nothing_or_are_odd_are_counted_apart():
    weights = np.array([[0.0, 0.0], [nan, nan], [1.5, -0.5], [0.25, 0.75], [inf, 0.0]])
    empty = np.array([True, False, False, False, False])
    found = read(weights, 8, 2, empty)
    assert (found.counted, found.empty, found.odd) == (1, 1, 3)
    assert found.entropy == pytest.approx(slow_entropy([0.25, 0.75]))
    assert (found.largest, found.place) == (inf, (4, 0))
    assert [isnan(cell) for cell in found.cells[1]] == [True, True]


def test_nothing_above_0_has_no_place():
    found = read(np.zeros((3, 2)), 8, 3, np.ones(3, bool))
    assert (found.largest, found.place, found.empty) == (0.0, None, 3)
    assert isnan(found.entropy)


def test_one_weight_that_is_nan_is_seen_in_its_block():
    weights = random_weights(6, 6)
    weights[4, 5] = nan
    found = read(weights, 2, 1)
    assert [[isnan(cell) for cell in row] for row in found.cells] == [[False, False], [False, True]]


@pytest.mark.parametrize("before", [0, 1, 2])
def test_blocks_may_begin_in_the_middle(before):
    table = random_weights(8, 5)
    whole = np.vstack([np.full((before, 5), -1.0), table])
    assert block_maxima(table, 3, 2, before).tolist() == slow_maxima(whole.tolist(), 3, 2)


def test_an_empty_table_has_no_largest_number():
    assert block_maxima(np.zeros((0, 4)), 2, 2).shape == (0, 2)
    assert block_maxima(np.zeros((4, 0)), 2, 2).shape == (2, 0)


def test_float32_is_read_exactly():
    weights = random_weights(5, 5).astype(np.float32)
    assert read(weights, 8, 2).cells.tolist() == weights.tolist()
