"""The report of `saturation`."""

from __future__ import annotations

from collections.abc import Sequence

from attn_tui.engine.experiments.saturation import SaturationPoint, Sharpness
from attn_tui.files.experiments.report import Origin, Record, Report, TextTable
from attn_tui.files.experiments.words import three
from attn_tui.session.computing.own_numbers import OwnSaturation
from attn_tui.session.digits import weight
from attn_tui.session.problem import Problem

_DEFINITIONS = (
    "largest: the largest weight of a row. entropy: -sum of w log2 w, in bits",
    "gradient: the Frobenius norm of diag(w) - w w^T, the derivative of the weights by the scores they came from",
)
_COLUMNS = ("largest", "no scale", "entropy", "no scale", "gradient", "no scale")


def saturation_report(points: Sequence[SaturationPoint], keys: int, seed: int) -> Report:
    """Random rows over `keys` keys, a point a width; the facts are those of the last."""
    last, origin = points[-1], Origin(seed=seed)
    title = f"how sharp the softmax is: means over {last.rows:,} random rows of {keys:,} keys a width"
    drawn = f"entries independent and standard normal, {origin.words()}; scaled by 1/sqrt(d_k), and not"
    facts = {"experiment": "saturation", "keys": keys, **_record(last), **origin.facts}
    rows = tuple((str(point.d_k), *_cells(point.scaled, point.unscaled)) for point in points)
    return Report(
        about=(title, drawn, *_DEFINITIONS),
        facts=facts,
        series={"points": [_record(point) for point in points]},
        tables=(TextTable(("d_k", *_COLUMNS), rows),),
    )


def own_saturation_report(own: OwnSaturation, problem: Problem, origin: Origin) -> Report:
    """The rows of one head of `problem`, and their means."""
    point, words = own.point, problem.query_tokens
    about = (
        f"how sharp the softmax is: the rows of {origin.words()} that see something, with the scale and without",
        *_DEFINITIONS,
    )
    rows = [(words[query], *_cells(scaled, unscaled)) for query, scaled, unscaled in own.rows]
    mean = ("(mean)", *_cells(point.scaled, point.unscaled))
    records = [
        {"row": query, "token": words[query], **_sides(scaled, unscaled)}
        for query, scaled, unscaled in own.rows
    ]
    facts = {"experiment": "saturation", "keys": len(problem.key_tokens), **_record(point), **origin.facts}
    return Report(about, facts, {"points": records}, (TextTable(("query", *_COLUMNS), (*rows, mean)),))


def _record(point: SaturationPoint) -> Record:
    return {"d_k": point.d_k, "rows": point.rows, **_sides(point.scaled, point.unscaled)}


def _sides(scaled: Sharpness, unscaled: Sharpness) -> Record:
    return {
        f"{side}_{name}": getattr(sharpness, attribute)
        for side, sharpness in (("scaled", scaled), ("unscaled", unscaled))
        for name, attribute in (
            ("largest_weight", "largest"),
            ("entropy", "entropy"),
            ("gradient", "gradient"),
        )
    }


def _cells(scaled: Sharpness, unscaled: Sharpness) -> tuple[str, ...]:
    pairs = ((three(a), three(b)) for a, b in zip(_rest(scaled), _rest(unscaled), strict=True))
    return weight(scaled.largest, 3), weight(unscaled.largest, 3), *(cell for pair in pairs for cell in pair)


def _rest(sharpness: Sharpness) -> tuple[float, float]:
    return sharpness.entropy, sharpness.gradient
