"""Decoding gives the rows of the whole causal attention, and its counts are those of a loop."""

import re
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given

from attn_tui.engine import attention, attention_as, decode
from tests.engine.cases import cases

RANDOM = np.random.default_rng(21)
Q, K, V = RANDOM.normal(size=(5, 2)), RANDOM.normal(size=(5, 2)), RANDOM.normal(size=(5, 3))
STAGES = ("scores", "scaled", "capped", "masked", "weights", "allowed")


def square(case):
    """The case with as many queries as keys, and the settings that decoding has."""
    T = min(case.q.shape[-2], case.k.shape[-2])
    options = {name: value for name, value in case.options.items() if name not in ("causal", "offset")}
    for name in ("mask", "bias"):
        if options.get(name) is not None:
            whole = np.broadcast_to(options[name], case.scores_shape)
            options[name] = whole[..., :T, :T]
    return replace(case, q=case.q[..., :T, :], k=case.k[..., :T, :], v=case.v[..., :T, :], options=options)


@given(cases(smallest=1))
def test_every_row_is_that_of_the_whole_causal_attention(case):
    case = square(case)
    case.options["blocked"] = -np.inf
    whole = attention(case.q, case.k, case.v, causal=True, **case.options)
    steps = list(decode(case.q, case.k, case.v, **case.options))
    assert [step.token for step in steps] == list(range(case.q.shape[-2]))
    for t, step in enumerate(steps):
        for name in STAGES:
            wanted = getattr(whole, name)[..., t : t + 1, : t + 1]
            np.testing.assert_allclose(
                getattr(step.trace, name), wanted, rtol=1e-11, atol=1e-12, err_msg=name
            )
        np.testing.assert_allclose(step.trace.output, whole.output[..., t : t + 1, :], rtol=1e-11, atol=1e-12)
        assert step.trace.rows == range(t, t + 1)
        assert step.trace.empty_rows == tuple(at for at in whole.empty_rows if at[-1] == t)


def test_rows_before_a_token_do_not_change_when_it_comes_to_be_another():
    k, v, q = K.copy(), V.copy(), Q.copy()
    k[3], v[3], q[3] = 9, np.nan, -9
    before, after = decode(Q, K, V), decode(q, k, v)
    for t in range(3):
        assert (next(before).trace.output == next(after).trace.output).all(), t
    assert not np.allclose(next(before).trace.output, next(after).trace.output)


def test_a_mask_written_out_a_bias_and_a_window_are_cut_to_the_row():
    mask, bias = RANDOM.random((5, 5)) < 0.6, RANDOM.normal(size=(5, 5))
    options = {"mask": mask, "bias": bias, "window": (2, None), "alibi": 0.5, "softcap": 2.0, "sink": 0.5}
    whole = attention(Q, K, V, causal=True, **options)
    for t, step in enumerate(decode(Q, K, V, **options)):
        np.testing.assert_allclose(step.trace.weights[0], whole.weights[t, : t + 1], rtol=1e-12)
        assert step.trace.allowed[0].tolist() == whole.allowed[t, : t + 1].tolist()


def test_with_a_number_for_blocked_the_whole_matrix_reads_the_future_and_decoding_cannot():
    whole = attention(Q, K, V, causal=True, blocked=0.0)
    first = next(decode(Q, K, V, blocked=0.0)).trace
    assert first.weights.tolist() == [[1.0]]
    assert whole.weights[0, 0] < 0.9


def test_counts_are_those_of_a_loop():
    scores = triangles = squares = 0
    for t, step in enumerate(decode(np.ones((6, 5, 2)), np.ones((2, 5, 2)), np.ones((2, 5, 3)))):
        computed = sum(1 for _ in range(6) for _ in range(t + 1))
        scores += computed
        triangles += sum(1 for _ in range(6) for i in range(t + 1) for _ in range(i + 1))
        squares += sum(1 for _ in range(6) for _ in range(t + 1) for _ in range(t + 1))
        assert step.offset == t
        assert step.kept == t + 1
        assert (step.scores, step.scores_so_far) == (computed, scores)
        assert (step.triangles, step.squares) == (triangles, squares)


@pytest.mark.parametrize("dtype", ["f2", "f4", "f8"])
def test_bytes_are_those_of_the_arrays_that_are_kept(dtype):
    q, k, v = np.ones((6, 5, 2), dtype), np.ones((2, 5, 2), dtype), np.ones((2, 5, 3), dtype)
    kept = [step.kept_bytes for step in decode(q, k, v)]
    assert kept == [k[:, : t + 1].nbytes + v[:, : t + 1].nbytes for t in range(5)]


@pytest.mark.parametrize(("name", "width"), [("bfloat16", 2), ("float16", 2), ("float32", 4)])
def test_in_another_arithmetic_a_step_is_that_of_its_rows(name, width):
    for t, step in enumerate(decode(Q, K, V, dtype_name=name)):
        alone = attention_as(name, Q[t : t + 1], K[: t + 1], V[: t + 1])
        assert (step.trace.output == alone.output).all()
        assert step.kept_bytes == (t + 1) * (2 + 3) * width


def test_no_token_is_no_step():
    assert list(decode(np.ones((0, 2)), np.ones((0, 2)), np.ones((0, 3)))) == []


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"rows": (0, 2)}, "rows is left out"),
        ({"offset": 1}, "sets the offset of each token itself, and 1 was given"),
        ({"causal": False}, "decoding is causal"),
        ({"dtype_name": "float8"}, "float8 is none of float16, bfloat16, float32, float64"),
        ({"mask": np.ones((4, 5), bool)}, "mask (4, 5) does not broadcast to the scores (5, 5)"),
    ],
)
def test_what_is_no_decoding_is_refused_at_once(options, message):
    with pytest.raises(ValueError, match=re.escape(message)):
        decode(Q, K, V, **options)


def test_another_number_of_queries_than_keys_is_refused_with_both_shapes():
    with pytest.raises(ValueError, match=re.escape("q (3, 2) and k (5, 2) differ in T")):
        decode(Q[:3], K, V)
