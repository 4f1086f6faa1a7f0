"""What is said of a step of decoding: what is new, where it stands, what is kept, and what that saves."""

from __future__ import annotations

from collections.abc import Iterator
from math import inf, isnan
from typing import Any

import numpy as np
import numpy.typing as npt

from attn_tui.session.computing.decoding import Decoding
from attn_tui.session.computing.position_stage import after_words
from attn_tui.session.digits import compact, exact, full
from attn_tui.session.phrases import named, sum_text, weight_text

_LISTED = 4
"""Numbers of a query, key or value that are written out."""


ABOUT = (
    "One token after another, under the causal mask: each brings one query, one key and one value; "
    "keys and values are kept, and no row is computed twice."
)
"""What decoding does, in a sentence."""


def new_lines(decoding: Decoding) -> Iterator[str]:
    """The one query, key and value of this step, and the causal offset."""
    t, session = decoding.at, decoding.session
    word = named(session.label("i", t), 24)
    rows = (
        ("query", decoding.q, after_words(session.settings.position)),
        ("key", decoding.k, after_words(session.settings.position)),
        ("value", decoding.v, ""),
    )
    parts = [f"{name}{stage} {_numbers(table[t])}" for name, table, stage in rows]
    yield f"New, of '{word}': {', '.join(parts)}."
    keys = "key 0 alone" if t == 0 else f"the keys 0 to {t}"
    yield f"query 0 of this step is token {t}: offset = {t}, and it sees {keys}."


def in_force_line(decoding: Decoding) -> str:
    """Which settings change the new row, and what a sink takes of it; empty where there are none."""
    given = decoding.given
    terms = [
        f"{words}{_typed(given[name])}"
        for name, words in (("softcap", "a soft cap of "), ("alibi", "ALiBi with a slope of "))
        if given[name] is not None
    ]
    terms += ["a bias"] * (given["bias"] is not None)
    if given["sink"] is not None:
        terms.append(f"a sink of {_typed(given['sink'])}{_taken(decoding)}")
    return f"In force: {', '.join(terms)}." if terms else ""


def kept_line(decoding: Decoding) -> str:
    """How many keys and values are kept, and what they take up."""
    step = decoding.step
    count = "1 key and 1 value" if step.kept == 1 else f"{step.kept} keys and {step.kept} values"
    dtype = decoding.dtype or decoding.k.dtype.name
    return f"Kept: {count}, {step.kept_bytes:,} bytes in {dtype}."


def standing_line(decoding: Decoding) -> str:
    """Whether the earlier rows stand as they were, which is computed."""
    t, change = decoding.at, decoding.change_of_earlier_rows()
    if t == 0:
        return "There is no earlier row yet."
    rows = "Row 0 stands" if t == 1 else f"The rows 0 to {t - 1} stand"
    anew = f"computed anew on {t + 1} tokens"
    if change == 0:
        return f"{rows} unchanged: {anew}, not a bit differs."
    by = compact(f"{change:.2g}")
    if change <= decoding.rounding:
        return f"{rows} unchanged: {anew}, at most {by} differs, which is rounding."
    rows = "Row 0 does" if t == 1 else f"The rows 0 to {t - 1} do"
    blocked = decoding.session.settings.blocked
    why = f": what is blocked reads {full(blocked)} and takes part" if blocked != -inf else ""
    return f"{rows} not stand: {anew}, up to {by} differs{why}."


def saved_line(decoding: Decoding) -> str:
    """The scores computed so far, against steps that keep nothing."""
    step = decoding.step
    return (
        f"Scores: {step.scores:,} in this step, {step.scores_so_far:,} so far; "
        f"with nothing kept, {step.triangles:,} by causal triangles or {step.squares:,} by whole squares."
    )


def as_table(decoding: Decoding) -> str:
    """The step as tab-separated lines: a line a key with its score, what softmax reads, its weight; then the output."""
    trace, session = decoding.step.trace, decoding.session
    lines = ["token\tkey\tscore\tread\tweight"]
    for j in range(decoding.at + 1):
        numbers = (trace.scores[0, j], trace.masked[0, j], trace.weights[0, j])
        lines.append("\t".join([str(decoding.at), session.label("j", j), *map(exact, numbers)]))
    lines.append("\t".join(["output", *map(exact, trace.output[0])]))
    return "\n".join(lines) + "\n"


def _taken(decoding: Decoding) -> str:
    """What the sink takes of the new row: what its weights lack of 1; empty for a row of nan, or of no key."""
    trace = decoding.step.trace
    left = 1 - float(trace.weights[0].sum(dtype=np.float64))
    return "" if isnan(left) or trace.empty[0] else f" takes {weight_text(max(0.0, left))}"


def _typed(number: float) -> str:
    return full(number).removesuffix(".0")


def _numbers(row: npt.NDArray[Any]) -> str:
    """The first numbers of a row, and how many more there are."""
    written = ", ".join(sum_text(number) for number in row[:_LISTED])
    more = f", … {row.size - _LISTED} more" if row.size > _LISTED else ""
    return f"({written}{more})"
