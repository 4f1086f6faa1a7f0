"""The help screen: every key can be read at any size, and every closing key closes."""

import pytest

from attn_tui.ui.screens.help import HelpScreen, Section
from tests.ui.screens_host import HOSTILE, OPEN, SHOWN, SIZES, opened, seen_while

INTRO = "What you edit is on the left and what follows is on the right."
LONG = "Enter commits downward, Tab rightward, Esc gives up, and what can't be read stays with a reason."
SECTIONS = [
    Section("Moving", [("arrows, hjkl", "move the cell", LONG), ("Home End", "the first, the last", "")]),
    *(Section(f"Part {part}", [(f"F{part}", f"label {part}", f"sentence {part}.")]) for part in range(20)),
    Section("Last", [("ctrl+r", "redo", "the very end.")]),
]


def help_screen():
    return HelpScreen(SECTIONS, INTRO)


@pytest.mark.parametrize("size", SIZES)
async def test_one_first_reads_what_one_is_looking_at(size):
    async with opened(help_screen(), size) as (app, _):
        assert app.drawn[0].startswith("── Help ─")
        assert " ".join(app.drawn[1:4]).startswith(INTRO[:38])


@pytest.mark.parametrize(
    ("key", "size"), [*(("pagedown", size) for size in SIZES), ("space", (40, 12)), ("ctrl+f", (40, 12))]
)
async def test_a_page_at_a_time_shows_every_row_to_the_very_last(key, size):
    async with opened(help_screen(), size) as (_, pilot):
        seen = "\n".join(await seen_while(pilot, key, "the very end."))
        assert all(f"label {part}" in seen and f"sentence {part}." in seen for part in range(20))
        assert all(word in seen for word in LONG.split())


@pytest.mark.parametrize("key", ["down", "j"])
async def test_a_row_at_a_time_shows_every_row_to_the_very_last(key):
    async with opened(HelpScreen(SECTIONS[:4], INTRO), (40, 12)) as (app, pilot):
        await seen_while(pilot, key, "sentence 2.")
        assert app.drawn[10].endswith("sentence 2.") and "↓" not in app.drawn[0]


@pytest.mark.parametrize(("there", "back"), [("end", "home"), ("G", "g"), ("ctrl+end", "ctrl+home")])
async def test_one_key_goes_to_the_end_and_one_back(there, back):
    async with opened(help_screen(), (40, 12)) as (app, pilot):
        beginning = app.drawn
        await pilot.press(there)
        assert app.drawn[10].endswith("the very end.")
        assert "↓" not in app.drawn[0]
        await pilot.press(back)
        assert app.drawn == beginning


@pytest.mark.parametrize(("down", "up"), [("down", "up"), ("j", "k"), ("pagedown", "pageup")])
async def test_what_goes_down_comes_up_again(down, up):
    async with opened(help_screen()) as (app, pilot):
        beginning = app.drawn
        await pilot.press(down)
        assert app.drawn != beginning
        await pilot.press(up)
        assert app.drawn == beginning


async def test_a_page_further_the_last_line_of_before_is_the_first():
    async with opened(help_screen()) as (app, pilot):
        last = app.drawn[22]
        await pilot.press("pagedown")
        assert app.drawn[1] == last


async def test_the_rule_says_which_rows_of_how_many_are_in_view():
    async with opened(help_screen()) as (app, pilot):
        assert "rows 1–22 of 70 ↓ more" in app.drawn[0]
        await pilot.press("down")
        assert "rows 2–23 of 70 ↓ more" in app.drawn[0]
        await pilot.press("end")
        assert "rows 49–70 of 70 ──" in app.drawn[0]


async def test_a_sentence_goes_on_under_its_own_column():
    async with opened(help_screen()) as (app, _):
        row = next(y for y, line in enumerate(app.drawn) if line.startswith("arrows, hjkl"))
        column = app.drawn[row].index("Enter")
        assert app.drawn[row][14:].startswith("move the cell")
        assert app.drawn[row + 1][:column].strip() == ""
        assert app.drawn[row + 1][column] != " "


async def test_where_there_is_little_room_the_sentence_stands_under_the_label():
    async with opened(help_screen(), (40, 12)) as (app, pilot):
        await seen_while(pilot, "down", "Enter")
        row = next(y for y, line in enumerate(app.drawn) if "move the cell" in line)
        assert app.drawn[row].startswith("arrows, hjkl")
        assert app.drawn[row + 1].index("Enter") == app.drawn[row].index("move")


@pytest.mark.parametrize("key", ["escape", "q", "question_mark", "f1", "enter"])
async def test_it_closes_by_each_of_its_keys(key):
    async with opened(help_screen()) as (app, pilot):
        await pilot.press(key)
        assert app.got is None
        assert app.drawn[0].startswith("board 0")


async def test_keys_of_the_board_do_nothing_under_it():
    async with opened(help_screen()) as (app, pilot):
        await pilot.press("m")
        assert app.board_keys == 0 and app.got is OPEN


@pytest.mark.parametrize("size", SIZES)
async def test_hostile_text_is_shown_as_what_it_is(size):
    screen = HelpScreen([Section(HOSTILE, [(HOSTILE, HOSTILE, HOSTILE)])], HOSTILE)
    async with opened(screen, size) as (app, _):
        assert app.drawn[1] == SHOWN
        assert SHOWN in app.drawn[3]


async def test_another_width_keeps_within_the_text():
    async with opened(help_screen(), (40, 12)) as (app, pilot):
        await pilot.press("end")
        await pilot.resize_terminal(80, 24)
        assert app.drawn[22].endswith("the very end.")


async def test_a_screen_that_shows_all_does_not_move():
    async with opened(HelpScreen(SECTIONS[:1], INTRO)) as (app, pilot):
        assert "of" not in app.drawn[0]
        before = app.drawn
        await pilot.press("down", "end", "pagedown")
        assert app.drawn == before
