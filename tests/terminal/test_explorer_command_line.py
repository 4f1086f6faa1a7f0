"""The line behind `:`, palette and command line in one."""

import re

from tests.terminal.explorer import either, explore


@either
def test_the_line_lists_completes_and_carries_out(start, size, no_color):
    explorer = explore(start, size=size, no_color=no_color)
    explorer.press(":")
    assert explorer.message == ":▏"
    assert explorer.footer == "Enter carry out  Tab complete  ↑ ↓ choose  Esc close"
    assert any(re.match(r"━━ [0-9]{2,3} commands ━", line) for line in explorer.lines)
    explorer.press("w", "i", "d")
    assert "▸ widen [N]" in explorer.text
    explorer.press("tab")
    assert explorer.message == ":widen ▏"
    explorer.press("4", "enter")
    assert explorer.title("q").startswith("━━ Q queries 4×8")
    explorer.press(":", "esc")
    assert explorer.footer.startswith("? help")


@either
def test_a_line_that_can_not_be_carried_out_stays_with_its_reason(start, size, no_color):
    explorer = explore(start, size=size, no_color=no_color)
    for line in (
        "foo",
        "scale x",
        "mask window:a",
        "head 7",
        "widen 0",
        "digits 9",
        "step",
        "set [/red]",
        "up 2",
    ):
        explorer.press(":", f"{line}\r")
        assert explorer.message.startswith(":"), line
        if line != "step":
            assert any(shown.startswith(" ! ") for shown in explorer.lines), line
        explorer.press("ctrl+c")
        assert explorer.footer.startswith("? help")
    explorer.press("u")
    assert explorer.message.startswith("! nothing to undo")


def test_what_is_typed_and_pasted_stands_in_the_line_at_its_cursor(start):
    explorer = explore(start)
    explorer.press(":", "scale ")
    explorer.paste("0.2\n")
    explorer.press("left", "1", "end", "5")
    assert explorer.message == ":scale 0.125▏"
    explorer.press("enter")
    assert "× 0.125" in explorer.formula


def test_the_arrows_choose_among_what_is_found(start):
    explorer = explore(start)
    explorer.press(":", "word", "down")
    assert "▸ word-down " in explorer.text
    explorer.press("enter")
    assert explorer.message == "word the moved from 0 to 1"


def test_a_line_longer_than_the_screen_keeps_its_cursor_in_sight(start):
    explorer = explore(start)
    explorer.press(":", "rename-word " + "abcdefghij" * 12)
    assert explorer.message.endswith("hij▏")
    explorer.press("enter")
    assert explorer.rows("q")["abcde…"] == ["0.20", "0.20"]
