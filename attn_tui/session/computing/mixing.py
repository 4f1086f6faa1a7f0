"""What becomes of the heads: their outputs side by side, and these times W_O."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from attn_tui import engine
from attn_tui.session.computing.compute import compute
from attn_tui.session.problem import Problem
from attn_tui.session.settings import Settings


def concatenation(problem: Problem, settings: Settings, first: int, last: int) -> npt.NDArray[Any]:
    """The outputs of all heads side by side, (last - first, H·d_v), of query rows [first, last)."""
    heads = range(len(problem.head_names))
    outputs = [compute(problem, settings, head, (first, last)).output for head in heads]
    return engine.concatenated(np.stack(outputs))


def result_of(problem: Problem, settings: Settings, concat: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """The heads side by side times W_O, (rows, H·d_v) · (H·d_v, d_out), rounded to the dtype that is computed in.

    The problem has a W_O.
    """
    projection = problem.projection
    assert projection is not None and projection.w_o is not None
    result = engine.after_output_weights(concat, projection.w_o)
    return result if settings.dtype is None else engine.round_to(result, settings.dtype)
