"""A terminal that is sent only what differs shows the same as one that is painted in full."""

import pyte
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.cells import cell_len

from attn_tui.ui.cell_diff import Run, ShownCells
from attn_tui.ui.pen import canonical, transition

WIDTH, HEIGHT = 16, 3
STYLES = [
    "",
    "1",
    "2",
    "1;2;9",
    "7",
    "4;31",
    "1;38;5;200;48;5;17",
    "1;2;38;5;200;48;5;17",
    "38;5;200;48;5;17",
    "1;38;2;1;2;3",
    "48;2;5;38;4",
    "92;104",
    "3;53",
]
CELLS = st.one_of(
    st.sampled_from("abc  ·─é"),
    st.sampled_from(["漢", "字", "\N{CAT FACE}"]),
    st.sampled_from(["e\u0301", "漢\u0301", "a\u0300\u0302"]),
)
TEXTS = st.one_of(
    st.lists(CELLS, max_size=6).map("".join), st.integers(10, 14).map(" ".__mul__), st.just("\u0302")
)
PIECES = st.lists(st.tuples(TEXTS, st.sampled_from(STYLES).map(canonical)), max_size=4)

NO_WRAP = "\x1b[?7l"
"""As Textual has it; pyte wraps a mark on the last column."""


@st.composite
def runs(draw):
    row = draw(st.integers(0, HEIGHT - 1))
    column = draw(st.integers(0, WIDTH - 1))
    return Run(row, column, draw(st.integers(column + 1, WIDTH)), draw(PIECES))


WHOLE = [Run(y, 0, WIDTH, [("." * WIDTH, "")]) for y in range(HEIGHT)]
FRAMES = st.lists(st.lists(runs(), max_size=4), min_size=1, max_size=8)


def same_examples(count: int) -> settings:
    return settings(max_examples=count, deadline=None, derandomize=True, database=None)


class Canvas:
    """The oracle: a plain grid in which half a wide character can't stand."""

    def __init__(self):
        self.cells = [[(" ", "")] * WIDTH for _ in range(HEIGHT)]

    def draw(self, run: Run) -> None:
        x = run.column
        for text, style in run.pieces:
            for character in text:
                if character in "\u0300\u0301\u0302":
                    self._mark(run, x, character)
                else:
                    wide = character in "漢字\N{CAT FACE}"
                    x = self._put(run, x, character, style, 1 + wide)

    def _put(self, run: Run, x: int, character: str, style: str, width: int) -> int:
        shown = character if x + width <= run.end else " "
        row = self.cells[run.row]
        for at in range(x, min(x + width, run.end)):
            if row[at][0] == "":
                row[at - 1] = (" ", row[at - 1][1])
            if at + 1 < WIDTH and row[at + 1][0] == "":
                row[at + 1] = (" ", row[at + 1][1])
            row[at] = (shown if at == x else "", style)
        return x + width

    def _mark(self, run: Run, x: int, mark: str) -> None:
        row = self.cells[run.row]
        if run.column < x <= run.end:
            at = x - 1 if row[x - 1][0] else x - 2
            row[at] = (row[at][0] + mark, row[at][1])

    def in_full(self) -> str:
        return "".join(
            f"\x1b[{y + 1};{x + 1}H\x1b[0;{style}m{text}"
            for y, row in enumerate(self.cells)
            for x, (text, style) in enumerate(row)
            if text
        )


def screen_after(*written: str) -> pyte.Screen:
    screen = pyte.Screen(WIDTH, HEIGHT)
    pyte.Stream(screen).feed("".join([NO_WRAP, *written]))
    return screen


def cells_of(screen: pyte.Screen) -> list[list[pyte.screens.Char]]:
    return [[screen.buffer[y][x] for x in range(WIDTH)] for y in range(HEIGHT)]


@same_examples(250)
@given(FRAMES)
def test_the_terminal_shows_what_a_full_painting_shows(frames):
    canvas, shown, screen = Canvas(), ShownCells(WIDTH, HEIGHT), pyte.Screen(WIDTH, HEIGHT)
    stream = pyte.Stream(screen)
    stream.feed(NO_WRAP)
    for frame in [WHOLE, *frames]:
        stream.feed(shown.paint(frame))
        for run in frame:
            canvas.draw(run)
        assert cells_of(screen) == cells_of(screen_after(canvas.in_full()))


@same_examples(100)
@given(FRAMES)
def test_a_frame_that_is_shown_already_is_not_sent_again(frames):
    shown = ShownCells(WIDTH, HEIGHT)
    for frame in [WHOLE, *frames]:
        for run in frame:
            shown.paint([run])
            assert shown.paint([run]) == ""


@same_examples(100)
@given(st.sampled_from(STYLES).map(canonical), st.sampled_from(STYLES).map(canonical))
def test_a_change_of_style_leaves_nothing_of_the_style_before(before, after):
    changed = screen_after(f"\x1b[0;{before}m", transition(before, after), "x")
    afresh = screen_after(f"\x1b[0;{after}m", "x")
    assert changed.buffer[0][0] == afresh.buffer[0][0]


def test_one_changed_cell_costs_its_place_and_itself():
    shown = ShownCells(80, 24)
    shown.paint([Run(2, 0, 80, [("0.25  0.50  0.75".ljust(80), "")])])
    assert shown.paint([Run(2, 0, 80, [("0.25  0.51  0.75".ljust(80), "")])]) == "\x1b[3;10H1"


def test_a_few_cells_between_two_changes_are_written_again_and_many_are_passed_over():
    shown = ShownCells(80, 24)
    shown.paint([Run(0, 0, 20, [("aXbbbX" + "c" * 8 + "X", "")])])
    assert shown.paint([Run(0, 0, 20, [("aYbbbY" + "c" * 8 + "Y", "")])]) == "\x1b[1;2HYbbbY\x1b[8CY"


def test_a_new_copy_sends_everything_and_ends_in_the_terminals_own_style():
    shown = ShownCells(4, 2)
    sent = shown.paint([Run(0, 0, 4, [("ab", "1"), ("cd", "")]), Run(1, 0, 4, [("efgh", "7")])])
    assert sent == "\x1b[1;1H\x1b[1mab\x1b[mcd\x1b[2;1H\x1b[7mefgh\x1b[m"


@pytest.mark.parametrize("text", ["\x1b[2J", "a\tb", "line\nline", "\x9b31m", "\u2028", "\ud800", "\x07"])
def test_no_control_character_of_a_text_is_sent(text):
    sent = ShownCells(20, 1).paint([Run(0, 0, 20, [(text, "")])])
    assert sent.removeprefix("\x1b[1;1H").isprintable()
    sent.encode()


def test_after_a_character_that_terminals_measure_differently_the_place_is_named_again():
    shown = ShownCells(10, 1)
    assert shown.paint([Run(0, 0, 10, [("a漢b", "")])]) == "\x1b[1;1Ha漢\x1b[1;4Hb"


def test_a_wide_character_in_place_of_another_moves_nothing_after_it():
    shown = ShownCells(10, 1)
    shown.paint([Run(0, 0, 10, [("漢1234567", "")])])
    assert shown.paint([Run(0, 0, 10, [("字12a4567", "")])]) == "\x1b[1;1H字\x1b[1;5Ha"


@pytest.mark.parametrize("text", ["❤\ufe0fx", "👩\u200d🚀x", "👍🏽x", "각x", "नमस्ते", "🇫🇷x", "x"])
def test_a_text_takes_the_cells_that_rich_laid_it_out_in(text):
    shown = ShownCells(20, 1)
    width = cell_len(text)
    shown.paint([Run(0, 0, 20, [(text + "|", "")])])
    assert shown.paint([Run(0, width, width + 1, [("!", "")])]) == f"\x1b[1;{width + 1}H!"
    assert shown.paint([Run(0, 0, 20, [(text + "!", "")])]) == ""


def test_many_blanks_are_erased_with_those_among_them_that_stood_already():
    shown = ShownCells(80, 1)
    shown.paint([Run(0, 0, 80, [("one word and another".ljust(70) + "|" * 9 + "!", "")])])
    blank = Run(0, 0, 80, [(" " * 70 + "|" * 9 + "?", "")])
    assert shown.paint([blank]) == "\x1b[1;1H\x1b[20X\x1b[20C\x1b[59C?"
    assert shown.paint([blank]) == ""


def test_the_last_column_is_written_without_leaning_on_where_the_cursor_goes():
    shown = ShownCells(3, 2)
    assert shown.paint([Run(0, 0, 3, [("abc", "")]), Run(1, 0, 3, [("abc", "")])]).count("H") == 2
