"""The problem with the settings in force: all that an edit may change."""

from __future__ import annotations

from dataclasses import dataclass

from attn_tui.session.problem import Problem
from attn_tui.session.settings import Settings


@dataclass(frozen=True, eq=False)
class State:
    """All that an edit may change. The problem's own settings are those that it opened with."""

    problem: Problem
    settings: Settings
