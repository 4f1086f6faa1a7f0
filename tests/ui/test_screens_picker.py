"""The picker: what is typed finds an entry or names a file, and Enter gives it."""

import pytest
from textual import events

from attn_tui.ui.screens.picker import Entry, PickerScreen
from tests.ui.screens_host import HOSTILE, OPEN, SHOWN, SIZES, opened, seen_while

LONG = " ".join(f"Look at row {row} first." for row in range(40)) + " That is all."
ENTRIES = [
    Entry(
        "crane-lifted-steel", "the crane lifted steel", "Crane leans to machine.", "written for this program"
    ),
    Entry("crane-ate-fish", "the crane ate fish", "Crane leans to animal.", "written for this program"),
    Entry("it-real", "because it was too tired", LONG, "a real model, layer 13"),
    *(Entry(f"exercise-{number}", f"exercise {number}", "", "") for number in range(30)),
    Entry("two", "two tokens", "Small enough to check by hand.", "a textbook"),
]


def picker(**options):
    return PickerScreen(ENTRIES, **options)


def listed(app):
    """The rows of the list, without the mark."""
    rule = next(y for y, line in enumerate(app.drawn) if y and line.startswith("──"))
    below = next(y for y, line in enumerate(app.drawn) if y > rule and line.startswith("──"))
    return [line[2:] for line in app.drawn[rule + 1 : below] if line]


def marked(app):
    (row,) = [line for line in app.drawn if line.startswith("▸ ")]
    return row[2:].split("  ")[0]


@pytest.mark.parametrize("size", SIZES)
async def test_enter_gives_the_highlighted_entry(size):
    async with opened(picker(), size) as (app, pilot):
        await pilot.press("down", "down", "up", "enter")
        assert app.got == "crane-ate-fish"


async def test_escape_gives_none():
    async with opened(picker()) as (app, pilot):
        await pilot.press("x", "escape")
        assert app.got is None


@pytest.mark.parametrize("size", SIZES)
async def test_the_last_entry_is_reached_and_the_first_again(size):
    async with opened(picker(), size) as (app, pilot):
        await pilot.press(*["pagedown"] * 12)
        assert marked(app).startswith("two")
        await pilot.press(*["up"] * 33)
        assert marked(app).startswith("crane-lifted")
        await pilot.press("up")
        assert marked(app).startswith("crane-lifted")


async def test_the_highlighted_row_is_reversed_and_no_other():
    async with opened(picker()) as (app, pilot):
        await pilot.press("down")
        reversed_text = [
            text for row in app.styles_drawn[1:] for text, style in row if style and style.reverse
        ]
        assert [text[:16] for text in reversed_text] == ["▸ crane-ate-fish"]


@pytest.mark.parametrize(
    ("typed", "first", "count"),
    [
        ("crane-a", "crane-ate-fish", 1),
        ("crane", "crane-lifted-steel", 2),
        ("fish ate", "crane-ate-fish", 1),
        ("FISH", "crane-ate-fish", 1),
        ("tired", "it-real", 1),
        ("two", "two", 1),
        ("exercise-2", "exercise-2", 11),
        ("chine", "crane-lifted-steel", 1),
    ],
)
async def test_typing_finds_by_name_and_by_words_the_best_first(typed, first, count):
    async with opened(picker()) as (app, pilot):
        await pilot.press(*(key.replace(" ", "space") for key in typed))
        assert marked(app) == first
        assert f"── {count} of {len(ENTRIES)} ─" in app.drawn[1]
        assert len(listed(app)) == count
        await pilot.press("enter")
        assert app.got == first


async def test_deleting_offers_all_again():
    async with opened(picker()) as (app, pilot):
        await pilot.press("f", "i", "s", "h", *["backspace"] * 4)
        assert f"── All {len(ENTRIES)} ─" in app.drawn[1]


@pytest.mark.parametrize("typed", ["my.toml", "a/crane", "dump.NPZ", "x.json", "nowhere"])
async def test_a_path_or_what_matches_nothing_is_given_as_typed(typed):
    async with opened(picker(typed=typed)) as (app, pilot):
        assert "Enter opens" in app.drawn[2]
        await pilot.press("enter")
        assert app.got == typed


async def test_nothing_to_choose_and_nothing_typed_stays_open():
    async with opened(PickerScreen([])) as (app, pilot):
        await pilot.press("down", "pagedown", "enter")
        assert app.got is OPEN


@pytest.mark.parametrize("size", SIZES)
async def test_the_highlighted_entry_is_told_in_full(size):
    async with opened(picker(), size) as (app, pilot):
        await pilot.press("down", "down", "tab")
        seen = await seen_while(pilot, "down", "layer 13")
        assert " ".join(line for line in seen if line and line in LONG) == LONG
        await pilot.press("enter")
        assert app.got == "it-real"


async def test_what_is_told_follows_the_highlight():
    async with opened(picker()) as (app, pilot):
        assert "Crane leans to machine." in app.drawn
        assert "From: written for this program" in app.drawn
        await pilot.press("down")
        assert "Crane leans to animal." in app.drawn


@pytest.mark.parametrize("size", SIZES)
async def test_a_fault_stands_over_the_list_with_the_text_until_one_types(size):
    fault = "my.toml: line 3: q has 4 rows where there are 5 words; give each word a row"
    async with opened(picker(fault=fault, typed="my.toml"), size) as (app, pilot):
        assert app.drawn[0] == "Open: my.toml"
        assert " ".join(app.drawn[1:4]).startswith(fault[:-10])
        await pilot.press("backspace")
        assert app.drawn[0] == "Open: my.tom"
        assert "line 3" not in "".join(app.drawn)
        await pilot.press("l", "enter")
        assert app.got == "my.toml"


@pytest.mark.parametrize("size", SIZES)
async def test_hostile_text_is_shown_as_what_it_is(size):
    screen = PickerScreen([Entry(HOSTILE, HOSTILE, HOSTILE, HOSTILE)], fault=HOSTILE)
    async with opened(screen, size) as (app, pilot):
        assert app.drawn[1] == SHOWN
        assert app.drawn.count(SHOWN) == 3
        await pilot.press("enter")
        assert app.got == HOSTILE


async def test_pasted_controls_are_made_plain():
    async with opened(picker()) as (app, pilot):
        app.post_message(events.Paste("a\x1b[31m/\u202eb\nsecond line"))
        await pilot.pause()
        assert app.drawn[0] == r"Open: a\x1b[31m/\u202eb"


async def test_a_click_opens_a_row():
    async with opened(picker()) as (app, pilot):
        await pilot.click("#choices", offset=(5, 2))
        assert app.got == "crane-ate-fish"


@pytest.mark.parametrize(
    ("burst", "given"), [([*"a/b.toml", "enter"], "a/b.toml"), ([*"exercise", "down", "enter"], "exercise-1")]
)
async def test_a_burst_of_keys_right_after_opening_is_taken_whole(burst, given):
    async with opened(picker()) as (app, pilot):
        app.push_screen(picker(), lambda result: setattr(app, "got", result))
        app.burst(*burst)
        await pilot.pause()
        assert app.got == given


async def test_keys_of_the_board_do_nothing_under_it():
    async with opened(picker()) as (app, pilot):
        await pilot.press("m", "tab", "m")
        assert app.board_keys == 0


async def test_another_size_keeps_the_highlight_in_view():
    async with opened(picker(), (120, 36)) as (app, pilot):
        await pilot.press(*["down"] * 15)
        before = marked(app)
        await pilot.resize_terminal(40, 12)
        assert marked(app) == before == "exercise-12"
