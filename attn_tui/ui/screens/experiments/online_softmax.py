"""The softmax of a row key by key: the running maximum, the running sum, the output rescaled."""

from __future__ import annotations

from attn_tui.engine.experiments.online_softmax import OnlineRow, OnlineStep, online_steps, random_row
from attn_tui.files.experiments.online_softmax import online_report
from attn_tui.files.experiments.report import Origin, Report, table_lines
from attn_tui.files.experiments.words import three
from attn_tui.session.computing.own_numbers import own_row
from attn_tui.session.labels import plain as plain_text
from attn_tui.session.problem import numbered
from attn_tui.ui.screens.experiments.controls import Control, Values, Whole
from attn_tui.ui.screens.experiments.run import Experiment, Own, Run
from attn_tui.ui.screens.experiments.variance import SEED
from attn_tui.ui.views.curves import Axis, Curve, axis_for, chart
from attn_tui.ui.views.line import Line, Span, fitted

_HELD = "▸"
LEAST_CHART = 6
"""Lines below which the scores are not drawn."""


class OnlineSoftmax(Run):
    """Waits to be stepped; each step takes one key."""

    interval = 0.4
    pace = 1
    begins = False
    steps_back = True

    def __init__(
        self, row: OnlineRow, query: int, words: tuple[str, tuple[str, ...]], origin: Origin
    ) -> None:
        self._row, self._query, self._words, self._origin = row, query, words, origin
        self._to_come = online_steps(row)
        self._steps: list[OnlineStep] = [next(self._to_come)]
        self._at = 0

    def advance(self) -> bool:
        if self._at + 1 == self._row.scores.size:
            return False
        self._at += 1
        if self._at == len(self._steps):
            self._steps.append(next(self._to_come))
        return True

    def back(self) -> None:
        self._at = max(0, self._at - 1)

    def about(self) -> str:
        return (
            f"The softmax of one row of scores, that of query '{plain_text(self._words[0])}', key by key as "
            f"FlashAttention takes it, {self._origin.words()}: where a key raises the maximum, the sum and the output "
            f"from before are multiplied by what stands under rescaled."
        )

    def progress(self) -> str:
        return f"key {self._at + 1:,} of {self._row.scores.size:,}"

    def picture(self, width: int, height: int, plain: bool) -> list[Line]:
        """The steps taken, the last of them marked, as many as there is room for."""
        first = max(0, min(self._at, self._at + 2 - height))
        steps = self._steps[first : self._at + 1]
        (table,) = online_report(self._row, steps, self._query, self._words, self._origin).tables
        header, *texts = table_lines(table)
        mark = ">" if plain else _HELD
        lines: list[Line] = [[Span(f"  {header}", "label.marked")], *([Span(f"  {text}")] for text in texts)]
        lines[-1] = [Span(f"{mark} {texts[-1]}", "formula")]
        return [fitted(line, width) for line in lines] + self._chart(
            width, height - self._row.scores.size - 1, plain
        )

    def _chart(self, width: int, height: int, plain: bool) -> list[Line]:
        """The scores so far and the maximum, where the table leaves room for them."""
        if height < LEAST_CHART:
            return []
        keys = self._row.scores.size
        below = keys - self._at - 1
        steps = self._steps[: self._at + 1]
        curves = (
            Curve("max so far", _staircase(steps)),
            Curve("score", [(float(step.key), step.score) for step in steps], marked=True),
        )
        seen = self._row.scores[self._row.takes_part].tolist()
        up = axis_for(seen, log=False, name="score")
        across = Axis(0, max(1, keys - 1), name="key")
        return [[Span(" " * width)]] * below + chart(curves, across, up, (width, height), plain=plain)

    def told(self) -> list[str]:
        kept = self._row.numbers_kept
        memory = (
            f"Kept from key to key: {kept} numbers a row. "
            f"The whole matrix of scores: {self._row.numbers_in_matrix:,}."
        )
        if self._at + 1 == self._row.scores.size:
            ordinary = "  ".join(three(number) for number in self._row.ordinary[:4].tolist())
            return [f"The ordinary softmax: {ordinary}. {self.report().remarks[0]}", memory]
        return [self._what_happened(), memory]

    def _what_happened(self) -> str:
        step = self._steps[self._at]
        if not step.takes_part:
            return "This key is blocked and changes nothing."
        if self._at and step.rescaled != 1:
            return f"The maximum rose: sum and output from before × {three(step.rescaled)}, then + {three(step.term)}."
        if not self._at:
            return "The first key sets the maximum and is the whole sum."
        return f"The maximum stays: {three(step.term)} is added to the sum."

    def report(self) -> Report:
        steps = self._steps[: self._at + 1]
        return online_report(self._row, steps, self._query, self._words, self._origin)


def _staircase(steps: list[OnlineStep]) -> list[tuple[float, float]]:
    """The maximum so far, which stays until a key raises it."""
    peaks = [step.peak for step in steps]
    before = [peaks[0], *peaks[:-1]]
    return [
        (float(step.key), peak) for step, *both in zip(steps, before, peaks, strict=True) for peak in both
    ]


def _controls(own: Own | None) -> tuple[Control, ...]:
    if own is not None:
        return (Whole("query", own.query, 0, len(own.problem.query_tokens) - 1),)
    return Whole("d_k", 64, 1, 1024, doubles=True), Whole("keys", 8, 1, 4096, doubles=True), SEED


def _start(values: Values, own: Own | None) -> Run:
    if own is None:
        keys, seed = values["keys"], values["seed"]
        row = random_row(values["d_k"], keys, 2, seed)
        return OnlineSoftmax(row, keys - 1, (str(keys - 1), numbered(keys)), Origin(seed=seed))
    problem, query = own.problem, values["query"]
    row = own_row(problem, own.head, query)
    return OnlineSoftmax(row, query, (problem.query_tokens[query], problem.key_tokens), own.origin)


ONLINE_SOFTMAX = Experiment(
    "online-softmax",
    "Online softmax",
    "key by key: running maximum, sum, output rescaled",
    _controls,
    _start,
    ("scores", "weights", "output"),
)
