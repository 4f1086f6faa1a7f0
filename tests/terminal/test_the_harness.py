"""The terminal that the other tests believe: what it shows, sends, waits for and finds fault with."""

import sys
from pathlib import Path

import pytest

from tests.terminal.emulator import Emulator
from tests.terminal.keys import key_bytes

TOY = str(Path(__file__).with_name("toy.py"))
ECHO = """
import os, sys, tty
tty.setraw(0)
print("ready", end="", flush=True)
while (key := sys.stdin.buffer.read1(100)) != b"q":
    print("\\r\\n" + repr(key), tuple(os.get_terminal_size()), end="", flush=True)
"""
DIRTY = """
import tty
tty.setraw(0)
print("\\x1b[?1049h\\x1b[?1000h\\x1b[?2004h\\x1b[?25l\\x1b[>1u\\x1b[?7l\\x1b[1m", end="")
"""


def lines(data: bytes, width: int = 20, height: int = 3) -> list[str]:
    emulator = Emulator(width, height)
    emulator.feed(data)
    return [line.rstrip() for line in emulator.lines]


@pytest.mark.parametrize(
    "unknown",
    [b"\x1b[>29u", b"\x1b[<u", b"\x1b[=1;1u", b"\x1b[?u", b"\x1b[?2026$p", b"\x1b[2 q", b"\x1b]52;c;YQ==\x07",
     b"\x1b]22;text\x07", b"\x1b]8;id=1;https://example.org\x1b\\", b"\x1bP+q5443\x1b\\", b"\x1b[?2026h"],
)  # fmt: skip
def test_a_sequence_that_shows_nothing_shows_nothing_in_whatever_parts_it_comes(unknown):
    whole = b"a" + unknown + b"b"
    assert lines(whole)[0] == "ab"
    emulator = Emulator(20, 3)
    for at in range(len(whole)):
        emulator.feed(whole[at : at + 1])
    assert emulator.lines[0].rstrip() == "ab"


def test_the_attributes_and_colours_of_a_cell_are_told():
    emulator = Emulator(20, 3)
    emulator.feed(b"\x1b[2;9;38;5;220mx\x1b[22;7;48;2;5;2;25my\x1b[0;1;3;4;31mz")
    x, y, z = (emulator.cell(column, 0) for column in range(3))
    assert (x.text, x.dim, x.strike, x.fg, x.bg, x.bold) == ("x", True, True, "ffd700", "default", False)
    assert (y.dim, y.strike, y.reverse, y.fg, y.bg) == (False, True, True, "ffd700", "050219")
    assert (z.bold, z.italic, z.underline, z.fg, z.bg) == (True, True, True, "red", "default")


@pytest.mark.parametrize(("at", "shown"), [(1, "ax 字b"), (2, "a x字b"), (3, "a漢x b"), (4, "a漢 xb")])
def test_writing_over_half_a_wide_character_blanks_the_other_half(at, shown):
    assert lines("a漢字b".encode() + f"\x1b[1;{at + 1}Hx".encode())[0] == shown


def test_a_mark_stands_on_the_letter_before_it_narrow_or_wide():
    assert lines("e\u0301漢\u0301!".encode())[0] == "é漢\u0301!"


def test_what_stood_before_the_alternate_screen_stands_after_it():
    assert lines(b"$ run\r\n\x1b[?1049hfull screen")[1].endswith("full screen")
    assert lines(b"$ run\r\n\x1b[?1049hfull screen\x1b[?1049l")[:2] == ["$ run", ""]


def test_questions_of_a_terminal_are_answered():
    assert Emulator(20, 3).feed(b"\x1b[?2026$p\x1b[?2048$p") == b"\x1b[?2026;2$y\x1b[?2048;0$y"


def test_keys_arrive_as_an_xterm_sends_them(start):
    terminal = start("-c", ECHO)
    terminal.wait_for("ready")
    for key in (
        "right",
        "shift+tab",
        "ctrl+r",
        "ctrl+home",
        "shift+up",
        "f1",
        "f5",
        "delete",
        "esc",
        "é",
        "two words",
    ):
        terminal.send(key)
        terminal.wait_for(repr(key_bytes(key)))
    terminal.send("q")
    assert terminal.exit_status() == 0
    assert (
        key_bytes("ctrl+r") == b"\x12"
        and key_bytes("shift+tab") == b"\x1b[Z"
        and key_bytes("right") == b"\x1b[C"
    )


def test_a_key_after_escape_is_a_key_of_its_own(start):
    terminal = start(TOY)
    terminal.wait_for("moves 0")
    terminal.send("esc", "right", "esc", "down")
    terminal.wait_for("moves 2")


def test_a_paste_arrives_whole(start):
    terminal = start(TOY)
    terminal.wait_for("moves 0")
    terminal.settle()
    terminal.paste("1\t2\n3\t4")
    terminal.wait_for(r"'1\t2\r3\t4'")


def test_a_resize_reaches_the_program(start):
    terminal = start("-c", ECHO)
    terminal.wait_for("ready")
    terminal.send("x")
    terminal.wait_for("b'x' (80, 24)")
    terminal.resize(40, 10)
    terminal.send("y")
    terminal.wait_for("b'y' (40, 10)")
    assert (len(terminal.lines), len(terminal.lines[0])) == (10, 40)


def test_a_text_is_found_in_cells(start):
    terminal = start(TOY)
    terminal.wait_for("moves 0")
    terminal.settle()
    assert terminal.find("1.714") == (60, 2)
    assert terminal.cell(9 + 7, 0).reverse
    with pytest.raises(AssertionError, match="not on the screen"):
        terminal.find("nowhere")


def test_waiting_for_what_does_not_come_shows_the_screen(start):
    terminal = start("-c", "print('hello'); input()")
    with pytest.raises(AssertionError, match="hello"):
        terminal.wait_for("goodbye", timeout=0.5)


def test_waiting_on_a_program_that_ends_is_not_waiting_for_long(start):
    terminal = start("-c", "import sys; print('failed'); sys.exit(3)")
    with pytest.raises(AssertionError, match="ended with 3"):
        terminal.wait_for("never")


def test_what_a_program_leaves_behind_is_told(start):
    terminal = start("-c", DIRTY)
    assert terminal.exit_status() == 0
    assert terminal.left_behind() == [
        "the alternate screen", "reports of clicks", "bracketed paste", "a hidden cursor", "no wrapping of lines",
        "the keyboard protocol", "a style", "the line discipline (echo, whole lines, signals)",
    ]  # fmt: skip


def test_a_program_knows_nothing_of_the_machine(start, tmp_path):
    terminal = start(
        "-c", "import os; print(sorted(os.environ)); print(os.getcwd())", no_color=True, size=(400, 5)
    )
    assert terminal.exit_status() == 0
    assert "NO_COLOR" in terminal.text and "COLORTERM" not in terminal.text and "SSH" not in terminal.text
    assert str(tmp_path) in terminal.text
    assert terminal.process.args[-3] == sys.executable
