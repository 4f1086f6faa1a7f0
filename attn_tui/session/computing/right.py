"""What stands on the screen without the mistakes: the numbers that a mistake is compared with."""

from __future__ import annotations

from dataclasses import replace

from attn_tui.session.session import Session
from attn_tui.session.state import State


def right_session(session: Session) -> Session:
    """The same problem, head, selection and view with no mistake in force; `session` itself where none is."""
    if not session.settings.mistakes:
        return session
    if session.right is None or session.right[0] is not session.state:
        right = Session(session.problem, source=session.source)
        right.state = State(session.problem, replace(session.settings, mistakes=()))
        session.right = session.state, right
    right = session.right[1]
    if right.head != session.head:
        right.show_head(session.head)
    right.selection, right.pane, right.anchor = session.selection, session.pane, session.anchor
    right.stage, right.digits = session.stage, session.digits
    return right
