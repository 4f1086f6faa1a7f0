"""Mistakes put in force and taken out again."""

from __future__ import annotations

from dataclasses import replace

from attn_tui.engine import Mistake
from attn_tui.session.computing.missing import why_nothing
from attn_tui.session.computing.mistakes import mistake_of, mistakes_of, read_mistakes, spelt
from attn_tui.session.session import Session


def mistake_from(session: Session, text: str) -> None:
    """Make the mistake that `text` names, or take it out where it is made; "none" takes out all."""
    if text == "none":
        clear_mistakes(session)
    else:
        toggle_mistake(session, mistake_of(text))


def toggle_mistake(session: Session, mistake: Mistake) -> None:
    """Make it, or take it out; where it is made with another value, it gets this one. Fault where it can't be made."""
    made = mistakes_of(session.settings)
    if mistake in made:
        left = tuple(spelt(other) for other in made if other != mistake)
        _set(session, f"mistake taken out: {mistake.name}", left)
        return
    others = [mistake if other.id == mistake.id else other for other in made]
    after = others if mistake in others else [*others, mistake]
    nothing = why_nothing(session.problem, session.settings, session.head, mistake)
    _set(session, f"mistake made: {mistake.name}", read_mistakes([spelt(other) for other in after]))
    if nothing:
        session.say(f"mistake made: {mistake.name}, which changes nothing here: {nothing}")


def clear_mistakes(session: Session) -> None:
    """Take out every mistake."""
    if session.settings.mistakes:
        _set(session, "every mistake taken out", ())
    else:
        session.say("no mistake is made")


def _set(session: Session, what: str, mistakes: tuple[str, ...]) -> None:
    session.replace(what, settings=replace(session.settings, mistakes=mistakes))
