"""Decoding on the screen: opened, stepped, copied and closed by keys, and read as a person reads it."""

import csv

import pytest

from attn_tui.files.pasting.copy import copy_path
from attn_tui.session.labels import cell_width
from attn_tui.ui.screens.decoding.screen import DecodingScreen
from attn_tui.ui.views.line import text_of
from tests.ui.driving import Driven, driving, hostile_problem, long_problem, nasty_problem

SIZES = [(80, 24), (120, 36), (50, 12)]


def lines(driven: Driven) -> list[str]:
    """What stands on the screen; each line takes exactly its width, and none has what could do harm."""
    screen = driven.app.screen
    assert isinstance(screen, DecodingScreen)
    texts = [text_of(line) for line in screen.paper.lines]
    assert {cell_width(text) for text in texts} == {screen.paper.size.width}
    assert len(texts) == screen.paper.size.height
    assert all(text.isprintable() for text in texts)
    return texts


def text(driven: Driven) -> str:
    return " ".join(" ".join(lines(driven)).split())


def row(driven: Driven, name: str) -> list[str]:
    """The cells behind a word in the list of rows, or behind `scores`, `read`."""
    (found,) = [line for line in lines(driven) if line[:10].strip(" ▸") == name and not line[10:].isspace()]
    return found[10:].split()


async def test_the_sink_is_named_under_the_row_that_it_takes_from():
    async with driving("crane-lifted-steel") as driven:
        await driven.command("sink 3")
        await driven.press("D")
        assert row(driven, "the") == ["0.049"]  # e^0.028 / (e^0.028 + e^3)
        assert "In force: a sink of 3 takes 0.951." in text(driven)


async def test_the_crane_sentence_token_by_token():
    async with driving("crane-lifted-steel") as driven:
        await driven.press("D")
        assert "token 0 (1 of 4): the" in lines(driven)[0]
        assert "query 0 of this step is token 0: offset = 0, and it sees key 0 alone." in text(driven)
        await driven.press("n")
        assert row(driven, "scores") == ["0.140", "0.560"]
        assert row(driven, "read") == ["0.099", "0.396"]
        assert row(driven, "crane") == ["0.426", "0.574"]  # causal, as published: 43 and 57 %
        assert row(driven, "the") == ["1.000"]
        await driven.press("right", "n")
        assert "token 3 (4 of 4): steel" in lines(driven)[0]
        assert row(driven, "crane") == ["0.426", "0.574"]
        assert "The rows 0 to 2 stand unchanged" in text(driven)
        assert "Kept: 4 keys and 4 values, 128 bytes in float64." in text(driven)
        assert "4 in this step, 10 so far; with nothing kept, 20 by causal triangles or 30" in text(driven)
        await driven.press("n")
        assert "this is the last of 4 tokens" in text(driven)
        await driven.press("N", "left")
        assert "token 1 (2 of 4): crane" in lines(driven)[0]
        await driven.press("G", "g")
        assert "token 0 (1 of 4): the" in lines(driven)[0]
        await driven.press("escape")
        assert driven.app.on_board


async def test_a_step_is_copied_with_all_its_digits():
    async with driving("crane-lifted-steel") as driven:
        await driven.command("decode")
        await driven.press("n", "y")
        assert "copied the step of token 1 to the clipboard" in text(driven)
        read = list(csv.reader(copy_path().read_text(encoding="utf-8").splitlines(), delimiter="\t"))
        assert read[0] == ["token", "key", "score", "read", "weight"]
        assert [line[:2] for line in read[1:3]] == [["1", "the"], ["1", "crane"]]
        assert float(read[1][2]) == pytest.approx(0.14)
        assert sum(float(line[4]) for line in read[1:3]) == pytest.approx(1)


async def test_rotary_queries_and_keys_are_kept_turned():
    async with driving("crane-lifted-steel") as driven:
        await driven.command("position rotary")
        await driven.press("D", "n")
        assert (
            "New, of 'crane': query after rotary (-0.211, 0.967), key after rotary (-0.120, 0.553)"
            in text(driven)
        )


async def test_what_cannot_be_decoded_is_said_on_the_board():
    async with driving("translation") as driven:
        await driven.press("D")
        assert driven.app.on_board
        assert driven.message == (
            "! decoding needs the same words as queries and as keys: here 4 queries ask 5 keys"
        )


async def test_a_key_without_a_meaning_is_said():
    async with driving("crane-lifted-steel") as driven:
        await driven.press("D", "x")
        assert "the key x does nothing here: the last line has those that do" in text(driven)
        await driven.press("n")
        assert "does nothing" not in text(driven)


async def test_of_many_keys_the_newest_are_in_view_and_h_and_l_move_on():
    async with driving(long_problem(40)) as driven:
        await driven.press("D", "G")
        assert "33–39/40" in text(driven)
        await driven.press("h", "h")
        assert "31–37/40" in text(driven)
        await driven.press("l", "l", "l", "l")
        assert "33–39/40" in text(driven)
        assert "every row so far but the first" in text(driven)
        assert len(row(driven, "w39")) == 7


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(
    "problem", [hostile_problem(), nasty_problem(), long_problem(40, 5)], ids=lambda one: one.name
)
async def test_every_step_can_be_drawn(problem, size):
    async with driving(problem, size) as driven:
        await driven.press("D")
        for _ in range(len(problem.query_tokens) - 1):
            lines(driven)
            await driven.press("n")
        last = len(problem.query_tokens) - 1
        assert f"token {last} ({last + 1} of {last + 1})" in lines(driven)[0]
