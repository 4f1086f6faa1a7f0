"""Each mistake against a loop in plain Python floats, over random shapes, heads and settings."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from attn_tui.engine import MISTAKES, by_id, mistaken
from tests.engine.slow_mistakes import NOT_DRAWN, slow_mistaken


@dataclass(frozen=True)
class Tensors:
    """q (H_q, T_q, d_k), k (H_k, T_k, d_k), v (H_v, T_k, d_v) and settings that all the heads share."""

    q: np.ndarray
    k: np.ndarray
    v: np.ndarray
    options: dict[str, Any]


@st.composite
def tensors(draw: st.DrawFn, wrong: str = "") -> Tensors:
    """Heads of k and v divide those of q, each in its own way; shapes fit the mistake."""
    size = st.integers(1, 4)
    H_q = draw(st.sampled_from([1, 2, 4]))
    H_k, H_v = (draw(st.sampled_from([H for H in (1, 2, 4) if H_q % H == 0])) for _ in "kv")
    T_q, T_k, d_k, d_v = draw(size), draw(size), draw(size), draw(size)
    if wrong == "keys-values-swapped":
        d_v = d_k
    if wrong == "key-not-transposed":
        T_k = d_k
    random = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    edge = st.sampled_from([None, 0, 1])
    bias = random.normal(size=(T_q, T_k))
    options = {
        "scale": draw(st.sampled_from([None, 1.0, 0.3])),
        "softcap": draw(st.sampled_from([None, 1.5])),
        "sink": draw(st.sampled_from([None, 0.7])),
        "alibi": draw(st.sampled_from([None, 0.5])),
        "causal": draw(st.booleans()),
        "offset": draw(st.integers(-1, 2)),
        "window": draw(st.one_of(st.none(), st.tuples(edge, edge))),
        "mask": draw(st.sampled_from([None, random.random((T_q, T_k)) < 0.7])),
        "bias": draw(st.sampled_from([None, bias, np.where(random.random((T_q, T_k)) < 0.2, -np.inf, bias)])),
    }
    return Tensors(
        random.normal(size=(H_q, T_q, d_k)) * draw(st.sampled_from([1.0, 3.0])),
        random.normal(size=(H_k, T_k, d_k)),
        random.normal(size=(H_v, T_k, d_v)),
        options,
    )


def by_the_loop(wrong: str, case: Tensors, h: int) -> dict[str, list[list[float]]]:
    options = {
        name: given.tolist() if isinstance(given, np.ndarray) else given
        for name, given in case.options.items()
    }
    options["sizes"] = case.q.shape[1], case.k.shape[1]
    return slow_mistaken(wrong, case.q.tolist(), case.k.tolist(), case.v.tolist(), h, options)


@pytest.mark.parametrize("wrong", NOT_DRAWN)
@settings(max_examples=60)
@given(data=st.data())
def test_a_mistake_comes_out_as_its_sentence_says(wrong, data):
    case = data.draw(tensors(wrong))
    whole = mistaken([by_id(wrong)], case.q, case.k, case.v, **case.options)
    for h in range(len(case.q)):
        expected = by_the_loop(wrong, case, h)
        alone = mistaken([by_id(wrong)], case.q, case.k, case.v, head=h, **case.options)
        for name in ("weights", "output"):
            for actual in (getattr(whole, name)[h], getattr(alone, name)):
                np.testing.assert_allclose(actual, expected[name], rtol=1e-8, atol=1e-10, err_msg=name)


def test_every_mistake_of_the_catalogue_is_computed_by_the_loop_or_drawn():
    assert {mistake.id for mistake in MISTAKES} == {*NOT_DRAWN, "dropout-left-on"}
