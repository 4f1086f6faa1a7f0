"""What a terminal pastes is text, whatever stands in it, and bytes that are no text end nothing."""

import pytest

from attn_tui.ui.paste_guard import LONGEST, PAUSE
from tests.terminal.explorer import Explorer, explore


def send(explorer: Explorer, data: bytes) -> None:
    """Let the terminal send bytes that are no key."""
    explorer.terminal.send_bytes(data)
    explorer.terminal.settle()


@pytest.mark.parametrize("keys", ["]:quit !\r", "]mmm\r5\r", "[A9\r"])
def test_an_escape_in_a_paste_presses_no_key(start, keys):
    explorer = explore(start)
    formula, columns = explorer.formula, explorer.columns("q")
    explorer.press("5", "enter")
    send(explorer, b"\x1b[200~0.5\x1b" + keys.encode() + b"\x1b[201~")
    assert explorer.message == "! row 1: a number stands outside the brackets of its row"
    assert (explorer.formula, explorer.columns("q")) == (formula, columns)
    assert explorer.row("q", "the") == ["5.00", "0.20"]
    explorer.press("q")
    assert explorer.message == "quit and lose 1 edit? y quits, Esc stays"


def test_an_escape_pasted_into_a_line_is_shown_as_what_it_is(start):
    explorer = explore(start)
    explorer.press("/")
    send(explorer, b"\x1b[200~st\x1b[A\x1b[20")
    send(explorer, b"1~eel")
    assert explorer.message == "/st\\x1b[Aeel▏"


@pytest.mark.parametrize("key", ["ctrl+c", "esc", "ctrl+q"])
def test_a_paste_that_never_ends_is_ended_by_a_key(start, key):
    explorer = explore(start)
    send(explorer, b"\x1b[200~1 2")
    explorer.press("q")
    assert explorer.terminal.is_silent(2 * PAUSE)
    explorer.terminal.send(key)
    explorer.terminal.wait_for("'2q' is no number" if key != "ctrl+q" else lambda one: not is_running(one))
    if key != "ctrl+q":
        explorer.press("right")
        assert explorer.selected_column("q") == "machine"


@pytest.mark.parametrize(("key", "rest"), [("enter", "[0.2▏]"), ("/", "/▏"), (":", ":▏")])
def test_a_line_refuses_what_is_too_long_for_it_at_once_and_goes_on(start, key, rest):
    explorer = explore(start)
    explorer.press(key)
    explorer.paste("1" * 1_000_000)
    assert "! a line takes at most 10,000 characters: nothing was added" in explorer.text
    assert rest in explorer.text
    explorer.press("1")
    assert "a line takes at most" not in explorer.text
    assert rest.replace("▏", "1▏") in explorer.text


def test_a_line_takes_a_long_paste_and_shows_its_end(start):
    explorer = explore(start)
    explorer.press("/")
    explorer.paste("字" * 9_999 + "q")
    assert explorer.message == f"/{'字' * 38}q▏"


def test_a_paste_larger_than_any_block_is_refused_in_one_line(start):
    explorer = explore(start)
    explorer.paste("1 " * (LONGEST // 2 + 10))
    assert explorer.message == "! the text is too long: at most 8,000,000 characters are read"


def test_a_report_of_the_mouse_in_bytes_presses_no_key_and_ends_nothing(start):
    explorer = explore(start)
    before = explorer.text
    send(explorer, b"\x1b[M \xff\xa0\x1b[M#\xc3\xa9\xff\xfe")
    explorer.press("right")
    assert explorer.selected_column("q") == "machine"
    explorer.press("left")
    assert explorer.text.splitlines()[1:-2] == before.splitlines()[1:-2]


def is_running(terminal) -> bool:
    return terminal.process.poll() is None
