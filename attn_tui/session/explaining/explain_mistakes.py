"""The explanation while a mistake is in force: what it is, and every number with it and without it.

Nothing here says how a number comes about with the mistake, which the formula's words would tell wrongly.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import numpy as np

from attn_tui.engine import Mistake
from attn_tui.session.computing.misread import Origin, origin, read_numbers
from attn_tui.session.computing.missing import why_nothing
from attn_tui.session.computing.mistakes import mistakes_of
from attn_tui.session.computing.position_stage import after_words
from attn_tui.session.computing.right import right_session
from attn_tui.session.computing.row import Row, largest, selected_row
from attn_tui.session.computing.wiring import wirings
from attn_tui.session.digits import exact
from attn_tui.session.explaining.mistake_compared import agree
from attn_tui.session.jumping import Target, Told
from attn_tui.session.labels import cell_width, fit
from attn_tui.session.phrases import first_fitting, named, per_cent, score_text
from attn_tui.session.selection import PANE_NAMES, TABLES, Axis, Pane
from attn_tui.session.session import Session
from attn_tui.session.stages import Stage

MOST = 6
"""Keys of which the narrow column tells."""
_LABEL = 10
_NUMBERS = 16
"""Numbers of a row that is read in the place of another that are listed."""
_STAGES: tuple[tuple[str, str, Stage], ...] = (
    ("Q·Kᵀ", "scores", "raw"),
    ("after the scale", "scaled", "scaled"),
    ("after the cap", "capped", "capped"),
    ("before the weights", "masked", "masked"),
)
"""What a stage is called, its name in a row, and the one that the score pane pins for it."""


def mistaken_lines(session: Session, width: int) -> tuple[str, str]:
    """The mistake in its sentence, and the selected number with it and without it, each in `width` cells at most."""
    return first_fitting(_sentences(session), width), first_fitting(_numbers(session), width)


def mistaken_side(session: Session) -> Iterator[str]:
    """The same for a narrow column: what is wrong, then score, weights and output, with it and without it."""
    wrong, right = both_rows(session)
    i, j, e = session.selection.i, session.selection.j, session.selection.e
    for mistake in mistakes_of(session.settings):
        yield f"! {mistake.name}"
        yield f"  {mistake.does}"
    yield from (f"  for {own} it reads {other}" for own, other in _misread(session, _LABEL))
    yield ""
    yield f"score  {named(wrong.query, _LABEL)} asks {named(session.label('j', j), _LABEL)}"
    for name, stage, _ in _stages(session):
        yield f"  {name} {_pair(getattr(wrong, stage)[j], getattr(right, stage)[j])}"
    yield ""
    yield f"weight  what {named(session.label('i', i), _LABEL)} gives"
    listed = largest(np.abs(wrong.weights - right.weights), MOST, j)
    for at in listed:
        mark = "▸" if at == j else " "
        yield f"{mark} {fit(session.label('j', at), _LABEL)} {_pair(wrong.weights[at], right.weights[at], per_cent)}"
    if len(listed) < wrong.weights.size:
        yield f"  … {wrong.weights.size - len(listed)} more, that differ less"
    yield f"  sum {_pair(_sum(wrong), _sum(right))}"
    yield ""
    yield f"output  {named(wrong.query, _LABEL)}'s {named(session.label('e', e), _LABEL)}"
    yield f"  {_pair(wrong.output[e], right.output[e])}"


def mistaken_sections(session: Session) -> Iterator[tuple[str, Iterator[Told]]]:
    """Headings and lines for the whole explanation: every mistake in force, and each number with and without it."""
    wrong, right = both_rows(session)
    query, key = wrong.query.strip(), session.label("j", session.selection.j).strip()
    column = session.label("e", session.selection.e).strip()
    for mistake in mistakes_of(session.settings):
        yield f"! {mistake.name}", map(Told, _about(session, mistake))
    if read := list(_whole_read(session)):
        yield "What is read in the place of the head's own rows", iter(read)
    yield f"The score with it: {query} asks {key}", _whole_score(session, wrong, right)
    yield f"The weights with it: what {query} gives to each key", _whole_weights(session, wrong, right)
    yield f"The output with it: {query}'s {column}", _whole_output(session, wrong, right)


def _stages(session: Session) -> list[tuple[str, str, Stage]]:
    """The stages there are: no cap where none is set."""
    return [stage for stage in _STAGES if stage[1] != "capped" or session.settings.softcap is not None]


def both_rows(session: Session) -> tuple[Row, Row]:
    """The selected row with the mistakes in force, and without them."""
    return selected_row(session), selected_row(right_session(session))


def _sentences(session: Session) -> Iterator[str]:
    made = mistakes_of(session.settings)
    first, *others = made
    panes: tuple[Pane, ...] = ("v",) if session.pane in ("v", "output") else ("q", "k")
    read = " and ".join(f"for {own} it reads {other}" for own, other in _misread(session, 16, panes))
    if read:
        yield f"! {' and '.join(mistake.name for mistake in made)}: {read}"
        yield f"! {read}"
    if others:
        yield f"! {' and '.join(mistake.name for mistake in made)}: e says what each of them does"
        yield f"! {len(made)} mistakes are in force: e says what each of them does"
        yield f"! {len(made)} mistakes: e tells"
        return
    yield f"! {first.name}: {first.does}"
    yield f"! {first.does}"
    yield f"! {first.name}: e tells"
    yield "! a mistake: e tells"


def _misread(session: Session, cells: int, panes: tuple[Pane, ...] = TABLES) -> Iterator[tuple[str, str]]:
    """Each selected row of Q, K or V that another is read for, and that other: `K steel of kv0`, `K steel of kv1`."""
    for pane in panes:
        axis: Axis = "i" if pane == "q" else "j"
        row = session.selection.of(axis)
        if found := origin(session, pane, row):
            own = Origin(pane, session.table_head(pane), row)
            yield _called(session, own, cells), _called(session, found, cells)


def _called(session: Session, at: Origin, cells: int) -> str:
    """A row by its table and word, and by its head where the table has several: `Q steel of head 2`."""
    word = named(session.label("i" if at.table == "q" else "j", at.row), cells)
    tables = {"q": session.problem.q, "k": session.problem.k, "v": session.problem.v}
    name, heads = f"{PANE_NAMES[at.table]} {word}", len(tables[at.table])
    if heads == 1:
        return name
    (wiring, *more) = wirings(session)
    is_shared = at.table != "q" and wiring.is_shared and not more
    return f"{name} of {f'kv{at.head}' if is_shared else f'head {at.head}'}"


def _whole_read(session: Session) -> Iterator[Told]:
    """Which rows are read for those selected, and their numbers as they stand in the products."""
    found = list(_misread(session, 24))
    if not found:
        return
    for own, other in found:
        yield Told(f"for {own} it reads {other}")
    i, j = session.selection.i, session.selection.j
    stage = after_words(session.settings.position)
    q, k, v = read_numbers(session)
    for name, numbers in ((f"Q{stage}", q[i]), (f"K{stage}", k[j]), ("V", v[j])):
        listed = " ".join(exact(number) for number in numbers[:_NUMBERS])
        more = f" … {numbers.size - _NUMBERS} more" if numbers.size > _NUMBERS else ""
        yield Told(f"read as {name}: {listed}{more}")


def _numbers(session: Session) -> Iterator[str]:
    wrong, right = both_rows(session)
    if session.pane in ("v", "output"):
        e = session.selection.e
        pair = _pair(wrong.output[e], right.output[e])
        for cells in (24, 8):
            yield f"{named(wrong.query, cells)}'s {named(session.label('e', e), cells)}: {pair}"
        yield pair
        return
    j = session.selection.j
    score, weight = (
        _pair(wrong.masked[j], right.masked[j]),
        _pair(wrong.weights[j], right.weights[j], per_cent),
    )
    for cells in (24, 8):
        names = f"{named(wrong.query, cells)} asks {named(session.label('j', j), cells)}"
        yield f"{names}: score {score}; weight {weight}"
    yield f"score {score}; weight {weight}"
    yield f"weight {weight}"
    yield per_cent(wrong.weights[j])


def _pair(wrong: Any, right: Any, written: Callable[[Any], str] = score_text) -> str:
    """`0.350 (right: 0.495)`, or the number alone and that it is right."""
    if _same(wrong, right):
        return f"{written(wrong)}, as is right"
    texts = written(wrong), written(right)
    if texts[0] == texts[1]:
        texts = exact(wrong), exact(right)
    return f"{texts[0]} (right: {texts[1]})"


def _same(wrong: Any, right: Any) -> bool:
    return bool(agree(wrong, right))


def _sum(row: Row) -> Any:
    with np.errstate(all="ignore"):
        return row.weights.sum()


def _about(session: Session, mistake: Mistake) -> Iterator[str]:
    yield mistake.does
    yield f"why: {mistake.why}"
    yield f"shows: {mistake.shows}"
    yield f"right: {mistake.right}"
    if nothing := why_nothing(session.problem, session.settings, session.head, mistake):
        yield f"alone it changes nothing here: {nothing}"


def _whole_score(session: Session, wrong: Row, right: Row) -> Iterator[Told]:
    j = session.selection.j
    at = partial(Target, "scores", session.selection.i, j)
    for name, stage, pinned in _stages(session):
        yield Told(f"{name}: {_exactly(getattr(wrong, stage)[j], getattr(right, stage)[j])}", at(pinned))


def _whole_weights(session: Session, wrong: Row, right: Row) -> Iterator[Told]:
    names = [session.label("j", j) for j in range(wrong.weights.size)]
    widest = max(map(cell_width, names), default=0)
    for j, name in enumerate(names):
        mark = "▸" if j == session.selection.j else " "
        pair = _exactly(wrong.weights[j], right.weights[j])
        target = Target("weights", session.selection.i, j)
        yield Told(f"{mark} {name}{' ' * (widest - cell_width(name))}  {pair}", target)
    yield Told(f"the weights add up to {_exactly(_sum(wrong), _sum(right))}")


def _whole_output(session: Session, wrong: Row, right: Row) -> Iterator[Told]:
    i, e = session.selection.i, session.selection.e
    yield Told(_exactly(wrong.output[e], right.output[e]), Target("output", i, e))


def _exactly(wrong: Any, right: Any) -> str:
    if _same(wrong, right):
        return f"{exact(wrong)}, as without it"
    return f"{exact(wrong)}  without it {exact(right)}"
