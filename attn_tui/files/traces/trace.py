"""A trace in the format that was asked for."""

from __future__ import annotations

from collections.abc import Sequence

from attn_tui.files.traces.trace_csv import trace_csv
from attn_tui.files.traces.trace_json import trace_json
from attn_tui.files.traces.trace_markdown import trace_markdown
from attn_tui.files.traces.trace_report import TraceReport
from attn_tui.files.traces.trace_text import trace_text

FORMATS = ("text", "json", "csv", "markdown")


def trace_as(form: str, reports: Sequence[TraceReport], *, many: bool) -> str:
    """`reports` in one of `FORMATS`; `many` where a list of heads was asked for, of however many."""
    if form == "json":
        return trace_json(reports, many=many)
    if form == "csv":
        return trace_csv(reports, many=many)
    return trace_markdown(reports) if form == "markdown" else trace_text(reports)
