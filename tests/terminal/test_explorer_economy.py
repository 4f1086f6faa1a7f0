"""What a key costs on the line, that an idle screen sends nothing, and that small screens are no trouble."""

import pytest

from tests.terminal.explorer import either, explore


def test_an_idle_screen_sends_nothing(start):
    explorer = explore(start, size=(120, 36))
    explorer.press("down", "2", "enter", "/", "t", "enter")
    assert explorer.terminal.is_silent(2)


@pytest.mark.parametrize("no_color", [False, True])
def test_at_80_by_24_a_move_costs_under_a_thousand_bytes_and_an_edit_under_two_thousand(start, no_color):
    explorer = explore(start, no_color=no_color)
    moves = {
        key: len(explorer.bytes_of(key)) for key in ("down", "right", "down", "up", "left", "G", "g", "end")
    }
    for pane in ("scores", "weights", "output"):
        explorer.go(pane)
        moves[pane] = max(len(explorer.bytes_of(key)) for key in ("right", "down", "left", "up"))
    assert 0 < max(moves.values()) < 1000, moves
    explorer.go("q")
    explorer.press("down", "2")
    assert 0 < len(explorer.bytes_of("enter")) < 2000
    assert 0 < len(explorer.bytes_of(">")) < 2000
    assert 0 < len(explorer.bytes_of("u")) < 2000


@either
def test_the_whole_screen_is_sent_again_on_ctrl_l(start, size, no_color):
    explorer = explore(start, size=size, no_color=no_color)
    before = explorer.text
    explorer.terminal.scramble()
    explorer.press("ctrl+l")
    assert explorer.text.split("\n")[:-2] == before.split("\n")[:-2]


@pytest.mark.parametrize("size", [(79, 23), (60, 18), (48, 14), (40, 12), (30, 8)])
def test_on_a_small_screen_the_formula_and_the_selected_number_are_whole(start, size):
    explorer = explore(start, size=size)
    explorer.press("down")
    assert "softmax( Q·Kᵀ ÷ √2 + 0 ) · V" in explorer.lines[0]
    assert "[0.70]" in explorer.text
    explorer.press("2", "enter")
    assert "2.00" in explorer.text
    explorer.press("tab", "tab", "tab", "?", "esc", "o", "esc", ":", "esc", "z", "z", "u")
    assert explorer.terminal.process.poll() is None


def test_on_a_screen_too_small_for_anything_one_line_says_so_and_nothing_is_lost(start):
    explorer = explore(start)
    explorer.press("2")
    explorer.terminal.resize(29, 7)
    explorer.terminal.settle()
    shown = [line for line in explorer.lines if line.strip()]
    assert len(shown) == 1 and "30" in shown[0]
    explorer.terminal.resize(80, 24)
    explorer.terminal.settle()
    explorer.press("enter")
    assert explorer.row("q", "the") == ["2.00", "0.20"]


@pytest.mark.parametrize("size", [(200, 60), (80, 24), (120, 36)])
def test_after_every_resize_the_screen_is_the_one_it_would_have_opened_with(start, size):
    opened = explore(start, size=size).lines
    explorer = explore(start, size=(100, 30))
    explorer.terminal.resize(*size)
    explorer.terminal.settle()
    assert explorer.lines == opened
