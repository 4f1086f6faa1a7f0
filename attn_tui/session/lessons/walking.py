"""Going through a lesson: to the next step and back, with everything kept, and a step restored as it opened."""

from __future__ import annotations

from dataclasses import replace

from attn_tui.session.faults import Fault
from attn_tui.session.history import History, Replacement
from attn_tui.session.lessons.goals import guard, notice
from attn_tui.session.lessons.lesson import Lesson, Step
from attn_tui.session.lessons.walk import Left, Walk
from attn_tui.session.plane.plane import Plane
from attn_tui.session.selection import ALL_AXES, AXES, Selection
from attn_tui.session.session import Session
from attn_tui.session.state import State


def begin(lesson: Lesson, *, source: str = "") -> Session:
    """A session on a lesson's first step, or on the problem alone where there are no steps."""
    if not lesson.steps:
        return Session(lesson.problem, source=source)
    first = lesson.steps[0].scene
    session = Session(first.problem, source=source or lesson.problem.name, head=first.head)
    session.walk = Walk(lesson.problem.title, lesson.steps)
    session.before_edit, session.after_edit = guard, notice
    session.stage, session.digits = first.stage, first.digits
    session.shows_sources, session.mixed = first.shows_sources, first.mixed
    session.plane = _plane_of(lesson.steps[0], session.plane)
    _select(session, lesson.steps[0])
    session.walk.arrived[0] = _left(session)
    return session


def session_at(step: Step) -> Session:
    """A session on one step by itself, as it opens."""
    return begin(Lesson(step.scene.problem, (step,)))


def _plane_of(step: Step, before: Plane) -> Plane:
    """The plane as a step opens on it: with the keys where the step shows it, closed where it does not.

    It shows what the step selects: the values where that is in V or in the output, the embeddings where it is in X,
    and a column that is named.
    """
    shows = step.show == "plane"
    plane = Plane(shown=shows, has_keys=shows, plain=before.plain)
    if step.select is None:
        return plane
    axis, column = AXES[step.select.pane][1], step.select.column
    chosen = (0, column) if column is not None and column > 1 else (0, 1)
    if axis == "e":
        return replace(plane, space="values", v_columns=chosen)
    if axis == "m" and step.select.pane == "x":
        return replace(plane, space="embeddings", x_columns=chosen)
    return replace(plane, k_columns=chosen) if axis == "c" else plane


def require_walk(session: Session) -> Walk:
    """The learner's way through the lesson. Fault where none is open."""
    if session.walk is None:
        raise Fault("this is no lesson: o opens one, attn-tui presets lists them")
    return session.walk


def go_on(session: Session, by: int) -> Step | None:
    """Go `by` steps on or back; the step left is kept as it is, and one visited before is as it was left.

    Gives the step that opens, None where it was visited before. Fault at the last step and at the first.
    """
    walk = require_walk(session)
    to = walk.at + by
    if not 0 <= to < len(walk.steps):
        raise Fault(
            "this is the first step" if by < 0 else "this is the last step: N goes back, o opens another"
        )
    walk.left[walk.at] = _left(session)
    before, walk.at = walk.step, to
    session.before = None
    if to in walk.left:
        _put(session, walk.left[to])
        return None
    _arrive(session, walk, before)
    return walk.step


def restore(session: Session) -> None:
    """Back to the problem, or in a lesson to the step, as opened; undo takes back what became of the numbers.

    Fault where nothing differs.
    """
    walk = session.walk
    if walk is None:
        session.reset()
        return
    arrived = walk.arrived[walk.at]
    if not _differs(session, walk, arrived):
        raise Fault("nothing to restore: the step is as it opened")
    if session.state is not session.opened:
        session.do(Replacement("the step as it opened", session.state, session.opened))
    history = session.history
    _put(session, arrived)
    session.history = history
    walk.replies.pop(walk.at, None)
    walk.met.discard(walk.at)
    session.say("the step as it opened")


def _arrive(session: Session, walk: Walk, before: Step) -> None:
    """Open a step for the first time. Where the words are the same, the learner stays in place unless it moves one."""
    step = walk.step
    scene = step.scene
    same = scene.problem.query_tokens == before.scene.problem.query_tokens
    digits = session.digits if scene.digits == before.scene.digits else scene.digits
    opened = State(scene.problem, scene.problem.settings)
    selection = session.selection if same else Selection()
    pane = session.pane if same else "q"
    plane = _plane_of(step, session.plane)
    _put(
        session,
        Left(opened, opened, History(), scene.head, pane, selection, scene.stage, digits, False, plane),
    )
    _select(session, step)
    walk.arrived[walk.at] = _left(session)


def _select(session: Session, step: Step) -> None:
    """Go where the step selects; on the other axes, to what its question and its goal name, so that it is in view.

    Not to the cell of a question with choices, which would answer it. A word selected in X, from which its query and
    its key follow, is selected as a key as well.
    """
    select = step.select
    if select is None:
        return
    row, column = session.selection.cell(select.pane)
    row = row if select.row is None else select.row
    column = column if select.column is None else select.column
    session.select(select.pane, row, column)
    if select.pane == "x":
        session.select_on("j", row)
    asked = step.ask.cell if step.ask and not step.ask.choices else None
    cells = [asked, step.goal.cell if step.goal else None]
    for pane, *at in (cell for cell in cells if cell is not None):
        for axis, index in zip(AXES[pane], at, strict=True):
            if axis not in AXES[select.pane]:
                session.select_on(axis, index)


def _left(session: Session) -> Left:
    return Left(
        session.opened,
        session.state,
        session.history,
        session.head,
        session.pane,
        session.selection,
        session.stage,
        session.digits,
        session.zoomed,
        session.plane,
        session.shows_sources,
        session.mixed,
    )


def _put(session: Session, left: Left) -> None:
    """Show a step as it was left."""
    session.opened, session.state, session.history = left.opened, left.state, left.history
    session.pane, session.selection = left.pane, left.selection
    session.shows_sources, session.mixed = left.shows_sources, left.mixed
    session.leave_lost_panes()
    session.stage, session.digits, session.zoomed = left.stage, left.digits, left.zoomed
    session.plane = replace(left.plane, plain=session.plane.plain, drag=None)
    session.anchor = session.search = session.editor = session.answering = None
    session.show_head(left.head)
    for axis in ALL_AXES:
        session.select_on(axis, session.selection.of(axis))


def _differs(session: Session, walk: Walk, arrived: Left) -> bool:
    now = (session.head, session.pane, session.selection, session.stage, session.digits, session.zoomed)
    then = (arrived.head, arrived.pane, arrived.selection, arrived.stage, arrived.digits, arrived.zoomed)
    touched = walk.reply is not None or walk.at in walk.met
    return now != then or touched or session.state is not session.opened
