"""The folder for what the program keeps between runs."""

from __future__ import annotations

import os
from pathlib import Path

from attn_tui.session.faults import Fault


def state_folder() -> Path:
    """`attn_tui` in $XDG_STATE_HOME, which counts only if absolute, or in ~/.local/state.

    Raises Fault where there is neither that nor a home folder.
    """
    named = Path(os.environ.get("XDG_STATE_HOME", ""))
    try:
        state = named if named.is_absolute() else Path.home() / ".local" / "state"
    except RuntimeError:
        raise Fault("there is no home folder to save in: set XDG_STATE_HOME to a folder") from None
    return state / "attn_tui"
