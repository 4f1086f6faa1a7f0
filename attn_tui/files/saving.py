"""Files are written whole or not at all."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from attn_tui.session.faults import SaveFault
from attn_tui.session.labels import plain


def save_text(text: str, path: Path, *, private: bool = False) -> None:
    """Write `text` to `path` as UTF-8; readable by its owner only where `private`.

    It is written beside `path` and put in its place once it is on the disk; a link is followed, and what is no
    file, such as a device, is written to. Raises SaveFault with the path and the
    reason where that fails; what was there before is then still there.
    """
    try:
        path = path.resolve()
        if path.exists() and not path.is_file():
            path.write_text(text, encoding="utf-8")
        else:
            _replace(path, text, private)
    except (OSError, RuntimeError) as error:
        raise SaveFault(
            f"{plain(str(path))} could not be saved: {getattr(error, 'strerror', None) or error}"
        ) from None


def _replace(path: Path, text: str, private: bool) -> None:
    descriptor, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(descriptor, "w", encoding="utf-8", newline="") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        if not private:
            Path(name).chmod(0o666 & ~_umask())
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def _umask() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return mask
