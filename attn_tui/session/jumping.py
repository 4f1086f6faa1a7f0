"""From a number that the explanation names to the cell where it stands."""

from __future__ import annotations

from typing import NamedTuple

from attn_tui.session.phrases import named
from attn_tui.session.plane.plane_showing import give_keys
from attn_tui.session.selection import AXES, PANE_NAMES, Pane
from attn_tui.session.session import Session
from attn_tui.session.stages import SHOWN, STAGE_TITLES, shown_stage

LABEL = 12
"""The most cells of a word in the name of a cell."""


class Target(NamedTuple):
    """The cell where a number stands, and for one of the scores the stage at which it does."""

    pane: Pane
    row: int
    column: int
    stage: SHOWN | None = None


class Told(NamedTuple):
    """A line of the explanation, and the cell of the number that it is about, where there is one."""

    text: str
    target: Target | None = None


def jump(session: Session, target: Target) -> None:
    """Select the cell; the score pane shows the stage of the number meant, if it shows another."""
    session.anchor = None
    give_keys(session, False)
    session.select(target.pane, target.row, target.column)
    pins = target.stage is not None and shown_stage(session.stage, session.settings) != target.stage
    if pins and target.stage is not None:
        session.stage = target.stage
    session.say(f"{target_name(session, target)}{', pinned: t shows other stages' if pins else ''}")


def target_name(session: Session, target: Target) -> str:
    """`K[lifted, animal]`, `scores · raw[crane, lifted]`."""
    name = PANE_NAMES[target.pane] if target.stage is None else STAGE_TITLES[target.stage]
    row, column = (
        named(session.label(axis, at), LABEL)
        for axis, at in zip(AXES[target.pane], (target.row, target.column), strict=True)
    )
    return f"{name}[{row}, {column}]"
