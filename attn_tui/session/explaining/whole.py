"""The explanation, whole: every number between the tables and the selected cell, with all its digits."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from math import acos, degrees, hypot
from typing import Any

import numpy as np
import numpy.typing as npt

from attn_tui import engine
from attn_tui.session import panes
from attn_tui.session.computing.compute import bias_of, scale_factor, slope_of, tables_as_computed
from attn_tui.session.computing.losses import SCORE_STAGES, stage_of
from attn_tui.session.computing.position_stage import after_words, position_words
from attn_tui.session.computing.right import right_session
from attn_tui.session.computing.row import Row, selected_row, why_nan
from attn_tui.session.digits import exact, full, percent
from attn_tui.session.explaining.explain_mistakes import mistaken_sections
from attn_tui.session.explaining.formula import further_terms, number_type, product_part, whole_formula
from attn_tui.session.explaining.loss_words import rounded_words
from attn_tui.session.explaining.position_words import position_lines
from attn_tui.session.explaining.whole_projection import projection_sections
from attn_tui.session.explaining.why_blocked import why_blocked
from attn_tui.session.jumping import Target, Told
from attn_tui.session.labels import cell_width
from attn_tui.session.moving import head_words
from attn_tui.session.panes import sink_of
from attn_tui.session.phrases import bracketed
from attn_tui.session.selection import AXES, PANE_NAMES, Block
from attn_tui.session.session import Session
from attn_tui.session.stages import is_scaled, last_stage, stage_title


def whole_explanation(session: Session) -> list[Told]:
    """Sections of lines, each under a heading that begins in the first cell, the others two further; no line is cut.

    Tells of the selected query, key and column of V, with the digits that tell each number from its neighbours.
    A line knows the cell of its number: a product of Q and K that of K, a weighted value that of V.
    While a mistake is in force every number stands with it and without it, and then how it comes about without it.
    """
    if session.settings.mistakes:
        return _with_mistakes(session)
    row = selected_row(session)
    query, key = row.query.strip(), session.label("j", session.selection.j).strip()
    column = session.label("e", session.selection.e).strip()
    sections: dict[str, Iterator[Told]] = {
        "The formula": map(Told, _formula(session)),
        "The selected cell": _cell(session),
        f"The score: {query} asks {key}": _score(session, row),
        f"The weights: what {query} gives to each key": _weights(session, row),
        f"The output: {query}'s {column}": _output(session, row),
    }
    if session.problem.projection is not None:
        sections |= projection_sections(session)
    return _under_headings(sections)


def _under_headings(sections: dict[str, Iterator[Told]]) -> list[Told]:
    lines: list[Told] = []
    for heading, body in sections.items():
        lines += [Told(heading), *(Told(f"  {text}", target) for text, target in body), Told("")]
    return lines[:-1]


def _with_mistakes(session: Session) -> list[Told]:
    told = _under_headings(
        {
            "The formula": iter([Told(whole_formula(session))]),
            "The selected cell": _cell(session),
            **dict(mistaken_sections(session)),
        }
    )
    for line in whole_explanation(right_session(session)):
        is_heading = bool(line.text) and not line.text.startswith(" ")
        told += (
            [Told(""), Told(f"Without it · {line.text}")]
            if is_heading
            else [Told(line.text)] * bool(line.text)
        )
    return told


def _formula(session: Session) -> Iterator[str]:
    yield whole_formula(session)
    yield _scale_words(session)
    if session.settings.widen > 1:
        yield f"every number of Q and K stands {session.settings.widen} times, so d_k is {session.size('c')}"
    yield from further_terms(session)
    if session.settings.position != "none":
        yield f"position: {position_words(session.settings.position)}"
    stored, narrow = session.problem.q.dtype.name, next(number_type(session), "")
    rounded = f", and rounded to {narrow} before they are read" if narrow else ""
    yield f"Q, K and V are {stored}{rounded}"


def _scale_words(session: Session) -> str:
    factor = full(scale_factor(session.problem, session.settings))
    if session.settings.scale is True:
        return f"÷ √{session.size('c')} is × {factor}"
    return f"the scale is × {factor}" if is_scaled(session.settings) else "the scale is off"


def _cell(session: Session) -> Iterator[Told]:
    (row, column), (rows, columns) = session.cell, AXES[session.pane]
    name = PANE_NAMES[session.pane]
    if session.pane == "scores":
        name = stage_title(session.stage, session.settings)
    if session.is_after_position(session.pane):
        name += after_words(session.settings.position)
    value = panes.shown(session, session.pane, Block(row, column, row + 1, column + 1)).values[0, 0]
    stage = stage_of(session, session.pane)
    rounded = "" if stage is None else rounded_words(session, stage, row, column)
    place = f"[{session.label(rows, row)}, {session.label(columns, column)}]"
    yield Told(f"{name} {place} = {exact(value)}{rounded}", Target(session.pane, row, column))
    yield Told(f"row {row}, column {column}, counted from 0")
    if session.heads > 1:
        yield Told(f"head {head_words(session)}")


def _score(session: Session, row: Row) -> Iterator[Told]:
    i, j, settings = session.selection.i, session.selection.j, session.settings
    at = partial(Target, "scores", i, j)
    q_all, k_all, _ = tables_as_computed(session.problem, settings, session.head)
    q, k = q_all[i], k_all[j]
    names = [session.label("c", c) for c in range(q.size)]
    yield from map(Told, position_lines(session))
    for c, product in enumerate(_products(names, q, k)):
        yield Told(product, Target("k", j, c))
    rounded = {stage: rounded_words(session, stage, i, j) for stage in SCORE_STAGES}
    summed = f"their sum, {product_part(settings)}: {exact(row.scores[j])}"
    yield Told(f"{summed}{rounded['scores']}", at("raw"))
    yield from map(Told, _angle(q, k, float(row.scores[j])))
    yield Told(f"{_scale_words(session)}: {exact(row.scaled[j])}{rounded['scaled']}", at("scaled"))
    if settings.softcap is not None:
        capped = f"capped at {full(settings.softcap)}: {exact(row.capped[j])}"
        yield Told(f"{capped}{rounded['capped']}", at("capped"))
    yield Told(_masked(session, row, i, j), at("M"))
    yield Told(f"what softmax reads: {exact(row.masked[j])}{rounded['masked']}", at(last_stage(settings)))


def _masked(session: Session, row: Row, i: int, j: int) -> str:
    if not row.allowed[j]:
        return (
            f"blocked by {why_blocked(session, i, j)}: {full(session.settings.blocked)} in place of the score"
        )
    return f"may look; {' and '.join(_added(session, i, j)) or 'nothing is added'}"


def _added(session: Session, i: int, j: int) -> Iterator[str]:
    """What is added to the score of a key that may be looked at, in the dtype that is computed in."""
    bias = bias_of(session.settings, session.head)
    if bias is not None:
        yield f"bias: + {bracketed(_as_computed(session, bias[i, j]))}"
    slope = slope_of(session.problem, session.settings, session.head)
    if slope is not None:
        at = i + session.offset
        product = f"{_as_computed(session, -slope)} · {abs(at - j)}"
        yield f"ALiBi: {product}, the slope times the distance from {at} to {j}"


def _as_computed(session: Session, number: float) -> str:
    """A number of the settings in the dtype that is computed in."""
    return exact(engine.round_to(number, session.settings.dtype or session.problem.q.dtype.name)[()])


def _angle(q: npt.NDArray[Any], k: npt.NDArray[Any], product: float) -> Iterator[str]:
    """The dot product as two lengths and the cosine of the angle between them."""
    lengths = hypot(*q.tolist()), hypot(*k.tolist())
    yield f"length of the query: {full(lengths[0])}, of the key: {full(lengths[1])}"
    if not all(0 < length < float("inf") for length in lengths) or not np.isfinite(product):
        yield "no angle stands between them"
        return
    cosine = min(1.0, max(-1.0, product / lengths[0] / lengths[1]))
    yield f"cosine of the angle between them: {full(cosine)}, {degrees(acos(cosine)):.2f}°"


def _weights(session: Session, row: Row) -> Iterator[Told]:
    i = session.selection.i
    if row.empty:
        yield Told(f"{row.query.strip()} sees nothing: every key is blocked, and all weights are 0")
    if row.peak is not None:
        yield Told(f"the largest score, {exact(row.peak)}, is taken off first, which changes no weight")
    less = "" if row.peak is None else f" - {bracketed(exact(row.peak))}"
    names = [session.label("j", j) for j in range(row.masked.size)]
    for j, name in enumerate(_marked(names, session.selection.j)):
        yield Told(f"{name}  {_weight(session, row, j, less)}", Target("weights", i, j))
    if (sink := sink_of(session)) is not None:
        logit = _as_computed(session, sink)
        yield Told(f"the sink adds e^{f'({logit}{less})' if less else bracketed(logit)} to the sum")
    here = i, session.selection.j
    yield Told(f"the sum of the row: {exact(row.total)}", Target("scores", *here, "exp"))
    with np.errstate(all="ignore"):
        yield Told(f"the weights add up to {exact(row.weights.sum())}", Target("weights", *here))
    if reason := why_nan(row):
        yield Told(f"nan, because {reason}")


def _weight(session: Session, row: Row, j: int, less: str) -> str:
    """How the weight of key `j` comes about; `less` is what is taken off each score first."""
    if not row.takes_part[j]:
        return f"blocked by {why_blocked(session, session.selection.i, j)}  weight 0"
    score = f"({exact(row.masked[j])}{less})" if less else bracketed(exact(row.masked[j]))
    share = f"{exact(row.weights[j])} ({percent(float(row.weights[j]))})"
    blocked = "" if row.allowed[j] else "  blocked, and takes part all the same"
    rounded = rounded_words(session, "weights", session.selection.i, j)
    return f"e^{score} = {exact(row.e[j])}  weight {share}{rounded}{blocked}"


def _output(session: Session, row: Row) -> Iterator[Told]:
    e, keys = session.selection.e, np.flatnonzero(row.takes_part).tolist()
    _, _, v = tables_as_computed(session.problem, session.settings, session.head)
    products = _products([session.label("j", j) for j in keys], row.weights[keys], v[keys, e])
    for j, product in zip(keys, products, strict=True):
        yield Told(product, Target("v", j, e))
    if len(keys) < row.masked.size:
        yield Told(f"{row.masked.size - len(keys)} of {row.masked.size} keys are blocked and take no part")
    i = session.selection.i
    yield Told(
        f"their sum: {exact(row.output[e])}{rounded_words(session, 'output', i, e)}", Target("output", i, e)
    )


def _products(names: list[str], a: npt.NDArray[Any], b: npt.NDArray[Any]) -> Iterator[str]:
    with np.errstate(all="ignore"):
        products = a * b
    for name, x, y, product in zip(_padded(names), a, b, products, strict=True):
        yield f"{name}  {exact(x)} · {bracketed(exact(y))} = {exact(product)}"


def _padded(names: list[str]) -> list[str]:
    """The names, each as wide as the widest."""
    widest = max(map(cell_width, names), default=0)
    return [name + " " * (widest - cell_width(name)) for name in names]


def _marked(names: list[str], selected: int) -> list[str]:
    return [f"{'▸' if at == selected else ' '} {name}" for at, name in enumerate(_padded(names))]
