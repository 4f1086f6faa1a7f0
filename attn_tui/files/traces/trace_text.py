"""A trace as text for people, as wide as it needs to be: what a screen reader, a pipe or a log gets."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attn_tui.files.traces.trace_report import TraceReport
from attn_tui.files.traces.trace_tables import PrintedTable, printed_tables
from attn_tui.files.traces.trace_words import heading
from attn_tui.session.labels import cell_width, fit, shortened

WIDEST_LABEL = 32
"""Cells; a longer label ends in `…`."""


def trace_text(reports: Sequence[TraceReport]) -> str:
    """Title, formula, settings, and every stage as a table, head after head. All but the labels is ASCII."""
    return "\n".join("".join(f"{line}\n" for line in _lines(report)) for report in reports)


def _lines(report: TraceReport) -> Iterator[str]:
    yield from heading(report)
    for table in printed_tables(report):
        yield ""
        yield table.title
        yield from _table_lines(table)


def _table_lines(table: PrintedTable) -> Iterator[str]:
    if not table.rows:
        return
    labels = [shortened(label, WIDEST_LABEL) for label, _ in table.rows]
    names = [shortened(column, WIDEST_LABEL) for column in table.columns]
    label_width = max(map(cell_width, labels))
    widths = [
        max(cell_width(name), *(cell_width(cells[column]) for _, cells in table.rows))
        for column, name in enumerate(names)
    ]
    if any(names):
        yield _line("", names, label_width, widths, "")
    else:
        widths = [-width for width in widths]
    for label, (_, cells), end in zip(labels, table.rows, table.ends, strict=True):
        yield _line(label, cells, label_width, widths, end)


def _line(label: str, cells: Sequence[str], label_width: int, widths: Sequence[int], end: str) -> str:
    """Cells stand at the right of their width, as numbers do, or at the left of a negative one."""
    parts = [fit(label, label_width)]
    for cell, width in zip(cells, widths, strict=True):
        room = " " * (abs(width) - cell_width(cell))
        parts.append(room + cell if width >= 0 else cell + room)
    return "  ".join([*parts, end]).rstrip()
