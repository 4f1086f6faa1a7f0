"""One problem on which every mistake changes something or may, its settings, and what plain floats make of it."""

from typing import Any

import numpy as np

from attn_tui.session.problem import Problem, numbered
from attn_tui.session.settings import Causal, Settings, Window
from tests.engine.slow_mistakes import NOT_DRAWN, slow_mistaken

HEAD = 1
IDS = (*NOT_DRAWN, "dropout-left-on")
SAME = ("softmax-unshifted", "mask-after-softmax-renormalised")
"""What gives the right numbers here: the one without overflow, the other always."""
_SHAPES = {"q": (4, 5, 3), "k": (2, 3, 3), "v": (2, 3, 3)}
_OPTIONS: dict[str, Any] = {
    "scale": None, "softcap": 1.5, "sink": None, "alibi": 0.5, "causal": True, "offset": 0,
    "window": (1, None), "mask": None, "bias": None, "sizes": (5, 3),
}  # fmt: skip
SETTINGS = Settings(mask=(Causal(), Window(1, None)), softcap=1.5, alibi=0.5)
WORDS = ("--mask", "causal + window:1,*", "--softcap", "1.5", "--alibi", "0.5", "--head", str(HEAD))
"""The same settings as the command line has them."""


def arrays() -> dict[str, np.ndarray]:
    """Four query heads on two of keys and values, five queries, of which the last sees none of the three keys."""
    drawn = np.random.default_rng(11)
    return {name: np.round(drawn.normal(size=shape), 2) for name, shape in _SHAPES.items()}


def mistaken_problem() -> Problem:
    """The problem, right as yet."""
    return Problem(
        "wrong", "wrong", **arrays(), query_tokens=numbered(5), key_tokens=numbered(3), columns=numbered(3),
        v_columns=numbered(3), head_names=numbered(4), self_attention=False, settings=SETTINGS,
    )  # fmt: skip


def by_plain_floats(wrong: str) -> dict[str, Any]:
    """Weights and output of the head under a mistake; those of `dropout-left-on:0.5` from its draws."""
    tables = [table.tolist() for table in arrays().values()]
    if wrong != "dropout-left-on":
        return slow_mistaken(wrong, *tables, HEAD, _OPTIONS)
    weights = np.array(slow_mistaken("softmax-unshifted", *tables, HEAD, _OPTIONS)["weights"])
    for i, row in enumerate(weights):
        row[np.random.default_rng((20170612, HEAD, i)).random(3) < 0.5] = 0
    return {"weights": weights * 2, "output": weights * 2 @ arrays()["v"][0]}


def named(wrong: str) -> str:
    """As it is typed."""
    return "dropout-left-on:0.5" if wrong == "dropout-left-on" else wrong
