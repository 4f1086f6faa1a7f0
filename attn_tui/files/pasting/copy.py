"""What is copied leaves as text that every spreadsheet and NumPy read back to the same bits."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import numpy.typing as npt

from attn_tui.files.saving import save_text
from attn_tui.files.state import state_folder
from attn_tui.session.faults import SaveFault
from attn_tui.session.labels import plain


def as_tsv(block: npt.NDArray[np.floating]) -> str:
    """`block` (rows, columns) as tab-separated lines, each with its newline, at full precision.

    float32 numbers have the digits that tell them from their float32 neighbours; infinities and NaN are
    `inf`, `-inf` and `nan`.
    """
    return "".join("\t".join(map(_digits, row)) + "\n" for row in block)


def _digits(number: np.floating) -> str:
    return repr(number.item()) if number.dtype == np.float64 else str(number)


def copy_path() -> Path:
    """Where a copy is also saved. Raises Fault where there is no home folder."""
    return state_folder() / "copy.tsv"


def save_copy(text: str, path: Path) -> None:
    """Write `text` to `path`, whole or not at all, readable by its owner only; folders are made as needed.

    Raises SaveFault with the path and the reason where that fails; what was there before is then still there.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise SaveFault(f"{plain(str(path))} could not be saved: {error.strerror or error}") from None
    save_text(text, path, private=True)
