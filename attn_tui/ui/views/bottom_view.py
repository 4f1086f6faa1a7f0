"""The last lines: the explanation, the answer to the last key, and the keys that act now."""

from __future__ import annotations

from collections.abc import Sequence

from attn_tui.commands import footer
from attn_tui.session.explaining.explain import explanation
from attn_tui.session.explaining.moved import change_line
from attn_tui.session.labels import cell_width
from attn_tui.session.lessons import asking
from attn_tui.session.lessons.goals import goal_brief
from attn_tui.session.lessons.markdown import Piece, inline_lines
from attn_tui.session.lessons.walk import Walk
from attn_tui.session.line_edit import LineEdit
from attn_tui.session.phrases import wrapped
from attn_tui.session.plane.plane_showing import space_after
from attn_tui.session.session import Session
from attn_tui.ui.views.layout import Box
from attn_tui.ui.views.line import Line, Span, around_cursor, fitted, line_width
from attn_tui.ui.views.step_view import answer_line, is_reply, is_reply_below, lesson_line, spans, tells_reply

_WHILE_EDITING = (("Enter", "down"), ("Tab", "right"), ("↑ ↓", "commit and move"), ("Esc", "give up"))
_WHILE_COMMANDING = (("Enter", "carry out"), ("Tab", "complete"), ("↑ ↓", "choose"), ("Esc", "close"))
_WHILE_SEEKING = (("Enter", "go there"), ("Esc", "close"))
_WHILE_ANSWERING = (("Enter", "answer"), ("Esc", "look around first"))
_WHILE_ASKED = (("y", "yes"), ("Esc", "no"))
_IN_PLANE = (("?", "help"), ("q", "quit"), ("←↓↑→", "move"), ("+ -", "length"), (", .", "turn"))
_OUT_OF_PLANE = (("P", "close"), ("Tab", "panes"))
_COVERED = "the explanation is covered until the question is answered"


def explanation_lines(session: Session, width: int, height: int) -> list[Line]:
    """The explanation in two lines, or as many as there is room for; the last says what moved while that is shown."""
    told = (_COVERED,) if session.covered else explanation(session, width - 2)
    told = [*told, ""][:height]
    if told and _shows_change(session):
        told[-1] = change_line(session, width - 2)
    return [fitted([Span(f" {text}", "explanation")], width) for text in told]


def _shows_change(session: Session) -> bool:
    return session.shows_moved and session.pane not in session.covered


def message_lines(session: Session, width: int, most: int, step: Box | None = None) -> list[Line]:
    """The line being typed, the question, or the answer to the last key; a fault is marked by `!` as well.

    What is said takes as many lines as it needs, `most` at most. Where there is no room for an explanation and
    nothing to say, what moved is said here. What an answer is told stands in the lesson's `step`, where it has room.
    """
    if session.seeking is not None:
        fault = session.seeking.fault
        told = said(f" ! {fault}", "fault", width, most - 1) if fault and most > 1 else []
        return [*told, fitted([Span(f" /{around_cursor(session.seeking, width - 2)}", "edit")], width)]
    if session.answering is not None:
        return _answer_lines(session, session.answering, width, most)
    if session.question is not None:
        return said(f" {session.question.text}", "question", width, most)
    if fault := _fault(session, session.editor):
        return said(f" ! {fault}", "fault", width, most)
    if most == 1 and _shows_change(session) and not session.message.text:
        return said(f" {change_line(session, width - 2)}", "message", width, most)
    if session.walk is not None:
        return _lesson_lines(session, session.walk, width, most, step)
    return said(f" {session.message.text}", "message", width, most)


def _lesson_lines(session: Session, walk: Walk, width: int, most: int, step: Box | None) -> list[Line]:
    """What a step waits for, and before it what the last key did; the goal stands behind that where both fit a line.

    Where there is no room for both, the answer to the key comes first.
    """
    is_below = step is not None and is_reply_below(walk, step.width, step.height)
    pieces, look = lesson_line(session, walk, width, is_below)
    message = session.message.text
    if not message or (look == "reply" and is_reply(walk, message)) or _is_in_step(session, walk, step):
        return _drawn(pieces, look, width, most)
    brief = goal_brief(session)
    if brief and cell_width(f" {message} · {brief}") <= width:
        return said(f" {message} · {brief}", "message", width, most)
    answered = said(f" {message}", "message", width, most)
    waits = _drawn(pieces, look, width, most) if look == "asked" else []
    return [*answered, *waits] if len(answered) + len(waits) <= most else answered


def _is_in_step(session: Session, walk: Walk, step: Box | None) -> bool:
    return step is not None and tells_reply(walk, session.message.text, step.width, step.height)


def _answer_lines(session: Session, answering: LineEdit, width: int, most: int) -> list[Line]:
    """The question, or why the answer could not be read, and under it the answer being typed."""
    ask = asking.require_ask(session)
    fault = _fault(session, answering)
    told: list[Line] = []
    if most > 1 and fault:
        told = said(f" ! {fault}", "fault", width, most - 1)
    elif most > 1:
        told = _drawn(asking.question_pieces(ask), "asked", width, most - 1)
    return [*told, answer_line(answering, width)]


def _fault(session: Session, line: LineEdit | None) -> str:
    """Why the last key could not be obeyed, or else why the line being typed did not take it."""
    if session.message.is_fault:
        return session.message.text
    return "" if line is None else line.fault


def said(text: str, look: str, width: int, most: int) -> list[Line]:
    """A sentence in lines of `width` cells, `most` at most."""
    lines = wrapped(text, width) if text.strip() else [""]
    if len(lines) > most:
        rest = " ".join(line.strip() for line in lines[most - 1 :])
        lines = [*lines[: most - 1], f"    {rest}" if most > 1 else f" {rest}"]
    return [fitted([Span(line, look)], width) for line in lines]


def _drawn(pieces: Sequence[Piece], look: str, width: int, most: int) -> list[Line]:
    """The same of a question or a reply, in which words may be marked."""
    lines = inline_lines(pieces, width - 1, hang=3)
    if len(lines) > most:
        lines = [*lines[: most - 1], [piece for line in lines[most - 1 :] for piece in line]]
    return [fitted([Span(" "), *spans(line, look)], width) for line in lines]


def keys_line(session: Session, width: int) -> Line:
    """The keys that act now, as many as fit; help and quit come first."""
    line: Line = []
    for keys, label in _pairs(session):
        piece = [Span(" "), Span(keys, "key"), Span(f" {label} ", "key.label")]
        if line_width(line) + cell_width(keys) + cell_width(label) + 3 > width:
            break
        line += piece
    return fitted(line, width)


def _pairs(session: Session) -> tuple[tuple[str, str], ...]:
    if session.command is not None:
        return _WHILE_COMMANDING
    if session.answering is not None:
        return _WHILE_ANSWERING
    if session.question is not None:
        return _WHILE_ASKED
    if session.editor is not None:
        return _WHILE_EDITING
    if session.seeking is not None:
        return _WHILE_SEEKING
    if not session.plane.has_keys:
        return footer(session)
    return (*_IN_PLANE, ("v", space_after(session)), *_OUT_OF_PLANE)
