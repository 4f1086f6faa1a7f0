"""The formula's keys: mask, scale, width, single cells, heads, stages, digits; and what a blocked cell reads."""

from dataclasses import replace

import numpy as np
import pytest

from attn_tui.files.sources import open_source
from attn_tui.session.edits import arithmetic, score_terms, toggles
from attn_tui.session.settings import Causal, Matrix, Settings
from attn_tui.ui.views.formula_view import formula_line
from attn_tui.ui.views.line import text_of
from tests.session.conftest import build
from tests.ui.driving import Desk, hostile_problem


@pytest.fixture
def desk():
    return Desk("crane-lifted-steel")


def sees_nothing(rows: dict[int, list[bool]]) -> Desk:
    """The crane sentence where the rows named may see only what is True."""
    allowed = np.ones((4, 4), dtype=bool)
    for row, may in rows.items():
        allowed[row] = may
    crane = open_source("crane-lifted-steel")
    return Desk(replace(crane, settings=Settings(mask=(Matrix(allowed),))))


def test_m_goes_from_none_to_causal_and_back(desk):
    assert "÷ √2 + 0 ) · V" in desk.screen[0]
    desk.press("m")
    assert "÷ √2 + causal ) · V" in desk.screen[0]
    desk.press("m")
    assert "÷ √2 + 0 ) · V" in desk.screen[0]


def test_m_also_offers_the_other_corner_where_the_lengths_differ():
    desk = Desk("translation")
    shown = []
    for _ in range(4):
        shown.append(desk.screen[0].partition("+ ")[2].split(" )")[0])
        desk.press("m")
    assert shown == ["0", "causal", "causal-end", "0"]


def test_m_goes_through_the_mask_the_problem_came_with():
    desk = sees_nothing({0: [True, False, True, False]})
    shown = []
    for _ in range(4):
        shown.append(desk.screen[0].partition("+ ")[2].split(" )")[0])
        desk.press("m")
    assert shown == ["matrix", "0", "causal", "matrix"]


def test_s_strikes_the_scale_and_takes_it_back(desk):
    desk.press("down", "s")
    looks = {span.text: span.look for span in desk.view.lines[0]}
    assert looks["÷ √2"] == "off"
    assert "scores · raw" in desk.title("scores")
    assert desk.row("scores", "crane") == ["0.140", "0.560", "0.700", "0.630"]
    desk.press("s")
    assert desk.row("scores", "crane")[0] == "0.099"


def test_w_doubles_the_width_up_to_512_and_shift_w_halves_it(desk):
    desk.press("w")
    assert "÷ √4" in desk.screen[0]
    assert "Q queries 4×4" in desk.title("q")
    assert "V values 4×2" in desk.title("v")
    desk.press(*["w"] * 8)
    assert desk.session.settings.widen == 512
    desk.press("w")
    assert desk.message == "! the width is ×512: ×512 is as wide as it goes"
    desk.press(*["W"] * 9)
    assert desk.session.settings.widen == 1
    desk.press("W")
    assert desk.message.startswith("! the width is ×1: ")


@pytest.mark.parametrize("pane", ["scores", "weights"])
def test_space_blocks_one_cell_and_allows_it_again(desk, pane):
    desk.go(pane)
    desk.press("down", "right", "space")
    assert desk.row("scores", "crane")[1] == "-∞"
    assert desk.row("weights", "crane")[1] == "·"
    assert desk.row("weights", "the")[1] != "·"
    assert "+ cells )" in desk.screen[0]
    assert "blocked by hand" in desk.explanation
    desk.press("space")
    assert desk.row("scores", "crane")[1] == "0.396"
    assert "cells" not in desk.screen[0]


def test_space_allows_a_cell_that_the_mask_blocks(desk):
    desk.press("m")
    desk.go("weights")
    desk.press("end", "space")
    assert desk.row("weights", "the")[3] not in ("·", "0.000")
    assert desk.row("weights", "the")[1] == "·"


def test_space_where_nothing_can_be_blocked_says_where_to_go(desk):
    desk.press("space")
    assert desk.message.startswith("! space blocks a cell of the scores or the weights")


def test_a_masked_cell_says_why_it_is_masked(desk):
    desk.press("m")
    desk.go("weights")
    desk.press("end")
    assert "blocked by causal: steel (3) is after the (0): -∞ instead of 0.127, weight 0" in desk.explanation


def test_a_row_that_sees_nothing_says_so_everywhere():
    desk = sees_nothing({1: [False] * 4})
    desk.press("down")
    assert desk.row("weights", "crane") == ["·", "·", "·", "·", "nothing"]
    assert desk.row("output", "crane")[:2] == ["0.000", "0.000"]
    assert " ".join(desk.row("output", "crane")[2:]) == "sees nothing"
    assert desk.sentence == "crane sees nothing: every key is blocked"
    assert "crane sees nothing" in desk.explanation
    assert "nothing" not in desk.row("weights", "the")


def test_each_row_of_weights_ends_with_its_sum(desk):
    desk.press("m")
    assert "Σ row" in desk.title("weights")
    assert [desk.row("weights", word)[-1] for word in desk.session.problem.key_tokens] == ["1.000"] * 4


def test_the_sum_of_a_row_counts_the_keys_out_of_view():
    desk = Desk("it-real")
    desk.press("G")
    *in_view, total = desk.row("weights", ".")
    assert total == "1.000"
    assert sum(map(float, in_view)) < 0.9


def test_heads_are_gone_through_and_named_by_the_number_files_use():
    desk = Desk("it-two-heads")
    assert "head 0 (1 of 2) meaning" in desk.screen[0]
    first = desk.lines("weights")
    desk.press("]")
    assert "head 1 (2 of 2) position" in desk.screen[0]
    assert desk.lines("weights") != first
    desk.press("]")
    assert desk.message == "! this is the last of 2 heads"
    desk.press("[")
    assert desk.lines("weights") == first
    desk.press("[")
    assert desk.message == "! this is the first of 2 heads"
    assert "[ ] head" in desk.screen[-1]


def test_with_one_head_none_is_named_and_there_is_no_other(desk):
    assert "head" not in desk.screen[0] + desk.screen[-1]
    desk.press("]")
    assert desk.message.startswith("! this problem has one head")


def test_an_edit_in_one_head_stays_in_it():
    desk = Desk("it-two-heads")
    desk.press("9", "enter", "]")
    assert desk.row("q", "The")[0] != "9.00"
    desk.press("u")
    assert "head 0 (1 of 2)" in desk.screen[0]


def test_t_goes_through_the_stages_and_names_each(desk):
    desk.press("m")
    names = []
    for _ in range(6):
        names.append(desk.title("scores").split("scores · ")[1].split(" 4×4")[0])
        desk.press("t")
    assert names == ["masked", "raw (pinned)", "scaled (pinned)", "M itself (pinned)", "masked (pinned)",
                     "e to the score (pinned)"]  # fmt: skip
    assert desk.session.stage == "auto"


def test_m_itself_is_0_or_minus_infinity(desk):
    desk.press("m", "t", "t", "t")
    assert desk.row("scores", "crane") == ["0", "0", "-∞", "-∞", "2", "keys"]


def test_e_to_the_score_stands_with_the_sum_of_its_row(desk):
    desk.press("down", *["t"] * 5)
    *e, total = desk.numbers("scores", "crane")
    assert "Σ row" in desk.title("scores")
    assert e == pytest.approx(np.exp([0.099, 0.396, 0.495, 0.4455]), abs=0.001)
    assert total == pytest.approx(sum(e), abs=0.002)


def test_the_capped_scores_are_a_stage_where_there_is_a_cap():
    crane = open_source("crane-lifted-steel")
    desk = Desk(replace(crane, settings=Settings(softcap=0.5)))
    desk.press("down")
    assert "scores · capped" in desk.title("scores")
    assert desk.numbers("scores", "crane")[2] == pytest.approx(0.5 * np.tanh(0.495 / 0.5), abs=0.001)


def test_f_goes_through_the_digits_and_the_last_line_says_which(desk):
    desk.press("down")
    shown = []
    for _ in range(6):
        shown.append((desk.screen[-1].split("  f ")[1].strip(), desk.row("weights", "crane")[0]))
        desk.press("f")
    assert shown[:3] == [("3 digits", "0.191"), ("2 digits", "0.19"), ("4 digits", "0.1906")]
    assert shown[3][0] == "all digits" and float(shown[3][1]) == pytest.approx(0.190632, abs=1e-6)
    assert len(shown[3][1]) > 15
    assert shown[4] == ("per cent", "19.1%")
    assert shown[5][0] == "heat alone"
    assert desk.session.digits == "3"


def test_what_was_typed_is_shown_as_typed_whatever_the_digits(desk):
    desk.press(*"0.12345", "enter")
    for _ in range(6):
        assert desk.row("q", "the")[0] == "0.12345"
        desk.press("f")


def test_a_weight_above_zero_never_reads_as_zero_nor_one_below_one_as_one(desk):
    desk.press(*"60", "enter", "up", "s")
    assert desk.row("weights", "the") == ["<.001", ">.999", "<.001", "<.001", "1.000"]
    assert "crane >99.9%" in desk.sentence


def test_without_colour_the_heat_is_drawn_in_glyphs_with_a_legend():
    desk = Desk("crane-lifted-steel", colour=False)
    desk.press("down", "m")
    assert "0 ░▒▓█ 1" in desk.title("weights")
    row = next(line for line in desk.lines("weights") if line.startswith("▸ crane"))
    assert "▒ [0.426]" in row and "0.574" in row
    assert "█" in "".join(desk.lines("weights")[2:])
    coloured = Desk("crane-lifted-steel")
    coloured.press("down", "m")
    assert not set("░▒▓█") & set("".join(coloured.screen))


def test_the_legends_bounds_come_from_what_is_shown(desk):
    assert "0      0.3 " in desk.title("weights")
    desk.press("down", "m")
    assert "0      1 " in desk.title("weights")


def test_every_blocked_cell_has_the_heat_of_nothing(desk):
    desk.press("m")
    for line in desk.view.panes["weights"].lines[2:]:
        for span in line:
            if span.text.strip() == "·":
                assert span.look.startswith("heat.0") or span.look == "number"


def test_labels_that_could_do_harm_are_shown_as_what_they_are():
    desk = Desk(hostile_problem(), (120, 36))
    screen = "\n".join(desk.screen)
    assert "[/red]" in screen
    assert "東京" in screen
    assert "\\x1b" in screen
    assert "\x1b" not in screen


def test_where_there_is_room_the_first_line_has_every_term():
    session = build(softcap=2.0, sink=1.0, alibi=0.5, mask=(Causal(),))
    whole = "softmax( 2.0·tanh( Q·Kᵀ ÷ √2 ÷ 2.0 ) + causal + ALiBi, sink 1.0 ) · V"
    assert text_of(formula_line(session, 120)).rstrip().endswith(whole)
    assert "+ causal + … ) · V" in text_of(formula_line(session, 60))
    toggles.scale_from(session, "off")
    assert "tanh( Q·Kᵀ ÷ √2 off ÷ 2.0 ) + causal + ALiBi, sink 1.0 ) · V" in text_of(
        formula_line(session, 120)
    )
    assert [span.text for span in formula_line(session, 120) if span.look == "off"] == ["÷ √2"]
    toggles.scale_from(session, "on")
    score_terms.blocked_from(session, "0")
    arithmetic.name_dtype(session, "float16")
    assert text_of(formula_line(session, 120)).rstrip().endswith(", sink 1.0 ) · V, blocked 0.0, float16")
    assert "+ causal + …" in text_of(formula_line(session, 80))


def test_mistakes_that_have_no_room_are_counted():
    session = build(mistakes=("scale-by-d", "mask-reversed", "softmax-unshifted"), mask=(Causal(),))
    assert (
        text_of(formula_line(session, 120))
        .rstrip()
        .endswith("! scale-by-d ! mask-reversed ! softmax-unshifted")
    )
    assert text_of(formula_line(session, 60)).rstrip().endswith(" ! 3 mistakes")
