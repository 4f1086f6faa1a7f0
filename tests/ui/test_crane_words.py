"""The published figures of the crane sentences on the screen: words chosen freely, their ids, and the projections."""

import re

import pytest

from tests.files import crane_words
from tests.ui.driving import SIZES, Desk, driving


def shares(desk: Desk) -> list[str]:
    """What the second line says that the selected word reads."""
    return re.findall(r"(\d+)%", desk.sentence)


@pytest.mark.parametrize("size", SIZES)
def test_scores_weights_and_the_causal_mask_of_crane(size):
    desk = Desk("crane-words", size)
    desk.press("down", ":", *"stage raw", "enter")
    assert desk.row("scores", "crane") == ["0.140", "0.560", "0.700", "0.630"]
    assert shares(desk) == ["19", "26", "28", "27"]
    desk.press("m")
    assert shares(desk)[:2] == ["43", "57"]
    assert desk.row("weights", "crane")[2:4] == ["·", "·"]
    desk.press(":", *"mask none", "enter", "down", ":", *"digits percent", "enter")
    assert desk.row("weights", "lifted")[3] == "29.8%"


@pytest.mark.parametrize("size", SIZES)
def test_a_typed_sentence_is_built_from_the_table_and_crane_becomes_what_its_neighbours_make_it(size):
    desk = Desk("crane-words", size)
    published = [("the crane lifted steel", (0.19, 0.77)), ("the crane ate fish", (0.77, 0.19)),
                 ("the crane ate steel", (0.47, 0.49))]  # fmt: skip
    for sentence, expected in published:
        desk.press(":", *f"sentence {sentence}", "enter")
        assert list(desk.rows("weights")) == sentence.split()
        assert tuple(round(number, 2) for number in desk.numbers("output", "crane")) == expected
        assert desk.numbers("output", "crane") == pytest.approx(
            crane_words.output(sentence, "crane"), abs=0.0006
        )
        assert desk.numbers("q", "crane") == [0.7, 0.7]
    desk.press("u", "u")
    assert list(desk.rows("weights")) == ["the", "crane", "lifted", "steel"]


@pytest.mark.parametrize("size", SIZES)
def test_the_left_column_shows_x_and_w_and_ids_are_shuffled_without_a_number_changing(size):
    desk = Desk("crane-words", size)
    desk.press("down", "L")
    assert desk.numbers("x", "crane") == [0.4, 0.4]
    assert [desk.numbers("w_q", row) for row in desk.rows("w_q")] == [[1.25, 0.5], [0.5, 1.25]]
    assert [desk.numbers("w_k", row) for row in desk.rows("w_k")] == [[1, 0], [0, 1]]
    assert [desk.numbers("w_v", row) for row in desk.rows("w_v")] == [[1.25, 0], [0, 1.25]]
    assert "crane is id 1 of 6" in desk.explanation
    rows = {pane: desk.rows(pane) for pane in desk.view.panes}
    desk.press(":", *"shuffle-ids", "enter")
    assert re.search(r"crane is id [02345] of 6", desk.explanation)
    assert {pane: desk.rows(pane) for pane in desk.view.panes} == rows
    desk.press("u")
    assert "crane is id 1 of 6" in desk.explanation


async def test_in_the_program_itself_a_sentence_is_typed_and_its_output_read():
    async with driving("crane-words") as driven:
        await driven.press("down", ":")
        await driven.type("sentence the crane ate steel")
        await driven.press("enter")
        assert tuple(round(number, 2) for number in driven.numbers("output", "crane")) == (0.47, 0.49)
        assert "crane" in driven.sentence and "steel 27%" in driven.sentence
