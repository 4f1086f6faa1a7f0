"""Small dumps to write and to spoil."""

import json
import zipfile
from io import BytesIO
from pathlib import Path
from typing import Any
from unicodedata import category

import numpy as np
import pytest

from attn_tui.files.sources import open_source
from attn_tui.session.faults import Fault
from attn_tui.session.problem import Problem


def members(**changed: Any) -> dict[str, Any]:
    """Three query heads on one key/value head, two tokens, d_k = 2, d_v = 1; a value None leaves a member out."""
    rng = np.random.default_rng(7)
    dump = {
        "q": rng.normal(size=(3, 2, 2)).astype(np.float32),
        "k": rng.normal(size=(1, 2, 2)).astype(np.float32),
        "v": rng.normal(size=(1, 2, 1)).astype(np.float32),
        "tokens": np.array(["it", " was"]),
    } | changed
    return {key: value for key, value in dump.items() if value is not None}


def opened_npz(tmp_path: Path, **changed: Any) -> Problem:
    path = tmp_path / "dump.npz"
    np.savez(path, **members(**changed))
    return open_source(str(path))


def opened_json(tmp_path: Path, **changed: Any) -> Problem:
    listed = {
        key: value.tolist() if hasattr(value, "tolist") else value
        for key, value in members(**changed).items()
    }
    return opened_text(tmp_path, json.dumps(listed))


def opened_text(tmp_path: Path, text: str, layer: int | None = None) -> Problem:
    path = tmp_path / "dump.json"
    path.write_text(text, encoding="utf-8")
    return open_source(str(path), layer=layer)


def npy(array: np.ndarray) -> bytes:
    """An array in .npy form."""
    stream = BytesIO()
    np.save(stream, array, allow_pickle=True)
    return stream.getvalue()


def header(shape: str, descr: str = "'<f4'", fortran: str = "False") -> bytes:
    """The beginning of a .npy file that claims a shape and a dtype."""
    text = f"{{'descr': {descr}, 'fortran_order': {fortran}, 'shape': {shape}, }}".encode()
    return b"\x93NUMPY\x01\x00" + (len(text) + 1).to_bytes(2, "little") + text + b"\n"


def archive(path: Path, contents: list[tuple[str, bytes]], compression: int = zipfile.ZIP_STORED) -> str:
    """A zip file of these contents; its path as the command line would have it."""
    with zipfile.ZipFile(path, "w", compression) as zipped:
        for name, content in contents:
            zipped.writestr(name, content)
    return str(path)


def one_line(said: str) -> bool:
    """Whether a message has no character that could end the line or move the terminal."""
    return not any(category(character)[0] == "C" or character in "\u2028\u2029" for character in said)


def fault_of(source: str, **how: Any) -> str:
    """The one line with which `source` is refused, without the directory it is in."""
    with pytest.raises(Fault) as caught:
        open_source(source, **how)
    said = str(caught.value)
    assert one_line(said)
    return said.removeprefix(f"{Path(source).parent}/")
