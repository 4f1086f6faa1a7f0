"""The stages as tables for people: three digits, a label for every row and column, a word for an empty row."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from attn_tui.files.traces.trace_report import KEY_STAGES, TraceReport
from attn_tui.session.digits import computed, weight
from attn_tui.session.labels import plain

DECIMALS = 3
WIDEST_NUMBER = 10
SUM_IS_ONE = 1e-6
"""How far a row of weights may be from one by rounding alone and have its sum printed as one."""


@dataclass(frozen=True)
class PrintedTable:
    """A stage as text. `rows` are a label and a cell for each of `columns`; with no columns the title says all.

    Labels are harmless but neither cut nor escaped. `ends` has a remark after each row, mostly "".
    """

    title: str
    columns: tuple[str, ...] = ()
    rows: tuple[tuple[str, tuple[str, ...]], ...] = ()
    ends: tuple[str, ...] = ()


def printed_tables(report: TraceReport) -> Iterator[PrintedTable]:
    """Every stage in order. One that changes nothing is said to be the same as the one before it.

    With `top` there are the largest weights of each row, and the output.
    """
    if report.top is None:
        for before, stage in zip((None, *KEY_STAGES), KEY_STAGES, strict=False):
            yield _key_table(report, stage, before)
    else:
        yield _top_table(report)
    yield _output_table(report)
    for stage in report.mixed:
        yield _mixed_table(report, stage)


def _key_table(report: TraceReport, stage: str, before: str | None) -> PrintedTable:
    numbers = report.stage(stage)
    title = f"{stage} {_size(report, len(report.problem.key_tokens))}"
    if before is not None and np.array_equal(numbers, report.stage(before), equal_nan=True):
        return PrintedTable(f"{title}: the same as {before}")
    columns = tuple(plain(token) for token in report.problem.key_tokens[slice(*report.keys)])
    if stage != "weights":
        cells = [tuple(_computed(number) for number in row) for row in numbers]
        return PrintedTable(
            f"{title}, rows ask, columns answer", columns, _labelled(report, cells), _no_ends(report)
        )
    cells = [_weight_cells(report, row) for row in range(*report.rows)]
    if any("." in row for row in cells):
        title += ", . is blocked"
    total = "sum" if len(columns) == len(report.problem.key_tokens) else "sum of all"
    return PrintedTable(title, (*columns, total), _labelled(report, cells), _ends(report))


def _weight_cells(report: TraceReport, row: int) -> tuple[str, ...]:
    """The shares of one row and, last, their sum over all keys, printed or not."""
    weights, allowed = (part[row - report.rows[0]] for part in (report.trace.weights, report.trace.allowed))
    shown = range(*report.keys)
    shares = (weight(float(weights[key]), DECIMALS) if allowed[key] or weights[key] else "." for key in shown)
    return *shares, _sum_text(float(weights.sum(dtype=np.float64)))


def _sum_text(total: float) -> str:
    return weight(1.0 if abs(total - 1) < SUM_IS_ONE else total, DECIMALS)


def _top_table(report: TraceReport) -> PrintedTable:
    lists = []
    for row in range(*report.rows):
        weights = report.trace.weights[row - report.rows[0]]
        keys = report.top_keys(row)
        named = [
            f"{plain(report.problem.key_tokens[key])} {weight(float(weights[key]), DECIMALS)}" for key in keys
        ]
        rest = float(weights.sum(dtype=np.float64) - weights[keys].sum(dtype=np.float64))
        others = [f"(all others {weight(max(rest, 0.0), DECIMALS)})"] if rest > SUM_IS_ONE else []
        lists.append(("  ".join(named + others),))
    title = f"weights {_size(report, len(report.problem.key_tokens))}, the {report.top} largest of each row"
    return PrintedTable(title, ("",), _labelled(report, lists), _ends(report))


def _output_table(report: TraceReport) -> PrintedTable:
    cells = [tuple(_computed(number) for number in row) for row in report.stage("output")]
    columns = tuple(plain(name) for name in report.problem.v_columns)
    title = f"output {_size(report, len(columns))}"
    return PrintedTable(title, columns, _labelled(report, cells), _ends(report))


def _mixed_table(report: TraceReport, stage: str) -> PrintedTable:
    """The heads side by side, or the result."""
    heads = len(report.problem.head_names)
    columns = report.problem.labels("z" if stage == "concat" else "o")
    title = f"concat, {heads} heads side by side" if stage == "concat" else "result, concat W_O"
    cells = [tuple(_computed(number) for number in row) for row in report.stage(stage)]
    names = tuple(plain(name) for name in columns)
    return PrintedTable(
        f"{title}, {_size(report, len(names))}", names, _labelled(report, cells), _no_ends(report)
    )


def _computed(number: np.floating) -> str:
    return computed(float(number), DECIMALS, WIDEST_NUMBER)


def _size(report: TraceReport, columns: int) -> str:
    return f"{len(report.problem.query_tokens)} x {columns}"


def _labelled(report: TraceReport, cells: list[tuple[str, ...]]) -> tuple[tuple[str, tuple[str, ...]], ...]:
    labels = report.problem.query_tokens[slice(*report.rows)]
    return tuple((plain(label), row) for label, row in zip(labels, cells, strict=True))


def _ends(report: TraceReport) -> tuple[str, ...]:
    return tuple("sees nothing" if report.sees_nothing(row) else "" for row in range(*report.rows))


def _no_ends(report: TraceReport) -> tuple[str, ...]:
    return ("",) * len(range(*report.rows))
