"""Numbers typed, nudged, cleared and taken back, as a person does it at a keyboard."""

from tests.terminal.explorer import either, everywhere, explore

CRANE = ["0.70", "0.70"]


@everywhere
def test_a_number_typed_over_cranes_query_moves_all_that_follows(start, size, no_color):
    explorer = explore(start, size=size, no_color=no_color)
    explorer.press("down", "2")
    assert explorer.selected("q") == "2▏"
    assert explorer.footer == "Enter down  Tab right  ↑ ↓ commit and move  Esc give up"
    assert explorer.row("scores", "crane")[0] == "0.099"
    explorer.press("enter")
    assert explorer.message == "Q[crane, animal] 0.70 → 2.00"
    assert explorer.row("q", "crane") == ["2.00", "0.70"]
    assert explorer.at("q") == ("lifted", "animal", "0.10")
    # (2.00·0.10 + 0.70·0.10) ÷ √2 and so on, by hand
    assert explorer.row("scores", "crane") == ["0.191", "0.764", "0.587", "0.445"]
    explorer.press("u")
    assert explorer.message == "undone: Q[crane, animal] 0.70 → 2.00"
    assert explorer.at("q") == ("crane", "animal", "0.70")
    assert explorer.row("scores", "crane") == ["0.099", "0.396", "0.495", "0.445"]
    explorer.press("ctrl+r")
    assert explorer.row("q", "crane") == ["2.00", "0.70"]
    explorer.press("right", "m", "r")
    assert explorer.row("q", "crane") == CRANE
    assert explorer.formula == "softmax( Q·Kᵀ ÷ √2 + 0 ) · V"
    explorer.press("u")
    assert explorer.row("q", "crane") == ["2.00", "0.70"]
    assert "causal" in explorer.formula


def test_each_ending_of_a_number_commits_or_gives_up_and_moves_on(start):
    explorer = explore(start)
    for ending, row, then in [
        ("enter", ["0.70", "-1.50"], ("lifted", "machine")),
        ("tab", ["0.70", "-1.50"], ("lifted", "animal")),
        ("down", ["0.70", "-1.50"], ("lifted", "machine")),
        ("up", ["0.70", "-1.50"], ("the", "machine")),
        ("shift+tab", ["0.70", "-1.50"], ("crane", "animal")),
        ("esc", CRANE, ("crane", "machine")),
    ]:
        explorer.press("r", "g", "down", "end", "-", "1", ".", "5", ending)
        assert explorer.row("q", "crane") == row, ending
        assert explorer.at("q")[:2] == then, ending


def test_a_row_is_typed_with_tab_between_its_numbers(start):
    explorer = explore(start)
    explorer.press("0.5\t.25\r1e-3\r")
    assert explorer.rows("q")["the"] == ["0.50", "0.25"]
    assert explorer.rows("q")["crane"] == ["0.70", "0.001"]
    assert explorer.at("q")[:2] == ("lifted", "machine")


@either
def test_what_is_no_number_stays_in_the_editor_with_a_reason(start, size, no_color):
    explorer = explore(start, size=size, no_color=no_color)
    explorer.press("down", "0", ".", "x", "enter")
    assert explorer.message == "! '0.x' is not a number: type one such as 0.7, -1, 1e-3, inf or nan"
    assert explorer.selected("q") == "0.x▏"
    assert explorer.row("weights", "crane")[:4] == ["0.191", "0.257", "0.283", "0.270"]
    explorer.press("backspace", "9", "enter")
    assert explorer.row("q", "crane") == ["0.90", "0.70"]


def test_enter_edits_the_number_as_it_stands_and_keys_move_within_it(start):
    explorer = explore(start)
    explorer.press("down", "enter")
    assert explorer.selected("q") == "0.7▏"
    explorer.press("home", "-", "end", "5", "left", "delete", "2", "enter")
    assert explorer.row("q", "crane") == ["-0.72", "0.70"]


@either
def test_numbers_are_nudged_by_the_step_and_blocks_at_once(start, size, no_color):
    explorer = explore(start, size=size, no_color=no_color)
    explorer.press("down", ">", ">", "<")
    assert explorer.row("q", "crane") == ["0.80", "0.70"]
    explorer.press("=", "0.25\r", "v", "right", "down", ">")
    assert explorer.message == "Q: 2×2 numbers set"
    assert [explorer.row("q", word) for word in ("crane", "lifted")] == [["1.05", "0.95"], ["0.35", "1.15"]]
    explorer.press("delete")
    assert [explorer.row("q", word) for word in ("crane", "lifted")] == [["0.00", "0.00"], ["0.00", "0.00"]]
    assert explorer.row("weights", "crane")[:4] == ["0.250"] * 4
    explorer.press("u", "u", "esc", "u", "u", "u")
    assert [explorer.row("q", word) for word in ("crane", "lifted")] == [CRANE, ["0.10", "0.90"]]
    explorer.press("g", "home", "shift+right", "shift+down", "#", "3\r")
    assert [explorer.row("q", word) for word in ("the", "crane")] == [["3.00", "3.00"], ["3.00", "3.00"]]


def test_a_block_is_marked_without_colour_too(start):
    explorer = explore(start, no_color=True)
    x, y = explorer.terminal.find("0.70    0.70")
    plain = explorer.terminal.cell(x, y)
    explorer.press("down", "v", "right")
    assert explorer.terminal.cell(x, y) != plain
    explorer.press("esc", "right")
    assert explorer.terminal.cell(x, y)._replace(text="0") == plain._replace(text="0")


@either
def test_a_number_that_follows_says_from_where_and_enter_goes_there(start, size, no_color):
    explorer = explore(start, size=size, no_color=no_color)
    explorer.press("down")
    for pane, source, sentence in [
        ("scores", "q", "! scores follow from Q and K: Enter goes to Q, to the row that asks"),
        ("weights", "q", "! weights follow from the scores, which follow from Q and K: Enter goes to Q"),
        ("output", "v", "! the output is the weights' mix of V: Enter goes to V, to the key selected"),
    ]:
        explorer.go(pane)
        explorer.press("7")
        assert explorer.message == sentence
        explorer.press("enter")
        assert explorer.active == source


def test_a_resize_while_typing_loses_nothing(start):
    explorer = explore(start)
    explorer.press("down", "2", ".", "5")
    for size in [(120, 36), (60, 18), (29, 7), (80, 24)]:
        explorer.terminal.resize(*size)
        explorer.terminal.settle()
        if size[0] >= 60:
            assert explorer.selected("q") == "2.5▏"
    explorer.press("1", "enter")
    assert explorer.row("q", "crane") == ["2.51", "0.70"]


def test_three_hundred_keys_in_one_burst_are_all_carried_out_in_their_order(start):
    explorer = explore(start)
    explorer.press("\x1b[B" + "12\x1b[A\x1b[B" * 50 + ">" * 50 + "u" * 49 + "\t\t\t")
    assert explorer.row("q", "crane") == ["12.10", "0.70"]
    assert explorer.active == "scores"
