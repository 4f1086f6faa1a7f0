"""Where a narrow number type loses something: at which stage a number overflows, vanishes, or is moved by rounding."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Unpack

import numpy as np
import numpy.typing as npt

from attn_tui.engine import stages
from attn_tui.engine.arrays import Array, Booleans
from attn_tui.engine.inputs import Inputs, Options, prepare
from attn_tui.engine.precision import round_to, rounded_inputs
from attn_tui.engine.trace import Trace

_Exact = npt.NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Loss:
    """What one stage itself did to each of its numbers; arrays shaped as the stage.

    exact        what this stage comes to in float64 from what it read
    overflowed   finite, had this stage computed exactly with what it read, and ∞ or NaN as it came out
    underflowed  not 0, had it computed exactly, and 0 as it came out
    moved        |as it came out − exactly| / |exactly|: 1 where it underflowed, ∞ where it overflowed or should have
                 been 0, 0 for an infinity that stayed one, NaN where NaN would have come out in any case
    """

    exact: _Exact
    overflowed: Booleans
    underflowed: Booleans
    moved: _Exact

    @property
    def largest(self) -> float:
        """The largest of `moved` among what neither overflowed nor vanished; 0 if there is none."""
        ordinary = np.isfinite(self.moved) & ~self.underflowed
        return float(self.moved.max(where=ordinary, initial=0.0))


def losses(
    trace: Trace,
    dtype_name: str,
    q: npt.ArrayLike,
    k: npt.ArrayLike,
    v: npt.ArrayLike,
    **options: Unpack[Options],
) -> dict[str, Loss]:
    """The loss at each stage of the trace that `attention_as` gave for the same arguments, in the stages' order.

    First the inputs, "q" (the rows wanted), "k", "v" and those given of "bias", "alibi" and "sink", rounded from
    what was given; then "scores", "scaled", "capped", "masked", "weights" and "output", each beside the same
    stage computed in float64, which stands for exact here, from the rounded numbers that it read. So nothing is
    counted twice: what a stage merely passes on, an infinity too, is no loss of its own. Raises ValueError as
    `attention_as` does, and for a trace of other shapes or rows.
    """
    given = prepare(q, k, v, **options)
    with np.errstate(all="ignore"):
        of_inputs = _of_inputs(given, rounded_inputs(given, dtype_name))
    return of_inputs | stage_losses(trace, dtype_name, q, k, v, **options)


def rounding_loss(x: npt.ArrayLike, dtype_name: str) -> Loss:
    """What a dtype does to numbers that are rounded to it, as those of q, k and v are. Raises ValueError for a name."""
    with np.errstate(all="ignore"):
        return _loss(_wide(np.asarray(x)), round_to(x, dtype_name))


def stage_losses(
    trace: Trace,
    dtype_name: str,
    q: npt.ArrayLike,
    k: npt.ArrayLike,
    v: npt.ArrayLike,
    **options: Unpack[Options],
) -> dict[str, Loss]:
    """`losses` of "scores" to "output" alone, without those of what is given. Raises ValueError as it does."""
    given = prepare(q, k, v, **options)
    rounded = rounded_inputs(given, dtype_name)
    if trace.scores.shape != (*given.q.shape[:-1], given.k.shape[-2]) or trace.rows != given.rows:
        raise ValueError(
            f"the trace has scores {trace.scores.shape} of the rows {trace.rows}, "
            f"which are not those of q {given.q.shape} and k {given.k.shape}, rows {given.rows}"
        )
    with np.errstate(all="ignore"):
        return _of_stages(trace, rounded)


def _of_inputs(given: Inputs, rounded: Inputs) -> dict[str, Loss]:
    found: dict[str, Loss] = {}
    for name in ("q", "k", "v", "bias", "alibi", "sink"):
        exact = getattr(given, name)
        if exact is not None:
            found[name] = _loss(_wide(exact), getattr(rounded, name))
    return found


def _of_stages(trace: Trace, rounded: Inputs) -> dict[str, Loss]:
    """Each stage in float64, from the stage before it as the trace has it."""
    inputs = rounded_inputs(rounded, "float64")
    allowed, bias = inputs.visible(inputs.rows, range(inputs.k.shape[-2]))
    takes_part = inputs.taking_part(allowed)
    masked, weights = _wide(trace.masked), _wide(trace.weights)
    exact = {
        "scores": stages.scores(inputs.q, inputs.k),
        "scaled": stages.scaled(_wide(trace.scores), inputs.scale),
        "capped": stages.capped(_wide(trace.scaled), inputs.softcap),
        "masked": stages.masked(_wide(trace.capped), allowed, bias, inputs.blocked),
        "weights": stages.weights(masked, takes_part, inputs.sink),
        "output": stages.output(weights, inputs.v, takes_part),
    }
    # e to a finite score is above 0, even where float64 cannot hold it.
    not_zero = {"weights": np.isfinite(masked)}
    return {
        name: _loss(_wide(numbers), getattr(trace, name), not_zero.get(name))
        for name, numbers in exact.items()
    }


def _loss(exact: _Exact, came_out: Array, not_zero: Booleans | None = None) -> Loss:
    """`not_zero` is where the exact number is not 0, if `exact` itself does not say so."""
    there = exact != 0 if not_zero is None else not_zero | (exact != 0)
    got = _wide(came_out)
    underflowed = there & (got == 0)
    moved = np.abs(got - exact) / np.abs(exact)
    moved = np.where(got == exact, 0.0, moved)
    return Loss(
        exact=exact,
        overflowed=np.isfinite(exact) & ~np.isfinite(got),
        underflowed=underflowed,
        moved=np.where(underflowed, 1.0, np.where(np.isfinite(exact) & np.isnan(got), np.inf, moved)),
    )


def _wide(array: npt.NDArray[Any]) -> _Exact:
    return array.astype(np.float64, copy=False)
