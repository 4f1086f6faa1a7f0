"""Where a number comes from that stands before Q, K and V, or behind the heads: X, the weights W, and the result."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import numpy.typing as npt

from attn_tui.session import panes
from attn_tui.session.computing.position_stage import changes
from attn_tui.session.computing.projection import stored
from attn_tui.session.digits import exact
from attn_tui.session.phrases import (
    bracketed,
    first_fitting,
    fold,
    named,
    shown,
    sum_text,
    told,
)
from attn_tui.session.problem import Projection
from attn_tui.session.selection import AXES, Pane
from attn_tui.session.session import Session

BEHIND: tuple[Pane, ...] = ("x", "w_q", "w_k", "w_v", "w_o", "concat", "result")
"""The panes whose numbers are explained here."""
_MAKES: dict[Pane, Pane] = {"x": "q", "w_q": "q", "w_k": "k", "w_v": "v"}


def projection_lines(session: Session, width: int) -> tuple[str, str]:
    """Two lines of at most `width` cells on the selected cell of a pane in `BEHIND`."""
    match session.pane:
        case "concat":
            return first_fitting(_concat_forms(session), width), first_fitting(_concat_words(session), width)
        case "w_o" | "result":
            return result_line(session, width), first_fitting(_result_words(session), width)
        case "x":
            return first_fitting(_word_forms(session), width), made_line(session, "q", width)
        case pane:
            return made_line(session, _MAKES[pane], width), first_fitting(_share_forms(session), width)


def made_line(session: Session, made: Pane, width: int) -> str:
    """`crane's animal in Q = X·W_Q: 0.40·1.25 + 0.40·0.50 = 0.70`, of the selected word and column."""
    rows, columns = AXES[made]
    i, c = session.selection.of(rows), session.selection.of(columns)
    x, w = session.read("x")[i], _weights(session, made)[:, c % _stored_columns(session, made)]
    source, name = source_words(session), made.upper()
    write = sum_text if changes(session.settings.position, "x") else shown
    result = sum_text(_product(x, w), session.digits)
    for cells in (24, 8):
        word, column = named(session.label(rows, i), cells), named(session.label(columns, c), cells)
        line = fold(
            f"{word}'s {column} in {name} = {source}·W_{name}: ",
            (f"{write(a)}·{bracketed(shown(b))}" for a, b in zip(x, w, strict=True)),
            f" = {result}",
            x.size,
            width,
        )
        if len(line) <= width:
            return line
    return first_fitting((f"{name} = {source}·W_{name} = {result}", result), width)


def source_words(session: Session) -> str:
    """What is projected: `X`, or `(X + waves)` where the position is added to it first."""
    return "(X + waves)" if changes(session.settings.position, "x") else "X"


def result_line(session: Session, width: int) -> str:
    """`crane's 0 in the result: 0.188·1.00 + 0.774·0.50 = 0.575`: all heads' outputs times a column of W_O."""
    i, o = session.selection.i, session.selection.o
    concat = panes.mixture(session, "concat", i, i + 1)[0]
    projection = session.problem.projection
    assert projection is not None and projection.w_o is not None
    w = projection.w_o[:, o]
    return fold(
        f"{named(session.label('i', i), 8)}'s {named(session.label('o', o), 8)} in the result: ",
        (f"{told(a, session.digits)}·{bracketed(shown(b))}" for a, b in zip(concat, w, strict=True)),
        f" = {told(panes.mixture(session, 'result', i, i + 1)[0, o], session.digits)}",
        w.size,
        width,
    )


def projection_products(session: Session, made: Pane) -> Iterator[tuple[str, Pane, int, int]]:
    """Each product of one number of Q, K or V in the projection that makes it, with the place of its weight.

    The text has every digit: `animal  0.4 · 1.25 = 0.5`.
    """
    rows, columns = AXES[made]
    i, c = session.selection.of(rows), session.selection.of(columns) % _stored_columns(session, made)
    x, w = session.read("x")[i], _weights(session, made)[:, c]
    with np.errstate(all="ignore"):
        products = x * w
    for m, (a, b, product) in enumerate(zip(x, w, products, strict=True)):
        text = f"{session.label('m', m)}  {exact(a)} · {bracketed(exact(b))} = {exact(product)}"
        yield text, _weight_pane(made), m, c


def whole_words(session: Session) -> Iterator[str]:
    """The selected word's id and its row of the table, or its embedding, in one line."""
    yield next(_word_forms(session))


def _weight_pane(made: Pane) -> Pane:
    weights: dict[Pane, Pane] = {"q": "w_q", "k": "w_k", "v": "w_v"}
    return weights[made]


def _weights(session: Session, made: Pane) -> npt.NDArray[Any]:
    pane = _weight_pane(made)
    return stored(session.problem, pane, session.table_head(pane))


def _stored_columns(session: Session, made: Pane) -> int:
    return _weights(session, made).shape[1]


def _product(x: npt.NDArray[Any], w: npt.NDArray[Any]) -> Any:
    with np.errstate(all="ignore"):
        return x @ w


def _word_forms(session: Session) -> Iterator[str]:
    """`crane is id 1 of 6: its row of the table is (0.40, 0.40)`, or that the row was edited here."""
    projection = _projection(session)
    i, words = session.selection.i, projection.words
    token = session.problem.query_tokens[i]
    name = named(session.label("i", i), 16)
    row = _numbers(projection.x[i])
    if words is None or token not in words.names:
        yield f"{name}'s embedding: {row}"
        yield f"embedding {row}"
        return
    known = words.embedding(token)
    at = f"{name} is id {words.names.index(token)} of {len(words.names)}"
    if np.array_equal(known, projection.x[i], equal_nan=True):
        yield f"{at}, an arbitrary number; its row of the table is {row}"
        yield f"{at}: row {row}"
    else:
        yield f"{at}: the table has {_numbers(known)}, and it was edited here"
        yield f"{at}: edited, the table has {_numbers(known)}"
    yield at


def _numbers(row: npt.NDArray[Any], most: int = 4) -> str:
    texts = [shown(number) for number in row[:most]]
    return f"({', '.join([*texts, *['…'] * (row.size > most)])})"


def _share_forms(session: Session) -> Iterator[str]:
    """Which columns of the whole matrix the head shown reads."""
    pane, projection = session.pane, _projection(session)
    head = session.table_head(pane)
    whole: npt.NDArray[Any] = getattr(projection, pane)
    width = stored(session.problem, pane, head).shape[1]
    name = f"W_{pane[-1].upper()}"
    if whole.shape[1] == width:
        yield f"{name} is one matrix for every word: the same weights make each row of {pane[-1].upper()}"
        yield f"{name}: the same weights for every word"
        return
    first, last = head * width, (head + 1) * width - 1
    yield f"head {head} of {whole.shape[1] // width} has columns {first} to {last} of the {whole.shape[1]} of {name}"
    yield f"columns {first}–{last} of {whole.shape[1]}"


def _concat_forms(session: Session) -> Iterator[str]:
    head, e = divmod(session.selection.z, session.size("e"))
    value = panes.mixture(session, "concat", session.selection.i, session.selection.i + 1)[
        0, session.selection.z
    ]
    word, column = named(session.label("i", session.selection.i), 16), named(session.label("e", e), 16)
    result = told(value, session.digits)
    yield f"{word}'s {column} in the output of head {head} = {result}: the heads stand side by side"
    yield f"{word}'s {column} of head {head} = {result}"


def _concat_words(session: Session) -> Iterator[str]:
    head = session.selection.z // session.size("e")
    shown = "which is shown" if head == session.head else "] and [ show it"
    yield f"how it is mixed from the values is told in head {head}, {shown}: t goes on to the output"
    yield f"head {head} mixes it: {shown}"


def _result_words(session: Session) -> Iterator[str]:
    count = session.size("z")
    yield f"the outputs of all heads side by side, {count} numbers, times column {session.selection.o} of W_O"
    yield f"{count} numbers of all heads, times W_O"


def _projection(session: Session) -> Projection:
    assert session.problem.projection is not None
    return session.problem.projection
