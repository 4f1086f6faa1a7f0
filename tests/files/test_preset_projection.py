"""`[projection]` and `[words]`: read as written, and every fault in them is one line that says what was expected."""

from __future__ import annotations

import numpy as np
import pytest

from attn_tui.files.presets.lesson import read_lesson
from attn_tui.files.presets.lesson_faults import examine
from attn_tui.files.presets.preset import read_preset
from attn_tui.session.faults import Fault
from attn_tui.session.lessons.walking import begin
from tests.session.projections import head_by_hand

WRITTEN = """\
title = "two heads"
columns = ["a", "b", "c"]
tokens = ["red", "blue"]
[projection]
x = [[1, 2, 3], [4, 5, 6]]
heads = 2
kv_heads = 1
w_q = [[1, 0, 0, 1], [0, 1, 1, 0], [0.5, 0, 0, 0.25]]
w_k = [[1, 0], [0, 1], [0, 0.5]]
w_v = [[1], [0], [-1]]
w_o = [[2, 0], [0, 3]]
head_names = ["one", "two"]
head_columns = ["p", "q"]
out_columns = ["y", "z"]
[settings]
mask = "causal"
sink = [0, 1]
"""
LOOKED_UP = """\
title = "looked up"
tokens = ["blue", "red", "blue"]
[projection]
w_q = [[1, 0], [0, 1]]
w_k = [[1, 0], [0, 1]]
w_v = [[1, 0], [0, 1]]
[words]
red = [1, 2]
blue = [3, 4]
"""


def fault(toml: str) -> str:
    with pytest.raises(Fault) as caught:
        read_preset(toml, "lesson.toml", "lesson.toml")
    said = str(caught.value)
    assert said.isprintable() and said.startswith("lesson.toml:")
    examined = [str(each) for each in examine(toml, "lesson.toml", "lesson.toml").faults]
    assert said in examined
    return said.removeprefix("lesson.toml:")


def test_everything_written_is_what_is_opened():
    problem = read_preset(WRITTEN, "it", "it")
    projection = problem.projection
    assert projection is not None
    assert (projection.heads, projection.kv_heads, problem.head_names) == (2, 1, ("one", "two"))
    assert (problem.columns, problem.v_columns) == (("p", "q"), ("0",))
    assert (projection.columns, projection.out_columns) == (("a", "b", "c"), ("y", "z"))
    assert problem.labels("z") == ("0.0", "1.0") and problem.query_tokens == ("red", "blue")
    assert problem.q.tolist() == [[[2.5, 2.0], [7.0, 5.0]], [[2.0, 1.75], [5.0, 5.5]]]
    assert problem.k.tolist() == [[[1.0, 3.5], [4.0, 8.0]]] and problem.v.tolist() == [[[-2.0], [-2.0]]]
    assert problem.settings.sink == (0.0, 1.0) and problem.self_attention
    assert np.allclose(head_by_hand(projection, 1), [[-2], [-2]])


def test_embeddings_are_looked_up_for_the_words():
    projection = read_preset(LOOKED_UP, "it", "it").projection
    assert projection is not None and projection.words is not None
    assert projection.x.tolist() == [[3, 4], [1, 2], [3, 4]]
    assert projection.words.names == ("red", "blue")


def test_float32_is_stored_as_float32():
    problem = read_preset(LOOKED_UP + '[settings]\ndtype = "float32"\n', "it", "it")
    assert problem.projection is not None
    assert {problem.q.dtype, problem.projection.x.dtype, problem.projection.w_v.dtype} == {
        np.dtype("float32")
    }


FAULTS = [
    ("heads = 2", "heads = 3", "8: projection.w_q: found 4 columns, expected a multiple of its 3 heads"),
    ("kv_heads = 1", "kv_heads = 3", "7: projection.kv_heads: found 3 key/value heads for 2 query heads"),
    ("heads = 2\nkv", "heads = 0\nkv", "6: projection.heads: found 0, expected a whole number from 1"),
    (
        "w_k = [[1, 0], [0, 1], [0, 0.5]]",
        "w_k = [[1], [0], [0]]",
        "9: projection.w_k: found heads of 1 columns",
    ),
    (
        "w_k = [[1, 0], [0, 1], [0, 0.5]]",
        "w_k = [[1, 0], [0, 1]]",
        "9: projection.w_k: found 2 rows, expected 3",
    ),
    (
        "w_o = [[2, 0], [0, 3]]",
        "w_o = [[2, 0]]",
        "11: projection.w_o: found 1 row, expected 2, one for a number of",
    ),
    ("w_v = [[1], [0], [-1]]", "", "4: projection.w_v: missing, expected rows of numbers"),
    ("x = [[1, 2, 3], [4, 5, 6]]", "", "4: projection.x: missing, expected rows of numbers"),
    (
        "x = [[1, 2, 3], [4, 5, 6]]",
        "x = [[1, 2, 3], [4, 5]]",
        "5: projection.x[1]: found 2 numbers, expected 3",
    ),
    ('["red", "blue"]', '["red"]', "3: tokens: found 1, expected 2, one for a row of x"),
    ('["a", "b", "c"]', '["a"]', "2: columns: found 1, expected 3, one for a number of an embedding"),
    ('["one", "two"]', '["one"]', "12: projection.head_names: found 1, expected 2, one for a head"),
    ('["p", "q"]', '["p"]', "13: projection.head_columns: found 1, expected 2"),
    ('["y", "z"]', '["y"]', "14: projection.out_columns: found 1, expected 2, one for a column of w_o"),
    ("w_o =", "w_0 =", "11: projection.w_0: unknown key, did you mean w_v?"),
    ("[projection]", "q = [[1]]\n[projection]", "4: q: found beside [projection], expected one of the two"),
]
IN_WORDS = [
    ("[projection]\n", "", "3: w_q: unknown key"),
    ("blue = [3, 4]", "blue = [3]", "9: words.blue: found 1 number, expected 2 as in red"),
    ("blue = [3, 4]", 'blue = "x"', '9: words.blue: found the text "x", expected a row of numbers'),
    ("blue = [3, 4]", "", '2: tokens[0]: found the text "blue", expected a word of [words]'),
    ('tokens = ["blue", "red", "blue"]', "", "1: tokens: missing, expected a list of texts"),
    ("[words]\nred = [1, 2]\nblue = [3, 4]", "words = 3", "words: "),
]


@pytest.mark.parametrize(("old", "new", "said"), FAULTS)
def test_a_fault_in_a_projection_is_one_line(old: str, new: str, said: str):
    assert old in WRITTEN
    assert fault(WRITTEN.replace(old, new)).startswith(said)


@pytest.mark.parametrize(("old", "new", "said"), IN_WORDS)
def test_a_fault_in_the_words_is_one_line(old: str, new: str, said: str):
    assert old in LOOKED_UP
    assert said in fault(LOOKED_UP.replace(old, new))


def test_words_need_a_projection():
    toml = 'title = "x"\nq = [[1]]\nk = [[1]]\nv = [[1]]\n[words]\na = [1]\n'
    assert fault(toml).startswith("5: words: found without [projection]")


LESSON = (
    LOOKED_UP
    + """
[[step]]
title = "one"
set = { left = "projection" }
select = { pane = "x", row = "red", column = 1 }
[[step]]
set = { sentence = "red red", w_q = [[2, 0], [0, 2]], left = "tables" }
[[step]]
problem = "two-head-projection"
set = { below = "result", head = 1, x = [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]] }
goal = { cell = "result[crane, machine]", above = 2, only = ["w_o"] }
"""
)


def test_a_lesson_sets_the_sentence_the_weights_and_what_is_shown():
    lesson = read_lesson(LESSON, "it", "it")
    one, two, three = lesson.steps
    assert (one.scene.shows_sources, two.scene.shows_sources) == (True, False)
    assert begin(lesson).pane == "x" and begin(lesson).cell == (1, 1)
    assert two.scene.problem.query_tokens == ("red", "red")
    assert two.scene.problem.q.tolist() == [[[2, 4], [2, 4]]]
    assert three.scene.mixed == "result" and three.scene.problem.projection is not None
    assert three.scene.problem.projection.x.tolist() == np.eye(4).tolist()
    assert three.goal is not None and three.goal.only == ("w_o",)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("red red", "red zzzz", "the vocabulary has no 'zzzz': it knows red, blue"),
        ('left = "tables"', 'left = "right"', "expected what stands on the left"),
        ('below = "result"', 'below = "weights"', "below the weights, one of output, concat, result"),
        ('only = ["w_o"]', 'only = ["q"]', "expected a table, one of x, w_q, w_k, w_v, w_o"),
        ("w_q = [[2, 0], [0, 2]]", "q = [[2, 0], [0, 2]]", "expected a table to edit, one of x, w_q, w_k, w_v"),
        ("w_q = [[2, 0], [0, 2]]", "w_q = [[2, 0]]", "found 1 row of 2, expected 2 rows of 2 as it has been"),
        ('pane = "x"', 'pane = "w_o"', "a pane, one of q, k, v, scores, weights, output, x, w_q, w_k, w_v"),
    ],
)  # fmt: skip
def test_a_fault_in_such_a_lesson_is_one_line(old: str, new: str, said: str):
    with pytest.raises(Fault, match=r"it:\d+: ") as caught:
        read_lesson(LESSON.replace(old, new), "it", "it")
    assert said in str(caught.value)
