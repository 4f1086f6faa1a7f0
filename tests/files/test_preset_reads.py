"""A preset's TOML becomes a problem."""

from math import inf

import numpy as np
import pytest

from attn_tui.files.presets.preset import read_preset
from attn_tui.session.problem import Problem
from attn_tui.session.settings import Blocks, Causal, Matrix, Padding, Settings, Window
from tests.files.presets_text import HEADS, SMALL, with_settings


def read(toml: str) -> Problem:
    return read_preset(toml, "small", "small.toml")


def settings(lines: str) -> Settings:
    return read(with_settings(lines)).settings


def test_one_head_has_its_tables_in_float64_with_a_head_axis():
    problem = read(SMALL)
    assert problem.q.tolist() == [[[1.0, 2.5, 0.0], [3.0, 4.0, -0.001]]]
    assert problem.k.tolist() == [[[5.0, 6.0, 0.0], [7.0, 8.0, 1.0]]]
    assert problem.v.tolist() == [[[0.1, 0.2], [0.3, 0.4]]]
    assert {problem.q.dtype, problem.k.dtype, problem.v.dtype} == {np.dtype(np.float64)}


def test_names_title_and_words_are_those_of_the_file():
    problem = read(SMALL + 'about = "look"\nsource = "here"\n')
    assert (problem.name, problem.title, problem.about, problem.source) == (
        "small",
        "a small one",
        "look",
        "here",
    )
    assert problem.query_tokens == problem.key_tokens == ("red", "blue")
    assert problem.self_attention


def test_what_is_left_out_is_numbered_and_at_its_default():
    problem = read(SMALL.replace('tokens = ["red", "blue"]', ""))
    assert problem.query_tokens == problem.key_tokens == ("0", "1")
    assert (problem.columns, problem.v_columns, problem.head_names) == (("0", "1", "2"), ("0", "1"), ("0",))
    assert problem.self_attention
    given, default = problem.settings, Settings()
    assert [getattr(given, name) for name in vars(given)] == [
        getattr(default, name) for name in vars(default)
    ]


def test_columns_name_the_numbers_of_v_too_where_they_fit():
    square = 'title = "t"\ncolumns = ["a", "b"]\nq = [[1, 2]]\nk = [[1, 2]]\nv = [[1, 2]]\n'
    assert read(square).v_columns == ("a", "b")
    assert read(square + 'v_columns = ["c", "d"]\n').v_columns == ("c", "d")
    assert read(SMALL + 'columns = ["a", "b", "c"]\n').v_columns == ("0", "1")


def test_cross_attention_has_two_lists_of_words():
    toml = 'title = "t"\nquery_tokens = ["it"]\nkey_tokens = ["a", "b"]\nq = [[1]]\nk = [[1], [2]]\nv = [[1], [2]]\n'
    problem = read(toml)
    assert (problem.query_tokens, problem.key_tokens) == (("it",), ("a", "b"))
    assert not problem.self_attention
    assert not read(toml.replace('query_tokens = ["it"]\nkey_tokens = ["a", "b"]\n', "")).self_attention


def test_two_lists_of_words_are_cross_attention_even_where_they_are_equally_long():
    apart = SMALL.replace('tokens = ["red", "blue"]', 'query_tokens = ["red", "blue"]')
    problem = read(apart)
    assert (problem.query_tokens, problem.key_tokens) == (("red", "blue"), ("0", "1"))
    assert not problem.self_attention


def test_heads_share_a_k_that_stands_above_them():
    problem = read(HEADS)
    assert problem.q.tolist() == [[[1.0, 0.0]], [[0.0, 1.0]]]
    assert problem.k.tolist() == [[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]]
    assert problem.v.tolist() == [[[1.0], [2.0], [3.0]], [[4.0], [5.0], [6.0]]]
    assert problem.head_names == ("first", "1")


def test_a_k_of_one_head_alone_leaves_the_shared_one_to_the_others():
    problem = read(HEADS + "k = [[9, 9], [9, 9], [9, 9]]\n")
    assert problem.k.tolist() == [[[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]], [[9.0, 9.0], [9.0, 9.0], [9.0, 9.0]]]


@pytest.mark.parametrize("position", ["none", "rotary", "rotary-halves"])
def test_a_position_is_read_where_the_columns_are_pairs(position: str):
    assert settings(f'widen = 2\nposition = "{position}"').position == position
    assert settings("scale = true").position == "none"


def test_infinities_and_nan_are_numbers():
    q = read(SMALL.replace("1, 2.5, 0", "inf, -inf, nan")).q[0, 0]
    assert q[0] == inf
    assert q[1] == -inf
    assert np.isnan(q[2])


def test_every_setting_is_read():
    given = settings(
        "scale = 0.25\nsoftcap = 7.5\nsink = 3\nblocked = 0\noffset = -2\nwiden = 512\n"
        'cells = [[0, 1, 0], [1, 0, 1]]\nbias = [[0, 1], [2, -inf]]\ndtype = "bfloat16"'
    )
    assert (given.scale, given.softcap, given.sink, given.blocked) == (0.25, 7.5, 3.0, 0.0)
    assert (given.offset, given.widen, given.dtype) == (-2, 512, "bfloat16")
    assert given.cells == ((0, 1, False), (1, 0, True))
    assert given.bias is not None
    assert given.bias.tolist() == [[0.0, 1.0], [2.0, -inf]]


@pytest.mark.parametrize(("written", "scale"), [("true", True), ("false", False), ("2", 2.0), ("-0.5", -0.5)])
def test_the_scale_is_on_off_or_a_number(written: str, scale: bool | float):
    assert settings(f"scale = {written}").scale == scale
    assert type(settings(f"scale = {written}").scale) is type(scale)


def test_sink_and_bias_may_be_one_a_head():
    toml = HEADS.replace("scale = false", "sink = [1, -inf]\nbias = [[[1, 2, 3]], [[4, 5, 6]]]")
    given = read(toml).settings
    assert given.sink == (1.0, -inf)
    assert given.bias is not None
    assert given.bias.tolist() == [[[1.0, 2.0, 3.0]], [[4.0, 5.0, 6.0]]]


@pytest.mark.parametrize(
    ("written", "alibi"),
    [("true", True), ("false", None), ("0.5", 0.5), ("2", 2.0), ("[0.25]", (0.25,)), ("-1", -1.0)],
)
def test_alibi_is_on_off_or_slopes(written: str, alibi: object):
    assert settings(f"alibi = {written}").alibi == alibi
    assert type(settings(f"alibi = {written}").alibi) is type(alibi)


def test_false_is_none_of_what_can_be_left_out():
    given = settings("softcap = false\nsink = false\nbias = false")
    assert (given.softcap, given.sink, given.bias) == (None, None, None)


@pytest.mark.parametrize(
    ("written", "masks"),
    [
        ('"none"', ()),
        ('"causal"', (Causal(),)),
        ('"causal-end"', (Causal(end=True),)),
        ('"window:2,0"', (Window(2, 0),)),
        ('"window:2,*"', (Window(2, None),)),
        ('["causal", "window:1,0", "window:*,3"]', (Causal(), Window(1, 0), Window(None, 3))),
        ('["none", "causal"]', (Causal(),)),
        ('"padding:1"', (Padding(1),)),
        ('["causal + padding-left:1", "blocks:1,1"]', (Causal(), Padding(1, left=True), Blocks((1, 1)))),
    ],
)
def test_masks_go_by_their_names(written: str, masks: tuple[object, ...]):
    assert settings(f"mask = {written}").mask == masks


def test_a_mask_may_be_written_out():
    (mask,) = settings("mask = [[1, 0], [1, 1]]").mask
    assert isinstance(mask, Matrix)
    assert mask.allowed.dtype == np.bool_
    assert mask.allowed.tolist() == [[True, False], [True, True]]


def test_a_mask_written_out_may_stand_among_others():
    causal, matrix = settings('mask = ["causal", [[1, 0], [0, 1]]]').mask
    assert causal == Causal()
    assert isinstance(matrix, Matrix)
    assert matrix.allowed.tolist() == [[True, False], [False, True]]
    first, second = settings("mask = [[[1, 0], [0, 1]], [[1, 1], [0, 1]]]").mask
    assert isinstance(first, Matrix)
    assert isinstance(second, Matrix)
    assert second.allowed.tolist() == [[True, True], [False, True]]


def test_float32_is_stored_as_float32_and_half_precision_as_float64():
    narrow = read(with_settings('dtype = "float32"'))
    assert {narrow.q.dtype, narrow.k.dtype, narrow.v.dtype} == {np.dtype(np.float32)}
    assert narrow.v[0, 0, 0] == np.float32(0.1)
    for dtype in ("float16", "bfloat16", "float64"):
        assert read(with_settings(f'dtype = "{dtype}"')).q.dtype == np.float64


def test_windows_line_ends_change_nothing():
    assert read(SMALL.replace("\n", "\r\n")).k.tolist() == read(SMALL).k.tolist()
