"""The text screen: lines of any width, read to the end."""

import pytest

from attn_tui.ui.screens.text import TextScreen
from tests.ui.screens_host import HOSTILE, SHOWN, SIZES, opened, seen_while

SUM = "    0.70·0.10 + 0.70·0.90 = 0.70 " + "+ 0.00 " * 30
LINES = ["crane asks lifted", SUM, *(f"line {number}" for number in range(50)), "the end"]


@pytest.mark.parametrize("size", SIZES)
async def test_every_line_can_be_reached(size):
    async with opened(TextScreen("all of it", LINES), size) as (app, pilot):
        assert app.drawn[0].startswith("── all of it ─")
        seen = await seen_while(pilot, "pagedown", "the end")
        assert {f"line {number}" for number in range(50)} <= set(seen)


async def test_a_long_line_goes_on_further_in_than_it_began():
    async with opened(TextScreen("all of it", LINES)) as (app, _):
        assert app.drawn[2].startswith("    0.70·0.10")
        assert app.drawn[3].startswith("      ") and app.drawn[3][6] != " "
        assert app.drawn[1:5].count("") == 0


@pytest.mark.parametrize("key", ["e", "escape", "q", "enter"])
async def test_it_closes_by_each_of_its_keys(key):
    async with opened(TextScreen("all of it", LINES)) as (app, pilot):
        await pilot.press(key)
        assert app.got is None


@pytest.mark.parametrize("size", SIZES)
async def test_hostile_text_is_shown_as_what_it_is(size):
    async with opened(TextScreen(HOSTILE, [HOSTILE, "注意機構" * 40]), size) as (app, _):
        assert SHOWN in app.drawn[0]
        assert app.drawn[1] == SHOWN
        assert "".join(line.strip() for line in app.drawn[2:-1]).startswith("注意機構" * 40)


async def test_no_lines_are_an_empty_screen():
    async with opened(TextScreen("nothing", [])) as (app, pilot):
        await pilot.press("down", "end", "home")
        assert app.drawn[1:23] == [""] * 22
