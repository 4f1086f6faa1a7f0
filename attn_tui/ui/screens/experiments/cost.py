"""Operations, bytes and measured times by the sizes of attention."""

from __future__ import annotations

from dataclasses import replace

from attn_tui.engine.dtypes import BYTES
from attn_tui.engine.experiments.cost import Sizes, cases, cost
from attn_tui.engine.experiments.timing import MeasuredCost, measured_costs
from attn_tui.files.experiments.cost import cost_report
from attn_tui.files.experiments.report import Report, TextTable, table_lines
from attn_tui.files.experiments.words import in_bytes
from attn_tui.session.computing.own_numbers import own_sizes
from attn_tui.session.faults import Fault
from attn_tui.session.labels import plain as plain_text
from attn_tui.ui.screens.background import Background
from attn_tui.ui.screens.experiments.controls import Choice, Control, Values, Whole
from attn_tui.ui.screens.experiments.run import Experiment, Own, Run
from attn_tui.ui.views.line import Line, Span, fitted

_NAMES = 22
_PENDING = "…"


class CostRun(Run):
    """What is counted is there at once; each time arrives when it was measured, in a thread."""

    interval = 0.1
    pace = 1

    def __init__(self, sizes: Sizes, source: str | None) -> None:
        self._source = source
        self._sizes = sizes
        self._counted = [MeasuredCost(name, cost(case)) for name, case in cases(sizes).items()]
        self._measured: list[MeasuredCost] = []
        self._timing = Background(measured_costs(cases(sizes)))

    def advance(self) -> bool:
        if len(self._measured) == len(self._counted):
            return False
        self._timing.begin()
        if self._timing.is_ready and (case := self._timing.take()) is not None:
            self._measured.append(case)
        return True

    def about(self) -> str:
        s = self._sizes
        tokens = f"T = {s.T_q:,}" if s.T_q == s.T_k else f"T_q = {s.T_q:,}, T_k = {s.T_k:,}"
        width = f"d = {s.d_k}" if s.d_k == s.d_v else f"d_k = {s.d_k}, d_v = {s.d_v}"
        of = "" if self._source is None else f" of {plain_text(self._source)}"
        return (
            f"Attention{of} at {tokens}, {width}, heads {s.heads}, {s.k_heads} of K, {s.v_heads} of V, {s.dtype}. "
            f"Operations and bytes follow from the sizes; times are measured here and now, in NumPy."
        )

    def progress(self) -> str:
        return f"{len(self._measured)} of {len(self._counted)} timed"

    def picture(self, width: int, height: int, plain: bool) -> list[Line]:  # noqa: ARG002
        return [*self._bars(width, plain), *self._table_lines(width)]

    def _bars(self, width: int, plain: bool) -> list[Line]:
        """The bytes of the inputs, the scores and a tile, as long as they are many."""
        asked, doubled = self._counted[0].cost, self._counted[1].cost
        rows = [
            ("Q, K, V", asked.input_bytes),
            ("a tile of scores", asked.tile_bytes),
            ("all scores", asked.score_bytes),
            ("all scores, T doubled", doubled.score_bytes),
        ]
        room = max(1, width - _NAMES - 13)
        most = max(count for _, count in rows)
        lines: list[Line] = []
        for name, count in rows:
            bar = ("#" if plain else "█") * max(1, room * count // most)
            line = [Span(f" {name:<{_NAMES}}", "label"), Span(bar, "formula"), Span(f" {in_bytes(count)}")]
            lines.append(fitted(line, width))
        return lines

    def _table_lines(self, width: int) -> list[Line]:
        report = self._report()
        counts, sizes, times = report.tables
        pending = len(self._measured)
        arrived = (*times.rows[:pending], *((row[0], _PENDING, _PENDING) for row in times.rows[pending:]))
        summary = TextTable(
            ("", "operations", "", "time, whole", "time, tiled"),
            tuple((row[0], *row[1:3], *time[1:]) for row, time in zip(counts.rows, arrived, strict=True)),
        )
        narrow = TextTable(_picked(sizes.header), tuple(map(_picked, sizes.rows)))
        texts = ["", *table_lines(summary), "", *table_lines(narrow)]
        return [fitted([Span(f" {text}")], width) for text in texts]

    def told(self) -> list[str]:
        return list(self._report().remarks)

    def report(self) -> Report:
        return self._report()

    def _report(self) -> Report:
        return cost_report([*self._measured, *self._counted[len(self._measured) :]], self._source, timed=True)


def _picked(row: tuple[str, ...]) -> tuple[str, ...]:
    """Of a row of bytes, the name, and what is compared: inputs, K and V, the scores with their ratio, a tile."""
    return row[0], row[1], row[3], row[5], row[6], row[7]


def _controls(own: Own | None) -> tuple[Control, ...]:
    dtype = Choice("dtype", tuple(BYTES), "float32")
    if own is not None:
        return ()
    return (
        Whole("T", 512, 1, 1 << 20, doubles=True),
        Whole("d", 64, 1, 4096, doubles=True),
        Whole("heads", 8, 1, 1024, doubles=True),
        Whole("kv heads", 8, 1, 1024, doubles=True),
        dtype,
    )


def _start(values: Values, own: Own | None) -> Run:
    if own is not None:
        return CostRun(own_sizes(own.problem), own.source)
    heads, shared, d = values["heads"], values["kv heads"], values["d"]
    if heads % shared:
        raise Fault(f"{heads} heads can't share {shared} of K and V evenly: choose a divisor of {heads}")
    sizes = Sizes(values["T"], values["T"], d, d, heads, shared, shared)
    return CostRun(replace(sizes, dtype=values["dtype"]), None)


COST = Experiment(
    "cost",
    "Cost",
    "operations, bytes, time: T or d doubled, heads shared",
    _controls,
    _start,
)
