"""The one exception for what a user can cause: a sentence that says what, where, and what would be right."""

from __future__ import annotations


class Fault(Exception):
    """An input that can't be used or a command that can't act here.

    `str(fault)` is one sentence on one line, fit to be shown as it is: control characters in what is quoted
    from a file or a keyboard are already replaced (see `attn_tui.session.labels.plain`).
    """


class SaveFault(Fault):
    """Something of the user's could not be written to a file."""
