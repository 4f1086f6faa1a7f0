"""What is said above the numbers, in ASCII: the title, the formula as it stands, and what its settings do."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from attn_tui.engine import future_weight, keys_seen
from attn_tui.files.traces.trace_report import Range, TraceReport
from attn_tui.session.computing.compute import bias_of, compute, logit_of_sink, scale_factor, slope_of
from attn_tui.session.computing.mask_arrays import has_future, mask_offset
from attn_tui.session.computing.mistakes import mistakes_of
from attn_tui.session.computing.position_stage import is_rotary, position_words
from attn_tui.session.digits import full, percent
from attn_tui.session.labels import plain
from attn_tui.session.mask_text import mask_text
from attn_tui.session.phrases import counted
from attn_tui.session.settings import Settings
from attn_tui.session.stages import may_block

_SIGNS = {
    ord(sign): word
    for sign, word in {"√": "sqrt ", "∞": "inf", "−": "-", "ᵀ": "^T", "·": "*", "≤": "<="}.items()
}

MOST_COUNTS = 16
"""Queries whose counts of keys are listed; of more, the least and the most."""


def heading(report: TraceReport) -> list[str]:
    """The title, the formula, and a line for everything else that decides which numbers are printed."""
    problem = report.problem
    mistakes = mistakes_of(problem.settings)
    lines = [plain(problem.title), formula_text(report)]
    lines += [f"mistake {mistake.name}: {_ascii(mistake.does)}" for mistake in mistakes]
    but_for = "but for the mistake, " if mistakes else ""
    right = without_mistakes(report)
    lines += [but_for + words for words in settings_words(right)]
    if mistakes:
        seen = set(_sight_words(right))
        lines += [f"with the mistake, {words}" for words in _sight_words(report) if words not in seen]
    if (heads := len(problem.head_names)) > 1:
        lines.append(f"head {report.head} ({report.head + 1} of {heads}){_name(report)}")
    lines += _part("rows", report.rows, len(problem.query_tokens), "queries")
    lines += _part("keys", report.keys, len(problem.key_tokens), "keys")
    return lines


def without_mistakes(report: TraceReport) -> TraceReport:
    """The report of the same rows as the formula has them; `report` itself where no mistake is in force."""
    settings = replace(report.problem.settings, mistakes=())
    if settings.mistakes == report.problem.settings.mistakes:
        return report
    trace = compute(report.problem, settings, report.head, report.rows)
    return replace(report, problem=replace(report.problem, settings=settings), trace=trace)


def formula_text(report: TraceReport) -> str:
    """The formula with every term in force: `softmax(Q K^T / sqrt(2) + causal) V`."""
    settings = report.problem.settings
    product = "rot(Q) rot(K)^T" if is_rotary(settings.position) else "Q K^T"
    logits = product + _scale_term(report)
    if settings.softcap is not None:
        cap = _typed(settings.softcap)
        logits = f"{cap} tanh({logits} / {cap})"
    mask = [mask_text(settings.mask)] if settings.mask else []
    terms = mask + ["cells"] * bool(settings.cells) + ["bias"] * (settings.bias is not None)
    terms += ["ALiBi"] * (settings.alibi is not None)
    wrong = "".join(f" ! {name}" for name in settings.mistakes)
    sink = logit_of_sink(settings, report.head)
    with_sink = "" if sink is None else f", sink {_typed(sink)}"
    return f"softmax({' + '.join([logits, *terms])}{with_sink}) V{wrong}"


def _ascii(sentence: str) -> str:
    """A sentence on a mistake, its signs as words."""
    return sentence.translate(_SIGNS)


def _scale_term(report: TraceReport) -> str:
    scale = report.problem.settings.scale
    if scale is True:
        return f" / sqrt({report.problem.q.shape[-1] * report.problem.settings.widen})"
    return "" if scale is False or scale == 1 else f" * {_typed(scale)}"


def settings_words(report: TraceReport) -> Iterator[str]:
    """A line for each setting that the formula does not say whole."""
    problem, settings = report.problem, report.problem.settings
    if settings.scale is True:
        yield f"scale: every score times {scale_factor(problem, settings):.6g}"
    elif settings.scale is False:
        yield "scale: off"
    yield from _mask_words(report, settings)
    yield from _sight_words(report)
    if settings.blocked != -np.inf:
        yield f"blocked scores become {_typed(settings.blocked)}, not -inf: a blocked key still takes part"
    if (logit := logit_of_sink(settings, report.head)) is not None:
        yield f"sink: e to {_typed(logit)} is added to the sum that a row is divided by"
    if settings.widen != 1:
        yield f"width: every number of Q and K {settings.widen} times, so d_k is {_d_k(report)}"
    if settings.position != "none":
        yield f"position: {position_words(settings.position)}"
    if settings.dtype is not None:
        yield f"computed in {settings.dtype}"


def _mask_words(report: TraceReport, settings: Settings) -> Iterator[str]:
    offset = mask_offset(report.problem, settings)
    if not settings.mask:
        yield "mask: none, every query may look at every key"
    else:
        moved = f", moved by {counted(offset, 'key')}" if offset else ""
        yield f"mask: {mask_text(settings.mask)}{moved}"
    if settings.cells:
        cells = ", ".join(
            f"[{query},{key}] {'may look' if may else 'blocked'}" for query, key, may in settings.cells
        )
        yield f"cells: {cells}"
    bias = bias_of(settings, report.head)
    if bias is not None:
        yield f"bias: numbers from {_typed(float(bias.min()))} to {_typed(float(bias.max()))} are added"
    if (slope := slope_of(report.problem, settings, report.head)) is not None:
        moved = f", a query standing {counted(offset, 'key')} further" if offset else ""
        yield f"ALiBi: {_typed(-slope)} times the distance of query and key is added{moved}"


def _sight_words(report: TraceReport) -> Iterator[str]:
    """How many keys each of these queries may look at, and how much of their weight lies on the future."""
    trace, rows, settings = report.trace, range(*report.rows), report.problem.settings
    if may_block(settings):
        counts = keys_seen(trace.allowed).tolist()
        listed = (
            " ".join(map(str, counts)) if len(counts) <= MOST_COUNTS else f"{min(counts)} to {max(counts)}"
        )
        yield f"keys that each query may look at: {listed}"
    if has_future(report.problem, settings):
        offset = mask_offset(report.problem, settings)
        future = future_weight(trace.weights, rows, offset, empty=trace.empty)
        yield f"future: {percent(future.share)} of the weight is on later keys"


def _typed(number: float) -> str:
    return full(number).removesuffix(".0")


def _d_k(report: TraceReport) -> int:
    return report.problem.q.shape[-1] * report.problem.settings.widen


def _name(report: TraceReport) -> str:
    name = report.problem.head_names[report.head]
    return "" if name == str(report.head) else f": {plain(name)}"


def _part(what: str, part: Range, whole: int, of_what: str) -> list[str]:
    """Nothing where all of it is printed."""
    return (
        []
        if part == (0, whole)
        else [f"{what} {part[0]} to {part[1] - 1} of {whole} {of_what}, counted from 0"]
    )
