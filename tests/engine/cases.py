"""Random attention problems: shapes and settings drawn by Hypothesis, numbers by a seeded generator."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from hypothesis import strategies as st


@dataclass(frozen=True)
class Case:
    """q (…, H_q, T_q, d_k), k (…, H_kv, T_k, d_k), v (…, H_kv, T_k, d_v) in float64 and the settings."""

    q: np.ndarray
    k: np.ndarray
    v: np.ndarray
    options: dict[str, Any]

    @property
    def group(self) -> int:
        return self.q.shape[-3] // self.k.shape[-3]

    @property
    def scores_shape(self) -> tuple[int, ...]:
        return (*self.q.shape[:-1], self.k.shape[-2])


@st.composite
def cases(draw: st.DrawFn, *, smallest: int = 0, open_rows: bool = False) -> Case:
    """A problem of several heads. `smallest` is the least T and d; with `open_rows` no row sees nothing."""
    size = st.integers(smallest, 4)
    H_kv, group = draw(st.integers(1, 2)), draw(st.integers(1, 3))
    T_q, T_k, d_k, d_v = draw(size), draw(size), draw(size), draw(size)
    lead = draw(st.sampled_from([(), (2,)]))
    random = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    q = random.normal(size=(*lead, H_kv * group, T_q, d_k)) * draw(st.sampled_from([0.1, 1.0, 30.0]))
    k = random.normal(size=(*lead, H_kv, T_k, d_k))
    v = random.normal(size=(*lead, H_kv, T_k, d_v))
    return Case(q, k, v, _options(draw, random, (*q.shape[:-1], T_k), open_rows))


def _options(
    draw: st.DrawFn, random: np.random.Generator, scores: tuple[int, ...], open_rows: bool
) -> dict[str, Any]:
    options = {
        "scale": draw(st.sampled_from([None, 1.0, 0.25, -2.0])),
        "softcap": draw(st.sampled_from([None, 0.5, 20.0])),
        "bias": _array(draw, scores, random.normal(size=scores)),
        "sink": draw(st.sampled_from([None, -3.0, 2.5, "one a head"])),
        "blocked": draw(st.sampled_from([-np.inf, -np.inf, 0.0, -1e9])),
    }
    if options["sink"] == "one a head":
        options["sink"] = random.normal(size=scores[-3])
    if not open_rows:
        edge = st.sampled_from([None, 0, 1, 2])
        options |= {
            "causal": draw(st.booleans()),
            "offset": draw(st.integers(-2, 3)),
            "alibi": draw(st.sampled_from([None, None, 0.5, -0.25, "one a head"])),
            "window": draw(st.one_of(st.none(), st.tuples(edge, edge))),
            "mask": _array(draw, scores, random.random(scores) < draw(st.sampled_from([0.2, 0.8]))),
        }
        if options["alibi"] == "one a head":
            options["alibi"] = random.random(scores[-3])
        if options["bias"] is not None and draw(st.booleans()):
            options["bias"] = np.where(random.random(options["bias"].shape) < 0.3, -np.inf, options["bias"])
    return options


def _array(draw: st.DrawFn, shape: tuple[int, ...], whole: np.ndarray) -> np.ndarray | None:
    """None, or the array whole, without its first dimensions, or with some of them 1."""
    if draw(st.booleans()):
        return None
    kept = whole[(0,) * draw(st.integers(0, len(shape) - 2))] if 0 not in shape[:-2] else whole
    for axis in range(kept.ndim):
        if kept.shape[axis] > 1 and draw(st.integers(0, 3)) == 0:
            kept = kept.take([0], axis=axis)
    return kept
