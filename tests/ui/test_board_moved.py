"""The board while what moved is marked: marks that need no colour, one line of digits, and nothing cut."""

import pytest

from attn_tui.session.edits.editing import fill
from attn_tui.session.selection import PANES
from attn_tui.ui.looks import style_of
from tests.session.lessons import asked
from tests.ui.driving import Desk, driving, nasty_problem

MARKS = "↑↓≠"


def moved_cells(desk: Desk) -> dict[str, list[str]]:
    """The cells with a mark, by their pane."""
    found = {pane: [cell for row in desk.rows(pane).values() for cell in row] for pane in desk.view.panes}
    return {pane: [cell for cell in cells if cell[0] in MARKS] for pane, cells in found.items()}


def bare(line: str) -> str:
    """A row without its marks, brackets and gaps."""
    return "".join(character for character in line if character not in f"{MARKS}[] ")


def marked_looks(desk: Desk) -> set[str]:
    """The looks of the pieces of text that begin with a mark."""
    return {
        span.look for line in desk.view.lines for span in line if span.text.strip(" [")[:1] in tuple(MARKS)
    }


@pytest.mark.parametrize("colour", [True, False])
def test_a_number_typed_marks_all_that_follows_from_it(colour):
    desk = Desk("crane-lifted-steel", colour=colour)
    desk.press("T", "down", "2", "enter", "up")
    assert moved_cells(desk) == {
        "q": ["↑2.00"],
        "k": [],
        "v": [],
        "scores": ["↑0.191", "↑0.764", "↑0.587"],
        "weights": ["↓0.180", "↑0.320", "↓0.268", "↓0.232"],
        "output": ["↑0.205", "↓0.651"],
    }
    assert "Q[crane, animal] was 0.70, now 2.00, +1.30" in desk.screen[-3]
    for look in marked_looks(desk):
        assert all(style_of(look, colours).underline for colours in (0, 16, 256))


def test_the_marks_go_and_the_board_is_as_it_was():
    desk = Desk("crane-lifted-steel")
    desk.press("down", "2", "enter", "up")
    before = desk.screen[:-2]
    desk.press("T")
    assert desk.screen[:-2] != before
    desk.press("T")
    assert desk.screen[:-2] == before


@pytest.mark.parametrize("key", ["m", "s", "w", ">", "u"])
def test_every_kind_of_step_is_marked_in_the_output(key):
    desk = Desk("crane-lifted-steel")
    desk.press(">", "T", key)
    assert moved_cells(desk)["output"]


@pytest.mark.parametrize("size", [(80, 24), (60, 18), (40, 12), (30, 8), (120, 36)])
def test_the_change_is_told_at_every_size(size):
    desk = Desk("crane-lifted-steel", size)
    desk.press("T", "2", "enter", "up")
    assert "was 0.20, now 2.00, +1.80" in "\n".join(desk.screen)
    assert "↑2.00" in "\n".join(desk.screen)


@pytest.mark.parametrize("digits", ["2", "3", "4", "full", "percent", "heat"])
def test_no_mark_cuts_a_number_whatever_digits_are_shown(digits):
    desk = Desk("crane-lifted-steel")
    desk.session.digits = digits
    desk.press(">")
    for pane in PANES:
        desk.go(pane)
        plain = [bare(line) for line in desk.lines(pane)[2:]]
        desk.press("T")
        assert [bare(line) for line in desk.lines(pane)[2:]] == plain
        desk.press("T")


@pytest.mark.parametrize("digits", ["3", "full", "heat"])
def test_numbers_of_every_kind_keep_their_place(digits):
    desk = Desk(nasty_problem())
    desk.session.digits = digits
    desk.press("]", "T", "5", "enter", "up")
    for _ in PANES:
        assert desk.marked_cell(desk.session.pane)
        desk.press("tab", "right")


def test_a_mark_before_a_wide_number_leaves_the_bracket_beside_it():
    desk = Desk("crane-lifted-steel")
    desk.press("T")
    desk.session.anchor = (3, 1)
    desk.session.select("v", 0, 1)
    fill(desk.session, -999.123)
    desk.go("output")
    desk.press("home")
    assert desk.marked_cell("output") == "0.175"
    assert desk.row("output", "the") == ["0.175", "↓-999.123"]


def test_a_column_with_no_room_for_its_mark_is_scrolled_to():
    desk = Desk("crane-lifted-steel")
    desk.press("T", "right", *"-12.345", "enter", "up")
    assert desk.row("q", "the") == ["↓-12.345"]
    assert "2–2/2" in desk.lines("q")[1]


def test_a_mark_before_as_many_digits_as_fit_leaves_room_for_the_bracket():
    desk = Desk("crane-lifted-steel")
    desk.session.digits = "full"
    desk.press("T", *"0.12345678901234567", "enter", "up")
    assert desk.marked_cell("q") == "↓0.123456789012"


def test_the_number_being_typed_has_no_mark():
    desk = Desk("crane-lifted-steel")
    desk.press("T", "2", "enter", "up", "3")
    assert desk.marked_cell("q") == "3▏"


def test_what_a_question_covers_is_not_told():
    desk = Desk("crane-lifted-steel")
    desk.session = asked('{ question = "?", answer = 1 }', 'hide = ["weights"]')
    desk.session.select("weights", 1, 1)
    desk.press("T", "m")
    assert "was" not in desk.explanation
    assert not moved_cells(desk).get("weights")


async def test_it_is_on_the_key_and_behind_its_name():
    async with driving("crane-lifted-steel") as driven:
        await driven.press("m")
        await driven.command("moved")
        assert "↓-∞" in "\n".join(driven.strips)
        await driven.press("T")
        assert "↓-∞" not in "\n".join(driven.strips)
