"""What is off in a lesson as a lesson, though every step of it can be played."""

from __future__ import annotations

from collections.abc import Iterator
from math import isfinite
from string import ascii_lowercase

from attn_tui.session.digits import full
from attn_tui.session.lessons.asking import question_words, reply_to_choice, reply_to_number
from attn_tui.session.lessons.goals import is_met, value_at
from attn_tui.session.lessons.lesson import TEXT_LINES, TEXT_WIDTH, Ask, Goal, Step
from attn_tui.session.lessons.markdown import markdown_lines, unmarked
from attn_tui.session.lessons.markdown_notes import has_markup, undrawn, undrawn_inline
from attn_tui.session.lessons.walking import session_at
from attn_tui.session.phrases import wrapped
from attn_tui.session.selection import PANE_NAMES, TABLES, Pane
from attn_tui.session.session import Session

QUESTION_LINES, LINE, REPLY_LINES = 2, 78, TEXT_LINES - 1
"""Lines at 80×24 that a question, in lines of `LINE` cells, and what an answer is told beside the text may take."""
_WRONG = "-12345.6"
"""An answer as long as most and right to no question."""
_PLAIN = "found Markdown, which is shown here as it is written, expected plain words"


def step_notes(step: Step) -> Iterator[tuple[str, str]]:
    """The key of the step, as in `ask.answer`, and a sentence on what is off in it, but in its title and its text."""
    session = session_at(step)
    if step.ask is not None:
        yield from _markup_notes(step.ask)
        yield from ((f"ask.{key}", said) for key, said in _ask_notes(session, step.ask))
    if step.goal is not None:
        yield from ((f"goal.{key}", said) for key, said in _goal_notes(session, step.goal))


def text_notes(title: str, text: str) -> Iterator[tuple[str, str]]:
    """The same of a step's title and its text, which may be that of a step that can't be played."""
    if has_markup(title):
        yield "title", _PLAIN
    if not text.strip():
        yield "text", "missing, expected what the learner is to read"
    lines = len(markdown_lines(text, TEXT_WIDTH, spaced=False))
    if lines > TEXT_LINES:
        wanted = f"expected at most {TEXT_LINES}, to be read beside the weights at 80×24"
        yield "text", f"found {lines} lines of {TEXT_WIDTH} cells, {wanted}"
    drawn = "expected paragraphs, lists, *emphasis*, **strong** or `code`"
    yield from (("text", f"found {kind}, which is shown as it is written, {drawn}") for kind in undrawn(text))


def _markup_notes(ask: Ask) -> Iterator[tuple[str, str]]:
    """Where a learner would read Markdown's marks and not what they mean."""
    drawn = "which is shown as it is written, expected *emphasis*, **strong** or `code`"
    texts = [("ask.question", ask.question), ("ask.reason", ask.reason)]
    texts += [(f"ask.choices[{at}]", choice) for at, choice in enumerate(ask.choices)]
    texts += [(f"ask.reasons[{at}]", reason) for at, reason in enumerate(ask.reasons)]
    yield from ((key, f"found {kind}, {drawn}") for key, text in texts for kind in undrawn_inline(text))


def _ask_notes(session: Session, ask: Ask) -> Iterator[tuple[str, str]]:
    lines = len(wrapped(question_words(ask), LINE))
    if lines > QUESTION_LINES:
        yield "question", f"found {lines} lines of {LINE} cells, expected at most {QUESTION_LINES} at 80×24"
    if ask.choices:
        yield from _choice_notes(ask)
        return
    if ask.cell is not None:
        value, where = value_at(session, ask.cell), session.cell_name(*ask.cell)
        if not isfinite(value):
            yield "cell", f"found {full(value)} in {where}, expected a number that can be answered"
            return
        if ask.answer is not None and abs(ask.answer - value) > ask.tolerance:
            yield (
                "answer",
                f"found {full(ask.answer)}, expected {value:.6g}, which the program has in {where}",
            )
    yield from _reply_notes("reason", reply_to_number(session, ask, _WRONG).said)


def _choice_notes(ask: Ask) -> Iterator[tuple[str, str]]:
    for at, choice in enumerate(ask.choices):
        if unmarked(choice) in map(unmarked, ask.choices[:at]):
            yield f"choices[{at}]", "found the same choice twice, expected another"
        yield from _reply_notes(f"reasons[{at}]", reply_to_choice(ask, ascii_lowercase[at]).said)


def _reply_notes(key: str, said: str) -> Iterator[tuple[str, str]]:
    told = len(wrapped(said, TEXT_WIDTH))
    if told > REPLY_LINES:
        yield key, f"found {told} lines of {TEXT_WIDTH} cells, expected at most {REPLY_LINES}"


def _goal_notes(session: Session, goal: Goal) -> Iterator[tuple[str, str]]:
    hidden: list[Pane] = [table for table in goal.only if not _is_shown(session, table)]
    if hidden:
        left = "tables" if hidden[0] in TABLES else "projection"
        wanted = f'expected set = {{ left = "{left}" }}, or a select in it'
        yield "only", f"found {PANE_NAMES[hidden[0]]}, which the step does not show, {wanted}"
    key = "below" if goal.above is None else "above"
    if (why := _why_impossible(session, goal)) is not None:
        yield key, f"can't be reached: {why}"
    elif is_met(session, goal):
        value = value_at(session, goal.cell)
        yield key, f"is met as the step opens, with {value:.6g}: expected something to do"


def _is_shown(session: Session, table: Pane) -> bool:
    """Whether a table stands on the left, or its arrows in the plane."""
    has_arrows = session.plane.shown and session.plane.space == "embeddings"
    return table in session.left_panes or (table == "x" and has_arrows)


def _why_impossible(session: Session, goal: Goal) -> str | None:
    above, below = goal.above, goal.below
    if above is not None and below is not None and above >= below:
        return f"nothing is above {full(above)} and below {full(below)}"
    pane, row, column = goal.cell
    if goal.only and pane in TABLES and pane not in goal.only:
        return "its cell is in a table that only does not name"
    if session.settings.mistakes:
        return None
    if goal.only == ("v",) and pane in ("scores", "weights"):
        return f"{pane} do not follow from V"
    if pane != "weights":
        return None
    if (above is not None and above >= 1) or (below is not None and below <= 0):
        return "a weight is from 0 to 1"
    trace, first = session.trace(row, row + 1)
    blocked = not trace.allowed[row - first, column] and session.settings.blocked == float("-inf")
    return "its cell is blocked by the mask" if blocked and above is not None else None
