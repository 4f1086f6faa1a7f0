"""Which screen an experiment's name opens."""

from __future__ import annotations

from difflib import get_close_matches
from functools import partial

from attn_tui.session.faults import Fault
from attn_tui.session.labels import plain
from attn_tui.session.lessons.walk import Walk
from attn_tui.session.numbers import QUOTED
from attn_tui.session.session import Session
from attn_tui.ui.screens.experiments.chooser import ChooserScreen
from attn_tui.ui.screens.experiments.experiments import BY_NAME, EXPERIMENTS
from attn_tui.ui.screens.experiments.run import own_numbers_of
from attn_tui.ui.screens.experiments.screen import ExperimentScreen
from attn_tui.ui.views.step_view import step_above


def chooser_screen() -> ChooserScreen:
    """The list of all experiments."""
    return ChooserScreen(EXPERIMENTS)


def experiment_screen(
    name: str, session: Session, colours: int, walk: Walk | None = None
) -> ExperimentScreen:
    """The experiment of this name, which can also start from the session's problem. Fault where there is none.

    `walk` is given where a lesson's step opens it, which it then shows.
    """
    if name not in BY_NAME:
        near = get_close_matches(name, BY_NAME, n=1, cutoff=0.5)
        hint = f"did you mean {near[0]}?" if near else f"choose from {', '.join(BY_NAME)}"
        raise Fault(f"there is no experiment '{plain(name[:QUOTED])}': {hint}")
    step_at = None if walk is None else partial(step_above, walk)
    return ExperimentScreen(
        BY_NAME[name], own_numbers_of(session), colours, characters=session.plane.plain, step_at=step_at
    )
