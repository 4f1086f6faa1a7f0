"""What takes the program: the : line, the picker, help, the explanation, quitting."""

import os

import pytest

from attn_tui.commands import COMMANDS
from attn_tui.files.shipped import shipped
from attn_tui.ui.screens.explanation import ExplanationScreen
from attn_tui.ui.screens.help import HelpScreen
from attn_tui.ui.screens.picker import PickerScreen
from tests.ui.driving import SIZES, driving, long_problem
from tests.ui.pictures import lines_of

MY_TOML = """
title = "two words"
tokens = ["i", "like"]
q = [[1, 0], [0.5, 0.5]]
k = [[1, 0], [0, 1]]
v = [[1, 2], [3, 4]]
[settings]
mask = "causal"
"""


async def test_a_command_is_carried_out_by_its_name():
    async with driving("crane-lifted-steel") as driven:
        await driven.command("scale 0.05")
        assert "× 0.05" in driven.screen[0]
        await driven.command("mask window:1,0")
        assert "+ window:1,0 )" in driven.screen[0]
        await driven.command("set 3")
        assert driven.row("q", "the")[0] == "3.00"
        await driven.command("step 0.5")
        await driven.press(">")
        assert driven.row("q", "the")[0] == "3.50"
        await driven.command("go steel")
        assert driven.marked_row("q") == "steel"


async def test_a_command_that_there_is_not_says_so_and_keeps_what_was_typed():
    async with driving("crane-lifted-steel") as driven:
        before = driven.session.state
        await driven.command("frobnicate 3")
        picture = "\n".join(lines_of(driven.app.export_screenshot()))
        assert "there is no command 'frobnicate'" in picture
        assert "frobnicate 3" in picture
        await driven.press("escape")
        assert driven.session.state is before
        assert "frobnicate" not in "\n".join(driven.screen)


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("mask sideways", '"sideways" is no mask'),
        ("scale big", "'big' is not a number"),
        ("widen 0", "'0' is no width: type a whole number from 1 to 512"),
        ("head 7", "'7' is no head"),
        ("stage last", "there is no stage 'last' here"),
        ("digits 9", "'9' names no digits"),
        ("step -1", "a step of -1.0 goes nowhere"),
        ("set [/red]", "'[/red]' is not a number"),
        ("undo 3", "takes nothing after its name"),
        ("go nowhere", "no query token has 'nowhere' in it"),
    ],
)
async def test_an_argument_that_can_not_be_used_says_why(line, reason):
    async with driving("crane-lifted-steel") as driven:
        before = driven.session.state
        await driven.command(line)
        assert reason in "\n".join(lines_of(driven.app.export_screenshot()))
        assert driven.session.state is before


async def test_the_command_line_is_also_behind_ctrl_p_and_esc_closes_it():
    async with driving("crane-lifted-steel") as driven:
        before = driven.screen[:-2]
        await driven.press("ctrl+p")
        assert driven.message == ":▏"
        await driven.press("escape")
        assert driven.screen[:-2] == before
        assert driven.message == ""


async def test_the_command_line_finds_commands_by_a_part_of_their_name():
    async with driving("crane-lifted-steel") as driven:
        await driven.press(":", *"word")
        offered = "\n".join(driven.screen)
        for name in ("rename-word", "insert-word", "delete-word", "word-up", "word-down"):
            assert name in offered
        assert "rename-column" not in offered
        await driven.press("down", "enter", "u")
        assert driven.message == "undone: word the moved from 0 to 1"


@pytest.mark.parametrize("size", SIZES, ids=["80x24", "120x36"])
async def test_help_shows_every_command_and_q_leaves_it(size):
    async with driving("crane-lifted-steel", size) as driven:
        await driven.press("?")
        assert isinstance(driven.app.screen, HelpScreen)
        seen: set[str] = set()
        for _ in range(12):
            seen.update(lines_of(driven.app.export_screenshot()))
            await driven.press("pagedown")
        everything = "\n".join(seen)
        for command in COMMANDS:
            assert f":{command.name}" in everything
            assert command.help.split()[0] in everything
        await driven.press("q")
        assert len(driven.app.screen_stack) == 1
        assert driven.app.is_running


@pytest.mark.parametrize("key", ["?", "f1"])
async def test_help_changes_nothing(key):
    async with driving("crane-lifted-steel") as driven:
        before = driven.screen[:-2]
        await driven.press(key)
        await driven.press("escape")
        assert driven.screen[:-2] == before


async def test_the_explanation_stands_whole_under_e():
    async with driving("it-real") as driven:
        await driven.press("down", "e")
        assert isinstance(driven.app.screen, ExplanationScreen)
        assert "The formula" in "\n".join(lines_of(driven.app.export_screenshot()))
        await driven.press("escape")
        assert len(driven.app.screen_stack) == 1


async def test_the_picker_lists_every_preset_and_opens_the_one_chosen():
    async with driving("crane-lifted-steel") as driven:
        await driven.press("o")
        assert isinstance(driven.app.screen, PickerScreen)
        offered = "\n".join(lines_of(driven.app.export_screenshot()))
        for _ in range(4):
            await driven.press("pagedown")
            offered += "\n".join(lines_of(driven.app.export_screenshot()))
        for name, _ in shipped():
            assert name in offered
        await driven.type("ate")
        await driven.press("enter")
        assert "the crane ate fish" in driven.screen[0]
        assert driven.message.startswith("The same crane")


@pytest.mark.parametrize("way", ["picker", "line", "alias"])
async def test_a_file_of_ones_own_opens_by_its_path(way, tmp_path):
    mine = tmp_path / "my.toml"
    mine.write_text(MY_TOML)
    async with driving("crane-lifted-steel") as driven:
        if way == "picker":
            await driven.press("o")
            await driven.type(str(mine))
            await driven.press("enter")
        else:
            await driven.command(f"{'open' if way == 'line' else 'e'} {mine}")
        assert "two words" in driven.screen[0]
        assert driven.row("weights", "i")[:2] == ["1.000", "·"]


@pytest.mark.parametrize("content", [None, "q = [[1], [2, 3]]", "title = 3"])
async def test_what_can_not_be_opened_says_why_in_the_picker_and_nothing_is_lost(content, tmp_path):
    mine = tmp_path / "my.toml"
    if content is not None:
        mine.write_text(content)
    async with driving("crane-lifted-steel") as driven:
        await driven.command(f"open {mine}")
        assert isinstance(driven.app.screen, PickerScreen)
        shown = "".join("".join(lines_of(driven.app.export_screenshot())).split())
        assert "my.toml" in shown
        assert "nosuchpresetorfile" in shown or "expected" in shown
        await driven.press("escape")
        assert "the crane lifted steel" in driven.screen[0]


@pytest.mark.parametrize("answer", ["y", "escape"])
async def test_opening_over_edits_asks_first(answer):
    async with driving("crane-lifted-steel") as driven:
        await driven.press("5", "enter")
        await driven.command("open crane-ate-fish")
        assert driven.message == "open crane-ate-fish and lose 1 edit? y opens it, Esc stays"
        await driven.press(answer)
        assert ("ate fish" in driven.screen[0]) == (answer == "y")
        assert driven.session.is_edited == (answer != "y")


async def test_what_was_copied_can_be_pasted_into_the_problem_opened_next():
    async with driving("crane-lifted-steel") as driven:
        await driven.press("down", "y")
        await driven.command("open crane-ate-fish")
        await driven.press("p")
        assert driven.row("q", "the")[0] == "0.70"


@pytest.mark.parametrize("way", ["q", "ctrl+q", ":q", ":quit"])
async def test_without_edits_every_way_to_quit_quits(way):
    async with driving("crane-lifted-steel") as driven:
        await (driven.command(way[1:]) if way.startswith(":") else driven.press(way))
        await driven.pilot.pause()
        assert not driven.app.is_running


@pytest.mark.parametrize("way", ["q", "ctrl+q", ":q"])
async def test_with_edits_quitting_asks_and_esc_stays(way):
    async with driving("crane-lifted-steel") as driven:
        await driven.press("5", "enter", "6", "enter")
        await (driven.command(way[1:]) if way.startswith(":") else driven.press(way))
        await driven.pilot.pause()
        assert driven.app.is_running
        assert driven.message == "quit and lose 2 edits? y quits, Esc stays"
        await driven.press("escape")
        assert driven.message == "left as it is"
        assert driven.row("q", "crane")[0] == "6.00"
        await driven.press("q", "y")
        assert not driven.app.is_running


async def test_q_with_an_exclamation_mark_does_not_ask():
    async with driving("crane-lifted-steel") as driven:
        await driven.press("5", "enter")
        await driven.command("q!")
        assert not driven.app.is_running


async def test_an_edit_undone_is_no_edit_to_lose():
    async with driving("crane-lifted-steel") as driven:
        await driven.press("5", "enter", "u", "q")
        assert not driven.app.is_running


@pytest.mark.parametrize("over", [":", "/", "?", "o"])
async def test_ctrl_q_over_anything_that_is_open_asks_on_the_board(over):
    async with driving("crane-lifted-steel") as driven:
        await driven.press("5", "enter", over)
        await driven.press("ctrl+q")
        assert driven.app.is_running
        assert driven.message == "quit and lose 1 edit? y quits, Esc stays"
        await driven.press("y")
        assert not driven.app.is_running


async def test_ctrl_q_does_not_lose_what_is_typed():
    async with driving("crane-lifted-steel") as driven:
        await driven.press("5", "ctrl+q")
        assert driven.app.is_running
        assert driven.marked_cell("q") == "5▏"


async def test_redraw_paints_everything_and_changes_nothing():
    async with driving("crane-lifted-steel") as driven:
        before = driven.screen[:-2]
        await driven.press("ctrl+l")
        assert driven.screen[:-2] == before
        assert [line.rstrip() for line in before] == lines_of(driven.app.export_screenshot())[:-2]


async def test_a_key_that_does_nothing_says_so():
    async with driving("crane-lifted-steel") as driven:
        await driven.press("&")
        assert driven.message == "! the key & does nothing here: ? lists the keys"
        await driven.press("ctrl+c")
        assert "q quits" in driven.message


async def test_too_small_a_screen_says_so_and_comes_back():
    async with driving("crane-lifted-steel") as driven:
        await driven.press("down")
        before = driven.screen
        await driven.pilot.resize_terminal(29, 24)
        await driven.pilot.pause()
        assert driven.strips[0].startswith("29×24: needs 30×8, q quits")
        await driven.pilot.resize_terminal(80, 24)
        await driven.pilot.pause()
        assert driven.screen == before


async def test_keys_that_come_in_one_burst_go_to_the_screen_that_the_first_opens():
    async with driving("crane-lifted-steel") as driven:
        await driven.press("o", *"ate", "enter")
        assert "the crane ate fish" in driven.screen[0]
        await driven.press(":", *"mask causal", "enter", "down", "down")
        assert "+ causal )" in driven.screen[0]
        assert driven.marked_row("q") == "ate"
        await driven.press("?", "q")
        assert driven.app.is_running
        await driven.press("y", "down", "p")
        assert driven.row("q", "fish")[0] == "0.90"


async def test_a_page_is_as_many_rows_as_are_in_view_after_a_zoom_too():
    async with driving(long_problem(40)) as driven:
        await driven.press("z")
        in_view = len(driven.rows("q"))
        assert in_view > 10
        await driven.press("pagedown")
        assert driven.session.cell == (in_view, 0)


async def test_a_pipe_or_standard_input_is_refused_and_never_waited_for(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    async with driving("crane-lifted-steel") as driven:
        for source in ("-", str(pipe)):
            await driven.command(f"open {source}")
            picture = " ".join(" ".join(lines_of(driven.app.export_screenshot())).split())
            assert "can only be opened from the command line" in picture
            await driven.press("escape")


async def test_a_file_that_was_opened_is_offered_again(tmp_path):
    mine = tmp_path / "mine.toml"
    mine.write_text(MY_TOML)
    async with driving("crane-lifted-steel") as driven:
        await driven.command(f"open {mine}")
        await driven.press("o", "m", "i", "n", "e", ".", "t", "o")
        assert "opened before" in "\n".join(lines_of(driven.app.export_screenshot()))
        await driven.press("enter")
        assert driven.session.problem.title == "two words"
