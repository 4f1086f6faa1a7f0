"""Where a narrow number type loses something among the numbers that are shown: which cells, and how many."""

from __future__ import annotations

import numpy as np

from attn_tui import engine
from attn_tui.engine import Loss
from attn_tui.session.computing.compute import engine_arguments
from attn_tui.session.computing.position_stage import changes
from attn_tui.session.selection import TABLES, Block, Pane
from attn_tui.session.session import Session
from attn_tui.session.settings import DtypeName
from attn_tui.session.stages import shown_stage

OVERFLOW, UNDERFLOW = "^", "_"
"""The marks of a number that is ∞ or nan and should be finite, and of one that is 0 and should not be."""
SCORE_STAGES = ("scores", "scaled", "capped", "masked")
_STAGE_OF = {"raw": "scores", "scaled": "scaled", "capped": "capped", "masked": "masked"}


def narrow_dtype(session: Session) -> DtypeName | None:
    """The number type in which something can be lost: a half, or float32 where the tables are float64."""
    dtype, stored = session.settings.dtype, session.problem.q.dtype.name
    if dtype in ("float16", "bfloat16") or (dtype, stored) == ("float32", "float64"):
        return dtype
    return None


def losses(session: Session, first: int, last: int) -> tuple[dict[str, Loss], int] | None:
    """The loss at each stage of the scores to the output, for a trace that has the query rows [first, last).

    With it the row that the trace begins with. None where the arithmetic loses nothing that would be told, and where
    a mistake is in force.
    """
    dtype = _told_dtype(session)
    if dtype is None:
        return None
    trace, start = session.trace(first, last)
    if session.lost is None or session.lost[0] is not trace:
        arguments = engine_arguments(session.problem, session.settings, session.head)
        rows = trace.rows.start, trace.rows.stop
        session.lost = trace, engine.stage_losses(trace, dtype, *session.tables, rows=rows, **arguments)
    return session.lost[1], start


def table_loss(session: Session, pane: Pane, block: Block) -> Loss | None:
    """The loss of a block of Q, K or V as it is read; None as for `losses`."""
    dtype = _told_dtype(session)
    return None if dtype is None else engine.rounding_loss(session.read(pane)[block.slices], dtype)


def loss_of(session: Session, pane: Pane, stage: str, block: Block) -> Loss | None:
    """The loss at a stage inside a block of `pane`; None as for `losses`."""
    if stage in TABLES:
        return table_loss(session, pane, block)
    found = losses(session, block.top, block.bottom)
    if found is None:
        return None
    loss, first = found[0][stage], found[1]
    inside = slice(block.top - first, block.bottom - first), slice(block.left, block.right)
    return Loss(loss.exact[inside], loss.overflowed[inside], loss.underflowed[inside], loss.moved[inside])


def loss_marks(session: Session, pane: Pane, block: Block) -> list[list[str]] | None:
    """The mark of each cell of `block`, "" where nothing is lost; None where no cell has one."""
    stage = stage_of(session, pane)
    loss = None if stage is None else loss_of(session, pane, stage, block)
    if loss is None or not (loss.overflowed.any() or loss.underflowed.any()):
        return None
    marks: list[list[str]] = np.where(
        loss.overflowed, OVERFLOW, np.where(loss.underflowed, UNDERFLOW, "")
    ).tolist()
    return marks


def stage_of(session: Session, pane: Pane) -> str | None:
    """The stage of the arithmetic that `pane` shows, or None: it shows none, or not what is read."""
    if pane in TABLES:
        is_before = changes(session.settings.position, pane) and not session.is_after_position(pane)
        return None if is_before else pane
    if pane == "scores":
        return _STAGE_OF.get(shown_stage(session.stage, session.settings))
    return pane if pane in ("weights", "output") else None


def counts(session: Session, pane: Pane, rows: range) -> tuple[int, int, str]:
    """How many numbers overflowed and underflowed at the stage that `pane` shows, or else at which stage before it.

    Counted over every row that is computed, the rows in view among them, and of Q, K and V over the rows in view.
    The stage is "" where it is the one shown.
    """
    stage = stage_of(session, pane)
    if stage is None or _told_dtype(session) is None:
        return 0, 0, ""
    before = SCORE_STAGES[: SCORE_STAGES.index(stage)] if pane == "scores" else ()
    for name in (stage, *before):
        loss = _counted(session, pane, name, rows)
        over, under = int(loss.overflowed.sum()), int(loss.underflowed.sum())
        if over or under:
            return over, under, "" if name == stage else name
    return 0, 0, ""


def _counted(session: Session, pane: Pane, stage: str, rows: range) -> Loss:
    if stage in TABLES:
        loss = table_loss(session, pane, Block(rows.start, 0, rows.stop, session.shape(pane)[1]))
        assert loss is not None
        return loss
    found = losses(session, rows.start, rows.stop)
    assert found is not None
    return found[0][stage]


def _told_dtype(session: Session) -> DtypeName | None:
    return None if session.settings.mistakes else narrow_dtype(session)
