"""Where the keys go: cells, panes, rows out of view, words."""

from tests.terminal.explorer import PANES, either, explore


@either
def test_arrows_and_letters_move_one_selection_through_all_panes(start, size, no_color):
    explorer = explore(start, size=size, no_color=no_color)
    explorer.press("down", "right")
    assert explorer.at("q") == ("crane", "machine", "0.70")
    explorer.press("j", "h")
    assert explorer.at("q") == ("lifted", "animal", "0.10")
    assert [explorer.selected_row(pane) for pane in ("scores", "weights", "output")] == ["lifted"] * 3
    explorer.press("tab", "j", "j", "l")
    assert explorer.at("k") == ("lifted", "machine", "0.90")
    assert explorer.at("v")[0] == "lifted"
    assert explorer.at("q") == ("lifted", "machine", "0.90")
    assert explorer.at("weights") == ("lifted", "lifted", "0.300")
    explorer.press("k", "up", "up", "l", "l")
    assert explorer.at("k")[:2] == ("the", "machine")


@either
def test_tab_and_f6_go_round_the_panes_and_shift_tab_back(start, size, no_color):
    explorer = explore(start, size=size, no_color=no_color)
    for key, steps in (
        ("tab", PANES[1:]),
        ("f6", (PANES[0], PANES[1])),
        ("shift+tab", (PANES[0], PANES[-1])),
    ):
        for pane in steps:
            explorer.press(key)
            assert explorer.active == pane


@either
def test_far_keys_reach_the_ends_and_titles_say_which_rows_are_in_view(start, size, no_color):
    explorer = explore(start, "it-real", size=size, no_color=no_color)
    rows = 4 if size[1] == 24 else 8
    assert f"rows 1–{rows} of 13" in explorer.title("weights")
    explorer.press("G")
    assert explorer.selected_row("q") == "."
    assert f"{14 - rows}–13" in explorer.title("q")
    assert list(explorer.rows("q")) == list(explorer.rows("weights")) == list(explorer.rows("output"))
    explorer.press("pageup", "end")
    assert explorer.at("q")[1] == "63"
    assert explorer.selected_row("q") == {24: "it", 36: "cross"}[size[1]]
    explorer.press("pagedown", "g", "home")
    assert explorer.at("q")[:2] == ("The", "0")
    explorer.press("ctrl+f", "$")
    assert explorer.at("q")[1] == "63" and explorer.at("k")[1] == "63"
    explorer.press("ctrl+b", "^")
    assert explorer.at("q")[:2] == ("The", "0")
    explorer.go("k")
    explorer.press("G")
    assert explorer.selected_row("k") == explorer.selected_row("v") == "."
    assert explorer.selected_column("weights") == "."
    assert explorer.selected_row("q") == "The"


@either
def test_a_search_goes_to_a_word_and_n_to_its_next_match(start, size, no_color):
    explorer = explore(start, "it-two-heads", size=size, no_color=no_color)
    explorer.press("/")
    assert (explorer.message, explorer.footer) == ("/▏", "Enter go there  Esc close")
    explorer.press("t", "h", "e", "enter")
    assert explorer.message == "/the: match 1 of 2 · n N next, previous · Esc closes the search"
    assert explorer.selected_row("q") == "The"
    explorer.press("n")
    assert explorer.selected_row("q") == "the"
    assert explorer.message.startswith("/the: match 2 of 2")
    explorer.press("n")
    assert explorer.selected_row("q") == "The"
    explorer.press("N")
    assert explorer.selected_row("q") == "the"
    explorer.press("esc", "n")
    assert explorer.message.startswith("! ")
    explorer.press("/", "x", "q", "esc", "/", "nobody\r")
    assert explorer.message.startswith("! ") and "nobody" in explorer.message
    assert explorer.selected_row("q") == "the"


@either
def test_a_star_goes_to_the_key_that_is_given_most(start, size, no_color):
    explorer = explore(start, size=size, no_color=no_color)
    explorer.press("down", "*")
    assert [explorer.selected_row("k"), explorer.selected_column("weights")] == ["lifted", "lifted"]
    assert explorer.selected("weights") == "0.283"


def test_a_search_among_the_keys_moves_the_key(start):
    explorer = explore(start, "translation")
    explorer.go("k")
    before = explorer.selected_row("q")
    word = list(explorer.rows("k"))[-1]
    explorer.press("/", f"{word}\r")
    assert explorer.selected_row("k") == explorer.selected_column("weights") == word
    assert explorer.selected_row("q") == before


def test_a_key_without_a_meaning_says_so_and_harms_nothing(start):
    explorer = explore(start)
    explorer.press("down", "2", "enter")
    shown = explorer.lines[:-2]
    for key in ("ctrl+z", "ctrl+c", "ctrl+s", "ctrl+d", "f9", "insert", "ctrl+end", "é", "漢", "Q"):
        explorer.press("tab", "shift+tab", key)
        assert explorer.message.startswith("! "), key
        assert explorer.lines[:-2] == shown, key
        assert not explorer.terminal.is_stopped()
    explorer.press("u")
    assert explorer.message.startswith("undone: ")
