"""What a narrow number type did to a number, in words: the exact number, and the one that it became."""

from __future__ import annotations

from collections.abc import Iterator
from math import isinf, isnan

from attn_tui.engine import Loss
from attn_tui.engine.dtypes import LARGEST, SMALLEST
from attn_tui.session.computing.losses import (
    OVERFLOW,
    SCORE_STAGES,
    UNDERFLOW,
    loss_of,
    narrow_dtype,
    stage_of,
)
from attn_tui.session.digits import compact
from attn_tui.session.selection import Block, Pane
from attn_tui.session.session import Session
from attn_tui.session.settings import DtypeName

_PANES: dict[str, Pane] = {"q": "q", "k": "k", "v": "v", "weights": "weights", "output": "output"}
_NAMES = {"scores": "raw", "q": "Q", "k": "K", "v": "V"}


def stage_told(stage: str) -> str:
    """A stage of the arithmetic as its pane calls it: `raw`, `scaled`, `Q`."""
    return _NAMES.get(stage, stage)


def loss_line(session: Session) -> str:
    """Where the selected number overflowed or vanished, with the exact and the rounded number; empty where it did not.

    For a cell of the scores, the first stage up to the one shown at which it did.
    """
    pane = session.pane
    stage = stage_of(session, pane)
    if stage is None:
        return ""
    stages = SCORE_STAGES[: SCORE_STAGES.index(stage) + 1] if pane == "scores" else (stage,)
    for name in stages:
        if sentence := beyond(session, name, *session.cell):
            return f"{stage_told(name)}: {sentence}"
    return ""


def beyond(session: Session, stage: str, row: int, column: int) -> str:
    """`131072 is above 65504, float16's largest: ∞`, or what vanished; empty where neither happened at this stage."""
    found = _at(session, stage, row, column)
    if found is None:
        return ""
    loss, dtype = found
    exact = float(loss.exact[0, 0])
    if loss.overflowed[0, 0]:
        return _overflow(exact, dtype)
    if loss.underflowed[0, 0]:
        least = _short(SMALLEST[dtype])
        return f"{_short(exact) if exact else 'it'} is nearer to 0 than to {least}, {dtype}'s smallest: 0"
    return ""


def rounding(session: Session, stage: str, row: int, column: int) -> str:
    """What the stage itself did to the number: `exactly 0.494975, moved by 0.0087 %`, or `beyond`; empty if nothing."""
    if sentence := beyond(session, stage, row, column):
        return sentence
    found = _at(session, stage, row, column)
    if found is None:
        return ""
    loss, dtype = found
    moved, exact = float(loss.moved[0, 0]), float(loss.exact[0, 0])
    if not moved or isnan(moved):
        return ""
    if isinf(moved):
        return "" if isinf(exact) else f"exactly {_short(exact)} before {dtype}"
    return f"exactly {compact(f'{exact:.9g}')}, moved by {_percent(moved)} in {dtype}"


def moved_words(session: Session) -> str:
    """By how much the number type moved the selected number at the stage shown; empty where it did not."""
    stage = stage_of(session, session.pane)
    found = None if stage is None else _at(session, stage, *session.cell)
    if found is None:
        return ""
    loss, dtype = found
    moved = float(loss.moved[0, 0])
    return f"{dtype} moved it by {_percent(moved)}" if 0 < moved < 1 else ""


def rounded_words(session: Session, stage: str, row: int, column: int) -> str:
    """`rounding` in brackets behind the number, or nothing."""
    text = rounding(session, stage, row, column)
    return f"  ({text})" if text else ""


def loss_counts(over: int, under: int, stage: str) -> Iterator[str]:
    """`^2 overflow _1 underflow`, with the stage where it is another than the one shown; shorter and shorter."""
    at = f" at {stage_told(stage)}" if stage else ""
    words = [f"{OVERFLOW}{over} overflow"] * bool(over) + [f"{UNDERFLOW}{under} underflow"] * bool(under)
    marks = [f"{OVERFLOW}{over}"] * bool(over) + [f"{UNDERFLOW}{under}"] * bool(under)
    yield " ".join(words) + at
    yield " ".join(marks) + at
    yield " ".join(marks)


def _overflow(exact: float, dtype: DtypeName) -> str:
    most = LARGEST[dtype]
    if exact > most:
        return f"{_short(exact)} is above {_short(most)}, {dtype}'s largest: ∞"
    if exact < -most:
        return f"{_short(exact)} is below {_short(-most)}, {dtype}'s lowest: -∞"
    return f"{_short(exact)} is lost: a step on the way to it is beyond {_short(most)}, {dtype}'s largest"


def _at(session: Session, stage: str, row: int, column: int) -> tuple[Loss, DtypeName] | None:
    """The loss of one cell at a stage, with arrays of that one number, and the type."""
    dtype, pane = narrow_dtype(session), _PANES.get(stage, "scores")
    loss = loss_of(session, pane, stage, Block(row, column, row + 1, column + 1))
    return None if dtype is None or loss is None else (loss, dtype)


def _percent(share: float) -> str:
    return f"{compact(f'{100 * share:.2g}')} %"


def _short(number: float) -> str:
    return compact(f"{number:.6g}")
