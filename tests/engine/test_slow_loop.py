"""Every stage against the loop in plain Python floats, over random shapes and settings."""

import numpy as np
from hypothesis import given, settings

from attn_tui.engine import attention
from tests.engine.cases import Case, cases
from tests.engine.slow import STAGES, slow_attention


def by_the_loop(case: Case, at: tuple[int, ...]) -> dict[str, list[list[float]]]:
    """The stages of the head at index `at`, (…, head)."""
    shared = (*at[:-1], at[-1] // case.group)
    options = dict(case.options)
    for name in ("mask", "bias"):
        if options.get(name) is not None:
            options[name] = np.broadcast_to(options[name], case.scores_shape)[at].tolist()
    for name in ("sink", "alibi"):
        if isinstance(options.get(name), np.ndarray):
            options[name] = float(options[name][at[-1]])
    q, k, v = case.q[at].tolist(), case.k[shared].tolist(), case.v[shared].tolist()
    return slow_attention(q, k, v, d_v=case.v.shape[-1], **options)


@settings(max_examples=400)
@given(cases())
def test_every_stage_equals_the_loop(case):
    trace = attention(case.q, case.k, case.v, **case.options)
    for at in np.ndindex(case.q.shape[:-2]):
        expected = by_the_loop(case, at)
        for name in STAGES:
            actual = getattr(trace, name)[at]
            wanted = np.array(expected[name]).reshape(actual.shape)
            np.testing.assert_allclose(actual, wanted, rtol=1e-11, atol=1e-12, err_msg=f"{name} at {at}")


@settings(max_examples=60)
@given(cases())
def test_the_shapes_are_those_of_the_contract(case):
    trace = attention(case.q, case.k, case.v, **case.options)
    for name in ("scores", "scaled", "capped", "masked", "weights", "allowed"):
        assert getattr(trace, name).shape == case.scores_shape
    assert trace.output.shape == (*case.q.shape[:-1], case.v.shape[-1])
