"""Which screen an experiment's name opens."""

from __future__ import annotations

from functools import partial

from attn_tui.session.lessons.walk import Walk
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
    """The experiment of this name, which can also start from the session's problem.

    `walk` is given where a lesson's step opens it, which it then shows.
    """
    step_at = None if walk is None else partial(step_above, walk)
    return ExperimentScreen(
        BY_NAME[name], own_numbers_of(session), colours, characters=session.plane.plain, step_at=step_at
    )
