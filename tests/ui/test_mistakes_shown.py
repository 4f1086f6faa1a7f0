"""While a mistake is in force no screen shows its numbers without a sign, and what is really read is named."""

import pytest

from attn_tui.session.labels import cell_width
from attn_tui.ui.screens.heads import HeadsScreen
from attn_tui.ui.views.line import text_of
from tests.session.mistaken_cases import mistaken_problem
from tests.ui.driving import Driven, driving

HEADS_SIZES = [(120, 36), (80, 24), (60, 18), (50, 14), (30, 8)]


def heads_lines(driven: Driven) -> list[str]:
    screen = driven.app.screen
    assert isinstance(screen, HeadsScreen)
    lines = [text_of(line) for line in screen.paper.lines]
    assert {cell_width(line) for line in lines} == {driven.app.size.width}
    return lines


@pytest.mark.parametrize("size", HEADS_SIZES)
async def test_all_heads_stand_under_the_mistakes_that_they_are_computed_with(size):
    async with driving(mistaken_problem(), size) as driven:
        await driven.press("H")
        assert not any("!" in line for line in heads_lines(driven))
        await driven.press("escape")
        await driven.command("mistake scale-by-d")
        await driven.press("H")
        assert heads_lines(driven)[1].strip().startswith("! scale-by-d")
        await driven.press("escape")
        await driven.command("mistake mask-after-softmax")
        await driven.command("mistake keys-values-swapped")
        await driven.press("H")
        told = heads_lines(driven)[1].strip()
        names = "! scale-by-d ! mask-after-softmax ! keys-values-swapped"
        assert told.startswith(names) if size[0] > len(names) else told.startswith("! 3 mistakes")


async def test_a_picture_is_chosen_where_it_stands_below_the_mistakes():
    async with driving(mistaken_problem(), (80, 24)) as driven:
        await driven.command("mistake scale-by-d")
        await driven.press("H")
        drawn = driven.app.screen._drawn
        assert "head" in heads_lines(driven)[drawn.top] or "mean" in heads_lines(driven)[drawn.top]


@pytest.mark.parametrize("size", [(120, 36), (80, 24)])
async def test_tables_that_are_read_wrongly_have_the_mark_in_their_titles(size):
    async with driving("grouped-heads", size) as driven:
        await driven.command("mistake groups-tiled")
        assert not any("!" in driven.title(pane) for pane in "qkv")
        await driven.press("]")
        assert [("!" in driven.title(pane)) for pane in "qkv"] == [False, True, True]
        await driven.command("position rotary")
        assert "K after rotary !" in driven.title("k")
        await driven.command("mistake groups-tiled")
        assert not any("!" in driven.title(pane) for pane in "qkv")
