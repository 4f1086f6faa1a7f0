"""A report of an experiment, and the three formats it is written in."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from io import StringIO
from typing import Any, TypeAlias

from attn_tui.files.dumps.json_numbers import json_numbers
from attn_tui.session.labels import cell_width, fit, plain

FORMATS = ("text", "json", "csv")
WIDEST_LABEL = 32
"""Cells; a longer label ends in `…`."""

Record: TypeAlias = dict[str, Any]


@dataclass(frozen=True)
class Origin:
    """Where the numbers came from: random ones from a seed, or head `head` of what the user opened."""

    seed: int | None = None
    source: str | None = None
    head: int | None = None

    @property
    def facts(self) -> Record:
        """Under the names that every report has them; None is what there is not."""
        return {"seed": self.seed, "source": self.source, "head": self.head}

    def words(self) -> str:
        """For a sentence: "seed 0", "it-two-heads, head 1"."""
        return f"seed {self.seed}" if self.source is None else f"{plain(self.source)}, head {self.head}"


@dataclass(frozen=True)
class TextTable:
    """Cells as text, a label first. `header` has a name for every column; a label is cut where it is too wide."""

    header: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class Report:
    """`about` says in a few lines what was measured and how it is defined, `facts` and `series` are the numbers.

    Each series is a list of records of the same keys; the first is the one that CSV has. `tables` and then
    `remarks` are what people read.
    """

    about: tuple[str, ...]
    facts: Record
    series: dict[str, list[Record]]
    tables: tuple[TextTable, ...]
    remarks: tuple[str, ...] = ()


def report_as(form: str, report: Report) -> str:
    """The report in one of FORMATS."""
    if form == "json":
        return json.dumps(json_numbers(report.facts | report.series), allow_nan=False) + "\n"
    return report_csv(report) if form == "csv" else "".join(f"{line}\n" for line in _text(report))


def report_csv(report: Report) -> str:
    """The first series, a record a line under its keys; a list is a column a number, `output_0`, `output_1`, …

    Numbers have their full precision, `inf`, `-inf` and `nan` are words, what there is not is empty, true and
    false are 1 and 0, and no control character of a token is left.
    """
    lines = [_flat(record) for record in next(iter(report.series.values()))]
    text = StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(lines[0] if lines else [])
    writer.writerows(map(_csv_value, line.values()) for line in lines)
    return text.getvalue()


def _flat(record: Record) -> Record:
    flat: Record = {}
    for key, value in record.items():
        if isinstance(value, list):
            flat |= {f"{key}_{index}": item for index, item in enumerate(value)}
        else:
            flat[key] = value
    return flat


def _csv_value(value: Any) -> Any:
    if isinstance(value, bool):
        return int(value)
    return plain(value) if isinstance(value, str) else value


def _text(report: Report) -> Iterator[str]:
    yield from report.about
    for table in report.tables:
        yield ""
        yield from table_lines(table)
    if report.remarks:
        yield ""
        yield from report.remarks


def table_lines(table: TextTable) -> Iterator[str]:
    """The header and the rows, labels at the left of their column and numbers at the right of theirs."""
    rows = [(plain(row[0]), *row[1:]) for row in (table.header, *table.rows)]
    first = min(WIDEST_LABEL, max(cell_width(row[0]) for row in rows))
    widths = [max(map(len, column)) for column in list(zip(*rows, strict=True))[1:]]
    for label, *cells in rows:
        yield _line(fit(label, first), cells, widths)


def _line(label: str, cells: Sequence[str], widths: Sequence[int]) -> str:
    return "  ".join([label, *map(str.rjust, cells, widths)]).rstrip()
