"""A copy leaves by the terminal's clipboard (OSC 52) and in a file."""

from __future__ import annotations

from typing import Any

from textual.app import App

from attn_tui.files.pasting.copy import copy_path, save_copy
from attn_tui.session.faults import Fault
from attn_tui.session.labels import plain

LONG_COPY = 3000
"""Bytes of a copy that some terminals and multiplexers no longer pass on to the clipboard."""


def copy_out(app: App[Any], text: str, told: str) -> str:
    """Copy `text`; what was done, `told` first. Raises Fault, which says so too, where the file can't be saved."""
    app.copy_to_clipboard(text)
    try:
        path = copy_path()
        save_copy(text, path)
    except Fault as fault:
        raise Fault(f"{told} to the clipboard only: {fault}") from None
    doubt = ", if the terminal takes as much" if len(text) > LONG_COPY else ""
    return f"{told} to the clipboard{doubt} and to {plain(str(path))}"
