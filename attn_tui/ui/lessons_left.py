"""Lessons that were left for something else, so that who returns to one finds it as it was."""

from __future__ import annotations

from pathlib import Path

from attn_tui.files.stamp import Stamp, stamp_of
from attn_tui.session.session import Session


class LessonsLeft:
    """Sessions by the file of their lesson, as long as that file is what it was when it was opened."""

    def __init__(self, session: Session) -> None:
        self._left: dict[Path, tuple[Stamp, Session]] = {}
        self.begin(session)

    def begin(self, session: Session) -> None:
        """Remember in which state the file is that `session` has just been opened from."""
        self._here: Stamp | None = _stamp(session)

    def keeps(self, session: Session, source: str) -> bool:
        """Whether leaving `session` for `source` loses nothing of it."""
        there = stamp_of(source)
        elsewhere = self._here is not None and (there is None or there.path != self._here.path)
        return session.walk is not None and elsewhere and _stamp(session) == self._here

    def leave(self, session: Session, source: str) -> Session | None:
        """Leave `session` for `source`: the session that was left there before and is still true, or None."""
        if self._here is not None and self.keeps(session, source):
            self._left[self._here.path] = self._here, session
        there = stamp_of(source)
        left = None if there is None else self._left.pop(there.path, None)
        return left[1] if left is not None and _stamp(left[1]) == left[0] else None


def _stamp(session: Session) -> Stamp | None:
    """The stamp of a session's file, with the problems of other files that its steps name."""
    steps = () if session.walk is None else session.walk.steps
    return stamp_of(session.source, (step.scene.problem.name for step in steps))
