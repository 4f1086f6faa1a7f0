"""The overview of all heads of what is explored now."""

from __future__ import annotations

from attn_tui.session.computing.overview import Overview
from attn_tui.session.covers import require_uncovered
from attn_tui.session.session import Session


def all_heads(session: Session) -> Overview:
    """The thumbnails of all heads, as far as they were computed for these numbers and settings.

    Fault where a lesson's question covers the weights.
    """
    require_uncovered(session, "weights")
    if session.overview is None or session.overview.state is not session.state:
        session.overview = Overview(session.state)
    return session.overview
