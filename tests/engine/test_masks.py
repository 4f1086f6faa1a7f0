"""Who may look at whom, and the M that is shown."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from attn_tui.engine import additive, alibi, may_look

EDGE = st.one_of(st.none(), st.integers(0, 6))


def picture(allowed):
    return ["".join("x" if may else "." for may in row) for row in allowed]


def test_everything_may_be_looked_at_unless_something_forbids_it():
    assert picture(may_look(2, 3)) == ["xxx", "xxx"]


def test_causal_is_top_left_and_with_an_offset_bottom_right():
    assert picture(may_look(3, 5, causal=True)) == ["x....", "xx...", "xxx.."]
    assert picture(may_look(3, 5, causal=True, offset=2)) == ["xxx..", "xxxx.", "xxxxx"]
    assert picture(may_look(3, 2, causal=True, offset=-1)) == ["..", "x.", "xx"]


def test_a_window_counts_keys_to_the_left_and_right_of_the_query():
    assert picture(may_look(4, 4, window=(1, 0))) == ["x...", "xx..", ".xx.", "..xx"]
    assert picture(may_look(4, 4, window=(None, 1))) == ["xx..", "xxx.", "xxxx", "xxxx"]
    assert picture(may_look(2, 5, window=(1, 1), offset=3)) == ["..xxx", "...xx"]
    assert picture(may_look(2, 2, window=(None, None))) == ["xx", "xx"]


def test_all_that_are_given_must_allow():
    mask = np.array([True, False, True, True])
    assert picture(may_look(4, 4, causal=True, window=(2, 2), mask=mask)) == ["x...", "x...", "x.x.", "..xx"]


def test_a_mask_with_heads_gives_heads():
    assert may_look(2, 3, mask=np.ones((4, 1, 3), bool), causal=True).shape == (4, 2, 3)


def test_rows_are_those_of_the_whole():
    mask = np.arange(20).reshape(4, 5) % 3 > 0
    whole = may_look(4, 5, causal=True, offset=1, mask=mask)
    assert (may_look(4, 5, causal=True, offset=1, mask=mask, rows=(1, 3)) == whole[1:3]).all()
    assert (may_look(4, 5, causal=True, offset=1, mask=mask, rows=slice(-1, None)) == whole[3:]).all()


@given(st.integers(0, 5), st.integers(0, 5), st.booleans(), st.integers(-6, 6), st.tuples(EDGE, EDGE))
def test_every_cell_follows_the_definition(T_q, T_k, causal, offset, window):
    left, right = window
    allowed = may_look(T_q, T_k, causal=causal, offset=offset, window=window)
    assert allowed.shape == (T_q, T_k)
    for i, j in np.ndindex(T_q, T_k):
        p = i + offset
        wanted = not (causal and j > p)
        wanted &= left is None or p - left <= j
        wanted &= right is None or j <= p + right
        assert allowed[i, j] == wanted


def test_numbers_are_no_mask():
    with pytest.raises(ValueError, match="mask is boolean, True = may look, and this one is int64"):
        may_look(1, 2, mask=np.array([0, 1]))


def test_a_mask_of_another_size_is_refused_with_both_shapes():
    with pytest.raises(ValueError, match=r"mask \(3, 2\) does not broadcast to the scores \(2, 2\)"):
        may_look(2, 2, mask=np.ones((3, 2), bool), rows=(0, 1))


class TestWhatIsAdded:
    allowed = np.array([[True, False], [True, True]])

    def test_is_zero_or_minus_infinity(self):
        assert additive(self.allowed).tolist() == [[0, -np.inf], [0, 0]]

    def test_is_the_bias_where_it_is_allowed(self):
        assert additive(self.allowed, bias=[0.5, 2.0]).tolist() == [[0.5, -np.inf], [0.5, 2]]

    def test_is_what_a_blocked_score_becomes_also_where_the_bias_blocks(self):
        assert additive(self.allowed, bias=[-np.inf, 2.0], blocked=0.0).tolist() == [[0, 0], [0, 2]]

    def test_has_the_linear_bias_added_where_it_is_allowed(self):
        linear = alibi(range(2), range(2), 0.5)
        assert additive(self.allowed, alibi=linear).tolist() == [[0, -np.inf], [-0.5, 0]]
        both = additive(self.allowed, bias=[-np.inf, 2.0], blocked=7.0, alibi=linear)
        assert both.tolist() == [[7, 7], [7, 2]]

    def test_has_the_dtype_asked_for(self):
        assert additive(self.allowed, bias=[1e300, 0.0], dtype=np.float32).dtype == np.float32
