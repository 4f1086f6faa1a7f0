"""The variance of dot products over d_k, raw and scaled."""

from __future__ import annotations

from attn_tui.engine.experiments.variance import VariancePoint, histogram, variance_points
from attn_tui.files.experiments.report import Origin, Report
from attn_tui.files.experiments.variance import variance_report
from attn_tui.session.computing.own_numbers import own_variance
from attn_tui.session.digits import computed
from attn_tui.session.labels import plain as plain_text
from attn_tui.ui.screens.experiments.controls import Control, Values, Whole
from attn_tui.ui.screens.experiments.over_widths import WIDEST, OverWidths
from attn_tui.ui.screens.experiments.run import AtOnce, Experiment, Own, Run
from attn_tui.ui.views.curves import Axis, Curve, axis_for, chart
from attn_tui.ui.views.line import Line

MOST_PAIRS = 100_000
LARGEST_SEED = (1 << 63) - 1
SEED = Whole("seed", 0, 0, LARGEST_SEED)


class RandomVariance(OverWidths[VariancePoint]):
    """Random pairs at each width."""

    def __init__(self, values: Values) -> None:
        self._pairs, self._seed = values["pairs"], values["seed"]
        super().__init__(values["d_k"], lambda d_k: variance_points((d_k,), self._pairs, self._seed))

    def follow(self, values: Values) -> bool:
        if (values["pairs"], values["seed"]) != (self._pairs, self._seed):
            return False
        self.choose(values["d_k"])
        return True

    def about(self) -> str:
        return (
            f"{self._pairs:,} random pairs of q and k a width, entries independent and standard normal, seed "
            f"{self._seed}: the variance of q·k and of q·k × 1/√d_k."
        )

    def progress(self) -> str:
        counted = sum(point.pairs == self._pairs for point in self.points.values())
        return f"{counted} of {counted + len(self.waiting) + self._unfinished} widths"

    @property
    def _unfinished(self) -> int:
        return sum(point.pairs != self._pairs for point in self.points.values())

    def picture(self, width: int, height: int, plain: bool) -> list[Line]:
        points = self.in_order
        raw = [(float(point.d_k), point.raw_variance) for point in points]
        scaled = [(float(point.d_k), point.scaled_variance) for point in points]
        curves = (Curve("raw", raw, marked=True), Curve("scaled", scaled, marked=True))
        up = axis_for((0.5, float(WIDEST), *(y for _, y in (*raw, *scaled))), log=True, name="variance")
        across = Axis(1, WIDEST, log=True, name="d_k")
        return chart(curves, across, up, (width, height), plain=plain, at=float(self.chosen))

    def told(self) -> list[str]:
        point = self.points.get(self.chosen)
        if point is None or not point.pairs:
            return [f"d_k = {self.chosen}: being measured"]
        error = "" if point.standard_error is None else f" ± {computed(point.standard_error, 2, 10)}"
        so_far = "" if point.pairs == self._pairs else f", {point.pairs:,} pairs so far"
        return [
            f"d_k = {point.d_k}{so_far}: raw {computed(point.raw_variance, 2, 10)} (expected {point.d_k}{error})   "
            f"scaled {computed(point.scaled_variance, 3, 10)}"
        ]

    def report(self) -> Report | None:
        points = [point for point in self.points.values() if point.pairs == self._pairs]
        points.sort(key=lambda point: (point.d_k == self.chosen, point.d_k))
        return variance_report(points, Origin(seed=self._seed)) if points else None


class OwnVariance(AtOnce):
    """The scores of the head on the screen, as a histogram before and after the scale."""

    def __init__(self, own: Own) -> None:
        self._own = own
        self._point = own_variance(own.problem, own.head)

    def about(self) -> str:
        return (
            f"The scores of {plain_text(self._own.source)}, head {self._own.head}: {self._point.pairs:,} pairs of a "
            f"query and a key it may look at, before and after the scale."
        )

    def progress(self) -> str:
        return f"{self._point.pairs:,} pairs"

    def picture(self, width: int, height: int, plain: bool) -> list[Line]:
        bins = histogram(self._point)
        edges = bins.edges.tolist()
        sides = {"raw": bins.raw.tolist(), "scaled": bins.scaled.tolist()}
        curves = [Curve(name, list(zip(edges, counts, strict=False))) for name, counts in sides.items()]
        up = axis_for(
            (float(count) for counts in sides.values() for count in counts), log=False, name="pairs"
        )
        across = Axis(edges[0], edges[-1], name="score")
        return chart(curves, across, up, (width, height), plain=plain)

    def told(self) -> list[str]:
        point = self._point
        return [
            f"variance: raw {computed(point.raw_variance, 4, 10)}   of the scores × {point.scale:.4g}: "
            f"{computed(point.scaled_variance, 4, 10)}",
            f"independent entries of mean 0 with the same mean squares: {computed(point.expected, 4, 10)}",
        ]

    def report(self) -> Report:
        return variance_report([self._point], self._own.origin)


def _controls(own: Own | None) -> tuple[Control, ...]:
    if own is not None:
        return ()
    d_k = Whole("d_k", 64, 1, WIDEST, doubles=True)
    return d_k, Whole("pairs", 20_000, 2, MOST_PAIRS, doubles=True), SEED


def _start(values: Values, own: Own | None) -> Run:
    return RandomVariance(values) if own is None else OwnVariance(own)


VARIANCE = Experiment(
    "variance",
    "Variance",
    "how widely dot products spread, and what 1/√d_k does",
    _controls,
    _start,
    ("q", "k", "scores"),
)
