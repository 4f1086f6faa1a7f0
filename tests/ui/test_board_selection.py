"""One selection runs through all panes, and the windows follow it."""

import re

import pytest

from attn_tui.session.selection import AXES, PANES
from tests.ui.driving import SIZES, Desk, long_problem

ROWS_OF_QUERIES = ("q", "scores", "weights", "output")


def marks(desk: Desk) -> dict[str, tuple[str, str]]:
    return {pane: (desk.marked_row(pane), desk.marked_column(pane)) for pane in desk.view.panes}


@pytest.mark.parametrize("size", SIZES, ids=["80x24", "120x36"])
@pytest.mark.parametrize("pane", PANES)
def test_wherever_one_stands_the_words_and_the_cell_are_marked_in_every_pane(pane, size):
    desk = Desk("crane-lifted-steel", size)
    desk.go(pane)
    desk.press("down", "right")
    words, columns = ("the", "crane"), ("animal", "machine")
    axes = AXES[pane]
    i, j, c, e = (1 if axis in axes else 0 for axis in "ijce")
    assert marks(desk) == {
        "q": (words[i], columns[c]),
        "k": (words[j], columns[c]),
        "v": (words[j], columns[e]),
        "scores": (words[i], words[j]),
        "weights": (words[i], words[j]),
        "output": (words[i], columns[e]),
    }
    for each in PANES:
        row, column = desk.session.selection.cell(each)
        assert desk.marked_cell(each) == list(desk.rows(each).values())[row][column]


def test_the_active_pane_has_the_heavy_rule_and_no_other():
    desk = Desk("crane-lifted-steel")
    for pane in PANES:
        desk.go(pane)
        assert [each for each in PANES if "━" in desk.title(each)] == [pane]


def test_tab_goes_round_the_panes_in_reading_order_and_shift_tab_back():
    desk = Desk("crane-lifted-steel")
    visited = []
    for key in [*["tab"] * 6, *["shift+tab"] * 6, "f6"]:
        visited.append(desk.session.pane)
        desk.press(key)
    assert visited == [*PANES, "q", *reversed(PANES[1:]), "q"]
    assert desk.session.pane == "k"


@pytest.mark.parametrize(
    ("keys", "row", "column"),
    [
        (["down"], 1, 0), (["j"], 1, 0), (["down", "up"], 0, 0), (["j", "k"], 0, 0), (["up"], 0, 0),
        (["right"], 0, 1), (["l"], 0, 1), (["right", "left"], 0, 0), (["l", "h"], 0, 0), (["left"], 0, 0),
        (["end"], 0, 3), (["$"], 0, 3), (["end", "home"], 0, 0), (["$", "^"], 0, 0),
        (["G"], 39, 0), (["G", "down"], 39, 0), (["G", "g"], 0, 0), (["end", "right"], 0, 3),
    ],
)  # fmt: skip
def test_moving_keys_move_and_are_held_at_the_edges(keys, row, column):
    desk = Desk(long_problem(40, d_k=4))
    desk.press(*keys)
    assert desk.session.cell == (row, column)


@pytest.mark.parametrize(("down", "up"), [("pagedown", "pageup"), ("ctrl+f", "ctrl+b")])
def test_page_keys_move_by_the_rows_in_view(down, up):
    desk = Desk(long_problem(40))
    in_view = len(desk.rows("q"))
    desk.press(down)
    assert desk.session.cell == (in_view, 0)
    desk.press(down, up, up, up)
    assert desk.session.cell == (0, 0)


@pytest.mark.parametrize("size", SIZES, ids=["80x24", "120x36"])
@pytest.mark.parametrize("words", [13, 40])
def test_rows_line_up_across_the_panes_while_one_scrolls(words, size):
    desk = Desk("it-real" if words == 13 else long_problem(words), size)
    for key in [*["down"] * (words - 1), "g", "G", *["up"] * 5, "pageup", "g", "pagedown"]:
        desk.press(key)
        assert list(desk.rows("q")) == list(desk.rows("scores"))
        in_view = [list(desk.rows(pane)) for pane in ROWS_OF_QUERIES]
        fewest = min(in_view, key=len)
        assert all(set(fewest) <= set(rows) for rows in in_view)
        assert all(desk.marked_row(pane) == desk.marked_row("q") for pane in ROWS_OF_QUERIES)


@pytest.mark.parametrize("size", [*SIZES, (60, 18), (59, 17), (30, 8), (200, 60)], ids=str)
@pytest.mark.parametrize("zoomed", [False, True])
def test_the_windows_follow_the_selection_in_every_pane(zoomed, size):
    desk = Desk(long_problem(40, d_k=9), size)
    desk.press(*["z"] * zoomed)
    for pane in PANES:
        desk.go(pane)
        for key in [
            "G",
            "end",
            "pageup",
            "left",
            "up",
            "g",
            "home",
            "pagedown",
            "right",
            "right",
            "end",
            "down",
        ]:
            desk.press(key)
            row, column = desk.session.cell
            view = desk.view.panes[pane]
            assert row in view.rows and column in view.columns
            assert desk.marked_cell(pane) == desk.row(pane, f"w{row}")[column - view.columns.start]


def test_titles_say_which_rows_and_corners_which_columns_are_in_view():
    desk = Desk("it-real")
    desk.press("G")
    for pane in ("scores", "weights", "output"):
        assert "rows 10–13 of 13" in desk.title(pane)
    assert "10–13" in desk.title("q")
    assert "rows 1–4 of 13" in desk.title("k")
    assert desk.lines("q")[1].startswith("1–2/64")
    desk.press("end")
    assert desk.lines("q")[1].startswith("63–64/64")
    assert "≈" in desk.title("q")


def test_a_table_that_fits_says_its_size_and_no_window():
    desk = Desk("translation")
    assert "4×4" in desk.title("q")
    assert "scores · scaled 4×5" in desk.title("scores")
    assert "output 4×3" in desk.title("output")
    assert "rows" not in desk.title("weights")


def test_zoom_gives_the_pane_the_whole_screen_and_back():
    desk = Desk(long_problem(40))
    desk.go("weights")
    before = desk.screen
    desk.press("z")
    assert list(desk.view.panes) == ["weights"]
    assert len(desk.rows("weights")) >= 15
    desk.press("tab")
    assert list(desk.view.panes) == ["output"]
    desk.press("shift+tab", "z")
    assert desk.screen == before
    desk.press("z", "escape")
    assert desk.screen == before


def test_search_goes_to_the_token_and_n_goes_through_the_matches():
    desk = Desk("it-two-heads")
    desk.press("/", *"the")
    assert desk.message == "/the▏"
    assert "go there" in desk.screen[-1]
    desk.press("enter")
    found = [desk.session.selection.i]
    assert "match 1 of 2" in desk.message
    desk.press("n")
    found.append(desk.session.selection.i)
    desk.press("n", "N")
    found.append(desk.session.selection.i)
    assert found == [0, 4, 4]
    assert desk.marked_row("q") == "the"


def test_search_takes_part_of_a_word_and_goes_through_keys_in_a_pane_of_keys():
    desk = Desk("it-two-heads")
    desk.go("k")
    desk.press("/", *"tir", "enter")
    assert desk.marked_row("k") == "tired"
    assert desk.marked_row("q") == "The"


def test_a_search_that_finds_nothing_says_so_and_esc_closes_one():
    desk = Desk("it-two-heads")
    desk.press("/", *"[/red]", "enter")
    assert desk.message.startswith("! no query token has '[/red]' in it")
    desk.press("n")
    assert desk.message.startswith("! no search is open")
    desk.press("/", *"x", "escape")
    assert desk.session.seeking is None
    desk.press("/", *"it", "enter", "escape", "n")
    assert desk.message.startswith("! no search is open")


def test_the_sentence_tells_what_the_selected_query_reads_wherever_one_stands():
    desk = Desk("it-two-heads", (120, 36))
    desk.press("/", *"it", "enter", "enter", "escape")
    share = re.search(r"animal (\d+)%", desk.sentence)
    assert desk.sentence.startswith("it reads")
    assert share is not None and int(share[1]) > 50
    assert all(word in desk.sentence for word in desk.session.problem.key_tokens)
