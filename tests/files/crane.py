"""The crane sentence, built by hand, and its published figures."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np

from attn_tui.session.problem import Problem
from attn_tui.session.settings import Settings

GOLDEN: dict[str, Any] = json.loads((Path(__file__).parents[1] / "engine" / "golden.json").read_text())
WORDS = ("the", "crane", "lifted", "steel")
COLUMNS = ("animal", "machine")


def crane(settings: Settings | None = None, words: tuple[str, ...] = WORDS, heads: int = 1) -> Problem:
    """The sentence in `heads` equal heads."""
    given = GOLDEN["crane-lifted-steel"]
    q, k, v = (np.array([given[table]] * heads) for table in ("q", "k", "v"))
    names = tuple(str(head) for head in range(heads))
    return Problem(
        "crane-lifted-steel", "the crane lifted steel", q, k, v, words, words, COLUMNS, COLUMNS, names,
        settings=settings or Settings(),
    )  # fmt: skip


def stage(case: str, name: str) -> list[list[float]]:
    """A stage as computed in plain Python floats; "-inf" stands for what JSON has no number for."""
    return [[float(number) for number in row] for row in GOLDEN["crane-lifted-steel"][case][name]]
