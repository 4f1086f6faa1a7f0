"""Which file a source names, and in which state it is, so that one that was changed meanwhile is known."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from attn_tui.files.shipped import shipped


@dataclass(frozen=True)
class Stamp:
    """A file, its links resolved, and when it and those `beside` it were changed, in ns, and their bytes."""

    path: Path
    state: tuple[tuple[int, int], ...]


def stamp_of(source: str, beside: Iterable[str] = ()) -> Stamp | None:
    """The stamp of what `source` names as `open_lesson` takes it; None where that is no regular file.

    `beside` are names of problems that it uses: those that are files in its folder count as a part of it.
    """
    try:
        path = (dict(shipped()).get(source) or Path(source)).resolve(strict=True)
        others = (path.parent / name for name in sorted(set(beside)) if name.endswith(".toml"))
        parts = [path, *(other for other in others if other.is_file())]
        state = tuple((part.stat().st_mtime_ns, part.stat().st_size) for part in parts)
    except (OSError, ValueError, RuntimeError):
        return None
    return Stamp(path, state) if path.is_file() else None
