"""Which panes stand in the two columns of the board, and how many rows those on the left have."""

from __future__ import annotations

from attn_tui.session.session import Session
from attn_tui.ui.views.layout import Columns


def panes_there(session: Session) -> Columns:
    """The panes of the session's two columns."""
    return Columns(
        session.left_panes, session.right_panes, tuple(session.shape(pane)[0] for pane in session.left_panes)
    )
