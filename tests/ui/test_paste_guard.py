"""What a terminal sends is told apart into what was typed and what was pasted, in whatever parts it comes."""

import random
from itertools import pairwise

import pytest
from textual import events
from textual.drivers.linux_driver import LinuxDriver

from attn_tui.ui import terminal_input
from attn_tui.ui.paste_guard import LONGEST, PAUSE, Pasted, PasteGuard
from attn_tui.ui.terminal import FrugalApp
from attn_tui.ui.terminal_input import GuardedDriver, Reader

BEGIN, END = "\x1b[200~", "\x1b[201~"
NASTY = [
    "1\t2\r3\t4",
    "0.5\x1b]:quit !\r",
    "0.5\x1b[A9\r",
    "\x1b[200~",
    "\x1b[20\x1b",
    "\x1b[48;9;9;9;9t",
    "é\x00\x03\x11\x1b[201",
    "",
]


def said(guard: PasteGuard, *chunks: bytes, apart: float = 0.0) -> list[str]:
    """What was typed and pasted, the pastes between ‹ and ›, with neighbours joined."""
    pieces = [piece for at, chunk in enumerate(chunks) for piece in guard.feed(chunk, at * apart)]
    return ["".join(f"‹{piece.text}›" if isinstance(piece, Pasted) else piece for piece in pieces)]


@pytest.mark.parametrize("text", NASTY)
def test_all_between_the_marks_is_one_paste_at_whatever_points_it_is_cut(text):
    whole = f"a{BEGIN}{text}{END}b".encode()
    wanted = [f"a{BEGIN}‹{text}›{END}b"]
    assert said(PasteGuard(), whole) == wanted
    assert said(PasteGuard(), *(whole[at : at + 1] for at in range(len(whole)))) == wanted
    for at in range(len(whole)):
        assert said(PasteGuard(), whole[:at], whole[at:]) == wanted


def test_pastes_and_keys_keep_their_order_in_random_parts():
    chance = random.Random(5)
    texts = [chance.choice(NASTY) for _ in range(40)]
    whole = "".join(f"{BEGIN}{text}{END}\x1b[A" for text in texts).encode()
    cuts = sorted({0, len(whole), *(chance.randrange(len(whole)) for _ in range(200))})
    chunks = [whole[left:right] for left, right in pairwise(cuts)]
    assert said(PasteGuard(), *chunks) == ["".join(f"{BEGIN}‹{text}›{END}\x1b[A" for text in texts)]


def test_a_key_is_given_at_once_though_a_mark_may_begin_with_it():
    assert PasteGuard().feed(b"\x1b", 0) == ["\x1b"]


@pytest.mark.parametrize(
    ("sent", "then"),
    [(b"\x03", ""), (b"\x1b", ""), (b"\x1b[27u", ""), (b"\x1b[99;5u", ""), (b"\x1b[99;133u", ""),
     (b"\x11", "\x11"), (b"\x1b[113;5u", "\x11"), (b"\x03\x03\x11", "\x11")],
)  # fmt: skip
def test_a_key_that_comes_alone_after_a_pause_ends_a_paste_without_end(sent, then):
    guard = PasteGuard()
    guard.feed(f"{BEGIN}1 2".encode(), 0)
    assert guard.feed(sent, 1) == []
    assert guard.wait(1 + PAUSE / 2) == []
    assert guard.wait(1 + PAUSE) == [Pasted("1 2"), END, *([then] if then else [])]
    assert guard.feed(b"q", 2) == ["q"]


@pytest.mark.parametrize("key", [b"q", b"\x1b[A", b"\x1bq", b"\x1b[113u", b"\x03q"])
def test_no_other_key_ends_a_paste(key):
    guard = PasteGuard()
    guard.feed(f"{BEGIN}1 2".encode(), 0)
    assert guard.feed(key, 1) == guard.wait(2) == []


def test_a_control_character_in_a_text_that_is_being_sent_is_text():
    guard = PasteGuard()
    guard.feed(f"{BEGIN}1".encode(), 0)
    assert guard.feed(b"\x03", PAUSE / 2) == []
    assert guard.feed(b"\x1b", 2) == []
    assert guard.feed(END[1:].encode(), 2 + PAUSE / 2) == [Pasted("1\x03"), END]


def test_of_a_paste_that_is_too_long_the_beginning_is_kept_and_its_end_is_found():
    guard = PasteGuard()
    pieces = [*guard.feed(BEGIN.encode(), 0)]
    for _ in range(9):
        pieces += guard.feed(b"1" * 2**20, 0)
    pieces += guard.feed(f"2{END}3".encode(), 0)
    assert pieces == [BEGIN, Pasted("1" * LONGEST), END, "3"]


def test_bytes_that_are_no_text_become_a_replacement_and_characters_may_come_in_parts():
    guard = PasteGuard()
    assert guard.feed(b"\xff\xc3", 0) + guard.feed(b"\xa9", 0) == ["\ufffd", "é"]
    assert guard.feed(BEGIN.encode() + b"1\xff2" + END.encode(), 0)[1] == Pasted("1\ufffd2")


def test_a_report_of_the_mouse_in_bytes_is_no_text():
    assert PasteGuard().feed(b"a\x1b[M \xc3\xa9b\x1b[M#\xff\x80c", 0) == ["abc"]


def heard(reader: Reader, data: bytes) -> list[str]:
    return [one.key if isinstance(one, events.Key) else repr(one) for one in reader.read(data, 0)]


def test_textual_makes_one_paste_of_it_and_keys_of_the_rest():
    text = "0.5\x1b]:quit !\r"
    assert heard(Reader(), f"a{BEGIN}{text}{END}\x1b[A".encode()) == ["a", repr(events.Paste(text)), "up"]


@pytest.mark.parametrize("sequence", [b"\x1b[9999999999;5u", b"\x1b[1114112u", b"\xff\xfe"])
def test_what_is_no_key_leaves_the_reader_reading(sequence):
    reader = Reader()
    heard(reader, sequence)
    assert heard(reader, b"\x1b[A") == ["up"]


def test_it_is_put_in_place_of_textuals_driver_and_of_no_other(monkeypatch):
    assert FrugalApp().driver_class is GuardedDriver
    monkeypatch.setattr(LinuxDriver, "process_message", lambda self, message, more: None)  # noqa: ARG005
    assert FrugalApp().driver_class is LinuxDriver


def test_where_a_private_module_is_missing_textuals_own_driver_is_used(monkeypatch):
    monkeypatch.delattr(terminal_input, "guarded")
    assert FrugalApp().driver_class is LinuxDriver
