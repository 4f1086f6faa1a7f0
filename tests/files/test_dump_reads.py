"""The arrays of an .npz or .json dump become a problem."""

import json
from math import inf
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from attn_tui.files.sources import open_source
from attn_tui.session.computing.compute import compute
from attn_tui.session.settings import Causal, Window
from tests.files.dumps import members, opened_json, opened_npz, opened_text

both = pytest.mark.parametrize("opened", [opened_npz, opened_json])


def test_float32_and_its_bits_are_kept(tmp_path: Path):
    problem = opened_npz(tmp_path)
    for letter in "qkv":
        assert getattr(problem, letter).dtype == np.float32
        assert getattr(problem, letter).tobytes() == members()[letter].tobytes()


@pytest.mark.parametrize(
    ("stored", "read"),
    [("f2", "float32"), ("f4", "float32"), (">f4", "float32"), ("f8", "float64"), (">f8", "float64"),
     ("i1", "float64"), ("<i8", "float64"), (">u2", "float64")],
)  # fmt: skip
def test_what_is_stored_is_widened_and_nothing_is_lost(tmp_path: Path, stored: str, read: str):
    tables = {letter: (members()[letter] * 8).astype(stored) for letter in "qkv"}
    problem = opened_npz(tmp_path, **tables)
    for letter in "qkv":
        assert getattr(problem, letter).dtype == np.dtype(read)
        assert getattr(problem, letter).tolist() == tables[letter].tolist()


def test_several_dtypes_are_brought_to_the_widest(tmp_path: Path):
    problem = opened_npz(tmp_path, v=members()["v"].astype(np.float64))
    assert {problem.q.dtype, problem.k.dtype, problem.v.dtype} == {np.dtype(np.float64)}


def test_fortran_order_and_compression_change_nothing(tmp_path: Path):
    path = tmp_path / "dump.npz"
    tables = {letter: np.asfortranarray(members()[letter]) for letter in "qkv"}
    np.savez_compressed(path, **tables)
    problem = open_source(str(path))
    for letter in "qkv":
        assert getattr(problem, letter).tolist() == members()[letter].tolist()


@both
def test_two_axes_are_one_head_and_four_a_batch_of_one(tmp_path: Path, opened: Any):
    flat = {letter: members()[letter][0] for letter in "qkv"}
    assert opened(tmp_path, **flat).q.tolist() == [flat["q"].tolist()]
    batch = {letter: members()[letter][np.newaxis] for letter in "qkv"}
    assert opened(tmp_path, **batch, layout="BHTD").q.tolist() == members()["q"].tolist()


@both
def test_words_names_and_notes_are_those_of_the_file(tmp_path: Path, opened: Any):
    notes = {
        "text": "it was",
        "model": "Small",
        "source": "here",
        "license": "MIT",
        "layer": 9,
        "heads": [6, 7, 8],
    }
    problem = opened(tmp_path, **notes)
    assert problem.query_tokens == problem.key_tokens == ("it", " was")
    assert problem.self_attention
    assert (problem.title, problem.about, problem.source) == ("it was", "Small, layer 9", "here, MIT")
    assert problem.head_names == ("L9H6", "L9H7", "L9H8")
    assert (problem.columns, problem.v_columns) == (("0", "1"), ("0",))


@both
def test_what_is_left_out_is_numbered_and_the_title_is_the_file_s(tmp_path: Path, opened: Any):
    problem = opened(tmp_path, tokens=None)
    assert problem.query_tokens == problem.key_tokens == ("0", "1")
    assert (problem.title, problem.head_names) == ("dump", ("0", "1", "2"))
    assert (problem.settings.scale, problem.settings.mask, problem.settings.offset) == (True, (), 0)


@both
def test_scale_and_causal_are_the_opening_settings(tmp_path: Path, opened: Any):
    given = opened(tmp_path, scale=0.125, causal=True).settings
    assert (given.scale, given.mask) == (0.125, (Causal(),))
    assert opened(tmp_path, causal=False).settings.mask == ()
    assert opened(tmp_path, causal="causal-end").settings.mask == (Causal(end=True),)
    assert opened(tmp_path, causal=True, mask="window:1,0").settings.mask == (Causal(), Window(1, 0))
    assert opened(tmp_path, causal=True, mask="causal").settings.mask == (Causal(),)


@both
def test_queries_and_keys_apart_have_words_of_their_own(tmp_path: Path, opened: Any):
    decoding = {
        "q": members()["q"][:, :1],
        "tokens": None,
        "query_tokens": ["was"],
        "key_tokens": ["it", "was"],
    }
    problem = opened(tmp_path, **decoding, causal="causal-end")
    assert (problem.query_tokens, problem.key_tokens) == (("was",), ("it", "was"))
    assert not problem.self_attention
    assert problem.settings.mask == (Causal(end=True),)
    assert opened(tmp_path, **decoding, causal=True, offset=1).settings.offset == 1
    assert opened(tmp_path, **decoding, causal="causal").settings.mask == (Causal(),)


@both
def test_what_is_for_others_is_not_read(tmp_path: Path, opened: Any):
    others = {"weights_f64": np.ones((3, 2, 2)), "reference": ["anything"], "q_pre_rope": [1, [2]]}
    if opened is opened_npz:
        others = {
            "weights_f64": others["weights_f64"],
            "reference": np.array([{"an": "object"}], dtype=object),
        }
    assert opened(tmp_path, **others).q.tolist() == members()["q"].tolist()


def test_text_stored_as_bytes_is_text(tmp_path: Path):
    tokens = np.array([" là".encode(), b"it"])
    assert opened_npz(tmp_path, tokens=tokens).query_tokens == (" là", "it")


def test_json_numbers_are_float64_and_may_be_what_json_has_no_number_for(tmp_path: Path):
    text = '{"q": [[1, "inf"], ["-inf", "nan"]], "k": [[Infinity, 0.1], [-Infinity, NaN]], "v": [[1], [2]]}'
    problem = opened_text(tmp_path, text)
    assert problem.q.dtype == np.float64
    np.testing.assert_array_equal(problem.q, [[[1, inf], [-inf, np.nan]]])
    np.testing.assert_array_equal(problem.k, [[[inf, 0.1], [-inf, np.nan]]])


def test_the_layer_of_the_dump_may_be_asked_for(tmp_path: Path):
    text = '{"q": [[1]], "k": [[1]], "v": [[1]], "layer": 9}'
    assert opened_text(tmp_path, text, layer=9).about == "layer 9"


def test_a_dump_of_the_real_preset_is_the_real_preset(tmp_path: Path):
    preset = open_source("it-real")
    path = tmp_path / "real.npz"
    np.savez(
        path,
        q=preset.q,
        k=preset.k,
        v=preset.v,
        tokens=preset.query_tokens,
        scale=np.float32(0.125),
        causal=True,
    )
    dump = open_source(str(path))
    assert dump.query_tokens == preset.query_tokens
    for head in range(3):
        ours, theirs = (compute(one, one.settings, head).weights for one in (dump, preset))
        assert ours.tobytes() == theirs.tobytes()
    listed = {letter: getattr(preset, letter).tolist() for letter in "qkv"}
    text = json.dumps(listed | {"scale": 0.125, "causal": True})
    assert opened_text(tmp_path, text).q.tolist() == preset.q.tolist()
