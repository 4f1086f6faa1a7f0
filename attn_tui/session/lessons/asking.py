"""The question of a lesson's step: how it is answered, and what a right and a wrong answer are told."""

from __future__ import annotations

from collections.abc import Sequence
from string import ascii_lowercase

from attn_tui.session.digits import full, in_digits
from attn_tui.session.faults import Fault
from attn_tui.session.labels import plain
from attn_tui.session.lessons.goals import notice, value_at
from attn_tui.session.lessons.lesson import Ask
from attn_tui.session.lessons.markdown import Piece, inline, unmarked, words_of
from attn_tui.session.lessons.walk import Reply
from attn_tui.session.line_edit import LineEdit
from attn_tui.session.numbers import QUOTED, parse_finite
from attn_tui.session.session import Session

_ROUNDING = 1e-9
"""How much of a tolerance is given on top, so that what is exactly that far off still counts."""


def begin_answer(session: Session) -> None:
    """Open the line that takes the answer. Fault where the step asks nothing."""
    require_ask(session)
    session.answering = LineEdit()


def require_ask(session: Session) -> Ask:
    """The question of the step shown. Fault where there is none."""
    if session.walk is None:
        raise Fault("nothing is asked: this is no lesson")
    if session.walk.step.ask is None:
        raise Fault("nothing is asked in this step: n goes on to the next")
    return session.walk.step.ask


def answer(session: Session, text: str) -> None:
    """Answer the step's question: what is covered is uncovered, and the right answer is said with its reason.

    The selection goes to the cell that was asked for, so that the explanation tells where its number comes from.
    Fault for a text that is no answer.
    """
    ask = require_ask(session)
    reply = reply_to_choice(ask, text) if ask.choices else reply_to_number(session, ask, text)
    walk = session.walk
    assert walk is not None
    walk.replies[walk.at] = reply
    session.answering = session.anchor = None
    if ask.cell is not None:
        session.select(*ask.cell)
    notice(session)
    session.say(reply.said)


def question_pieces(ask: Ask) -> list[Piece]:
    """The question, with its choices by letter: `Which axis?  a) rows  b) columns`."""
    pieces = inline(ask.question)
    for letter, choice in zip(ascii_lowercase, ask.choices, strict=False):
        pieces += [Piece(f"  {letter}) "), *inline(choice)]
    return pieces


def question_words(ask: Ask) -> str:
    """The same as text alone."""
    return words_of(question_pieces(ask))


def right_number(session: Session, ask: Ask) -> float:
    """The number that is right now. Fault where the cell asked for was deleted."""
    if ask.answer is not None:
        return ask.answer
    assert ask.cell is not None
    value = value_at(session, ask.cell)
    if value != value:
        raise Fault("the number that is asked for is no more: r restores the step")
    return value


def reply_to_number(session: Session, ask: Ask, text: str) -> Reply:
    """What is said to a number. Fault for a text that is none."""
    right = right_number(session, ask)
    is_right = any(
        given == right or abs(given - right) <= ask.tolerance * (1 + _ROUNDING)
        for given in _readings(ask, text)
    )
    number = full(right).removesuffix(".0") if ask.answer is not None else _as_shown(session, ask, right)
    what = f"{session.cell_name(*ask.cell)} is {number}" if ask.cell is not None else f"it is {number}"
    if is_right:
        return Reply(text, is_right, (Piece(f"right: {what}"),))
    refused = Piece(f"no, not {plain(text.strip()[:QUOTED])}: {what}")
    return Reply(text, is_right, _joined([refused], ask.reason))


def _as_shown(session: Session, ask: Ask, value: float) -> str:
    return in_digits(value, session.digits, _asks_a_weight(ask))


def reply_to_choice(ask: Ask, text: str) -> Reply:
    """What is said to a choice. Fault for a text that is none."""
    chosen = _chosen(ask, text)
    is_right = chosen == ask.correct
    reason = ask.reasons[chosen] if ask.reasons else "" if is_right else ask.reason
    verdict = "right" if is_right else "no"
    told = _joined([Piece(f"{verdict}: "), *_choice(ask, chosen)], reason)
    if not is_right:
        told = (*_ended(told), Piece(" Right is "), *_choice(ask, ask.correct))
        told = _joined(told, ask.reasons[ask.correct] if ask.reasons else "")
    return Reply(text, is_right, told)


def _choice(ask: Ask, at: int) -> list[Piece]:
    return [Piece(f"{ascii_lowercase[at]}) "), *inline(ask.choices[at])]


def _chosen(ask: Ask, text: str) -> int:
    """Which choice is meant: by its own words, by its letter, or by its number from 1."""
    typed = text.strip().casefold()
    words = [unmarked(choice).casefold() for choice in ask.choices]
    if typed in words:
        return words.index(typed)
    letters = ascii_lowercase[: len(words)]
    if len(typed) == 1 and typed in letters:
        return letters.index(typed)
    if typed.isdecimal() and len(typed) < 3 and 1 <= int(typed) <= len(words):
        return int(typed) - 1
    raise Fault(f"'{plain(text.strip()[:QUOTED])}' is no choice: type a letter from a to {letters[-1]}")


def _readings(ask: Ask, text: str) -> tuple[float, ...]:
    """What an answer may mean. Of a share, and where per cent is asked for, 28.3 and 28.3 % are 0.283 as well."""
    typed = text.strip()
    number = _number(typed.removesuffix("%"))
    in_per_cent = any(sign in ask.question.casefold() for sign in ("per cent", "percent", "%"))
    if typed.endswith("%"):
        return (number / 100, number) if in_per_cent else (number / 100,)
    may_be = in_per_cent or (number > 1 and _asks_a_share(ask))
    return (number, number / 100) if may_be else (number,)


def _number(text: str) -> float:
    """A number, or one over another: `1/3`."""
    above, bar, below = text.partition("/")
    if not bar:
        return parse_finite(text, "answer")
    over, under = parse_finite(above, "answer"), parse_finite(below, "answer")
    if under == 0:
        raise Fault(f"'{plain(text.strip()[:QUOTED])}' is no answer: nothing is divided by 0")
    return over / under


def _asks_a_share(ask: Ask) -> bool:
    """Whether the answer is a part of a whole: a weight, or a number between 0 and 1 that is of no other pane."""
    if ask.cell is not None:
        return _asks_a_weight(ask)
    return ask.answer is not None and 0 < ask.answer < 1


def _asks_a_weight(ask: Ask) -> bool:
    return ask.cell is not None and ask.cell[0] == "weights"


def _joined(told: Sequence[Piece], reason: str) -> tuple[Piece, ...]:
    """What is told, and its reason as a sentence of its own."""
    sentence = inline(reason)
    return (*_ended(told), Piece(" "), *sentence) if sentence else tuple(told)


def _ended(told: Sequence[Piece]) -> tuple[Piece, ...]:
    """What is told with a full stop at its end."""
    return tuple(told) if words_of(told).endswith(".") else (*told, Piece("."))
