"""Words and columns inserted, deleted and moved: every table, mask and label follows one list of positions."""

from __future__ import annotations

from dataclasses import replace
from typing import cast

from attn_tui.session.computing.projection import projected
from attn_tui.session.edits.mask_words import mask_with_words
from attn_tui.session.edits.row_order import Positions, taken
from attn_tui.session.problem import Table
from attn_tui.session.settings import Cell, Settings
from attn_tui.session.state import State


def with_words(
    state: State,
    query: Positions | None = None,
    key: Positions | None = None,
    label: str | None = None,
) -> State:
    """The state with other query rows and key rows; None leaves a side as it is, new rows are zero.

    New words are called `label`, or by their number. Masks written out let a new word see and be seen, a bias adds 0
    to it; so do those of the settings that the problem opened with.
    """
    problem, settings = state.problem, state.settings
    T_k = len(problem.key_tokens)
    query = range(len(problem.query_tokens)) if query is None else query
    key = range(T_k) if key is None else key
    problem = replace(
        problem,
        q=taken(problem.q, query, 1, 0.0),
        k=taken(problem.k, key, 1, 0.0),
        v=taken(problem.v, key, 1, 0.0),
        query_tokens=_labels(problem.query_tokens, query, label),
        key_tokens=_labels(problem.key_tokens, key, label),
        settings=_settings_with_words(problem.settings, query, key, T_k),
    )
    if problem.projection is not None:
        x = cast(Table, taken(problem.projection.x, query, 0, 0.0))
        problem = projected(problem, replace(problem.projection, x=x))
    return State(problem, _settings_with_words(settings, query, key, T_k))


def with_columns(state: State, positions: Positions, of_values: bool, label: str | None = None) -> State:
    """The state with other columns: of V where `of_values`, else of Q and K together; new columns are zero."""
    problem = state.problem
    if of_values:
        names = _labels(problem.v_columns, positions, label)
        return State(replace(problem, v=taken(problem.v, positions, 2, 0.0), v_columns=names), state.settings)
    problem = replace(
        problem,
        q=taken(problem.q, positions, 2, 0.0),
        k=taken(problem.k, positions, 2, 0.0),
        columns=_labels(problem.columns, positions, label),
    )
    return State(problem, state.settings)


def inserted(count: int, at: int) -> list[int | None]:
    """Positions with a new one before `at`."""
    return [*range(at), None, *range(at, count)]


def deleted(count: int, at: int) -> list[int | None]:
    """Positions without `at`."""
    return [index for index in range(count) if index != at]


def moved(count: int, at: int, to: int) -> list[int | None]:
    """Positions with `at` moved to stand at `to`."""
    rest = [index for index in range(count) if index != at]
    return [*rest[:to], at, *rest[to:]]


def resized(count: int, wanted: int) -> list[int | None]:
    """Positions cut or extended to `wanted`."""
    return [index if index < count else None for index in range(wanted)]


def _labels(labels: tuple[str, ...], positions: Positions, label: str | None) -> tuple[str, ...]:
    were_numbers = labels == tuple(str(index) for index in range(len(labels)))
    if were_numbers and label is None:
        return tuple(str(index) for index in range(len(positions)))
    return tuple(
        labels[position] if position is not None else (str(index) if label is None else label)
        for index, position in enumerate(positions)
    )


def _settings_with_words(settings: Settings, query: Positions, key: Positions, T_k: int) -> Settings:
    bias = settings.bias
    if bias is not None:
        bias = taken(taken(bias, query, -2, 0.0), key, -1, 0.0)
    return replace(
        settings,
        mask=tuple(new for mask in settings.mask for new in mask_with_words(mask, query, key, T_k)),
        cells=_cells_with_words(settings.cells, query, key),
        bias=bias,
    )


def _cells_with_words(cells: tuple[Cell, ...], query: Positions, key: Positions) -> tuple[Cell, ...]:
    new_query = {old: new for new, old in enumerate(query) if old is not None}
    new_key = {old: new for new, old in enumerate(key) if old is not None}
    return tuple((new_query[i], new_key[j], may) for i, j, may in cells if i in new_query and j in new_key)
