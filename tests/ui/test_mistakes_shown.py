"""While a mistake is in force no screen shows its numbers without a sign, and what is really read is named."""

import numpy as np
import pytest

from attn_tui.engine import MISTAKES
from attn_tui.session.labels import cell_width
from attn_tui.session.problem import Problem, numbered
from attn_tui.ui.screens.heads import HeadsScreen
from attn_tui.ui.screens.mistakes import MistakesScreen
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


async def told_of(driven: Driven, mistake: str) -> tuple[str, str]:
    """The row of a mistake in the list, which is chosen, and all that is told of it."""
    await driven.press("!", *["down"] * [each.id for each in MISTAKES].index(mistake))
    screen = driven.app.screen
    assert isinstance(screen, MistakesScreen)
    row = next(text for strip in screen._compositor.render_strips() if (text := strip.text).startswith("▸"))
    return row, " ".join("".join(piece.text for piece in line).strip() for line in screen.told.lines)


@pytest.mark.parametrize(
    ("q", "keys", "why"),
    [
        (1.0, 1, "there is one key"),
        (np.nan, 3, "every weight is nan"),
        (0.0, 3, None),
    ],
)
async def test_numbers_that_come_out_the_same_are_said_to(q: float, keys: int, why: str | None):
    tables = np.full((1, 1, 2), q), np.ones((1, keys, 2)), np.ones((1, keys, 2))
    names = numbered(1), numbered(keys), numbered(2), numbered(2), numbered(1)
    async with driving(Problem("s", "s", *tables, *names), (120, 36)) as driven:
        row, told = await told_of(driven, "divide-by-total")
        assert ("the same here: " in row) == (why is not None)
        assert why is None or (why in row and f"The same here: {why}" in told)


async def test_numbers_that_happen_to_come_out_the_same_are_said_to_and_still_shown():
    async with driving("crane-lifted-steel", (120, 36)) as driven:
        await driven.command("mask causal")
        row, told = await told_of(driven, "large-negative-for-infinity")
        assert "the same here: these very numbers" in row
        assert (
            "The same here: these very numbers come out the same with it and without it, to the bit." in told
        )
        assert "with the mistake" in told
