"""A cell is named by pane, row and column; what names none or several is one clear line."""

from dataclasses import replace

import pytest

from attn_tui.session.addresses import parse_cell
from attn_tui.session.faults import Fault
from attn_tui.session.new import new_problem
from attn_tui.session.settings import Settings

WORDS = ("the", "crane", "the", ",", " it", "2", "a#1")
PROBLEM = new_problem(WORDS, ("animal", "machine"))


@pytest.mark.parametrize(
    ("text", "cell"),
    [
        ("q[1,0]", ("q", 1, 0)),
        ("Q[ crane , machine ]", ("q", 1, 1)),
        ("weights[crane,the#2]", ("weights", 1, 2)),
        ("scores[the#1,5]", ("scores", 0, 5)),
        ("scores[,,crane]", ("scores", 3, 1)),
        ("scores[crane,,]", ("scores", 1, 3)),
        ("k[it,animal]", ("k", 4, 0)),
        ("output[a#1,1]", ("output", 6, 1)),
        ("v[2,1]", ("v", 2, 1)),
    ],
)
def test_a_cell_is_named_by_positions_or_words(text: str, cell: tuple[str, int, int]):
    assert parse_cell(PROBLEM, text) == cell


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("q", "'q' is no cell"),
        ("q[1]", "has no comma"),
        ("r[1,0]", "there is no pane 'r': it is one of q, k, v, scores, weights, output"),
        ("q[7,0]", "there is no query 7: they are counted from 0 to 6"),
        ("q[-1,0]", "there is no query -1"),
        ("q[0,2]", "there is no column 2: they are counted from 0 to 1"),
        ("scores[0,9]", "there is no key 9"),
        ("q[the,0]", "the query 'the' stands 2 times: write the#1 for the first"),
        ("q[the#3,0]", "there is no query 'the#3'"),
        ("q[the#0,0]", "there is no query 'the#0'"),
        ("q[cran,0]", "there is no query 'cran', did you mean 'crane'?"),
        ("q[crane,plant]", "there is no column 'plant'"),
        ("q[\x1b[2J,0]", "there is no query '\\x1b[2J'"),
        ("q[,]", "there is no query ''"),
    ],
)
def test_what_names_no_cell_is_a_fault(text: str, says: str):
    with pytest.raises(Fault) as caught:
        parse_cell(PROBLEM, text)
    assert says in str(caught.value)
    assert str(caught.value).isprintable()


def test_the_copies_that_widen_makes_are_reached_by_position():
    assert parse_cell(replace(PROBLEM, settings=Settings(widen=2)), "q[1,3]") == ("q", 1, 3)


def test_a_new_problem_is_zeros_in_the_sizes_asked_for():
    problem = new_problem(["i", "like", "cats"], 3)
    assert problem.title == "i like cats"
    assert problem.q.shape == problem.k.shape == problem.v.shape == (1, 3, 3)
    assert not problem.q.any()
    assert not problem.v.any()
    assert problem.columns == problem.v_columns == ("0", "1", "2")
    assert problem.self_attention


@pytest.mark.parametrize(
    ("tokens", "columns"), [([], 3), (["a"], 0), (["a"], -1), (["a"], []), (["a"], 5000)]
)
def test_a_new_problem_of_no_size_is_a_fault(tokens: list[str], columns: int | list[str]):
    with pytest.raises(Fault, match="give from 1 to"):
        new_problem(tokens, columns)
