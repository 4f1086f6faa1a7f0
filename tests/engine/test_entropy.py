"""The entropy of rows of weights against its sum in plain Python."""

from math import log2

import numpy as np
import pytest

from attn_tui.engine import entropies


def slow_entropy(row):
    return -sum(w * log2(w) for w in row if w > 0)


def test_what_a_sink_took_counts_as_one_share_more():
    rows = [[0.245, 0.090], [0.5, 0.5]]
    found = entropies(np.array(rows), sink=True)
    assert found.tolist() == pytest.approx([slow_entropy([0.245, 0.090, 0.665]), 1.0])
    assert entropies(np.array(rows)).tolist() == pytest.approx([slow_entropy(rows[0]), 1.0])


@pytest.mark.parametrize(
    ("row", "bits"), [([1.0, 0.0, 0.0, 0.0], 0.0), ([0.25] * 4, 2.0), ([0.5, 0.5, 0, 0], 1.0)]
)
def test_entropy_is_0_for_one_key_and_log_n_for_n_alike(row, bits):
    assert entropies(np.array([row])).tolist() == [bits]


@pytest.mark.parametrize("count", [1, 2, 3, 64])
def test_n_even_weights_have_log2_n_bits_and_one_alone_has_0_that_is_not_below_0(count):
    assert entropies(np.full((1, count), 1 / count)).tolist() == pytest.approx([log2(count)])
    alone = entropies(np.eye(1, count))
    assert str(alone[0]) == "0.0"
