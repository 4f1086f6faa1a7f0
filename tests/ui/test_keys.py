"""A key goes first to what is being typed, then to the question that is asked, then to the commands."""

import pytest

from attn_tui.command import Request
from attn_tui.session.prompts import Question
from attn_tui.ui.keys import press
from tests.ui.driving import Desk


@pytest.fixture
def desk():
    return Desk("crane-lifted-steel")


@pytest.mark.parametrize("key", ["m", "q", "u", "?", ":", "z", "/", "y"])
def test_while_a_number_is_typed_letters_are_typed_and_do_nothing_else(desk, key):
    desk.press("1", key)
    assert desk.session.editor.text == f"1{key}"
    assert desk.session.question is None and desk.session.command is None
    assert not desk.session.is_edited


@pytest.mark.parametrize("key", ["m", "q", "1", "?", ":"])
def test_while_a_word_is_sought_letters_are_typed(desk, key):
    desk.press("/", key)
    assert desk.session.seeking.text == key


@pytest.mark.parametrize("key", ["m", "q", "1", "/", ":"])
def test_while_a_command_is_typed_letters_are_typed(desk, key):
    desk.press(":", key)
    assert desk.session.command.line.text == key


@pytest.mark.parametrize(
    ("key", "does_it"), [("y", True), ("Y", True), ("n", False), ("escape", False), ("q", False)]
)
def test_a_question_is_answered_by_one_key(desk, key, does_it):
    done = []
    desk.session.question = Question("shall it?", lambda session: done.append(session))
    desk.press(key)
    assert bool(done) == does_it
    assert desk.session.question is None


@pytest.mark.parametrize("key", ["enter", "space", "m", "tab", "1"])
def test_a_question_waits_for_an_answer(desk, key):
    question = desk.session.question = Question("shall it?", lambda _: pytest.fail("it was not agreed to"))
    desk.press(key)
    assert desk.session.question is question


def test_what_a_yes_asks_of_the_program_is_passed_on(desk):
    desk.session.question = Question("shall it?", lambda _: Request("quit"))
    assert press(desk.session, "y", "y") == Request("quit")


@pytest.mark.parametrize(
    ("key", "character", "name"),
    [("question_mark", "?", "help"), ("colon", ":", None), ("upper_o", "o", "open")],
)
def test_a_key_is_known_by_what_it_types_whatever_it_is_called(desk, key, character, name):
    request = press(desk.session, key, character)
    assert (request.what if request else None) == name
    assert (desk.session.command is not None) == (character == ":")


@pytest.mark.parametrize(
    ("key", "character"), [("f12", None), ("ctrl+x", "\x18"), ("é", "é"), ("\x1b[9", "\x1b")]
)
def test_a_key_without_a_command_says_so_harmlessly(desk, key, character):
    press(desk.session, key, character)
    assert "does nothing here: ? lists the keys" in desk.session.message.text
    assert desk.session.message.is_fault
    assert desk.session.message.text.isprintable()


def test_a_control_character_is_never_typed(desk):
    press(desk.session, "5", "5")
    press(desk.session, "ctrl+x", "\x18")
    press(desk.session, "escape_sequence", "\x1b[31m")
    assert desk.session.editor.text == "5"


def test_the_next_key_takes_away_what_the_last_one_said(desk):
    desk.press("u")
    assert desk.message
    desk.press("down")
    assert desk.message == ""


@pytest.mark.parametrize("opened", ["5", "/", ":"])
def test_escape_and_ctrl_c_close_what_is_being_typed(desk, opened):
    for key in ("escape", "ctrl+c"):
        desk.press(opened, key)
        assert (desk.session.editor, desk.session.seeking, desk.session.command) == (None, None, None)


def test_the_command_line_completes_chooses_and_keeps_what_could_not_be_done(desk):
    desk.press(":", *"wid", "tab")
    assert desk.session.command.line.text == "widen "
    desk.press("3", "enter")
    assert desk.session.settings.widen == 3
    desk.press(":", *"widen x", "enter")
    assert desk.session.command.line.text == "widen x"
    assert "'x' is no width" in "\n".join(desk.screen)
    desk.press("backspace", "2", "enter")
    assert desk.session.command is None
    assert desk.session.settings.widen == 2


def test_a_command_line_longer_than_the_screen_shows_its_end_where_one_types(desk):
    desk.press(":", *("open " + "/very/long" * 12), "x")
    assert desk.screen[-2].rstrip().endswith("longx▏")
    desk.press("home")
    assert desk.screen[-2].startswith(" :▏open ")


def test_space_types_a_space_where_one_types_and_blocks_a_cell_where_one_does_not(desk):
    desk.press("/", "l", "space", "i")
    assert desk.session.seeking.text == "l i"
    desk.press("escape")
    desk.go("weights")
    desk.press("space")
    assert desk.session.settings.cells == ((0, 0, False),)
