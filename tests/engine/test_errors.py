"""What does not fit is a ValueError that says which shapes."""

import re

import numpy as np
import pytest

from attn_tui.engine import attention, attention_as, attention_stream, gradients, round_to

Q, K, V = np.ones((3, 2)), np.ones((4, 2)), np.ones((4, 5))
HEADS = np.ones((4, 3, 2)), np.ones((2, 4, 2)), np.ones((2, 4, 5))


@pytest.mark.parametrize(
    ("q", "k", "v", "message"),
    [
        ((2,), (4, 2), (4, 5), "q has shape (2,)"),
        ((3, 2), (4, 2), (), "v has shape ()"),
        ((1, 3, 2), (4, 2), (4, 5), "q (1, 3, 2) and k (4, 2)"),
        ((3, 2), (4, 2), (1, 4, 5), "k (4, 2) and v (1, 4, 5)"),
        ((3, 2), (4, 3), (4, 5), "q (3, 2) and k (4, 3)"),
        ((3, 2), (4, 2), (3, 5), "k (4, 2) and v (3, 5)"),
        ((2, 1, 3, 2), (3, 1, 4, 2), (3, 1, 4, 5), "q (2, 1, 3, 2) and k (3, 1, 4, 2)"),
        ((2, 3, 2), (2, 4, 2), (1, 4, 5), "k (2, 4, 2) and v (1, 4, 5)"),
        ((3, 3, 2), (2, 4, 2), (2, 4, 5), "q (3, 3, 2) has 3 heads, not a multiple of the 2 of k (2, 4, 2)"),
        ((1, 3, 2), (2, 4, 2), (2, 4, 5), "q (1, 3, 2) has 1 heads"),
        ((1, 3, 2), (0, 4, 2), (0, 4, 5), "q (1, 3, 2) has 1 heads, not a multiple of the 0 of k (0, 4, 2)"),
    ],
)
@pytest.mark.parametrize("compute", [attention, attention_stream])
def test_shapes_that_do_not_fit_are_both_named(compute, q, k, v, message):
    with pytest.raises(ValueError, match=re.escape(message)):
        compute(np.ones(q), np.ones(k), np.ones(v))


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"mask": np.ones((3, 5), bool)}, "mask (3, 5) does not broadcast to the scores (4, 3, 4)"),
        (
            {"mask": np.ones((1, 4, 3, 4), bool)},
            "mask (1, 4, 3, 4) does not broadcast to the scores (4, 3, 4)",
        ),
        ({"mask": np.ones((3, 4))}, "this one is float64"),
        ({"bias": np.ones((2, 3, 4))}, "bias (2, 3, 4) does not broadcast to the scores (4, 3, 4)"),
        ({"bias": np.ones((3, 4), bool)}, "bias is made of numbers"),
        (
            {"sink": np.ones(2)},
            "sink (2,) is neither one number nor one for each of the 4 heads of q (4, 3, 2)",
        ),
        ({"alibi": np.ones(2)}, "alibi (2,) is neither one slope nor one for each of the 4 heads"),
        ({"alibi": np.nan}, "each is a finite number"),
        ({"alibi": True}, "alibi is made of numbers"),
        ({"softcap": 0.0}, "softcap"),
        ({"softcap": -1.0}, "softcap"),
        ({"softcap": np.inf}, "softcap"),
        ({"scale": True}, "scale is a number"),
        ({"rows": slice(0, 3, 2)}, "skips rows"),
    ],
)
@pytest.mark.parametrize("compute", [attention, attention_stream])
def test_settings_that_do_not_fit_are_named(compute, options, message):
    with pytest.raises(ValueError, match=re.escape(message)):
        compute(*HEADS, **options)


@pytest.mark.parametrize("dtype", [complex, "U3", object])
def test_what_holds_no_real_numbers_is_refused(dtype):
    with pytest.raises(ValueError, match="real numbers"):
        attention(Q.astype(dtype), K, V)


def test_an_upstream_of_another_shape_is_refused_with_both_shapes():
    with pytest.raises(ValueError, match=r"upstream \(3, 4\) .* output \(3, 5\)"):
        gradients(Q, K, V, np.ones((3, 4)))


@pytest.mark.parametrize(
    "compute", [lambda name: round_to(1.0, name), lambda name: attention_as(name, Q, K, V)]
)
def test_a_dtype_that_is_not_known_is_refused_with_those_that_are(compute):
    with pytest.raises(ValueError, match="float8 is none of float16, bfloat16, float32, float64"):
        compute("float8")


def test_a_block_of_nothing_is_refused():
    with pytest.raises(ValueError, match="at least 1, not 0"):
        attention_stream(Q, K, V, block=0)
