"""The explanation as a screen: a line is chosen, Enter gives its cell, and everything can be read."""

import pytest

from attn_tui.session.jumping import Target, Told
from attn_tui.ui.screens.explanation import ExplanationScreen
from attn_tui.ui.screens.text import TextScreen
from tests.ui.driving import driving
from tests.ui.screens_host import HOSTILE, OPEN, SHOWN, SIZES, opened

TOLD = [
    Told("The formula"),
    Told("  not a cell"),
    *(
        Told(f"  number {at} of a line " + "that is long " * (at % 4) * 4, Target("k", at, 0))
        for at in range(12)
    ),
    *(Told(f"  words {at}") for at in range(45)),
    Told("The end"),
    Told("  the last", Target("output", 1, 1)),
]


def screen(told=TOLD):
    return ExplanationScreen(
        "all of it", told, lambda target: f"{target.pane}[{target.row}, {target.column}]"
    )


def chosen(app) -> list[str]:
    """The lines that begin with the mark."""
    return [line for line in app.drawn[1:-1] if line.startswith("▸")]


@pytest.mark.parametrize("size", [(80, 24), (40, 12)])
async def test_down_goes_through_every_line_with_a_cell_and_through_the_text_between(size):
    async with opened(screen(), size) as (app, pilot):
        marked, seen = [], set(app.drawn)
        for _ in range(300):
            (line,) = chosen(app) or [""]
            if line and line.split(" of")[0] not in marked:
                marked.append(line.split(" of")[0])
            if line == "▸ the last":
                break
            await pilot.press("down")
            seen |= set(app.drawn)
        assert marked == [*(f"▸ number {at}" for at in range(12)), "▸ the last"]
        assert {f"  words {at}" for at in range(45)} <= seen


@pytest.mark.parametrize("size", [(120, 36), (40, 12)])
async def test_up_comes_back_to_the_beginning(size):
    async with opened(screen(), size) as (app, pilot):
        await pilot.press("end")
        assert chosen(app) == ["▸ the last"]
        for _ in range(300):
            if app.drawn[1] == "The formula":
                break
            await pilot.press("up")
        assert app.drawn[1] == "The formula"
        assert chosen(app)[0].startswith("▸ number 0")


@pytest.mark.parametrize("size", SIZES)
async def test_enter_gives_the_cell_of_the_chosen_line(size):
    async with opened(screen(), size) as (app, pilot):
        await pilot.press("down", "j", "k", "down")
        assert chosen(app)[0].startswith("▸ number 2 ")
        assert "Enter → k[2, 0]" in app.drawn[-1]
        await pilot.press("enter")
        assert app.got == Target("k", 2, 0)


@pytest.mark.parametrize("key", ["e", "escape", "q"])
async def test_closing_it_gives_no_cell(key):
    async with opened(screen()) as (app, pilot):
        await pilot.press("down", key)
        assert app.got is None


async def test_paging_chooses_a_line_in_view_and_none_where_there_is_none():
    async with opened(screen(), (80, 24)) as (app, pilot):
        await pilot.press("pagedown")
        await pilot.press("pagedown")
        assert chosen(app) == []
        assert "Enter" not in app.drawn[-1]
        await pilot.press("enter")
        assert app.got is None


async def test_every_page_has_its_chosen_line_in_view():
    told = [Told(f"  number {at}", Target("v", at, 0)) for at in range(100)]
    async with opened(screen(told), (40, 12)) as (app, pilot):
        for key in ("pagedown", "pagedown", "end", "pageup", "home", "space", "G", "g"):
            await pilot.press(key)
            assert len(chosen(app)) == 1, key
        assert chosen(app) == ["▸ number 0"]


async def test_the_chosen_line_is_marked_without_colour_and_whole():
    told = [Told("  " + "word " * 40, Target("v", 0, 0)), Told("  other", Target("v", 1, 0))]
    async with opened(screen(told), (40, 12)) as (app, _):
        assert chosen(app) == [app.drawn[1]]
        reverse = [any(style and style.reverse for _, style in line) for line in app.styles_drawn]
        assert reverse[1:8] == [True] * 6 + [False]
        assert app.drawn[2].startswith("    word")


async def test_a_line_higher_than_the_screen_is_passed_line_by_line():
    told = [Told("  " + "x" * 2000, Target("v", 0, 0)), Told("  other", Target("v", 1, 0))]
    async with opened(screen(told), (40, 12)) as (app, pilot):
        for _ in range(100):
            if chosen(app) == ["▸ other"]:
                break
            await pilot.press("down")
        assert chosen(app) == ["▸ other"]


async def test_a_click_chooses_a_line_and_leaves_words_alone():
    async with opened(screen()) as (app, pilot):
        await pilot.click("Jumps", offset=(5, 4))
        assert chosen(app)[0].startswith("▸ number 1 ")
        await pilot.click("Jumps", offset=(5, 1))
        assert chosen(app)[0].startswith("▸ number 1 ")


@pytest.mark.parametrize("size", SIZES)
async def test_hostile_text_is_shown_as_what_it_is(size):
    told = [Told(f"  {HOSTILE}"), Told("  " + "注意機構" * 40, Target("k", 0, 0))]
    async with opened(ExplanationScreen(HOSTILE, told, lambda _: HOSTILE), size) as (app, _):
        assert app.drawn[1] == f"  {SHOWN}"
        assert "".join(line.strip(" ▸") for line in app.drawn[2:-1]).startswith("注意機構" * 40)
        assert SHOWN[:6] in app.drawn[-1]


async def test_nothing_to_tell_is_an_empty_screen():
    async with opened(screen([])) as (app, pilot):
        await pilot.press("down", "up", "end", "home")
        assert app.got is OPEN
        await pilot.press("enter")
        assert app.got is None


@pytest.mark.parametrize(("size", "colours"), [((80, 24), 256), ((40, 12), 0)])
async def test_in_the_program_enter_goes_to_the_cell(size, colours):
    async with driving("crane-lifted-steel", size, colours) as driven:
        await driven.command("zoom")
        await driven.press("down", "e")
        await driven.press("down", "down")
        await driven.press("enter")
        assert len(driven.app.screen_stack) == 1
        assert (driven.session.pane, driven.session.cell) == ("k", (0, 1))
        assert driven.message == "K[the, machine]"
        assert driven.marked_cell("k") == "0.10"
        await driven.press("e")
        await driven.press("end")
        await driven.press("enter")
        assert (driven.session.pane, driven.session.cell) == ("output", (1, 0))


async def test_in_the_program_escape_changes_nothing():
    async with driving("crane-lifted-steel") as driven:
        before = driven.screen[:-2]
        await driven.press("e")
        assert not isinstance(driven.app.screen, TextScreen)
        await driven.press("down", "escape")
        assert driven.screen[:-2] == before
