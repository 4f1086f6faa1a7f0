"""Sending only what changed shows what Textual shows, in fewer bytes, whatever happens to the terminal."""

import re
import signal
from pathlib import Path

import pytest

from tests.terminal.conftest import Start
from tests.terminal.terminal import Terminal

TOY = str(Path(__file__).with_name("toy.py"))
COLOUR = re.compile(rb"\x1b\[[0-9;]*\b(?:[34][0-8]|9[0-7]|10[0-7])\b[0-9;]*m")
KEYS = [
    "right",
    "n",
    "down",
    "m",
    "n",
    "down",
    "m",
    "tab",
    "漢",
    "e",
    "\u0301",
    "left",
    "backspace",
    "shift+tab",
    "right",
]


def shown(terminal: Terminal) -> list[list[object]]:
    return [[terminal.cell(x, y) for x in range(terminal.width)] for y in range(terminal.height)]


def started(start: Start, *options: str, **settings) -> Terminal:
    terminal = start(TOY, *options, **settings)
    terminal.wait_for("moves 0")
    terminal.settle()
    return terminal


@pytest.mark.parametrize("no_color", [False, True])
@pytest.mark.parametrize("size", [(80, 24), (120, 36)])
def test_after_every_key_the_screen_is_textuals_in_less_than_half_the_bytes(start, size, no_color):
    frugal, stock = (started(start, *o, size=size, no_color=no_color) for o in ((), ("--stock",)))
    for terminal in (frugal, stock):
        terminal.mark()
    for key in KEYS:
        for terminal in (frugal, stock):
            terminal.send(key)
            terminal.settle()
        assert shown_alike(frugal, stock), f"after {key}:\n{frugal.text}\n{stock.text}"
    assert len(frugal.bytes_since_mark()) < 0.5 * len(stock.bytes_since_mark())


def shown_alike(frugal: Terminal, stock: Terminal) -> bool:
    """Cell by cell, but for the one word in which the two toys differ."""
    differ = [pair for pair in zip(shown(frugal), shown(stock), strict=True) if pair[0] != pair[1]]
    return len(differ) == 1 and "frugal True" in frugal.text and "frugal False" in stock.text


def test_idle_nothing_is_written(start):
    terminal = started(start)
    assert terminal.is_silent(1.5)


def test_one_move_costs_few_bytes_and_only_large_frames_are_synchronized(start):
    terminal = started(start)
    assert b"\x1b[?2026h" in terminal.bytes_since_mark()
    terminal.mark()
    terminal.send("right")
    terminal.settle()
    assert 0 < len(terminal.bytes_since_mark()) < 160
    assert b"\x1b[?2026" not in terminal.bytes_since_mark()


def test_moving_the_focus_does_not_paint_the_screen_anew(start):
    terminal = started(start)
    terminal.mark()
    terminal.send("tab")
    terminal.settle()
    assert 0 < len(terminal.bytes_since_mark()) < 60


@pytest.mark.parametrize("size", [(60, 20), (100, 30)])
def test_after_a_resize_the_screen_is_textuals(start, size):
    frugal, stock = started(start), started(start, "--stock")
    for terminal in (frugal, stock):
        terminal.scramble()
        terminal.resize(*size)
        terminal.wait_for("moves 0")
        terminal.settle()
    assert shown_alike(frugal, stock)


@pytest.mark.parametrize("disturb", ["same size", "there and back", "suspend", "stop", "write"])
def test_after_something_else_wrote_on_the_terminal_everything_is_sent_again(start, disturb):
    terminal = started(start)
    before = shown(terminal)
    terminal.scramble()
    if disturb == "same size":
        terminal.kill(signal.SIGWINCH)
    elif disturb == "there and back":
        terminal.resize(60, 20)
        terminal.resize(80, 24)
    elif disturb == "stop":
        terminal.kill(signal.SIGTSTP)
        terminal.wait_for(lambda one: one.is_stopped())
        terminal.kill(signal.SIGCONT)
    else:
        terminal.send({"suspend": "o", "write": "w"}[disturb])
    terminal.wait_for("moves 0")
    terminal.settle()
    assert shown(terminal) == before


def test_a_fault_in_the_copy_leaves_textuals_own_output(start):
    terminal = started(start)
    terminal.send("x")
    terminal.settle()
    terminal.send("right", "down")
    terminal.wait_for("moves 2 frugal False")
    terminal.settle()
    assert terminal.lines[1].startswith("crane       0.286   0.429")
    terminal.send("q")
    assert (terminal.exit_status(), terminal.left_behind()) == (0, [])


def test_a_hyperlink_is_sent_as_textual_does_and_changes_only_after_it(start):
    terminal = started(start)
    terminal.mark()
    terminal.send("l", "right")
    terminal.wait_for("moves 1 frugal True")
    terminal.settle()
    assert b"https://example.org" in terminal.bytes_since_mark()
    terminal.send("l", "right", "right")
    terminal.settle()
    terminal.mark()
    terminal.send("right")
    terminal.wait_for("moves 4 frugal True")
    assert len(terminal.bytes_since_mark()) < 160


def test_without_colour_attributes_stay_and_no_colour_is_sent(start):
    terminal = started(start, no_color=True)
    terminal.send("right", "m", "tab", "a", "shift+tab")
    terminal.settle()
    assert not COLOUR.search(terminal.bytes_since_mark())
    cell = terminal.cell(*terminal.find("1.000"))
    assert (cell.fg, cell.bg) == ("default", "default")
    selected = terminal.cell(20, 0)
    assert selected.reverse and selected.strike
    assert terminal.cell(0, 0).bold


def test_an_empty_no_color_is_no_wish(start):
    terminal = started(start, env={"NO_COLOR": ""})
    assert COLOUR.search(terminal.bytes_since_mark())
