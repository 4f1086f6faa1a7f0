"""Words and columns: renamed, inserted, deleted and moved, each one undo."""

from tests.terminal.explorer import PANES, either, explore

WORDS = ["the", "crane", "lifted", "steel"]


def test_a_word_changes_in_every_pane_at_once_and_comes_back(start):
    explorer = explore(start)
    explorer.press("down")
    before = explorer.lines[:-2]
    for keys, words, said in [
        (("R", "bird\r"), ["the", "bird", "lifted", "steel"], "word 1: crane → bird"),
        (("d",), ["the", "lifted", "steel"], "word 1 deleted: crane"),
        (("J",), ["the", "lifted", "crane", "steel"], "word crane moved from 1 to 2"),
        (("K",), ["crane", "the", "lifted", "steel"], "word crane moved from 1 to 0"),
    ]:
        explorer.press(*keys)
        assert explorer.message == said
        for pane in PANES:
            assert list(explorer.rows(pane)) == words, pane
        assert explorer.lines[0].startswith(f" {' '.join(words)} ")
        explorer.press("u")
        assert explorer.lines[:-2] == before, keys


@either
def test_an_inserted_word_has_zeros_and_looks_everywhere_alike(start, size, no_color):
    explorer = explore(start, size=size, no_color=no_color)
    explorer.press("down", "i")
    assert explorer.message == ":insert-word ▏"
    explorer.press("old\r")
    assert explorer.message == "word 1 inserted: old"
    for pane in ("q", "k", "v"):
        assert explorer.row(pane, "old") == ["0.00", "0.00"]
    assert explorer.row("weights", "old")[:4] == ["0.200"] * 4
    assert explorer.sentence == "old reads the 20% old 20% crane 20% lifted 20% steel 20%"
    explorer.press("u", "k", "a", "new\r")
    assert list(explorer.rows("q"))[:3] == ["the", "new", "crane"]
    assert explorer.at("q")[0] == "new"
    explorer.press("u")
    assert list(explorer.rows("q")) == WORDS


@either
def test_columns_are_renamed_inserted_moved_and_deleted(start, size, no_color):
    explorer = explore(start, size=size, no_color=no_color)
    explorer.press("M", "bird\r")
    assert explorer.columns("q") == explorer.columns("k") == ["bird", "machine"]
    assert explorer.columns("v") == ["animal", "machine"]
    explorer.press("I", "new\r")
    assert explorer.message == "column 0 inserted: new"
    assert explorer.formula == "softmax( Q·Kᵀ ÷ √3 + 0 ) · V"
    assert explorer.columns("q") == ["new", "bird"]
    assert explorer.row("q", "crane") == ["0.00", "0.70"]
    explorer.press(")")
    assert explorer.at("q")[1] == "new"
    assert explorer.columns("q") == ["bird", "new"]
    explorer.press("X")
    assert explorer.columns("q") == ["bird", "machine"]
    explorer.press("home", ")")
    assert explorer.columns("q") == ["machine", "bird"]
    assert explorer.row("k", "lifted") == ["0.90", "0.10"]
    explorer.press("(")
    assert explorer.columns("q") == ["bird", "machine"]
    explorer.press("(")
    assert explorer.message == "! the column is the first already"
    explorer.press("u", "u", "u", "u", "u", "u")
    assert explorer.columns("q") == ["animal", "machine"]
    assert explorer.formula == "softmax( Q·Kᵀ ÷ √2 + 0 ) · V"


def test_the_last_word_and_the_last_column_stay(start):
    explorer = explore(start, "two-tokens")
    explorer.press("d", "d")
    assert explorer.message == "! the last word cannot be deleted: a problem has at least one"
    explorer.press("X", "X")
    assert explorer.message == "! the last column cannot be deleted: a row has at least one number"
    assert list(explorer.rows("q")) == ["two"]


def test_ones_own_words_begin_on_zeros(start):
    explorer = explore(start, "new", "--tokens", "i like cats", "--columns", "2")
    assert list(explorer.rows("q")) == ["i", "like", "cats"]
    assert explorer.row("weights", "cats")[:3] == ["0.333"] * 3
    explorer.press("1\t2\r")
    assert explorer.row("q", "i") == ["1.00", "2.00"]
