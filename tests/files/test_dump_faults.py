"""Whatever is wrong in a dump ends in one line: file, member, what was found and what was expected."""

import json
import struct
import tracemalloc
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.lib import NumpyVersion

from attn_tui.files.dumps import npz_members
from tests.files.dumps import archive, fault_of, header, members, npy

ONES = np.ones((1, 2, 2), dtype=np.float32)

IN_THE_MEMBERS: list[tuple[dict[str, Any], str]] = [
    ({"k": None}, "k: missing, the file holds q, tokens, v, expected q, k and v"),
    (
        {"k": np.ones((2, 2, 2))},
        "v: found shape (1, 2, 1), expected as many heads and rows as in k (2, 2, 2)",
    ),
    (
        {"k": np.ones((2, 2, 2)), "v": np.ones((2, 2, 1))},
        "q: found 3 heads, expected a multiple of the 2 heads of k",
    ),
    ({"k": np.ones((1, 2, 3))}, "k: found shape (1, 2, 3), expected width 2 as in q (3, 2, 2)"),
    (
        {"v": np.ones((1, 3, 1))},
        "v: found shape (1, 3, 1), expected as many heads and rows as in k (1, 2, 2)",
    ),
    ({"q": np.ones((2, 3, 2, 2))}, "q: found shape (2, 3, 2, 2), expected a batch of 1"),
    ({"tokens": ["it"]}, "tokens: found 1, expected 2, one for a row of q"),
    ({"tokens": [1, 2]}, "tokens: found a list of 2, expected a list of 2 texts, one for a row of q"),
    ({"tokens": "it was"}, 'tokens: found the text "it was", expected a list of 2 texts, one for a row of q'),
    ({"query_tokens": ["it"]}, "query_tokens: found 1, expected 2, one for a row of q"),
    ({"key_tokens": ["it"]}, "key_tokens: found 1, expected 2, one for a row of k"),
    (
        {"q": np.ones((3, 1, 2))},
        "tokens: found one list of words, expected query_tokens and key_tokens, since q has 1",
    ),
    (
        {"q": np.ones((1, 1, 2)), "tokens": None, "causal": True},
        "causal: found true with 1 query and 2 keys, expected",
    ),
    ({"causal": "both"}, 'causal: found the text "both", expected true, false, "causal" or "causal-end"'),
    ({"causal": 2}, 'causal: found 2, expected true, false, "causal" or "causal-end"'),
    (
        {"causal": True, "mask": "causal-end"},
        "mask: found causal-end with another causal, expected one of them",
    ),
    ({"mask": "causl"}, 'mask: "causl" is no mask, expected none, causal, causal-end, window:L,R'),
    (
        {"mask": [[1, 0], [1, 1]]},
        "mask: found an array, in which 1 may mean look or not, expected a mask's name",
    ),
    ({"scale": "big"}, 'scale: found the text "big", expected a finite number to multiply by'),
    ({"scale": [0.1, 0.2]}, "scale: found a list of 2, expected a finite number to multiply by"),
    ({"scale": float("inf")}, "scale: found inf, expected a finite number to multiply by"),
    (
        {"q": np.ones((1, 3, 2, 2)), "layout": "HTD"},
        'layout: found the text "HTD", expected HTD (heads, tokens, width)',
    ),
    ({"offset": 1.5}, "offset: found 1.5, expected a whole number"),
    ({"offset": 10**10}, "offset: found 10000000000, expected a whole number from"),
    ({"layer": "last"}, 'layer: found the text "last", expected a whole number'),
    ({"heads": [1]}, "heads: found 1, expected 3, one a head of q"),
    ({"heads": 3}, "heads: found 3, expected a list of 3 numbers, one a head of q"),
    ({"text": 3}, "text: found 3, expected text"),
    (
        {"layout": "THD"},
        'layout: found the text "THD", expected HTD (heads, tokens, width), or BHTD with a batch of 1',
    ),
    (
        {"layout": "BTHD"},
        'layout: found the text "BTHD", expected HTD (heads, tokens, width), or BHTD with a batch of 1',
    ),
]


@pytest.mark.parametrize("ending", ["npz", "json"])
@pytest.mark.parametrize(("changed", "said"), IN_THE_MEMBERS)
def test_a_fault_names_the_member(tmp_path: Path, ending: str, changed: dict[str, Any], said: str):
    path, dump = tmp_path / f"dump.{ending}", members(**changed)
    if ending == "npz":
        np.savez(path, **dump)
    else:
        path.write_text(json.dumps({key: np.asarray(value).tolist() for key, value in dump.items()}))
    assert fault_of(str(path)).startswith(f"dump.{ending}: {said}")


def test_a_layer_that_the_dump_is_not_is_a_fault(tmp_path: Path):
    path = tmp_path / "dump.json"
    path.write_text('{"q": [[1]], "k": [[1]], "v": [[1]], "layer": 9}')
    assert fault_of(str(path), layer=8) == "dump.json: layer: asked for 8, expected --layer 9"
    path.write_text('{"q": [[1]], "k": [[1]], "v": [[1]]}')
    assert (
        fault_of(str(path), layer=0)
        == "dump.json: layer: asked for 0, expected no --layer, since the file names none"
    )


IN_JSON = [
    ('{"q": [[1, 2], [3]]}', "q[1]: found a list of 1, expected a list of 2"),
    ('{"q": [[1, 2], 3]}', "q[1]: found 3, expected a list of 2"),
    ('{"q": [[[1, 2], [3, true]]]}', "q[0,1,1]: found true, expected a number"),
    ('{"q": [[[1, 2], [3, null]]]}', "q[0,1,1]: found nothing, expected a number"),
    ('{"q": [[[1, 2], [3, "four"]]]}', 'q[0,1,1]: found the text "four", expected a number'),
    ('{"q": [[[1, 2], [3, [4]]]]}', "q[0,1,1]: found a list of 1, expected a number"),
    (
        '{"q": [[1, 1' + "0" * 400 + "]]}",
        "q[0,1]: found a very large number, expected a number that a float64 can",
    ),
    ('{"q": []}', "q: found an empty list, expected lists of numbers nested as (heads, tokens, width)"),
    ('{"q": [[]]}', "q: found a list of 1, expected lists of numbers nested as (heads, tokens, width)"),
    (
        '{"q": [[[[[1]]]]]}',
        "q: found a list of 1, expected lists of numbers nested as (heads, tokens, width)",
    ),
    ('{"q": [1, 2]}', "q: found a list of 2, expected lists of numbers nested as (heads, tokens, width)"),
    (
        '{"q": [[{"a": 1}]]}',
        "q: found a list of 1, expected lists of numbers nested as (heads, tokens, width)",
    ),
    ('{"q": "no"}', 'q: found the text "no", expected lists of numbers nested as (heads, tokens, width)'),
    ('{"q": null}', "q: missing, the file holds q, expected q, k and v"),
    ("{}", "q: missing, the file holds nothing, expected q, k and v"),
    ('{"\\u001b[2J": 1}', "q: missing, the file holds \\x1b[2J, expected q, k and v"),
    ('{"q": 1, "q": 2}', "q: given twice, expected once"),
    ('{"reference": {"a\\n": 1, "a\\n": 2}}', "a\\n: given twice, expected once"),
    ("[1, 2]", 'found no object, expected {"q": …, "k": …, "v": …}'),
    ('{"q": ' + "[" * 100_000 + "]" * 100_000 + "}", "not JSON: lists nested too deep"),
    ('{"q": 1' + "0" * 5000 + "}", "not JSON: an integer of thousands of digits, expected shorter ones"),
]


@pytest.mark.parametrize(("text", "said"), IN_JSON)
def test_a_fault_in_json_names_the_place(tmp_path: Path, text: str, said: str):
    path = tmp_path / "dump.json"
    path.write_text(text)
    assert fault_of(str(path)).startswith(f"dump.json: {said}")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "1: not JSON at column 1: "),
        ('{"q":\n[1,,2]}', "2: not JSON at column "),
        ('{"q": 1}\n}', "2: not JSON at "),
    ],
)
def test_what_is_not_json_names_the_line(tmp_path: Path, text: str, said: str):
    path = tmp_path / "dump.json"
    path.write_text(text)
    assert fault_of(str(path)).startswith(f"dump.json:{said}")


IN_ARRAYS = [
    (
        np.array([[{"a": 1}]], dtype=object),
        "found Python objects, which are never unpickled, expected numbers of 16",
    ),
    (ONES.astype(np.complex64), "found complex64, expected numbers of 16, 32 or 64 bits"),
    (np.ones((1, 2), dtype=[("a", "f4"), ("b", "O")]), "found Python objects, which are never unpickled"),
    (
        np.ones((1, 2), dtype=[("a", "f4"), ("b", "f4")]),
        "found [('a', '<f4'), ('b', '<f4')], expected numbers of",
    ),
    (ONES.astype(np.longdouble), f"found {np.dtype(np.longdouble)}, expected numbers of 16, 32 or 64 bits"),
    (np.ones((1, 2), dtype="M8[s]"), "found datetime64[s], expected numbers of 16, 32 or 64 bits"),
    (np.zeros((1, 2), dtype="V2"), "found |V2, expected numbers of 16, 32 or 64 bits"),
    (ONES.astype(bool), "found an array of bool, expected numbers"),
    (np.array([["a", "b"]]), "found an array of <U1, expected numbers"),
    (np.ones(3), "found shape (3,), expected (heads, tokens, width), none 0"),
    (np.ones(()), "found shape (), expected (heads, tokens, width), none 0"),
    (np.ones((1, 0, 2)), "found shape (1, 0, 2), expected (heads, tokens, width), none 0"),
    (np.ones((1, 1, 1, 2, 2)), "found shape (1, 1, 1, 2, 2), expected (heads, tokens, width), none 0"),
    (
        np.ones((1025, 1, 1)),
        "found shape (1025, 1, 1), expected at most 1024 heads, 1048576 tokens and width 65536",
    ),
]


@pytest.mark.parametrize(("array", "said"), IN_ARRAYS, ids=[said for _, said in IN_ARRAYS])
def test_an_array_that_is_no_table_of_numbers_is_a_fault(tmp_path: Path, array: np.ndarray, said: str):
    path = archive(tmp_path / "dump.npz", [("q.npy", npy(array))])
    assert fault_of(path).startswith(f"dump.npz: q: {said}")


OLD_BYTES = (
    "found an array of |S5, expected numbers"
    if NumpyVersion(np.__version__) < "2.5.0"
    else "no array in .npy form"
)
"""What is said of the type `a5`, a name for bytes that NumPy 2.5 no longer knows."""
SPOILED = [
    (b"", "no array in .npy form"),
    (b"\x93NUMPY\x01\x00", "no array in .npy form"),
    (b"\x93NUMPY\x03\x00" + header("(1,)")[8:], "no array in .npy form"),
    (b"\x93NUMPY\x01\x00\x04\x00    ", "no array in .npy form"),
    (header("(1, 2), 'more': 3"), "no array in .npy form"),
    (header("'ab'"), "no array in .npy form"),
    (header("(" * 3000 + ")" * 3000), "no array in .npy form"),
    (header("(" + "9" * 5000 + ",)"), "no array in .npy form"),
    (header("(1,)", descr="'nope'"), "no array in .npy form"),
    (header("(1,)", descr="'a5'") + bytes(5), OLD_BYTES),
    (header("(1,)", descr="'|O'"), "found Python objects, which are never unpickled"),
    (header("(1000000000000, 2)", descr="'<U0'"), "found <U0, expected numbers of 16, 32 or 64 bits"),
    (header("(1, 2, 2)") + bytes(15), "in the archive, expected those of shape (1, 2, 2) of float32"),
    (header("(1, 2, 2)") + bytes(17), "in the archive, expected those of shape (1, 2, 2) of float32"),
    (header("(-1, -2, 2)") + bytes(16), "in the archive, expected those of shape (-1, -2, 2) of float32"),
    (header("(1000000000, 1000000000, 1000000000)"), "in the archive, expected those of shape (1000000000,"),
    (header("(0x" + "f" * 4000 + ", 0x" + "f" * 4000 + ")"), "damaged or cut short, expected a whole array"),
]


@pytest.mark.parametrize(("content", "said"), SPOILED, ids=range(len(SPOILED)))
def test_a_member_that_is_not_what_it_says_is_a_fault(tmp_path: Path, content: bytes, said: str):
    path = archive(tmp_path / "dump.npz", [("q.npy", content)])
    refused = fault_of(path)
    assert refused.startswith("dump.npz: q: ")
    assert said in refused


def test_members_given_twice_are_a_fault(tmp_path: Path):
    twice = [("q.npy", npy(ONES)), ("q", npy(ONES))]
    assert (
        fault_of(archive(tmp_path / "dump.npz", twice))
        == "dump.npz: q: found twice in the archive, expected once"
    )


def test_an_archive_that_is_cut_short_is_a_fault(tmp_path: Path):
    path = tmp_path / "dump.npz"
    np.savez(path, **members())
    whole = path.read_bytes()
    for length in range(0, len(whole), 7):
        path.write_bytes(whole[:length])
        assert fault_of(str(path)) == "dump.npz: not an .npz archive, or cut short, expected a whole one"


def test_a_byte_that_was_flipped_in_the_numbers_is_a_fault(tmp_path: Path):
    path = Path(archive(tmp_path / "dump.npz", [("q.npy", npy(ONES))]))
    content = bytearray(path.read_bytes())
    content[content.index(ONES.tobytes()) + 3] ^= 1
    path.write_bytes(content)
    assert fault_of(str(path)) == "dump.npz: q: damaged or cut short, expected a whole array"


def test_an_encrypted_or_unknown_compression_is_a_fault(tmp_path: Path):
    for offset, flag in ((6, b"\x01\x00"), (8, b"\x63\x00")):
        path = Path(archive(tmp_path / "dump.npz", [("q.npy", npy(ONES))]))
        content = bytearray(path.read_bytes())
        directory = content.index(b"PK\x01\x02")
        content[offset : offset + 2] = flag
        content[directory + offset + 2 : directory + offset + 4] = flag
        path.write_bytes(content)
        assert fault_of(str(path)) == "dump.npz: q: damaged or cut short, expected a whole array"


def test_a_size_that_is_claimed_is_not_allocated(tmp_path: Path):
    claimed = 1 << 30
    name, content = "q.npy", header("(1, 1, 268435456)")
    path = Path(archive(tmp_path / "dump.npz", [(name, content + bytes(64))], zipfile.ZIP_DEFLATED))
    spoiled = bytearray(path.read_bytes())
    directory = spoiled.index(b"PK\x01\x02")
    spoiled[directory + 24 : directory + 28] = struct.pack("<I", len(content) + claimed)
    path.write_bytes(spoiled)
    tracemalloc.start()
    refused = fault_of(str(path))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert refused.startswith("dump.npz: q: ")
    assert peak < 10_000_000


def test_all_arrays_together_have_a_limit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(npz_members, "NPZ_BYTES", 2 * ONES.nbytes + ONES.nbytes - 1)
    path = archive(tmp_path / "dump.npz", [(f"{letter}.npy", npy(ONES)) for letter in "qkv"])
    assert fault_of(path).startswith("dump.npz: v: found 0 MiB, expected at most")


def test_text_that_is_no_text_is_a_fault(tmp_path: Path):
    tables = [(f"{letter}.npy", npy(ONES)) for letter in "qkv"]
    for tokens in (np.array([b"\xff", b"a"]), np.array([0x110000, 65], dtype="<u4").view("<U1")):
        path = archive(tmp_path / "dump.npz", [*tables, ("tokens.npy", npy(tokens))])
        assert fault_of(path) == "dump.npz: tokens: found bytes that are no text, expected text in UTF-8"
