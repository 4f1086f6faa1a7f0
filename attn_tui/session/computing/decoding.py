"""Decoding: the head shown computed one token after another under the causal mask, with keys and values kept."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import islice
from typing import Any

import numpy as np
import numpy.typing as npt

from attn_tui import engine
from attn_tui.engine import DecodeStep, Trace
from attn_tui.engine.dtypes import STEPS
from attn_tui.session.computing.compute import engine_arguments
from attn_tui.session.covers import require_all_uncovered
from attn_tui.session.faults import Fault
from attn_tui.session.phrases import counted
from attn_tui.session.session import Session

MOST = 512
"""Tokens that are stepped through."""


class Decoding:
    """The steps so far of the head shown; `at` is the token whose step is shown, from 0.

    `given` are the settings in force, as `engine.attention` takes them.

    Raises Fault where queries and keys are not the same words, and for what decoding cannot be done with.
    """

    def __init__(self, session: Session) -> None:
        _check(session)
        self.session = session
        self.tokens = session.size("i")
        self.dtype = session.settings.dtype
        self.q, self.k, self.v = session.tables
        self.given = engine_arguments(session.problem, session.settings, session.head)
        self._options: dict[str, Any] = {**self.given, "causal": True}
        self._to_come: Iterator[DecodeStep] = engine.decode(
            self.q, self.k, self.v, dtype_name=self.dtype, **self._options
        )
        self._steps: list[DecodeStep] = [next(self._to_come)]
        self.at = 0

    @property
    def step(self) -> DecodeStep:
        """The step shown."""
        return self._steps[self.at]

    @property
    def steps(self) -> list[DecodeStep]:
        """Those before it, and it."""
        return self._steps[: self.at + 1]

    def go_to(self, token: int) -> None:
        """Show the step of a token. Fault before the first and behind the last."""
        if not 0 <= token < self.tokens:
            word = "first" if token < 0 else "last"
            raise Fault(f"this is the {word} of {counted(self.tokens, 'token')}")
        self._steps += islice(self._to_come, max(0, token + 1 - len(self._steps)))
        self.at = token

    def change_of_earlier_rows(self) -> float:
        """By how much the rows before this one differ, as they were computed, from all of them computed now anew.

        The largest difference of any weight or number of the output; 0 where they stand to the bit.
        """
        now = self._anew(self.at + 1)
        differences = [0.0]
        for then in self._steps[: self.at]:
            row = then.token
            before = np.concatenate([_padded(then.trace.weights[0], self.at + 1), then.trace.output[0]])
            after = np.concatenate([now.weights[row], now.output[row]])
            differences.append(_difference(before, after))
        return max(differences)

    @property
    def rounding(self) -> float:
        """The difference up to which a row computed anew is the same but for rounding: 64 steps of the number type."""
        step = STEPS[self.dtype or self.k.dtype.name]
        outputs = [float(np.nan_to_num(np.abs(then.trace.output).max(initial=0.0))) for then in self.steps]
        return 64 * step * max(1.0, *outputs)

    def _anew(self, count: int) -> Trace:
        """Causal attention of the first `count` tokens, every row of it."""
        some = slice(0, count)
        options = dict(self._options)
        for name in ("mask", "bias"):
            if options[name] is not None:
                options[name] = np.broadcast_to(options[name], (self.tokens, self.tokens))[some, some]
        compute = engine.attention if self.dtype is None else partial(engine.attention_as, self.dtype)
        return compute(self.q[some], self.k[some], self.v[some], **options)


def _check(session: Session) -> None:
    require_all_uncovered(session, "decoding is")
    T_q, T_k = session.shape("scores")
    if T_q != T_k or not session.problem.self_attention:
        asked = f"{counted(T_q, 'query asks', 'queries ask')} {counted(T_k, 'key')}"
        other = " of other words" if T_q == T_k else ""
        raise Fault(f"decoding needs the same words as queries and as keys: here {asked}{other}")
    if session.settings.mistakes:
        raise Fault("decoding computes the formula as it is, and a mistake is in force: :mistake none first")
    if offset := session.offset:
        raise Fault(f"decoding says itself where each token stands: the offset must be 0, and it is {offset}")
    if T_q > MOST:
        raise Fault(f"{T_q:,} tokens are too many to step through: open a problem of {MOST} or fewer")


def _padded(weights: npt.NDArray[Any], keys: int) -> npt.NDArray[Any]:
    """A row of weights with 0 for the keys that were not there yet."""
    return np.pad(weights, (0, keys - weights.size))


def _difference(before: npt.NDArray[Any], after: npt.NDArray[Any]) -> float:
    """The largest difference; one nan is as good as another, and as far from a number as can be."""
    same = (before == after) | (np.isnan(before) & np.isnan(after))
    with np.errstate(all="ignore"):
        apart = np.abs(before.astype(np.float64) - after)
    return float(np.where(same, 0.0, np.nan_to_num(apart, nan=np.inf, posinf=np.inf)).max(initial=0.0))
