"""The plane in a real terminal: the query is moved by keys and by the mouse, with colour and without."""

import pytest

from tests.terminal.explorer import COLOUR, everywhere, explore

QUERY = "it asks (0.40, 0.20)"


@everywhere
def test_the_query_is_pushed_out_until_one_word_has_all_and_undo_brings_it_back(start, size, no_color):
    explorer = explore(start, "soft-dictionary", size=size, no_color=no_color)
    before = explorer.row("weights", "it")
    written = explorer.bytes_of("P")
    assert QUERY in explorer.text and "entropy 1.87 of 2.00 bits" in explorer.text
    assert "▸animal 42%" in explorer.text and "street 25%" in explorer.text
    assert bool(COLOUR.search(written)) != no_color
    explorer.press("L", "right", "up")
    assert "it asks (1.00, 0.30)" in explorer.text
    assert explorer.row("q", "it") == ["1.00", "0.30"]
    explorer.command("at 9 4")
    assert "most: animal >99.9%" in explorer.text
    explorer.press("u", "u", "u", "u")
    assert QUERY in explorer.text
    explorer.press("esc")
    assert QUERY not in explorer.text
    assert explorer.row("weights", "it") == before


@everywhere
def test_tab_gives_the_keys_back_and_comes_round_to_the_plane(start, size, no_color):
    explorer = explore(start, "soft-dictionary", size=size, no_color=no_color)
    explorer.press("P")
    assert "━━ plane · keys ━" in explorer.text
    explorer.press("tab")
    assert "── plane · keys ─" in explorer.text and "━━ Q queries " in explorer.text
    explorer.press("tab", "tab", "tab", "tab", "tab", "tab")
    assert "━━ plane · keys ━" in explorer.text
    explorer.press("z")
    assert [line[:2] for line in explorer.lines].count("━━") == 1
    assert QUERY in explorer.text


@pytest.mark.parametrize("size", [(80, 24), (120, 36)])
def test_a_whole_drag_of_the_tip_is_one_undo_step(start, size):
    explorer = explore(start, "soft-dictionary", size=size)
    explorer.press("P", "z", "b", *"4 2", "enter")
    tip = explorer.terminal.find("#")
    explorer.terminal.drag([tip, (tip[0] - 5, tip[1] + 1), (tip[0] - 9, tip[1] + 2)])
    explorer.terminal.settle()
    assert "it asks (4.00, 2.00)" not in explorer.text
    assert explorer.message.startswith("Q[it] (4.00, 2.00) → (")
    explorer.press("u")
    assert "it asks (4.00, 2.00)" in explorer.text
    assert explorer.message.startswith("undone: Q[it] (4.00, 2.00) → (")


def test_a_console_without_braille_has_plain_characters(start):
    explorer = explore(start, "soft-dictionary", env={"TERM": "linux"})
    explorer.press("P")
    assert QUERY in explorer.text
    assert not any("⠀" <= character <= "⣿" for character in explorer.text)
