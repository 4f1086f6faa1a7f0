"""Files that were opened before, for the picker: a short list of paths in the state folder."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path

from attn_tui.files.saving import save_text
from attn_tui.files.shipped import shipped
from attn_tui.files.state import state_folder
from attn_tui.session.faults import Fault

MOST = 8
"""How many files are remembered."""
_LARGEST = 64 * 1024


def recent() -> list[Path]:
    """The files opened last that are still there, the latest first. A list that can't be read is an empty one."""
    with suppress(Fault, OSError, ValueError, RecursionError):
        path = _list()
        if path.stat().st_size <= _LARGEST:
            names = json.loads(path.read_text(encoding="utf-8"))
            paths = [Path(name) for name in names if isinstance(name, str)] if isinstance(names, list) else []
            return [found for found in paths[:MOST] if found.is_absolute() and found.is_file()]
    return []


def remember(source: str) -> None:
    """Put a file at the head of the list. What ships and what is no file is not remembered.

    Where nothing can be saved nothing is, and nothing is said: the list is a comfort.
    """
    with suppress(Fault, OSError, ValueError):
        opened = Path(source).absolute()
        if source not in dict(shipped()) and opened.is_file():
            names = [str(opened), *(str(path) for path in recent() if path != opened)][:MOST]
            _list().parent.mkdir(parents=True, exist_ok=True)
            save_text(json.dumps(names, indent=1), _list(), private=True)


def _list() -> Path:
    return state_folder() / "recent.json"
