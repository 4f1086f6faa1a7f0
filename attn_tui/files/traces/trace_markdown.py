"""A trace as Markdown: a table a stage, for a handout or an issue."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from attn_tui.files.traces.trace_report import TraceReport
from attn_tui.files.traces.trace_tables import PrintedTable, printed_tables
from attn_tui.files.traces.trace_words import heading

_MARKUP = re.compile(r"([\\`*_\[\]<>#|~$&])")


def trace_markdown(reports: Sequence[TraceReport]) -> str:
    """The same words and numbers as the text, as headings, a list and pipe tables; labels are taken literally."""
    return "\n".join("".join(f"{line}\n" for line in _lines(report)) for report in reports)


def _lines(report: TraceReport) -> Iterator[str]:
    title, *settings = heading(report)
    yield f"# {_literal(title)}"
    yield ""
    yield from (f"- {_literal(line)}" for line in settings)
    for table in printed_tables(report):
        yield ""
        yield f"## {_literal(table.title)}"
        yield from _table_lines(table)


def _table_lines(table: PrintedTable) -> Iterator[str]:
    if not table.rows:
        return
    ends = any(table.ends)
    yield ""
    yield _row(["", *table.columns, *[""] * ends])
    yield "|".join(
        ["", "---", *["---:" if any(table.columns) else "---"] * len(table.columns), *["---"] * ends, ""]
    )
    for (label, cells), end in zip(table.rows, table.ends, strict=True):
        yield _row([label, *cells, *[end] * ends])


def _row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(map(_literal, cells))} |"


def _literal(text: str) -> str:
    """`text` with a backslash before every character that Markdown could take for markup."""
    return _MARKUP.sub(r"\\\1", text)
