"""One setting changed as an undoable step."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from attn_tui.session.session import Session


def change(session: Session, what: str, **setting: Any) -> None:
    """Change one setting as an undoable step; no step where it has that value already.

    `what` tells of the formula, which a mistake in force departs from, and so that is said.
    """
    if made := session.settings.mistakes:
        what += f", but for the mistake{'s' * (len(made) > 1)}"
    (name, value), *_ = setting.items()
    if same(getattr(session.settings, name), value):
        session.say(what)
        return
    session.replace(what, settings=replace(session.settings, **setting))


def same(a: object, b: object) -> bool:
    """Whether two settings are equal and of one kind: True is not 1.0."""
    return type(a) is type(b) and a == b
