"""A trace as CSV: one number a line, under the name of its stage."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attn_tui.files.traces.trace_report import KEY_STAGES, TraceReport


def trace_csv(reports: Sequence[TraceReport], *, many: bool) -> str:
    """`stage,row,column,value`, with `many` also a leading `head`; rows and columns are counted from 0.

    A column is a key, in `output` one of d_v, in `concat` one of H·d_v, in `result` one of d_out. Values have their
    full precision; `inf`, `-inf` and `nan` are words. With `top` the stages that have a column a key have the lines of
    the row's largest weights only.
    """
    heading = "head,stage,row,column,value" if many else "stage,row,column,value"
    lines = [heading]
    for report in reports:
        lead = f"{report.head}," if many else ""
        lines += (lead + line for line in _lines(report))
    return "\n".join(lines) + "\n"


def _lines(report: TraceReport) -> Iterator[str]:
    rows = range(*report.rows)
    columns = [
        sorted(report.top_keys(row)) if report.top is not None else range(*report.keys) for row in rows
    ]
    for stage in KEY_STAGES:
        numbers = getattr(report.trace, stage).tolist()
        for row, keys, values in zip(rows, columns, numbers, strict=True):
            yield from (f"{stage},{row},{key},{values[key]!r}" for key in keys)
    for stage in ("output", *report.mixed):
        for row, values in zip(rows, report.stage(stage).tolist(), strict=True):
            yield from (f"{stage},{row},{column},{value!r}" for column, value in enumerate(values))
