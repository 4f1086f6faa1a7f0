"""How much of the weight lies on the future, where queries and keys stand in one order."""

from __future__ import annotations

from attn_tui import engine
from attn_tui.session.computing.mask_arrays import has_future, mask_offset
from attn_tui.session.digits import share
from attn_tui.session.session import Session


def future_words(session: Session, rows: range) -> str:
    """`future 38 %`, the share of all weight given to later keys; empty where there is no later, or it is covered.

    It is of the whole head where every row is computed at once, and otherwise, said so, of these rows.
    """
    problem, settings = session.problem, session.settings
    if "weights" in session.covered or not rows or not has_future(problem, settings):
        return ""
    trace, first = session.trace(rows.start, rows.stop)
    if session.computes_every_row:
        rows = range(first, first + len(trace.rows))
    part = slice(rows.start - first, rows.stop - first)
    offset = mask_offset(problem, settings)
    future = engine.future_weight(trace.weights[part], rows, offset, empty=trace.empty[part])
    words = f"future {share(future.share).replace('%', ' %')}"
    return words if session.computes_every_row else f"{words} in view"
