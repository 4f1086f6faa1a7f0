"""The panes of embeddings, weights and heads side by side, as they stand on the board and answer to keys."""

from __future__ import annotations

import pytest

from attn_tui.files.sources import open_source
from attn_tui.session.selection import ALL_PANES
from attn_tui.ui.views.line import line_width
from tests.session.projections import heads
from tests.ui.driving import SIZES, Desk, driving, in_words


def test_at_80_by_24_the_four_tables_of_the_crane_sentence_are_whole():
    desk = Desk("crane-words")
    desk.press("L")
    assert [desk.title(pane).split()[1] for pane in ("x", "w_q", "w_k", "w_v")] == ["X", "W_Q", "W_K", "W_V"]
    assert desk.rows("x") == {
        "the": ["0.10", "0.10"], "crane": ["0.40", "0.40"], "lifted": ["0.10", "0.90"], "steel": ["0.00", "0.90"],
    }  # fmt: skip
    assert list(desk.rows("w_q").values()) == [["1.25", "0.50"], ["0.50", "1.25"]]
    assert desk.row("scores", "crane") == ["0.099", "0.396", "0.495", "0.445"]


def test_q_follows_an_embedding_at_once_and_undo_takes_it_back():
    desk = Desk("crane-words")
    desk.press("L", "down", "0", ".", "9", "enter")
    assert desk.row("x", "crane") == ["0.90", "0.40"]
    desk.press("L")
    assert desk.row("q", "crane") == ["1.325", "0.950"]
    desk.press("u")
    assert desk.session.pane == "x" and desk.row("x", "crane") == ["0.40", "0.40"]
    desk.press("L")
    assert desk.row("q", "crane") == ["0.700", "0.700"]


def test_typing_over_q_asks_first_and_esc_leaves_all_as_it_is():
    desk = Desk("crane-words")
    desk.press("5")
    assert "Q follows from X·W_Q: y lets go" in desk.message
    desk.press("escape")
    assert desk.session.problem.projection is not None and desk.session.editor is None
    desk.press("5", "y", "5", "enter")
    assert desk.row("q", "the")[0] == "5.00" and desk.session.problem.projection is None
    desk.press("u", "u")
    assert desk.session.problem.projection is not None


def test_where_not_all_tables_have_room_the_others_are_named_and_tab_goes_there():
    desk = Desk("two-head-projection")
    desk.press("L")
    assert set(desk.view.panes) >= {"x", "w_q", "w_k"} and "↓ W_V W_O" in desk.title("w_k")
    desk.press("tab", "tab", "tab")
    assert desk.session.pane == "w_v" and "w_v" in desk.view.panes and "↑ X" in desk.title("w_q")
    desk.press("tab")
    assert desk.session.pane == "w_o" and "w_o" in desk.view.panes
    desk.press("tab")
    assert desk.session.pane == "scores"


def test_the_slice_of_each_head_is_named_and_shown():
    desk = Desk("two-head-projection")
    desk.press("L", "tab")
    assert "W_Q head 0 4×2" in desk.title("w_q") and desk.row("w_q", "animal") == ["1.25", "0.50"]
    desk.press("]")
    assert "W_Q head 1 4×2" in desk.title("w_q") and desk.row("w_q", "first") == ["4.00", "0.00"]
    assert "head 1 of 2 has columns 2 to 3 of the 4 of W_Q" in desk.explanation


def test_below_the_weights_stand_the_heads_side_by_side_and_the_result():
    desk = Desk("two-head-projection")
    desk.press("shift+tab", "t")
    assert "2 heads side by side 4×4" in desk.title("concat") and "output" not in desk.view.panes
    assert desk.row("concat", "crane") == ["0.188", "0.774", "0.657", "0.343"]
    desk.press("t")
    assert "result · heads × W_O 4×2" in desk.title("result")
    # 0.188 + 0.657 ÷ 2 and 0.774 + 0.343 ÷ 2
    assert desk.row("result", "crane") == ["0.516", "0.946"]
    desk.press("5")
    assert "the result is the concatenation times W_O: Enter goes to W_O" in desk.message
    desk.press("enter")
    assert desk.session.pane == "w_o"


@pytest.mark.parametrize("size", [*SIZES, (50, 16), (60, 18), (100, 30), (200, 50), (30, 8)])
@pytest.mark.parametrize("name", ["crane-words", "two-head-projection", "random"])
def test_every_pane_can_be_stood_in_at_every_size_and_lines_are_as_wide_as_the_screen(name, size):
    desk = Desk(heads(4, 2, 7, 9, 6) if name == "random" else name, size)
    for pane in (pane for pane in ALL_PANES if desk.session.problem.has_pane(pane)):
        desk.session.select(pane, 1, 1)
        desk.draw()
        assert pane in desk.view.panes
        assert {line_width(line) for line in desk.view.lines} == {size[0]} and len(desk.view.lines) == size[1]
        row, column = desk.session.cell
        assert row in desk.view.panes[pane].rows and column in desk.view.panes[pane].columns
        assert desk.explanation or size[1] < 12


def test_copies_and_pastes_go_to_the_tables_in_front_of_q_k_and_v():
    desk = Desk("crane-words")
    desk.press("L", "tab")
    desk.session.copied = "1\t0\n0\t1\n"
    desk.press("p")
    assert list(desk.rows("w_q").values()) == [["1.00", "0.00"], ["0.00", "1.00"]]


async def test_a_sentence_is_typed_behind_the_colon():
    async with driving("crane-words") as driven:
        await driven.command("sentence the crane ate fish")
        assert driven.sentence.split()[0] == "the" and "fish" in driven.sentence
        assert driven.row("output", "crane") == ["0.774", "0.188"]
        await driven.command("shuffle-ids")
        assert "ids shuffled: the" in driven.message and "every number is as it was" in in_words(
            driven.message
        )
        await driven.press("L")
        assert "an arbitrary number" in driven.explanation
        await driven.press("u", "u")
        assert driven.session.problem.query_tokens == ("the", "crane", "lifted", "steel")


def test_a_click_selects_in_the_tables_that_are_there():
    desk = Desk("crane-words")
    desk.press("L")
    view = desk.view.panes["w_k"]
    assert view.cell_at(view.box.x + 8 + 8 + 3, view.box.y + 3) == (1, 1)


def test_what_moved_is_marked_before_and_behind_the_heads():
    desk = Desk("two-head-projection")
    desk.press("T", "L", "9", "enter", "L")
    assert desk.row("q", "the")[0].startswith("↑")
    desk.session.select("result", 0, 0)
    desk.draw()
    assert any(cell[0] in "↑↓" for cell in desk.row("result", "the"))


def test_presets_with_projections_open():
    for name in ("crane-words", "two-head-projection"):
        assert open_source(name).projection is not None


def test_a_number_of_the_heads_side_by_side_says_whose_it_is():
    desk = Desk("two-head-projection")
    desk.press("shift+tab", "t", "down", "right", "right")
    assert desk.session.pane == "concat" and desk.marked_cell("concat") == "0.657"
    assert (
        desk.explanation.splitlines()[0]
        == "crane's 0 in the output of head 1 = 0.657: the heads stand side by side"
    )
    assert "] and [ show it" in desk.explanation
