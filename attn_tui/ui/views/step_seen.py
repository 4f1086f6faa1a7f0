"""What a step speaks of and does not show: at 80×24 its text takes the place of panes, and the plane that of others."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from attn_tui.session.labels import plain
from attn_tui.session.lessons.lesson import TEXT_LINES, Lesson, Step
from attn_tui.session.lessons.walking import begin, go_on
from attn_tui.session.selection import AXES, PANE_NAMES, Address, Axis, Pane
from attn_tui.session.session import Session
from attn_tui.ui.views.board_view import BoardView
from attn_tui.ui.views.pane_view import PaneView

SIZE = (80, 24)
"""The terminal that every step is to be read on."""
_TO_SELECT: tuple[Pane, ...] = ("weights", "scores", "output", "q", "k", "v")


class Note(NamedTuple):
    """What is off in the step at a place in the lesson, under one of its keys."""

    at: int
    key: str
    said: str


@dataclass(frozen=True)
class _Named:
    """What a step speaks of under a key: a cell, or else panes of which one is to be in sight."""

    key: str
    panes: tuple[Pane, ...]
    cell: Address | None = None


def seen_notes(steps: Sequence[Step]) -> Iterator[Note]:
    """The cells and the covered panes that are out of sight for a learner who goes from step to step."""
    if not steps:
        return
    session = begin(Lesson(steps[0].scene.problem, tuple(steps)))
    for at, step in enumerate(steps):
        if at:
            go_on(session, 1)
        notes = _beside_plane(session, step) if session.plane.shown else _beside_text(session, step)
        yield from (Note(at, key, said) for key, said in notes)


def _beside_plane(session: Session, step: Step) -> Iterator[tuple[str, str]]:
    """The pane that the step selects, where the plane leaves it no room: the fewer lines of text that would.

    X is told of by the plane itself, which has its rows beside the arrows.
    """
    if step.select is None or session.pane == "x" or session.pane in _board(session).panes:
        return
    for lines in range(TEXT_LINES - 1, 0, -1):
        if session.pane in _board(session, "x\n\n" * lines).panes:
            room = "1 line" if lines == 1 else f"{lines} lines"
            wanted = f"expected a text of at most {room} beside it"
            break
    else:
        wanted = "expected no select, or a step without the plane"
    name = PANE_NAMES[session.pane]
    yield "select.pane", f"found {name}, for which the plane leaves no room at 80×24, {wanted}"


def _beside_text(session: Session, step: Step) -> Iterator[tuple[str, str]]:
    named = list(_named(step))
    now = _seen(session, named)
    if len(now) == len(named):
        return
    best = max(_choices(session, named), key=lambda choice: len(choice[1]))
    select, then = best
    if len(then) <= len(now):
        return
    for one in named:
        if one in then and one not in now:
            names = " and ".join(PANE_NAMES[pane] for pane in one.panes)
            what = names if one.cell is None else session.cell_name(*one.cell)
            yield (
                one.key,
                f"found {what} out of sight at 80×24 while the text stands there, expected {select}",
            )


def _named(step: Step) -> Iterator[_Named]:
    """What the learner is to look at: the cells of the question and of the goal, and any of what is covered."""
    if step.ask is not None and step.ask.cell is not None and not step.ask.choices:
        yield _Named("ask.cell", step.ask.cell[:1], step.ask.cell)
    if step.goal is not None:
        yield _Named("goal.cell", step.goal.cell[:1], step.goal.cell)
    if step.hide:
        yield _Named("hide", step.hide)


def _choices(session: Session, named: Sequence[_Named]) -> Iterator[tuple[str, list[_Named]]]:
    """What could be selected, as the lesson would say it, and what would be in sight then."""
    pane, selection, left, below = session.pane, session.selection, session.shows_sources, session.mixed

    def as_it_was() -> None:
        session.pane, session.selection, session.shows_sources, session.mixed = pane, selection, left, below

    panes: dict[Pane, None] = dict.fromkeys((*(pane for one in named for pane in one.panes), *_TO_SELECT))
    for other in panes:
        session.show_pane(other)
        yield f'select = {{ pane = "{other}" }}', _seen(session, named)
        as_it_was()
    for cell in (one.cell for one in named if one.cell is not None):
        session.select(*cell)
        yield _select_words(session, cell), _seen(session, named)
        as_it_was()


def _select_words(session: Session, cell: Address) -> str:
    row, column = (_word(session, axis, at) for axis, at in zip(AXES[cell[0]], cell[1:], strict=True))
    return f'select = {{ pane = "{cell[0]}", row = {row}, column = {column} }}'


def _word(session: Session, axis: Axis, at: int) -> str:
    """A place on an axis by its word, or by its number where several have the same."""
    words = session.problem.labels(axis)
    return str(at) if words.count(words[at]) > 1 else f'"{plain(words[at])}"'


def _seen(session: Session, named: Sequence[_Named]) -> list[_Named]:
    """Those that are in sight."""
    panes = _board(session).panes
    return [
        one for one in named if any(pane in panes and _shows(panes[pane], one.cell) for pane in one.panes)
    ]


def _shows(view: PaneView, cell: Address | None) -> bool:
    return cell is None or (cell[1] in view.rows and cell[2] in view.columns)


def _board(session: Session, text: str | None = None) -> BoardView:
    """The board as the step has it, or with another text."""
    walk = session.walk
    steps = () if walk is None else walk.steps
    if walk is not None and text is not None:
        walk.steps = (*steps[: walk.at], replace(walk.step, text=text), *steps[walk.at + 1 :])
    view = BoardView()
    view.draw(session, *SIZE)
    if walk is not None:
        walk.steps = steps
    return view
