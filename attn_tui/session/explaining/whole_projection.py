"""What the whole explanation says beyond one head: how Q, K and V follow from X, and the result from all heads."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import numpy as np

from attn_tui.session import panes
from attn_tui.session.computing.position_stage import changes
from attn_tui.session.computing.projection import stored
from attn_tui.session.digits import exact
from attn_tui.session.explaining.explain_projection import projection_products, source_words, whole_words
from attn_tui.session.jumping import Target, Told
from attn_tui.session.phrases import bracketed
from attn_tui.session.selection import AXES, Pane
from attn_tui.session.session import Session


def projection_sections(session: Session) -> dict[str, Iterator[Told]]:
    """Headings and their lines: the selected number of Q, of K and of V, and the result where there is one."""
    made: tuple[Pane, ...] = ("q", "k", "v")
    sections = {_heading(session, pane): _made(session, pane) for pane in made}
    if session.problem.has_pane("result"):
        o, query = session.selection.o, session.label("i", session.selection.i).strip()
        sections[f"The result: {query}'s {session.label('o', o).strip()}"] = _result(session)
    return sections


def _heading(session: Session, made: Pane) -> str:
    (rows, columns), name = AXES[made], made.upper()
    word = session.label(rows, session.selection.of(rows)).strip()
    column = session.label(columns, session.selection.of(columns)).strip()
    return f"{name} = {source_words(session)}·W_{name}: {word}'s {column}"


def _made(session: Session, made: Pane) -> Iterator[Told]:
    rows, columns = AXES[made]
    i, c = session.selection.of(rows), session.selection.of(columns)
    if made == "q":
        yield from (Told(text, Target("x", i, session.selection.m)) for text in whole_words(session))
    for text, pane, row, column in projection_products(session, made):
        yield Told(text, Target(pane, row, column))
    with_waves = changes(session.settings.position, "x")
    table = session.read(made) if with_waves else stored(session.problem, made, session.table_head(made))
    yield Told(f"their sum: {exact(table[i, c % table.shape[1]])}", Target(made, i, c))


def _result(session: Session) -> Iterator[Told]:
    """Every product of the heads side by side with a column of W_O; those of the head shown know their place in W_O."""
    projection, i, o = session.problem.projection, session.selection.i, session.selection.o
    assert projection is not None and projection.w_o is not None
    concat = panes.mixture(session, "concat", i, i + 1)[0]
    with np.errstate(all="ignore"):
        products = concat * projection.w_o[:, o]
    at = partial(Target, "concat", i)
    for z, (a, b, product) in enumerate(zip(concat, projection.w_o[:, o], products, strict=True)):
        text = f"{session.label('z', z)}  {exact(a)} · {bracketed(exact(b))} = {exact(product)}"
        yield Told(text, at(z))
    total = panes.mixture(session, "result", i, i + 1)[0, o]
    yield Told(f"their sum: {exact(total)}", Target("result", i, o))
