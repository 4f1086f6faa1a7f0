"""Opening what the command line names: a preset that ships, a TOML file, a dump, or standard input."""

from __future__ import annotations

import stat
import sys
from difflib import get_close_matches
from io import BytesIO
from pathlib import Path, PurePath
from typing import BinaryIO

from attn_tui.files.dumps.dump import read_dump
from attn_tui.files.dumps.json_members import read_json
from attn_tui.files.dumps.npz_members import read_npz
from attn_tui.files.limits import JSON_BYTES, MIB, NPZ_BYTES, TOML_BYTES
from attn_tui.files.presets.lesson import read_lesson
from attn_tui.files.shipped import shipped
from attn_tui.session.faults import Fault
from attn_tui.session.labels import plain
from attn_tui.session.lessons.lesson import Lesson
from attn_tui.session.problem import Problem

_FORMS = "a .toml, .npz or .json file"
_LIMITS = {".toml": TOML_BYTES, ".json": JSON_BYTES, ".npz": NPZ_BYTES}
_ZIP = (b"PK\x03\x04", b"PK\x05\x06")


def open_source(
    source: str, *, stdin: BinaryIO | None = None, layer: int | None = None, waits: bool = True
) -> Problem:
    """The problem alone that `open_lesson` opens."""
    return open_lesson(source, stdin=stdin, layer=layer, waits=waits).problem


def open_lesson(
    source: str, *, stdin: BinaryIO | None = None, layer: int | None = None, waits: bool = True
) -> Lesson:
    """What `source` names: a shipped preset, a .toml, .npz or .json file, or "-", standard input.

    Unless `waits`, what may have to be waited for, standard input and pipes, is refused.
    What has no such ending is recognised by its content. `layer`, if one is asked for, must be the dump's own.
    What can't be opened or used is a `Fault` of one line that names the file and the place in it.
    """
    where = "standard input" if source == "-" else plain(source) or '""'
    if not waits and (source == "-" or Path(source).is_fifo()):
        raise Fault(f"{where}: can only be opened from the command line, expected the name of {_FORMS}")
    try:
        if source == "-":
            return _read(_whole(stdin or _standard_input(), where), source, where, layer)
        path = dict(shipped()).get(source) or _found(source, where)
        with path.open("rb") as stream:
            content = stream if path.is_file() else _whole(stream, where)
            return _read(content, source, where, layer, path.parent)
    except OSError as error:
        raise _unreadable(where, error) from None


def read_toml(source: str) -> tuple[str, str, Path]:
    """The text of a .toml preset or lesson, what a fault calls it, and the folder it stands in.

    `source` is the name of one that ships, or a file's path. Fault for what can't be read.
    """
    where = plain(source) or '""'
    path = dict(shipped()).get(source) or _found(source, where)
    try:
        with path.open("rb") as stream:
            return _text(_within(stream.read(TOML_BYTES + 1), TOML_BYTES, where), where), where, path.parent
    except OSError as error:
        raise _unreadable(where, error) from None


def _standard_input() -> BinaryIO:
    if sys.stdin is None:
        raise Fault(f"standard input: is closed, expected the content of {_FORMS}")
    return sys.stdin.buffer


def _found(source: str, where: str) -> Path:
    """The file at `source`, which is a regular one or a pipe."""
    path = Path(source)
    if not source:
        raise _not_found(source, where, FileNotFoundError())
    try:
        mode = path.stat().st_mode
    except (OSError, ValueError) as error:
        raise _not_found(source, where, error) from None
    if stat.S_ISDIR(mode):
        raise Fault(f"{where}: is a directory, expected {_FORMS}")
    if not (stat.S_ISREG(mode) or stat.S_ISFIFO(mode)):
        raise Fault(f"{where}: is a device, expected {_FORMS}")
    return path


def _not_found(source: str, where: str, error: Exception) -> Fault:
    if isinstance(error, OSError) and not isinstance(error, FileNotFoundError):
        return _unreadable(where, error)
    names = [name for name, _ in shipped()]
    near = get_close_matches(PurePath(source[:200]).stem, names, n=1, cutoff=0.4)
    mend = f"did you mean {near[0]}? " if near else ""
    return Fault(f"{where}: no such preset or file, {mend}`attn-tui presets` lists the presets")


def _unreadable(where: str, error: OSError) -> Fault:
    return Fault(f"{where}: can't be read ({error.strerror or 'input error'}), expected {_FORMS}")


def _whole(stream: BinaryIO, where: str) -> BinaryIO:
    """A stream that can't be rewound as one that can, up to the limit of what it begins as."""
    beginning = stream.read(4)
    limit = NPZ_BYTES if beginning.startswith(_ZIP) else JSON_BYTES
    return BytesIO(_within(beginning + stream.read(limit), limit, where))


def _within(content: bytes, limit: int, where: str) -> bytes:
    if len(content) > limit:
        raise Fault(f"{where}: found more than {limit // MIB} MiB, expected at most that")
    return content


def _read(stream: BinaryIO, name: str, where: str, layer: int | None, folder: Path | None = None) -> Lesson:
    """What is in a stream that can be rewound, read as the ending of its name says, or as its content."""
    beginning = stream.read(4)
    stream.seek(0)
    form = PurePath(name).suffix.lower()
    if form == ".npz" or (form not in _LIMITS and beginning.startswith(_ZIP)):
        return Lesson(read_dump(read_npz(stream, where), name, where, layer))
    limit = _LIMITS.get(form, JSON_BYTES)
    content = _text(_within(stream.read(limit + 1), limit, where), where)
    if form == ".json" or (form != ".toml" and content.lstrip().startswith("{")):
        return Lesson(read_dump(read_json(content, where), name, where, layer))
    if layer is not None:
        raise Fault(f"{where}: --layer {layer}: a preset has no layers, expected no --layer")
    return read_lesson(content, name, where, folder)


def _text(content: bytes, where: str) -> str:
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        found = f"a byte 0x{content[error.start]:02x}"
        raise Fault(f"{where}:{line}: found {found}, expected text in UTF-8") from None
