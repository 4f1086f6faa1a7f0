"""What must hold whatever the numbers are."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from attn_tui.engine import attention
from tests.engine.cases import cases

STAGES = ("scores", "scaled", "capped", "masked", "weights", "output", "allowed")


def traced(case, **changes):
    return attention(case.q, case.k, case.v, **(case.options | changes))


def assert_close(actual, expected):
    np.testing.assert_allclose(actual, expected, rtol=1e-11, atol=1e-12)


@given(cases())
def test_rows_sum_to_one_or_see_nothing_and_are_zero(case):
    trace = traced(case, sink=None)
    assert_close(trace.weights.sum(axis=-1), np.where(trace.empty, 0.0, 1.0))
    assert (trace.weights[trace.empty] == 0).all()
    assert (trace.output[trace.empty] == 0).all()


@given(cases(smallest=1))
def test_with_a_sink_rows_sum_to_less_than_one(case):
    trace = traced(case, sink=3.0, softcap=5.0, bias=None)
    assert (trace.weights.sum(axis=-1) < 1).all()


@given(cases(smallest=1))
def test_a_constant_added_to_a_row_of_scores_changes_no_weight(case):
    options = {"sink": None, "blocked": -np.inf}
    bias = case.options["bias"] if case.options["bias"] is not None else np.zeros((1, 1))
    constants = np.linspace(-5, 5, case.q.shape[-2])[:, None]
    before, after = traced(case, bias=bias, **options), traced(case, bias=bias + constants, **options)
    np.testing.assert_allclose(after.weights, before.weights, rtol=1e-9, atol=1e-12)


@given(cases(smallest=1, open_rows=True), st.randoms(use_true_random=False))
def test_permuting_keys_and_values_together_changes_no_output(case, random):
    order = list(range(case.k.shape[-2]))
    random.shuffle(order)
    bias = case.options["bias"]
    if bias is not None and bias.shape[-1] != 1:
        bias = bias[..., order]
    permuted = replace(case, k=case.k[..., order, :], v=case.v[..., order, :])
    assert_close(traced(permuted, bias=bias).output, traced(case).output)
    assert_close(traced(permuted, bias=bias).weights, traced(case).weights[..., order])


@given(cases(smallest=1), st.integers(0, 4))
def test_causal_rows_do_not_change_when_later_tokens_do(case, now):
    options = {"causal": True, "offset": 0, "blocked": -np.inf}
    k, v = case.k.copy(), case.v.copy()
    k[..., now + 1 :, :] += 7
    v[..., now + 1 :, :] = np.nan
    later = traced(replace(case, k=k, v=v), **options)
    assert_close(later.output[..., : now + 1, :], traced(case, **options).output[..., : now + 1, :])


@given(cases(), st.integers(0, 4), st.integers(0, 4))
def test_rows_are_those_rows_of_the_whole(case, start, stop):
    whole = traced(case)
    for rows in (slice(start, stop), (start, stop)):
        part = traced(case, rows=rows)
        assert part.rows == range(case.q.shape[-2])[start : max(start, stop)]
        for name in STAGES:
            assert_close(getattr(part, name), getattr(whole, name)[..., start:stop, :])
        assert part.empty_rows == tuple(at for at in whole.empty_rows if start <= at[-1] < stop)


@given(cases())
def test_a_batch_is_a_loop_over_the_batch(case):
    whole = traced(case)
    for at in np.ndindex(case.q.shape[:-3]):
        options = dict(case.options)
        for name in ("mask", "bias"):
            if options.get(name) is not None:
                options[name] = np.broadcast_to(options[name], case.scores_shape)[at]
        one = attention(case.q[at], case.k[at], case.v[at], **options)
        for name in STAGES:
            assert_close(getattr(one, name), getattr(whole, name)[at])


@given(cases())
def test_grouped_heads_are_keys_and_values_repeated(case):
    k, v = (np.repeat(table, case.group, axis=-3) for table in (case.k, case.v))
    grouped, repeated = traced(case), traced(replace(case, k=k, v=v))
    for name in STAGES:
        assert_close(getattr(grouped, name), getattr(repeated, name))


@given(cases())
def test_two_dimensional_arrays_are_one_head(case):
    at = (0,) * (case.q.ndim - 2)
    plain = {name: case.options[name] for name in ("scale", "softcap", "blocked")}
    flat = attention(case.q[at], case.k[at], case.v[at], **plain)
    head = attention(case.q[at][None], case.k[at][None], case.v[at][None], **plain)
    for name in STAGES:
        assert_close(getattr(flat, name), getattr(head, name)[0])


@pytest.mark.parametrize("poison", [np.nan, np.inf, -np.inf])
@given(cases(smallest=1), st.integers(0, 3))
def test_the_value_of_a_blocked_key_reaches_no_output(poison, case, j):
    j = min(j, case.k.shape[-2] - 1)
    k, v = case.k.copy(), case.v.copy()
    v[..., j, :] = poison
    clean, poisoned = traced(case, blocked=-np.inf), traced(replace(case, v=v), blocked=-np.inf)
    reached = clean.allowed[..., j]
    assert_close(poisoned.output[~reached], clean.output[~reached])
    assert not np.isfinite(poisoned.output[reached]).any()
    k[..., j, :] = poison
    both = traced(replace(case, k=k, v=v), blocked=-np.inf)
    assert_close(both.output[~reached], clean.output[~reached])


@given(cases())
def test_nothing_given_is_modified(case):
    given_arrays = [case.q, case.k, case.v]
    given_arrays += [value for value in case.options.values() if isinstance(value, np.ndarray)]
    before = [array.tobytes() for array in given_arrays]
    for array in given_arrays:
        array.setflags(write=False)
    traced(case)
    assert [array.tobytes() for array in given_arrays] == before
