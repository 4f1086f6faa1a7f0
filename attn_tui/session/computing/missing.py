"""Why a mistake would change nothing here."""

from __future__ import annotations

from attn_tui import engine
from attn_tui.engine import Mistake
from attn_tui.session.computing.compute import engine_arguments, whole_tables
from attn_tui.session.problem import Problem
from attn_tui.session.settings import Settings


def why_nothing(
    problem: Problem, settings: Settings, head: int, mistake: Mistake, rows: tuple[int, int] | None = None
) -> str | None:
    """What is missing for the mistake alone to change a weight or an output of these query rows, or None."""
    q, k, v = whole_tables(problem, settings, head)
    arguments = engine_arguments(problem, settings, head)
    return engine.missing(mistake, q, k, v, head=head, dtype=settings.dtype, rows=rows, **arguments)
