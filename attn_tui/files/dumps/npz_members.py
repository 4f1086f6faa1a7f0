"""The arrays of an .npz archive, of which nothing is trusted: sizes are checked first, nothing is unpickled."""

from __future__ import annotations

import tokenize
import warnings
import zipfile
import zlib
from dataclasses import dataclass
from math import prod
from typing import IO, Any, BinaryIO

import numpy as np
import numpy.typing as npt

from attn_tui.files.dumps.dump_keys import KEYS
from attn_tui.files.limits import MIB, NPZ_BYTES
from attn_tui.session.faults import Fault
from attn_tui.session.labels import plain

_BROKEN = (zipfile.BadZipFile, zlib.error, EOFError, OSError, RuntimeError, ValueError)
_BAD_HEADER = (ValueError, TypeError, SyntaxError, KeyError, MemoryError, RecursionError, tokenize.TokenError)
_NUMBERS = "numbers of 16, 32 or 64 bits"


def read_npz(stream: BinaryIO, where: str) -> dict[str, Any]:
    """The arrays that a dump may have, by name; the names of the others with None in place of an array.

    Numbers come as they are stored, text as an array of str. What is damaged, larger than its archive or than
    the limit, or holds Python objects is a `Fault` that names the member.
    """
    try:
        archive = zipfile.ZipFile(stream)
    except _BROKEN:
        raise Fault(f"{where}: not an .npz archive, or cut short, expected a whole one") from None
    with archive:
        members = _by_name(archive, where)
        left = NPZ_BYTES
        arrays: dict[str, Any] = dict.fromkeys(members)
        for name in members:
            if name in KEYS:
                arrays[name] = _array(archive, members[name], f"{where}: {name}", left)
                left -= arrays[name].nbytes
    return arrays


def _by_name(archive: zipfile.ZipFile, where: str) -> dict[str, zipfile.ZipInfo]:
    members: dict[str, zipfile.ZipInfo] = {}
    for info in archive.infolist():
        name = info.filename.removesuffix(".npy")
        if name in members:
            raise Fault(f"{where}: {plain(name[:60])}: found twice in the archive, expected once")
        members[name] = info
    return members


@dataclass(frozen=True)
class _Header:
    """What a member says of its array, and how many bytes of the member it takes to say so."""

    shape: tuple[int, ...]
    fortran: bool
    dtype: np.dtype[Any]
    length: int

    def nbytes(self) -> int:
        return prod(self.shape) * self.dtype.itemsize


def _array(archive: zipfile.ZipFile, info: zipfile.ZipInfo, place: str, limit: int) -> npt.NDArray[Any]:
    try:
        with archive.open(info) as member:
            header = _header(member, place)
            _checked(header, info.file_size, place, limit)
            content = member.read(header.nbytes())
    except _BROKEN:
        raise Fault(f"{place}: damaged or cut short, expected a whole array") from None
    if len(content) != header.nbytes():
        raise Fault(f"{place}: found {len(content)} bytes for its shape, expected {header.nbytes()}")
    order = "F" if header.fortran else "C"
    return np.frombuffer(content, dtype=header.dtype).reshape(header.shape, order=order)


def _header(member: IO[bytes], place: str) -> _Header:
    """The shape, order and dtype at the beginning of a member in .npy form."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            version = np.lib.format.read_magic(member)
            read = {(1, 0): np.lib.format.read_array_header_1_0, (2, 0): np.lib.format.read_array_header_2_0}
            shape, fortran, dtype = read[version](member)
    except _BAD_HEADER:
        raise Fault(f"{place}: no array in .npy form, expected one as numpy.savez writes it") from None
    return _Header(shape, fortran, dtype, member.tell())


def _checked(header: _Header, size: int, place: str, limit: int) -> None:
    """A `Fault` unless the header is true of a member of `size` bytes, within `limit`, of numbers or text."""
    dtype = header.dtype
    if dtype.hasobject:
        raise Fault(f"{place}: found Python objects, which are never unpickled, expected {_NUMBERS}")
    if dtype.kind not in "fiubUS" or dtype.itemsize == 0 or (dtype.kind == "f" and dtype.itemsize > 8):
        raise Fault(f"{place}: found {plain(str(dtype)[:40])}, expected {_NUMBERS}")
    if any(length < 0 for length in header.shape) or header.length + header.nbytes() != size:
        claim = f"shape {header.shape} of {dtype}"[:100]
        raise Fault(f"{place}: found {size} bytes in the archive, expected those of {claim}, as it says")
    if header.nbytes() > limit:
        found, most = header.nbytes() // MIB, NPZ_BYTES // MIB
        raise Fault(f"{place}: found {found} MiB, expected at most {most} MiB in all arrays")
