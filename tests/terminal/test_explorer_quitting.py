"""The ways out: each leaves the terminal as it was and asks where edits would be lost."""

import signal

import pytest

from tests.terminal.explorer import SIZES, Explorer, either, explore


def left(explorer: Explorer) -> tuple[int, list[str]]:
    """The exit status, and what of the terminal was not put back."""
    return explorer.terminal.exit_status(), explorer.terminal.left_behind()


@pytest.mark.parametrize(
    "keys", [["q"], ["ctrl+q"], [":q\r"], [":quit\r"], [":q!\r"], ["?", "ctrl+q"], ["o", "ctrl+q"]]
)
def test_without_edits_it_ends_at_once_and_cleanly(start, keys):
    explorer = explore(start)
    explorer.press("down", "tab", "t", "f")
    explorer.terminal.send(*keys)
    assert left(explorer) == (0, [])
    assert "softmax" not in explorer.text


@either
def test_with_edits_it_asks_and_stays_unless_told_yes(start, size, no_color):
    explorer = explore(start, size=size, no_color=no_color)
    explorer.press("down", "2", "enter", "3", "enter", "m")
    for way in ("q", ":q\r", "ctrl+q"):
        explorer.press(way)
        assert explorer.message == "quit and lose 2 edits? y quits, Esc stays", way
        assert explorer.footer == "y yes  Esc no"
        explorer.press("esc")
        assert explorer.message == "left as it is"
        assert explorer.row("q", "crane") == ["2.00", "0.70"]
    explorer.press("q")
    explorer.terminal.send("y")
    assert left(explorer) == (0, [])


def test_with_an_exclamation_mark_it_does_not_ask(start):
    explorer = explore(start)
    explorer.press("2", "enter")
    explorer.terminal.send(":q!\r")
    assert left(explorer) == (0, [])


def test_undone_edits_are_none_to_lose(start):
    explorer = explore(start)
    explorer.press("2", "enter", "u")
    explorer.terminal.send("q")
    assert left(explorer) == (0, [])


def test_while_a_number_is_typed_ctrl_q_says_what_to_do_first(start):
    explorer = explore(start)
    explorer.press("2", "q", "ctrl+q")
    assert explorer.selected("q") == "2q▏"
    assert explorer.message == "! a number is being typed: Enter or Esc first, then q quits"
    explorer.press("esc")
    explorer.terminal.send("ctrl+q")
    assert left(explorer) == (0, [])


@pytest.mark.parametrize(("number", "status"), [(signal.SIGTERM, 143), (signal.SIGHUP, 129)])
@pytest.mark.parametrize("size", SIZES)
def test_a_signal_ends_it_over_any_screen_with_a_clean_terminal(start, number, status, size):
    explorer = explore(start, size=size)
    explorer.press("2", "enter", "?" if number == signal.SIGTERM else "4")
    explorer.terminal.kill(number)
    assert left(explorer) == (status, [])
    assert "Traceback" not in explorer.text


def test_a_terminal_that_hangs_up_ends_it(start):
    explorer = explore(start)
    explorer.press("2", "enter")
    explorer.terminal.hang_up()
    assert explorer.terminal.exit_status(timeout=5) == 129
