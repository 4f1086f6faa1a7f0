"""The report of `variance`."""

from __future__ import annotations

from collections.abc import Sequence

from attn_tui.engine.experiments.variance import VariancePoint, histogram
from attn_tui.files.experiments.report import Origin, Record, Report, TextTable
from attn_tui.session.digits import computed

_DEFINITION = "variance: the mean square less the square of the mean, before and after the scale"


def variance_report(points: Sequence[VariancePoint], origin: Origin) -> Report:
    """`points` in the order of their widths; the facts are those of the last."""
    last = points[-1]
    facts = {
        "experiment": "variance",
        "raw_variance": last.raw_variance,
        "scaled_variance": last.scaled_variance,
        "d_k": last.d_k,
        "pairs": last.pairs,
        **origin.facts,
        "scale": last.scale,
        "expected_raw_variance": last.expected,
        "standard_error": last.standard_error,
    }
    return Report(
        about=_about(last, origin),
        facts=facts,
        series={"points": [_record(point) for point in points], "histogram": _bins(last)},
        tables=(_table(points),),
    )


def _about(point: VariancePoint, origin: Origin) -> tuple[str, ...]:
    if origin.source is None:
        title = (
            f"variance of the dot product of random vectors, {point.pairs:,} pairs of query and key a width"
        )
        return title, f"entries independent and standard normal, {origin.words()}", _DEFINITION
    return (
        f"variance of the scores of {origin.words()}: {point.pairs:,} pairs of a query and a key it may look at",
        "expected: d_k times the mean squares of Q and of K, as for independent entries of mean 0",
        _DEFINITION,
    )


def _record(point: VariancePoint) -> Record:
    return {
        "d_k": point.d_k,
        "pairs": point.pairs,
        "scale": point.scale,
        "raw_variance": point.raw_variance,
        "scaled_variance": point.scaled_variance,
        "expected_raw_variance": point.expected,
        "standard_error": point.standard_error,
    }


def _bins(point: VariancePoint) -> list[Record]:
    """How many scores of the last width fell between `from` and `to`, before and after the scale."""
    counts = histogram(point)
    edges = counts.edges.tolist()
    rows = zip(edges, edges[1:], counts.raw.tolist(), counts.scaled.tolist(), strict=False)
    return [{"from": low, "to": high, "raw": raw, "scaled": scaled} for low, high, raw, scaled in rows]


def _table(points: Sequence[VariancePoint]) -> TextTable:
    rows = []
    for point in points:
        expected = computed(point.expected, 2, 10)
        if point.standard_error is not None:
            expected += f" +- {computed(point.standard_error, 2, 10)}"
        scaled = computed(point.scaled_variance, 3, 10)
        rows.append(
            (str(point.d_k), computed(point.raw_variance, 2, 10), expected, f"{point.scale:.4g}", scaled)
        )
    return TextTable(("d_k", "raw", "expected", "scale", "scaled"), tuple(rows))
