"""Lessons that were left for something else, so that who returns to one finds it as it was."""

from __future__ import annotations

from attn_tui.files.shipped import shipped
from attn_tui.session.session import Session


class LessonsLeft:
    """Sessions by their source. Only lessons that ship are kept: a file may have been changed meanwhile."""

    def __init__(self) -> None:
        self._left: dict[str, Session] = {}

    def keeps(self, session: Session, source: str) -> bool:
        """Whether leaving `session` for `source` loses nothing of it."""
        return session.walk is not None and session.source != source and session.source in dict(shipped())

    def leave(self, session: Session, source: str) -> Session | None:
        """Leave `session` for `source`: the session that was left there before, or None."""
        if self.keeps(session, source):
            self._left[session.source] = session
        return self._left.pop(source, None)
