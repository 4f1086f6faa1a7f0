"""The `:` line: what Enter gives, what Tab completes, and that the board stays in view above it."""

import pytest
from textual import events

from attn_tui.ui.screens.palette import PaletteScreen
from attn_tui.ui.screens.palette_line import PaletteEntry
from tests.ui.screens_host import HOSTILE, OPEN, SHOWN, SIZES, opened

ENTRIES = [
    PaletteEntry("widen", "N", "w W", "repeat every number of Q and K"),
    PaletteEntry("mask", "[none|causal]", "m", "which keys a query may look at"),
    PaletteEntry("mark", "", "M", "mark the cell"),
    PaletteEntry("rename-word", "NAME", "", "give the word another name"),
    PaletteEntry("write", "FILE", "", "save to a file", ("w",)),
    PaletteEntry("quit", "", "q", "leave the program", ("q",)),
    *(PaletteEntry(f"step-{number}", "", "", f"go {number} steps") for number in range(20)),
]


def palette(typed="", **options):
    return PaletteScreen(ENTRIES, typed, **options)


def keys(text):
    return [{" ": "space", "-": "minus", ":": "colon", ",": "comma"}.get(key, key) for key in text]


def listed(app):
    """The names of the rows, without marks."""
    rule = next(y for y, line in enumerate(app.drawn) if line.startswith("──"))
    return [line[2:].split()[0] for line in app.drawn[rule + 1 : -1]]


def marked(app):
    (row,) = [line for line in app.drawn if line.startswith("▸ ")]
    return row[2:].split()[0]


@pytest.mark.parametrize(("size", "rows"), [((80, 24), 8), ((120, 36), 8), ((40, 12), 4), ((30, 8), 2)])
async def test_it_stands_at_the_bottom_and_the_board_stays_in_view(size, rows):
    async with opened(palette(), size) as (app, _):
        height = size[1]
        assert app.drawn[-1] == ":"
        assert len(listed(app)) == rows
        assert app.drawn[-2 - rows].startswith("──")
        assert app.drawn[: height - rows - 2] == [f"board {row}" for row in range(height - rows - 2)]


async def test_a_row_has_name_argument_keys_and_label():
    async with opened(palette()) as (app, _):
        row = next(line for line in app.drawn if "widen" in line)
        assert row.split("  ")[0] == "▸ widen N"
        assert " w W  " in row and row.endswith("repeat every number of Q and K")


@pytest.mark.parametrize(
    ("typed", "names"),
    [
        ("ma", ["mask", "mark"]),
        ("mark", ["mark"]),
        ("every", ["widen"]),
        ("word", ["rename-word"]),
        ("w", ["write", "widen", "mask", "rename-word"]),
        ("q", ["quit", "widen", "mask"]),
        ("cell the", ["mark"]),
        ("mask causal", ["mask"]),
        ("MASK", ["mask"]),
    ],
)
async def test_typing_finds_the_name_first_then_words(typed, names):
    async with opened(palette()) as (app, pilot):
        await pilot.press(*keys(typed))
        assert listed(app)[: len(names)] == names
        assert marked(app) == names[0]


@pytest.mark.parametrize(
    ("pressed", "line"),
    [
        ([*keys("widen 100"), "enter"], "widen 100"),
        ([*keys("  widen 100 "), "enter"], "widen 100"),
        ([*keys("mask"), "enter"], "mask"),
        ([*keys("mar"), "enter"], "mark"),
        ([*keys("q"), "enter"], "q"),
        ([*keys("w my.toml"), "enter"], "w my.toml"),
        ([*keys("ma"), "down", "enter"], "mark"),
        ([*keys("leave"), "enter"], "quit"),
        ([*keys("rename-word  a  b"), "enter"], "rename-word  a  b"),
        ([*keys("nonsense 3"), "enter"], "nonsense 3"),
        (["down", "down", "enter"], "mark"),
    ],
)
async def test_enter_gives_the_line_or_the_highlighted_command(pressed, line):
    async with opened(palette()) as (app, pilot):
        await pilot.press(*pressed)
        assert app.got == line


async def test_a_command_that_takes_an_argument_waits_for_it():
    async with opened(palette()) as (app, pilot):
        await pilot.press(*keys("wid"), "enter")
        assert app.got is OPEN
        assert app.drawn[-1] == ":widen"
        await pilot.press("4", "enter")
        assert app.got == "widen 4"


async def test_tab_completes_the_name_and_keeps_an_argument():
    async with opened(palette()) as (app, pilot):
        await pilot.press(*keys("ren"), "tab", "a", "tab")
        assert app.drawn[-1] == ":rename-word a"
        await pilot.press("enter")
        assert app.got == "rename-word a"


async def test_escape_gives_none():
    async with opened(palette("widen 3")) as (app, pilot):
        await pilot.press("escape")
        assert app.got is None


async def test_the_list_is_no_higher_than_what_is_found_and_grows_again():
    async with opened(palette()) as (app, pilot):
        await pilot.press(*keys("every"))
        assert app.drawn[20] == "board 20" and listed(app) == ["widen"]
        await pilot.press(*["backspace"] * 5)
        assert len(listed(app)) == 8


async def test_nothing_found_is_said():
    async with opened(palette("zzz")) as (app, _):
        assert app.drawn[-2].strip() == "No command has these words"


async def test_down_goes_to_the_last_command_and_the_rule_says_where():
    async with opened(palette()) as (app, pilot):
        assert "rows 1–8 of 26 ↓ more" in app.drawn[-10]
        await pilot.press("pagedown", "pagedown", "pagedown", "pagedown")
        assert marked(app) == "step-19"
        assert "rows 19–26 of 26 ──" in app.drawn[-10]


@pytest.mark.parametrize("size", SIZES)
async def test_a_fault_stands_over_the_line_until_one_types(size):
    async with opened(palette("rename-word ", fault="rename-word needs a name"), size) as (app, pilot):
        assert app.drawn[-2:] == ["rename-word needs a name", ":rename-word"]
        await pilot.press("x")
        assert app.drawn[-1] == ":rename-word x"
        assert "needs" not in "".join(app.drawn)


@pytest.mark.parametrize("size", SIZES)
async def test_hostile_text_is_shown_as_what_it_is(size):
    screen = PaletteScreen([PaletteEntry("a", "", "", HOSTILE)], HOSTILE[:4], fault=HOSTILE)
    async with opened(screen, size) as (app, pilot):
        assert app.drawn[-2] == SHOWN and app.drawn[-1] == ":[/re"
        assert app.drawn[-3].startswith("▸ a  [/red] \\x1b[31m\\u202e 注意 e\u0301"[: size[0] - 1])
        app.post_message(events.Paste("\x1b]0;x\x07"))
        await pilot.pause()
        assert app.drawn[-1] == r":[/re\x1b]0;x\x07"


async def test_a_burst_of_keys_is_taken_in_its_order():
    async with opened(palette()) as (app, pilot):
        app.push_screen(PaletteScreen(ENTRIES), lambda result: setattr(app, "got", result))
        app.burst(*"wi", "tab", *"40", "enter")
        await pilot.pause()
        assert app.got == "widen 40"


async def test_keys_of_the_board_do_nothing_under_it():
    async with opened(palette()) as (app, pilot):
        await pilot.press("m", "up", "tab")
        assert app.board_keys == 0


@pytest.mark.parametrize("no_color", [False, True])
async def test_in_the_terminals_own_colours_the_highlight_and_the_cursor_are_reversed(monkeypatch, no_color):
    if no_color:
        monkeypatch.setenv("NO_COLOR", "1")
    async with opened(palette(), ansi=True) as (app, _):
        reversed_rows = [
            y for y, row in enumerate(app.styles_drawn) if any(style and style.reverse for _, style in row)
        ]
        assert reversed_rows == [15, 23]
        for row in app.styles_drawn[14:]:
            assert all(style is None or style.bgcolor is None or style.bgcolor.is_default for _, style in row)
