"""The report of `cost`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict

from attn_tui.engine.experiments.cost import BLOCK, Cost, Sizes
from attn_tui.engine.experiments.timing import RUNS, MeasuredCost
from attn_tui.files.experiments.report import Record, Report, TextTable
from attn_tui.files.experiments.words import counted, in_bytes, in_seconds, times
from attn_tui.session.labels import plain


def cost_report(cases: Sequence[MeasuredCost], source: str | None, *, timed: bool) -> Report:
    """`cases`, the first of which is what was asked for, of `source` if it was opened; `timed` if measured."""
    asked = cases[0].cost
    return Report(
        about=(*_about(asked.sizes, source), *_timing_words(cases, timed)),
        facts={"experiment": "cost", **asdict(asked.sizes), "block": BLOCK, "source": source},
        series={"cases": [_record(case, asked) for case in cases]},
        tables=(_counts(cases), _bytes(cases), *((_times(cases),) if timed else ())),
        remarks=tuple(_remarks(cases)),
    )


def _about(sizes: Sizes, source: str | None) -> Iterator[str]:
    of_what = "" if source is None else f" of {plain(source)}"
    yield f"the cost of attention{of_what}: {_sizes_words(sizes)}"
    yield "operations: multiplications, additions, comparisons, divisions and exponentials, each as one"
    yield f"tile: what a tiled softmax holds in the place of the scores, in tiles of {BLOCK} x {BLOCK}"


def _sizes_words(s: Sizes) -> str:
    tokens = f"T = {s.T_q:,}" if s.T_q == s.T_k else f"T_q = {s.T_q:,}, T_k = {s.T_k:,}"
    width = f"d = {s.d_k:,}" if s.d_k == s.d_v else f"d_k = {s.d_k:,}, d_v = {s.d_v:,}"
    return f"{tokens}, {width}, heads {s.heads}, of K {s.k_heads}, of V {s.v_heads}, {s.dtype}"


def _timing_words(cases: Sequence[MeasuredCost], timed: bool) -> Iterator[str]:
    if not timed:
        return
    dtypes = {case.dtype for case in cases if case.dtype}
    computed_in = f" in {dtypes.pop()}" if dtypes else ""
    yield f"time: measured here and now{computed_in}, the median of up to {RUNS} runs; - is too large to try"


def _counts(cases: Sequence[MeasuredCost]) -> TextTable:
    rows = []
    for case in cases:
        cost, asked = case.cost, cases[0].cost
        compared = times(cost.operations / asked.operations)
        rows.append(
            (
                case.name,
                counted(cost.operations),
                compared,
                counted(cost.products),
                counted(cost.exponentials),
            )
        )
    return TextTable(("", "operations", "", "in products", "exponentials"), tuple(rows))


def _bytes(cases: Sequence[MeasuredCost]) -> TextTable:
    asked = cases[0].cost
    rows = []
    for case in cases:
        cells = []
        for what in ("input_bytes", "kv_bytes", "score_bytes", "tile_bytes"):
            cells += [
                in_bytes(getattr(case.cost, what)),
                times(getattr(case.cost, what) / getattr(asked, what)),
            ]
        rows.append((case.name, *cells))
    return TextTable(("", "Q, K, V", "", "K, V", "", "scores", "", "tile", ""), tuple(rows))


def _times(cases: Sequence[MeasuredCost]) -> TextTable:
    rows = tuple((case.name, in_seconds(case.whole), in_seconds(case.tiled)) for case in cases)
    return TextTable(("", "time, whole", "time, tiled"), rows)


def _remarks(cases: Sequence[MeasuredCost]) -> Iterator[str]:
    asked = cases[0].cost
    ratio = asked.score_bytes / asked.input_bytes
    yield f"The scores take {ratio:.3g} times the bytes of Q, K and V."
    yield f"A tile in the place of the scores takes {_share(asked)} of their bytes."
    whole = next((case.cost for case in cases if case.name == "K, V in every head"), None)
    if whole is not None:
        saved = 1 - asked.kv_bytes / whole.kv_bytes
        yield f"Sharing K and V among heads saves {100 * saved:.3g}% of their bytes, and no operation."


def _share(cost: Cost) -> str:
    return f"{100 * cost.tile_bytes / cost.score_bytes:.3g}%"


def _record(case: MeasuredCost, asked: Cost) -> Record:
    """`operations_ratio` and `score_bytes_ratio` are to the case that was asked for; seconds were measured here."""
    counted_by_sizes = asdict(case.cost)
    sizes = counted_by_sizes.pop("sizes")
    return {
        "case": case.name,
        **sizes,
        "operations": case.cost.operations,
        **counted_by_sizes,
        "operations_ratio": case.cost.operations / asked.operations,
        "score_bytes_ratio": case.cost.score_bytes / asked.score_bytes,
        "measured_whole_seconds": case.whole,
        "measured_tiled_seconds": case.tiled,
        "measured_dtype": case.dtype or None,
    }
