"""Where a word stands, as a stage before the score: which tables it changes, whether it can be, and what it says."""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy.typing as npt

from attn_tui import engine
from attn_tui.session.faults import Fault
from attn_tui.session.labels import plain
from attn_tui.session.numbers import QUOTED
from attn_tui.session.problem import Problem
from attn_tui.session.selection import PANE_NAMES, Pane
from attn_tui.session.settings import POSITIONS, Position, Settings

Tables: TypeAlias = tuple[npt.NDArray[Any], npt.NDArray[Any], npt.NDArray[Any]]
_CHANGES: dict[Position, tuple[Pane, ...]] = {
    "none": (),
    "sinusoidal": ("x", "q", "k", "v"),
    "rotary": ("q", "k"),
    "rotary-halves": ("q", "k"),
}
_WORDS: dict[Position, str] = {
    "none": "none, nothing but a mask tells the words' order",
    "sinusoidal": "sinusoidal, waves added to X before the projection",
    "rotary": "rotary, Q and K turned by where their word stands, columns 2i with 2i+1",
    "rotary-halves": "rotary-halves, Q and K turned by where their word stands, columns i with i+d_k/2",
}


def position_from(text: str) -> Position:
    """The position that `text` names. Raises Fault for no such name."""
    for position in POSITIONS:
        if text.strip() == position:
            return position
    raise Fault(f"'{plain(text.strip()[:QUOTED])}' is no position: it is one of {', '.join(POSITIONS)}")


def position_words(position: Position) -> str:
    """A position in words: what it does to which numbers."""
    return _WORDS[position]


def stage_name(position: Position) -> str:
    """What the stage is called in a title: `rotary`, or `waves` for the sinusoidal one."""
    return "waves" if position == "sinusoidal" else "rotary"


def changes(position: Position, pane: Pane) -> bool:
    """Whether the numbers of `pane` are others after the stage than before it."""
    return pane in _CHANGES[position]


def is_rotary(position: Position) -> bool:
    """Whether queries and keys are turned."""
    return position in ("rotary", "rotary-halves")


def require_position(problem: Problem, settings: Settings) -> None:
    """Fault where the position asked for has nothing to act on: no embeddings, or a column without its pair."""
    d_k = problem.q.shape[2] * settings.widen
    if is_rotary(settings.position) and d_k % 2:
        raise Fault(f"position {settings.position} turns pairs of columns: d_k must be even, and it is {d_k}")
    if settings.position == "sinusoidal" and problem.projection is None:
        raise Fault(
            "position sinusoidal is added to embeddings, and there are none: it needs a problem with a projection"
        )


def turned(tables: Tables, position: Position, first: int) -> Tables:
    """q (T_q, d_k) and k (T_k, d_k) turned by their positions, first + i and j; v stays."""
    q, k, v = tables
    pairs = "halves" if position == "rotary-halves" else "adjacent"
    return engine.rotary(q, first=first, pairs=pairs), engine.rotary(k, pairs=pairs), v


def embeddings(problem: Problem) -> npt.NDArray[Any]:
    """X + waves, (T, d_model), in the dtype of X. The words stand at 0, 1, …"""
    assert problem.projection is not None
    x: npt.NDArray[Any] = problem.projection.x
    return x + engine.sinusoidal(*x.shape).astype(x.dtype)


def turns(settings: Settings, d_k: int, at: int) -> list[tuple[int, int, float]]:
    """The pairs of columns of a query or key that stands at `at`, and by how many radians each is turned."""
    angles = engine.angles(1, d_k, first=at)[0].tolist()
    half = d_k // 2
    if settings.position == "rotary-halves":
        return [(pair, pair + half, angle) for pair, angle in enumerate(angles)]
    return [(2 * pair, 2 * pair + 1, angle) for pair, angle in enumerate(angles)]


def why_not_edited(pane: Pane, position: Position) -> str:
    """Why the numbers shown can't be edited: they are those after the stage."""
    return f"{PANE_NAMES[pane]} is shown after {stage_name(position)}: t shows it before, where it is edited"


def after_words(position: Position) -> str:
    """` after rotary`, behind what is told of queries and keys; empty where there is no stage."""
    return "" if position == "none" else f" after {stage_name(position)}"
