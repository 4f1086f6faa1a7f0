"""How sharp the softmax gets over d_k, and what is left of its gradient, with the scale and without."""

from __future__ import annotations

from operator import attrgetter

from attn_tui.engine.experiments.saturation import SaturationPoint, Sharpness, saturation_points
from attn_tui.files.experiments.report import Report, table_lines
from attn_tui.files.experiments.saturation import own_saturation_report, saturation_report
from attn_tui.files.experiments.words import three
from attn_tui.session.computing.own_numbers import own_saturation
from attn_tui.session.digits import weight
from attn_tui.session.labels import plain as plain_text
from attn_tui.ui.screens.experiments.controls import Choice, Control, Values, Whole
from attn_tui.ui.screens.experiments.over_widths import WIDEST, OverWidths
from attn_tui.ui.screens.experiments.run import AtOnce, Experiment, Own, Run
from attn_tui.ui.screens.experiments.variance import SEED
from attn_tui.ui.views.curves import Axis, Curve, axis_for, chart
from attn_tui.ui.views.line import Line, Span, fitted

MEASURES = ("largest", "entropy", "gradient")
_NAMES = {"largest": "largest weight", "entropy": "entropy, bits", "gradient": "gradient"}
DEFINED = "Gradient: the length of diag(w) − w·wᵀ, the derivative of the weights by the scores."


class RandomSaturation(OverWidths[SaturationPoint]):
    """Random rows at each width."""

    def __init__(self, values: Values) -> None:
        self._keys, self._rows, self._seed = values["keys"], values["rows"], values["seed"]
        self._shows = values["shows"]
        super().__init__(
            values["d_k"], lambda d_k: saturation_points((d_k,), self._keys, self._rows, self._seed)
        )

    def follow(self, values: Values) -> bool:
        if (values["keys"], values["rows"], values["seed"]) != (self._keys, self._rows, self._seed):
            return False
        self._shows = values["shows"]
        self.choose(values["d_k"])
        return True

    def about(self) -> str:
        return (
            f"Means over {self._rows:,} random rows of {self._keys:,} keys a width, standard normal, seed "
            f"{self._seed}, with the scale 1/√d_k and without. {DEFINED}"
        )

    def progress(self) -> str:
        whole = sum(point.rows == self._rows for point in self.points.values())
        return f"{whole} of {len(self.points) + len(self.waiting)} widths"

    def picture(self, width: int, height: int, plain: bool) -> list[Line]:
        points = self.in_order
        read = attrgetter(self._shows)
        sides = {
            name: [(float(point.d_k), read(getattr(point, side))) for point in points]
            for name, side in (("with the scale", "scaled"), ("without", "unscaled"))
        }
        curves = [Curve(name, side, marked=True) for name, side in sides.items()]
        shown = [y for side in sides.values() for _, y in side]
        up = axis_for([1.0, *shown], log=self._shows == "gradient", name=_NAMES[self._shows])
        across = Axis(1, WIDEST, log=True, name="d_k")
        return chart(curves, across, up, (width, height), plain=plain, at=float(self.chosen))

    def told(self) -> list[str]:
        point = self.points.get(self.chosen)
        if point is None:
            return [f"d_k = {self.chosen}: being measured"]
        at = f"d_k = {point.d_k}" + ("" if point.rows == self._rows else f", {point.rows:,} rows so far")
        return [
            f"{at}, with the scale: {_words(point.scaled)}",
            f"{at}, without:        {_words(point.unscaled)}",
        ]

    def report(self) -> Report | None:
        points = [point for point in self.points.values() if point.rows == self._rows]
        points.sort(key=lambda point: (point.d_k == self.chosen, point.d_k))
        return saturation_report(points, self._keys, self._seed) if points else None


class OwnSaturation(AtOnce):
    """The rows of the head on the screen, as a table."""

    def __init__(self, own: Own) -> None:
        self._own = own
        self._found = own_saturation(own.problem, own.head)

    def about(self) -> str:
        source = plain_text(self._own.source)
        return f"The rows of {source}, head {self._own.head}, with the scale and without. {DEFINED}"

    def progress(self) -> str:
        return f"{self._found.point.rows:,} rows"

    def picture(self, width: int, height: int, plain: bool) -> list[Line]:  # noqa: ARG002
        (table,) = self.report().tables
        return [fitted([Span(f" {line}")], width) for line in table_lines(table)]

    def told(self) -> list[str]:
        point = self._found.point
        return [
            f"mean, with the scale: {_words(point.scaled)}",
            f"mean, without:        {_words(point.unscaled)}",
        ]

    def report(self) -> Report:
        return own_saturation_report(self._found, self._own.problem, self._own.origin)


def _words(sharpness: Sharpness) -> str:
    return (
        f"largest {weight(sharpness.largest, 3)}   entropy {three(sharpness.entropy)} bits   "
        f"gradient {three(sharpness.gradient)}"
    )


def _controls(own: Own | None) -> tuple[Control, ...]:
    if own is not None:
        return ()
    return (
        Choice("shows", MEASURES, MEASURES[0]),
        Whole("d_k", 512, 1, WIDEST, doubles=True),
        Whole("keys", 16, 2, 256, doubles=True),
        Whole("rows", 500, 1, 1000, doubles=True),
        SEED,
    )


def _start(values: Values, own: Own | None) -> Run:
    return RandomSaturation(values) if own is None else OwnSaturation(own)


SATURATION = Experiment(
    "saturation",
    "Saturation",
    "how sharp the softmax gets, and what gradient is left",
    _controls,
    _start,
    ("weights",),
)
