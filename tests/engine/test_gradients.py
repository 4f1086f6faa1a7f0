"""The backward pass against central differences of the forward one, and what must hold of it."""

import numpy as np
import pytest
from hypothesis import given, settings

from attn_tui.engine import attention, gradients
from tests.engine.cases import cases

STEP = 1e-5


def upstream_for(case):
    shape = (*case.q.shape[:-1], case.v.shape[-1])
    return np.random.default_rng(case.q.size).normal(size=shape)


def arguments(case):
    """What a gradient is taken by, as float64 arrays of their own."""
    named = {"q": case.q, "k": case.k, "v": case.v}
    named |= {name: case.options[name] for name in ("bias", "sink") if case.options.get(name) is not None}
    return {name: np.array(value, float) for name, value in named.items()}


def differences(case, name, upstream):
    """Central differences of Σ upstream · output by every finite number of one argument."""

    def loss(given):
        tables = [given.get(table, getattr(case, table)) for table in "qkv"]
        options = case.options | {key: value for key, value in given.items() if key in case.options}
        return float((upstream * attention(*tables, **options).output).sum())

    values = arguments(case)[name]
    found = np.zeros_like(values)
    for at in np.ndindex(values.shape):
        if np.isfinite(values[at]):
            up, down = values.copy(), values.copy()
            up[at] += STEP
            down[at] -= STEP
            found[at] = (loss({name: up}) - loss({name: down})) / (2 * STEP)
    return found


@settings(max_examples=150)
@given(cases(smallest=1))
def test_every_gradient_equals_central_differences(case):
    upstream = upstream_for(case)
    computed = gradients(case.q, case.k, case.v, upstream, **case.options)
    for name in arguments(case):
        expected, actual = differences(case, name, upstream), getattr(computed, name)
        assert actual.shape == expected.shape
        tolerance = 1e-5 * max(1.0, np.abs(expected).max(initial=0.0))
        np.testing.assert_allclose(actual, expected, rtol=0, atol=tolerance, err_msg=name)


@given(cases())
def test_what_was_not_given_has_no_gradient(case):
    computed = gradients(
        case.q, case.k, case.v, upstream_for(case), **(case.options | {"bias": None, "sink": None})
    )
    assert computed.bias is None
    assert computed.sink is None


@given(cases(smallest=1))
def test_without_a_sink_a_row_of_scores_can_only_trade(case):
    whole = np.zeros(case.scores_shape)
    options = case.options | {"bias": whole, "sink": None, "blocked": -np.inf}
    by_score = gradients(case.q, case.k, case.v, upstream_for(case), **options).bias
    np.testing.assert_allclose(by_score.sum(axis=-1), 0, atol=1e-12)


@given(cases())
def test_empty_shapes_have_gradients_of_those_shapes(case):
    computed = gradients(case.q, case.k, case.v, upstream_for(case), **case.options)
    for name, value in arguments(case).items():
        assert getattr(computed, name).shape == value.shape


def test_a_blocked_score_is_a_constant_even_where_it_takes_part():
    ones = np.ones((2, 1))
    bias = np.array([[0.0, 1.0], [-np.inf, 0.0]])
    computed = gradients(ones, ones, [[1.0], [2.0]], ones, causal=True, bias=bias, blocked=0.0)
    assert computed.bias[0, 1] == 0
    assert computed.bias[1, 0] == 0
    assert (computed.bias[[0, 1], [0, 1]] != 0).all()
    assert (computed.v > 0).all()


def test_a_row_that_sees_nothing_asks_nothing_of_a_closed_sink():
    ones = np.ones((2, 1))
    mask = np.array([[False, False], [True, True]])
    assert gradients(ones, ones, ones, ones, mask=mask, sink=-np.inf).sink == 0


@pytest.mark.parametrize("poison", [np.nan, np.inf])
def test_a_blocked_key_takes_no_part_in_the_backward_pass_either(poison):
    random = np.random.default_rng(5)
    q, k, v = random.normal(size=(2, 3, 4)), random.normal(size=(1, 3, 4)), random.normal(size=(1, 3, 2))
    upstream, mask = random.normal(size=(2, 3, 2)), np.array([True, True, False])
    clean = gradients(q, k, v, upstream, mask=mask, softcap=3.0)
    k[:, 2], v[:, 2] = poison, poison
    poisoned = gradients(q, k, v, upstream, mask=mask, softcap=3.0)
    for name in ("q", "k", "v"):
        np.testing.assert_allclose(getattr(poisoned, name), getattr(clean, name), rtol=1e-13)
    assert (clean.k[:, 2] == 0).all()
    assert (clean.v[:, 2] == 0).all()


@pytest.mark.parametrize("spoilt", ["q", "upstream"])
def test_a_query_that_is_not_finite_reaches_no_key_it_may_not_look_at(spoilt):
    random = np.random.default_rng(8)
    given_arrays = {name: random.normal(size=(3, 2)) for name in ("q", "k", "v", "upstream")}
    mask = np.array([[True, False, False], [True, True, True], [True, True, True]])
    clean = gradients(**given_arrays, mask=mask)
    given_arrays[spoilt][0] = np.nan
    reached = gradients(**given_arrays, mask=mask)
    for name in ("k", "v"):
        np.testing.assert_allclose(getattr(reached, name)[1:], getattr(clean, name)[1:], rtol=1e-13)
    assert np.isnan(reached.v[0]).all()


def test_a_saturated_softmax_lets_almost_nothing_through():
    """Unscaled at d_k = 512 the gradient by the scores vanishes; the scale keeps it alive."""
    random = np.random.default_rng(0)
    q, k, v = (random.normal(size=(16, 512)) for _ in range(3))
    bias, upstream = np.zeros((16, 16)), random.normal(size=(16, 512))
    alive = np.abs(gradients(q, k, v, upstream, bias=bias).bias).mean()
    vanished = np.abs(gradients(q, k, v, upstream, bias=bias, scale=1.0).bias).mean()
    assert vanished < alive / 5


def test_rows_give_their_part():
    random = np.random.default_rng(6)
    q, k, v, upstream = (random.normal(size=(5, 3)) for _ in range(4))
    whole = gradients(q, k, v, upstream, causal=True, bias=np.zeros((5, 5)))
    parts = [
        gradients(q, k, v, upstream[a:b], causal=True, bias=np.zeros((5, 5)), rows=(a, b))
        for a, b in [(0, 2), (2, 5)]
    ]
    for name in ("k", "v"):
        np.testing.assert_allclose(
            sum(getattr(part, name) for part in parts), getattr(whole, name), rtol=1e-12
        )
    for name in ("q", "bias"):
        joined = np.concatenate([getattr(part, name) for part in parts])
        np.testing.assert_allclose(joined, getattr(whole, name), rtol=1e-12, atol=1e-15)


def test_float32_stays_float32():
    ones = np.ones((2, 2), np.float32)
    computed = gradients(ones, ones, ones, np.ones((2, 2)), softcap=2.0, bias=[[0.0]], sink=1.0)
    assert {getattr(computed, name).dtype.name for name in ("q", "k", "v", "bias", "sink")} == {"float32"}
