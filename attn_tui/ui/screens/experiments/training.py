"""Q and K learnt by gradient descent until a row attends where it was asked to, with the scale and without."""

from __future__ import annotations

from itertools import zip_longest

from attn_tui.engine.experiments.training import Task, TrainingPair, random_task, train
from attn_tui.files.experiments.report import Origin, Report
from attn_tui.files.experiments.training import training_report
from attn_tui.files.experiments.words import three
from attn_tui.session.computing.own_numbers import own_task
from attn_tui.session.digits import weight
from attn_tui.session.faults import Fault
from attn_tui.session.labels import plain as plain_text
from attn_tui.ui.screens.experiments.controls import Choice, Control, Factor, Values, Whole
from attn_tui.ui.screens.experiments.run import Experiment, Own, Run
from attn_tui.ui.screens.experiments.variance import SEED
from attn_tui.ui.screens.experiments.weight_bars import BARS_HIGH, weight_bars
from attn_tui.ui.views.curves import Axis, Curve, axis_for, chart
from attn_tui.ui.views.line import Line, Span, fitted

GOAL = 0.9
MOST_STEPS = 2000
MOST_LEARNT = 1 << 26
"""Steps × keys × d_k of one training."""
SHOWN_SECONDS = 5
_INTERVAL = 0.05


class Training(Run):
    """Both sides step by step, quick enough to end in a few seconds and slow enough to be watched."""

    interval = _INTERVAL

    def __init__(
        self, task: Task, words: tuple[str, str], labels: tuple[str, ...], origin: Origin, most: int
    ) -> None:
        if most * task.k.size > MOST_LEARNT:
            raise Fault(
                f"{most:,} steps are too many for {len(task.k):,} keys of {task.k.shape[1]:,} numbers: "
                f"choose at most {max(1, MOST_LEARNT // task.k.size):,}"
            )
        self._task, self._words, self._labels, self._origin, self._most = task, words, labels, origin, most
        self._steps = train(task)
        self._pairs: list[TrainingPair] = [next(self._steps)]
        self.pace = max(1, round(most * _INTERVAL / SHOWN_SECONDS))

    def advance(self) -> bool:
        if self._last.scaled.step == self._most:
            return False
        self._pairs.append(next(self._steps))
        return True

    @property
    def _last(self) -> TrainingPair:
        return self._pairs[-1]

    def about(self) -> str:
        learnt = "Q, K and V" if self._task.learn_v else "Q and K"
        query, key = self._words
        return (
            f"{learnt} learnt by gradient descent so that {query} attends to {key}: d_k = {self._task.q.shape[1]}, "
            f"{len(self._task.k)} keys, rate {self._task.rate:g}, {self._origin.words()}."
        )

    def progress(self) -> str:
        return f"step {self._last.scaled.step:,} of {self._most:,}"

    def picture(self, width: int, height: int, plain: bool) -> list[Line]:
        charts_high = max(4, height - BARS_HIGH)
        half = (width - 2) // 2
        sides = [
            self._chart(what, name, (half, charts_high), plain)
            for what, name in (("loss", "loss"), ("gradient_norm", "gradient"))
        ]
        beside = [
            fitted([*left, Span("  "), *right], width) for left, right in zip_longest(*sides, fillvalue=[])
        ]
        rows = self._last.scaled.weights.tolist(), self._last.unscaled.weights.tolist()
        return beside + weight_bars(self._labels, rows, self._task.key, width, plain)

    def _chart(self, what: str, name: str, size: tuple[int, int], plain: bool) -> list[Line]:
        curves = [
            Curve(
                words, [(float(pair.scaled.step), getattr(getattr(pair, side), what)) for pair in self._pairs]
            )
            for words, side in (("scaled", "scaled"), ("no scale", "unscaled"))
        ]
        up = axis_for((y for curve in curves for _, y in curve.points), log=True, name=name)
        return chart(curves, Axis(0, self._most, name="step"), up, size, plain=plain)

    def told(self) -> list[str]:
        pair = self._last
        return [
            f"{words} loss {three(side.loss)}   gradient {three(side.gradient_norm)}   "
            f"weight {weight(side.weight, 3)}"
            for words, side in (("with the scale:", pair.scaled), ("without:       ", pair.unscaled))
        ]

    def report(self) -> Report:
        return training_report(self._pairs, self._task, GOAL, self._words, self._origin)


def _controls(own: Own | None) -> tuple[Control, ...]:
    learn, rate = Choice("learn", ("qk", "qkv"), "qk"), Factor("rate", 1.0, 0.001, 1000.0)
    steps = Whole("steps", 200, 1, MOST_STEPS, doubles=True)
    if own is not None:
        queries, keys = len(own.problem.query_tokens), len(own.problem.key_tokens)
        query = Whole("query", own.query, 0, queries - 1)
        return query, Whole("key", own.key, 0, keys - 1), learn, rate, steps
    return Whole("d_k", 512, 1, 1024, doubles=True), Whole("key", 1, 0, 15), learn, rate, steps, SEED


def _start(values: Values, own: Own | None) -> Run:
    learn_v, key = values["learn"] == "qkv", values["key"]
    if own is None:
        task = random_task(values["d_k"], 16, values["seed"], key=key, learn_v=learn_v, rate=values["rate"])
        labels = tuple(map(str, range(16)))
        return Training(task, ("query 0", f"key {key}"), labels, Origin(seed=values["seed"]), values["steps"])
    problem, query = own.problem, values["query"]
    task = own_task(problem, own.head, query, key, learn_v=learn_v, rate=values["rate"])
    words = f"'{plain_text(problem.query_tokens[query])}'", f"'{plain_text(problem.key_tokens[key])}'"
    return Training(task, words, problem.key_tokens, own.origin, values["steps"])


TRAINING = Experiment(
    "training",
    "Training",
    "Q and K learnt live, with the scale and without",
    _controls,
    _start,
    ("q", "k", "weights"),
)
