"""Words and columns: renamed, inserted, deleted, moved; each one undo."""

import pytest

from attn_tui.session.new import new_problem
from tests.ui.driving import Desk, driving


@pytest.fixture
def desk():
    return Desk("crane-lifted-steel")


def type_line(desk: Desk, text: str) -> None:
    """What follows a key that opens the command line on its name."""
    desk.press(*text, "enter")


def words(desk: Desk, pane: str = "q") -> list[str]:
    return list(desk.rows(pane))


def columns(desk: Desk, pane: str = "q") -> list[str]:
    return desk.lines(pane)[1].replace("▾", " ").split()


@pytest.mark.parametrize(
    ("key", "name", "after"),
    [
        ("R", "stork", ["the", "stork", "lifted", "steel"]),
        ("i", "old", ["the", "old", "crane", "lifted", "steel"]),
        ("d", None, ["the", "lifted", "steel"]),
        ("K", None, ["crane", "the", "lifted", "steel"]),
        ("J", None, ["the", "lifted", "crane", "steel"]),
    ],
)
def test_words_change_in_every_pane_at_once_and_one_undo_brings_them_back(key, name, after, desk):
    desk.press("down")
    marked = desk.screen[2:-2]
    desk.press(key)
    if name:
        type_line(desk, name)
    for pane in ("q", "k", "v", "scores", "weights", "output"):
        assert words(desk, pane) == after[: len(words(desk, pane))]
    assert list(desk.session.problem.key_tokens) == after
    desk.press("u")
    assert desk.screen[2:-2] == marked
    assert not desk.session.is_edited


def test_a_new_word_has_zeros_and_is_read_by_the_others(desk):
    desk.press("i")
    type_line(desk, "so")
    assert desk.row("q", "so") == desk.row("v", "so") == ["0.00", "0.00"]
    assert len(desk.session.problem.key_tokens) == 5
    assert desk.session.problem.k.shape == (1, 5, 2)


def test_a_word_that_moves_takes_its_numbers_and_the_selection_along(desk):
    desk.press("down", "K")
    assert desk.row("q", "crane") == ["0.70", "0.70"]
    assert words(desk)[0] == "crane"
    assert desk.marked_row("q") == "crane"
    desk.press("K")
    assert desk.message == "! the word is the first already"


@pytest.mark.parametrize(
    ("key", "name", "after"),
    [
        ("M", "bird", ["animal", "bird"]),
        ("A", "new", ["animal", "machine", "new"]),
        ("I", "new", ["animal", "new", "machine"]),
        ("X", None, ["animal"]),
        ("(", None, ["machine", "animal"]),
    ],
)
def test_columns_change_in_q_and_k_together_and_one_undo_brings_them_back(key, name, after, desk):
    desk.press("right", key)
    if name:
        type_line(desk, name)
    assert list(desk.session.problem.columns) == after
    assert columns(desk, "k")[-1] in after
    assert columns(desk, "v") == ["animal", "machine"]
    desk.press("u")
    assert columns(desk) == columns(desk, "k") == ["animal", "machine"]


def test_a_column_of_v_is_vs_alone(desk):
    desk.go("v")
    desk.press(")")
    assert columns(desk, "v") == columns(desk, "output") == ["machine", "animal"]
    assert columns(desk, "q") == ["animal", "machine"]
    assert desk.row("v", "steel") == ["1.00", "0.00"]


def test_the_last_word_and_the_last_column_stay(desk):
    desk.press("d", "d", "d", "d")
    assert desk.message.startswith("! the last word cannot be deleted")
    desk.press("X", "X")
    assert desk.message.startswith("! the last column cannot be deleted")
    assert desk.session.problem.q.shape == (1, 1, 1)


def test_columns_of_the_scores_are_keys_and_say_so(desk):
    desk.go("scores")
    desk.press("X")
    assert desk.message.startswith("! the columns here are the keys")


def test_in_cross_attention_each_side_has_its_own_words():
    desk = Desk("translation", (80, 30))
    desk.press("d")
    assert words(desk, "q") == ["chat", "noir", "dort"]
    assert words(desk, "k")[0] == "the"


def test_a_hostile_name_is_shown_as_what_it_is(desk):
    desk.press("R")
    type_line(desk, "[/red]東")
    assert words(desk)[0] == "[/red…"
    assert "[/red]東" in desk.screen[1]


async def test_an_empty_problem_is_filled_word_by_word():
    async with driving(new_problem(["i", "like", "cats"], 3)) as driven:
        assert driven.sentence == "i reads i 33% like 33% cats 33%"
        await driven.type("1")
        await driven.press("tab")
        await driven.type("2")
        await driven.press("enter")
        assert driven.session.problem.q[0].tolist() == [[1, 2, 0], [0, 0, 0], [0, 0, 0]]
