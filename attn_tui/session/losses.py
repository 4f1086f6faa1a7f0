"""Where a narrow number type loses something among the numbers that are shown: which cells, and how many."""

from __future__ import annotations

from attn_tui import engine
from attn_tui.engine import Loss
from attn_tui.session.compute import engine_arguments
from attn_tui.session.position_stage import changes
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
    """The loss at each stage, of a trace that has the query rows [first, last), and the row it begins with.

    None where the arithmetic loses nothing that would be told, and where a mistake is in force.
    """
    dtype = narrow_dtype(session)
    if dtype is None or session.settings.mistakes:
        return None
    trace, start = session.trace(first, last)
    if session.lost is None or session.lost[0] is not trace:
        arguments = engine_arguments(session.problem, session.settings, session.head)
        rows = trace.rows.start, trace.rows.stop
        session.lost = trace, engine.losses(trace, dtype, *session.tables, rows=rows, **arguments)
    return session.lost[1], start


def loss_marks(session: Session, pane: Pane, block: Block) -> list[list[str]] | None:
    """The mark of each cell of `block`, "" where nothing is lost; None where no cell has one."""
    stage = stage_of(session, pane)
    found = None if stage is None else losses(session, *_rows(session, pane, block))
    if stage is None or found is None:
        return None
    loss, first = found[0][stage], 0 if pane in ("k", "v") else found[1]
    rows, columns = slice(block.top - first, block.bottom - first), slice(block.left, block.right)
    over, under = loss.overflowed[rows, columns].tolist(), loss.underflowed[rows, columns].tolist()
    if not any(map(any, over)) and not any(map(any, under)):
        return None
    return [
        [OVERFLOW if high else UNDERFLOW if low else "" for high, low in zip(*row, strict=True)]
        for row in zip(over, under, strict=True)
    ]


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

    Counted over every row that is computed, the rows in view among them. The stage is "" where it is the one shown.
    """
    stage = stage_of(session, pane)
    found = (
        None if stage is None else losses(session, *_rows(session, pane, Block(rows.start, 0, rows.stop, 0)))
    )
    if stage is None or found is None:
        return 0, 0, ""
    before = SCORE_STAGES[: SCORE_STAGES.index(stage)] if pane == "scores" else ()
    for name in (stage, *before):
        loss = found[0][name]
        over, under = int(loss.overflowed.sum()), int(loss.underflowed.sum())
        if over or under:
            return over, under, "" if name == stage else name
    return 0, 0, ""


def _rows(session: Session, pane: Pane, block: Block) -> tuple[int, int]:
    """The query rows for which the loss is needed: of keys and values, which have no such rows, the selected one."""
    if pane in ("k", "v"):
        i = session.selection.i
        return i, i + 1
    return block.top, block.bottom
