"""What each pane shows: a rectangle of numbers, the sum of each row, and which cells are blocked."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from attn_tui import engine
from attn_tui.engine import Trace
from attn_tui.session.computing.compute import alibi_of, bias_of, logit_of_sink
from attn_tui.session.computing.mixing import result_of
from attn_tui.session.selection import EDITABLE, Block, Pane
from attn_tui.session.session import Session
from attn_tui.session.stages import SHOWN, may_block, shown_stage

OVERFLOWS = 80.0
"""How far from 0 the largest score of a row may be for e to it to be shown as it is, in float32 too."""


@dataclass(frozen=True, eq=False)
class Shown:
    """A rectangle of a pane. `values` (rows, columns); `blocked` of the same shape, or None where nothing can be.

    `totals` (rows,) is what each whole row adds up to, keys out of sight included, or None.
    `keys` (rows,) is how many keys each whole row may look at, or None where nothing is in force that can block one,
    where the sums stand in that place, and where a question covers the weights.
    `empty` lists the rows, by their number in the pane, that see nothing.
    """

    values: npt.NDArray[Any]
    blocked: npt.NDArray[np.bool_] | None = None
    totals: npt.NDArray[Any] | None = None
    empty: frozenset[int] = frozenset()
    keys: npt.NDArray[np.intp] | None = None


def shown(session: Session, pane: Pane, block: Block) -> Shown:
    """The numbers of `pane` inside `block`."""
    if pane in EDITABLE:
        return Shown(session.shown_table(pane)[block.slices])
    if pane in ("concat", "result"):
        return Shown(mixture(session, pane, block.top, block.bottom)[:, block.left : block.right])
    trace, first = session.trace(block.top, block.bottom)
    rows = slice(block.top - first, block.bottom - first)
    columns = slice(block.left, block.right)
    empty = frozenset(row for row in range(block.top, block.bottom) if trace.empty[row - first])
    if pane == "output":
        return Shown(trace.output[rows, columns], empty=empty)
    blocked = ~trace.allowed[rows, columns]
    if pane == "weights":
        with np.errstate(all="ignore"):
            totals = trace.weights[rows].sum(axis=-1)
        return Shown(trace.weights[rows, columns], blocked, totals, empty)
    values, totals = _scores(session, trace, shown_stage(session.stage, session.settings), rows)
    keys = engine.keys_seen(trace.allowed[rows]) if counts_keys(session) else None
    return Shown(values[:, columns], blocked, totals, empty, keys)


def counts_keys(session: Session) -> bool:
    """Whether the score pane says how many keys each row may look at."""
    is_summed = shown_stage(session.stage, session.settings) == "exp"
    return may_block(session.settings) and not is_summed and "weights" not in session.covered


def mixture(session: Session, pane: Pane, first: int, last: int) -> npt.NDArray[Any]:
    """The outputs of all heads side by side, (last - first, H·d_v), or as `result` times W_O, (last - first, d_out)."""
    concat = session.concatenation(first, last)
    return concat if pane == "concat" else result_of(session.problem, session.settings, concat)


def heat_bounds(session: Session, pane: Pane, first: int, last: int) -> tuple[float, float]:
    """What the lightest and the darkest heat of the scores or the weights stand for: of the weights 0 and the largest.

    They come from whole rows, those of the whole head where every row is computed at once and otherwise [first, last),
    so that scrolling does not change what a colour means. Without a finite number they are 0.
    """
    trace, _ = session.trace(first, last)
    if pane == "weights":
        values = trace.weights
    else:
        stage = shown_stage(session.stage, session.settings)
        values, _ = _scores(session, trace, stage, slice(0, len(trace.rows)))
    finite = values[np.isfinite(values)]
    if not finite.size:
        return 0.0, 0.0
    return (0.0 if pane == "weights" else float(finite.min())), float(finite.max())


def selected_values(session: Session) -> npt.NDArray[Any]:
    """The numbers of the selected block, at full precision."""
    return shown(session, session.pane, session.block).values


def is_shifted(session: Session) -> bool:
    """Whether e to the score is shown with each row's largest taken off, because e to it would be inf or 0.

    Every row decides, or, where not all are computed at once, the selected one.
    """
    i = session.selection.i
    trace, first = session.trace(i, i + 1)
    rows = slice(None) if session.computes_every_row else slice(i - first, i - first + 1)
    largest = trace.masked[rows].max(axis=-1)
    return bool((np.abs(largest[np.isfinite(largest)]) > OVERFLOWS).any())


def sink_of(session: Session) -> float | None:
    """The sink's logit for the head shown."""
    return logit_of_sink(session.settings, session.head)


def _scores(
    session: Session, trace: Trace, stage: SHOWN, rows: slice
) -> tuple[npt.NDArray[Any], npt.NDArray[Any] | None]:
    if stage == "M":
        settings = session.settings
        bias = bias_of(settings, session.head)
        whole = slice(trace.rows.start + rows.start, trace.rows.start + rows.stop)
        here = None if bias is None else bias[whole]
        lines = range(whole.start, whole.stop)
        linear = alibi_of(session.problem, settings, session.head, lines, trace.masked.dtype)
        M = engine.additive(trace.allowed[rows], here, settings.blocked, trace.masked.dtype, linear)
        return M, None
    if stage == "exp":
        e, total = engine.exponentials(trace.masked[rows], sink_of(session), is_shifted(session))
        return e, np.asarray(total).reshape(-1)
    by_name = {"raw": trace.scores, "scaled": trace.scaled, "capped": trace.capped, "masked": trace.masked}
    return by_name[stage][rows], None
