"""The report of `online-softmax`."""

from __future__ import annotations

from collections.abc import Sequence

from attn_tui.engine.experiments.online_softmax import OnlineRow, OnlineStep, difference
from attn_tui.files.experiments.report import Origin, Record, Report, TextTable
from attn_tui.files.experiments.words import three
from attn_tui.session.labels import plain

MOST_COLUMNS = 4
"""Numbers of an output that are printed for people."""


def online_report(
    row: OnlineRow, steps: Sequence[OnlineStep], query: int, words: tuple[str, Sequence[str]], origin: Origin
) -> Report:
    """All the steps of one row; `words` are the token of the query and those of the keys."""
    asks, tokens = words
    last = steps[-1]
    facts = {
        "experiment": "online-softmax",
        "query": query,
        "token": asks,
        "keys": row.scores.size,
        "sink": row.sink,
        **origin.facts,
        "output": last.output,
        "ordinary_output": row.ordinary,
        "ordinary_weights": row.weights,
        "largest_difference": difference(row, last),
        "numbers_kept": row.numbers_kept,
        "numbers_in_row": row.scores.size,
        "numbers_in_matrix": row.numbers_in_matrix,
    }
    return Report(
        about=_about(plain(asks), origin),
        facts=facts,
        series={"steps": [_record(step, tokens) for step in steps]},
        tables=(_table(row, steps, tokens),),
        remarks=_remarks(row, last),
    )


def _about(asks: str, origin: Origin) -> tuple[str, ...]:
    return (
        f"the softmax of one row of scores, that of query '{asks}', key by key: {origin.words()}",
        "max: the largest score so far. rescaled: e^(max before - max), by which sum and output from before shrink",
        "term: e^(score - max), added to the sum. output: what the row would read if this key were the last",
    )


def _record(step: OnlineStep, tokens: Sequence[str]) -> Record:
    return {
        "key": step.key,
        "token": tokens[step.key],
        "score": step.score,
        "takes_part": step.takes_part,
        "max": step.peak,
        "rescaled": step.rescaled,
        "term": step.term,
        "sum": step.total,
        "mixed": step.mixed.tolist(),
        "output": step.output.tolist(),
    }


def _table(row: OnlineRow, steps: Sequence[OnlineStep], tokens: Sequence[str]) -> TextTable:
    shown = min(MOST_COLUMNS, row.v.shape[1])
    more = row.v.shape[1] - shown
    names = [f"output {column}" for column in range(shown)] + [f"({more} more)"] * bool(more)
    lines = []
    for step in steps:
        numbers = (step.score, step.peak, step.rescaled, step.term, step.total)
        cells = [three(number) for number in numbers] if step.takes_part else ["blocked", "", "", "", ""]
        outputs = [three(number) for number in step.output[:shown].tolist()]
        lines.append((tokens[step.key], *cells, *outputs, *[""] * bool(more)))
    return TextTable(("key", "score", "max", "rescaled", "term", "sum", *names), tuple(lines))


def _remarks(row: OnlineRow, last: OnlineStep) -> tuple[str, ...]:
    apart, T_k = difference(row, last), row.scores.size
    same = "equals" if apart == 0 else f"is within {apart:.1g} of"
    return (
        f"The last output {same} that of the ordinary softmax over all {T_k:,} scores at once.",
        f"Kept from key to key: {row.numbers_kept} numbers a row (max, sum, output), for any number of keys.",
        f"The whole matrix of scores is {row.numbers_in_matrix:,} numbers ({row.T_q:,} x {T_k:,}).",
    )
