"""Numbers are typed, nudged, cleared, taken back, and nothing that was typed is lost."""

import numpy as np
import pytest

from tests.ui.driving import Desk, driving, long_problem


@pytest.fixture
def desk():
    return Desk("crane-lifted-steel")


def at(desk) -> tuple[str, str, str]:
    """Where the selection is in the active pane: row, column and what stands there."""
    pane = desk.session.pane
    return desk.marked_row(pane), desk.marked_column(pane), desk.marked_cell(pane)


def test_typing_a_number_and_enter_puts_it_there_and_goes_down(desk):
    desk.press("down", "right", "0", ".", "9", "enter")
    assert desk.row("q", "crane") == ["0.70", "0.90"]
    assert at(desk) == ("lifted", "machine", "0.90")
    assert desk.message == "Q[crane, machine] 0.70 → 0.90"


def test_every_number_that_follows_from_the_typed_one_follows(desk):
    desk.press("down", "2", "enter")
    k = np.array([[0.1, 0.1], [0.4, 0.4], [0.1, 0.9], [0.0, 0.9]])
    v = np.array([[0.1, 0.1], [0.5, 0.5], [0.1, 0.9], [0.0, 1.0]])
    scores = k @ [2, 0.7] / np.sqrt(2)
    weights = np.exp(scores) / np.exp(scores).sum()
    assert desk.numbers("scores", "crane") == pytest.approx(scores, abs=0.0006)
    assert desk.numbers("weights", "crane") == pytest.approx([*weights, 1], abs=0.0006)
    assert desk.numbers("output", "crane") == pytest.approx(weights @ v, abs=0.0006)


@pytest.mark.parametrize(
    ("key", "row", "column"),
    [("enter", "lifted", "animal"), ("down", "lifted", "animal"), ("up", "the", "animal"),
     ("tab", "crane", "machine"), ("shift+tab", "crane", "animal")],
)  # fmt: skip
def test_each_key_that_commits_goes_its_own_way(desk, key, row, column):
    desk.press("down", "5", key)
    assert desk.row("q", "crane") == ["5.00", "0.70"]
    assert at(desk)[:2] == (row, column)
    assert desk.session.pane == "q"


def test_tab_fills_a_row_and_enter_a_column(desk):
    desk.press("1", "tab", "2", "enter", "3", "enter")
    assert [desk.row("q", word) for word in ("the", "crane", "lifted")] == [
        ["1.00", "2.00"], ["0.70", "3.00"], ["0.10", "0.90"],
    ]  # fmt: skip


@pytest.mark.parametrize("key", ["escape", "ctrl+c"])
def test_giving_up_leaves_the_number_as_it_was(desk, key):
    desk.press("down", "9", key)
    assert desk.row("q", "crane") == ["0.70", "0.70"]
    assert desk.session.editor is None
    assert not desk.session.is_edited


@pytest.mark.parametrize("key", ["enter", "f2"])
def test_editing_begins_on_the_number_itself_at_full_precision(desk, key):
    desk.press(
        "down",
        "7",
        "backspace",
        "0",
        ".",
        "1",
        "2",
        "3",
        "4",
        "5",
        "6",
        "7",
        "8",
        "9",
        "1",
        "enter",
        "up",
        key,
    )
    assert desk.session.editor.text == "0.1234567891"
    desk.press("escape")
    assert desk.marked_cell("q") != "0.1234567891"
    assert "≈" in desk.title("q")


def test_the_cursor_moves_inside_what_is_typed_and_is_shown(desk):
    desk.press("1", "2", "3")
    assert desk.marked_cell("q") == "123▏"
    desk.press("left", "left")
    assert desk.marked_cell("q") == "1▏23"
    desk.press("backspace", "4", "end", "5", "home", "6", "delete", "right", "7")
    assert desk.session.editor.text == "6273" + "5"
    desk.press("ctrl+u", "8", "enter")
    assert desk.row("q", "the")[0] == "8.00"


def test_what_is_typed_beyond_the_field_scrolls_under_the_cursor(desk):
    desk.press(*"0.123456789012")
    assert desk.marked_cell("q") == "789012▏"
    desk.press("home")
    assert desk.marked_cell("q").startswith("▏0.123")


@pytest.mark.parametrize("typed", ["-", ".", "1..2", "0,5", "1e", "abc", "--1", "0x10"])
def test_what_is_no_number_stays_in_the_editor_with_a_reason_until_it_is_mended(desk, typed):
    desk.press("0", "backspace", *typed, "enter")
    assert desk.session.editor.text == typed
    assert desk.message.startswith("! ")
    assert "number" in desk.message
    assert desk.row("k", "the") == ["0.10", "0.10"]
    assert at(desk)[0] == "the"
    desk.press(*["backspace"] * len(typed), "0", ".", "5", "enter")
    assert desk.row("q", "the") == ["0.50", "0.20"]
    assert desk.session.editor is None


def test_nothing_typed_is_no_number(desk):
    desk.press("1", "backspace", "enter")
    assert "no number yet" in desk.message
    assert desk.row("q", "crane") == ["0.70", "0.70"]


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("-1", "-1.00"),
        (".5", "0.50"),
        ("1e-3", "0.001"),
        ("0.125", "0.125"),
        ("-0.25", "-0.25"),
        ("1e5", "100000"),
    ],
)
def test_numbers_are_read_as_people_write_them(desk, typed, shown):
    desk.press(*typed, "enter")
    assert desk.row("q", "the")[0].startswith(shown)


@pytest.mark.parametrize("typed", ["inf", "-inf", "nan"])
def test_infinity_and_nan_can_be_typed_and_are_shown_as_what_they_are(desk, typed):
    desk.press("0", "backspace", *typed, "enter", "up")
    assert desk.marked_cell("q") == typed
    assert "nan" in desk.row("weights", "the")


def test_a_number_too_large_for_the_table_is_refused_with_its_text_kept(desk):
    desk.press(*"1e999", "enter")
    assert desk.session.editor.text == "1e999"
    assert desk.message.startswith("! '1e999' is larger than")


def test_the_keys_of_the_last_line_are_those_of_the_editor_while_one_types(desk):
    assert "q quit" in desk.screen[-1]
    desk.press("1")
    assert "Esc give up" in desk.screen[-1]
    assert "quit" not in desk.screen[-1]


@pytest.mark.parametrize("pane", ["scores", "weights", "output"])
def test_typing_on_the_right_says_from_which_grid_the_number_follows(desk, pane):
    desk.go(pane)
    desk.press("5")
    assert desk.session.editor is None
    assert desk.message.startswith("! ")
    assert ("V" if pane == "output" else "Q") in desk.message
    assert "Enter goes to" in desk.message


@pytest.mark.parametrize(("pane", "source"), [("scores", "q"), ("weights", "q"), ("output", "v")])
def test_enter_on_the_right_goes_to_the_grid_it_follows_from(desk, pane, source):
    desk.press("down")
    desk.go(pane)
    desk.press("right", "enter")
    assert desk.session.pane == source
    assert desk.session.editor is None
    assert desk.marked_row("q") == "crane"


def test_nudging_steps_in_tenths_without_dust(desk):
    desk.press("down", ">")
    assert desk.row("q", "crane")[0] == "0.80"
    desk.press("<", "<")
    assert desk.row("q", "crane")[0] == "0.60"
    assert desk.session.problem.q[0, 1, 0] == 0.6


def test_a_block_is_drawn_by_v_and_nudged_as_one_step(desk):
    desk.press("down", "v", "down", "right", ">")
    assert [desk.row("q", word) for word in ("crane", "lifted")] == [["0.80", "0.80"], ["0.20", "1.00"]]
    desk.press("u")
    assert [desk.row("q", word) for word in ("crane", "lifted")] == [["0.70", "0.70"], ["0.10", "0.90"]]


@pytest.mark.parametrize(
    ("keys", "shape"),
    [(["shift+down"], (2, 1)), (["shift+down", "shift+right"], (2, 2)), (["shift+up"], (2, 1)),
     (["right", "shift+left"], (1, 2)), (["v", "G"], (3, 1)), (["v", "end"], (1, 2)), (["v", "v"], (1, 1))],
)  # fmt: skip
def test_blocks_grow_with_the_moving_keys(desk, keys, shape):
    desk.press("down", *keys)
    assert desk.session.block.shape == shape


def test_a_block_is_seen_and_let_go_by_escape(desk):
    desk.press("shift+down", "shift+right")
    looks = {span.look for line in desk.view.panes["q"].lines for span in line}
    assert "number+block" in looks
    desk.press("escape")
    assert desk.session.block.shape == (1, 1)


def test_delete_clears_the_block_and_undo_brings_back_the_bits(desk):
    before = desk.session.problem.q.copy()
    desk.press("shift+down", "shift+right", "delete")
    assert desk.row("q", "the") == ["0.00", "0.00"]
    assert desk.row("q", "crane") == ["0.00", "0.00"]
    desk.press("u")
    assert np.array_equal(desk.session.problem.q, before)


def test_undo_and_redo_go_through_edits_and_toggles_alike(desk):
    panes = ("q", "scores", "weights", "output")
    opened = [desk.rows(pane) for pane in panes]
    desk.press("down", "5", "enter", "m", "s", "w", "m")
    changed = [desk.rows(pane) for pane in panes]
    desk.press("u", "u", "u", "u", "u")
    assert [desk.rows(pane) for pane in panes] == opened
    desk.press("ctrl+r", "ctrl+r", "ctrl+r", "ctrl+r", "ctrl+r")
    assert [desk.rows(pane) for pane in panes] == changed


def test_with_nothing_left_to_undo_or_redo_it_is_said(desk):
    desk.press("u")
    assert desk.message == "! nothing to undo: the problem is as it was opened"
    desk.press("ctrl+r")
    assert desk.message.startswith("! nothing to redo")
    desk.press("r")
    assert desk.message.startswith("! nothing to reset")


def test_reset_is_one_step_that_undo_takes_back(desk):
    desk.press("5", "enter", "6", "enter", "m", "r")
    assert desk.row("q", "the") == ["0.20", "0.20"]
    assert "+ 0 )" in desk.screen[0]
    desk.press("u")
    assert desk.row("q", "the")[0] == "5.00"
    assert "+ causal )" in desk.screen[0]


def test_undo_goes_to_where_the_edit_was(desk):
    desk.press("5", "enter")
    desk.go("output")
    desk.press("G", "u")
    assert desk.session.pane == "q"
    assert desk.marked_row("q") == "the"


def test_widened_copies_are_edited_where_they_come_from(desk):
    desk.press("w", "end", "5", "enter", "W")
    assert desk.row("q", "the") == ["0.20", "5.00"]


async def test_a_resize_while_a_number_is_typed_loses_nothing():
    async with driving("crane-lifted-steel") as driven:
        await driven.press("down", "0", ".", "9")
        for size in [(120, 36), (20, 5), (80, 24)]:
            await driven.pilot.resize_terminal(*size)
            await driven.pilot.pause()
            assert driven.session.editor.text == "0.9"
        assert driven.marked_cell("q") == "0.9▏"
        await driven.press("enter")
        assert driven.row("q", "crane") == ["0.90", "0.70"]


async def test_a_mouse_click_does_not_end_what_is_typed():
    async with driving("crane-lifted-steel") as driven:
        await driven.press("down", "0", ".", "9")
        await driven.pilot.click(driven.app.board, offset=(40, 12))
        assert driven.marked_cell("q") == "0.9▏"


async def test_a_mouse_click_selects_the_number_under_it():
    async with driving("crane-lifted-steel") as driven:
        line = driven.screen.index(
            next(line for line in driven.screen if "0.283" in line and "0.191" in line)
        )
        await driven.pilot.click(driven.app.board, offset=(driven.screen[line].index("0.283") + 2, line))
        assert driven.session.pane == "weights"
        assert (driven.marked_row("weights"), driven.marked_column("weights")) == ("crane", "lifted")


async def test_a_mouse_click_on_a_word_of_the_sentence_selects_it():
    async with driving("crane-lifted-steel") as driven:
        await driven.pilot.click(driven.app.board, offset=(driven.screen[1].index("lifted") + 1, 1))
        assert driven.marked_row("q") == "lifted"


def test_editing_in_a_long_table_scrolls_along():
    desk = Desk(long_problem(40))
    for _ in range(10):
        desk.press("7", "enter")
        assert desk.marked_row("q") == f"w{desk.session.selection.i}"
    assert desk.session.selection.i == 10
