"""One key switches the mask, the scale, the width, a cell, the stage and the digits."""

from collections.abc import Callable
from math import inf, sqrt

import numpy as np
import pytest

from attn_tui.session import viewing
from attn_tui.session.edits import score_terms, structure, toggles
from attn_tui.session.faults import Fault
from attn_tui.session.mask_text import mask_text
from attn_tui.session.session import Session
from attn_tui.session.settings import Causal, Matrix, Window

Build = Callable[..., Session]
CROSS = {"q": np.ones((2, 2)), "k": np.ones((5, 2)), "v": np.ones((5, 2))}


def masks_in_turn(session: Session, count: int) -> list[str]:
    names = []
    for _ in range(count):
        toggles.next_mask(session)
        names.append(mask_text(session.settings.mask))
    return names


def test_the_mask_key_goes_through_none_and_causal(crane: Session):
    assert masks_in_turn(crane, 4) == ["causal", "none", "causal", "none"]


def test_the_other_corner_is_offered_only_where_there_is_one(open_session: Build):
    assert masks_in_turn(open_session(**CROSS), 4) == ["causal", "causal-end", "none", "causal"]


@pytest.mark.parametrize("own", [Window(2, 0), Matrix(np.eye(4, dtype=bool))])
def test_the_mask_that_a_file_brings_is_the_last_in_turn(open_session: Build, own: Window | Matrix):
    session = open_session(mask=(own,))
    name = mask_text((own,))
    assert masks_in_turn(session, 4) == ["none", "causal", name, "none"]
    toggles.mask_from(session, "window:3,3")
    assert masks_in_turn(session, 1) == ["none"]


def test_a_mask_written_out_comes_back_for_the_words_there_are(open_session: Build):
    session = open_session(mask=(Matrix(np.eye(4, dtype=bool)),))
    session.select("q", 1, 0)
    structure.delete_word(session)
    assert masks_in_turn(session, 3) == ["none", "causal", "matrix"]
    assert session.trace()[0].allowed.tolist() == np.eye(3, dtype=bool).tolist()


def test_the_corners_of_causal_masks_by_hand(open_session: Build):
    session = open_session(**CROSS)
    toggles.mask_from(session, "causal")
    assert session.trace()[0].allowed.astype(int).tolist() == [[1, 0, 0, 0, 0], [1, 1, 0, 0, 0]]
    toggles.mask_from(session, "causal-end")
    assert session.trace()[0].allowed.astype(int).tolist() == [[1, 1, 1, 1, 0], [1, 1, 1, 1, 1]]


def test_several_masks_must_all_allow(open_session: Build):
    matrix = np.ones((4, 4), dtype=bool)
    matrix[3, 2] = False
    session = open_session(mask=(Causal(), Window(2, None), Window(None, 3), Matrix(matrix)))
    wanted = [[1, 0, 0, 0], [1, 1, 0, 0], [1, 1, 1, 0], [0, 1, 0, 1]]
    assert session.trace()[0].allowed.astype(int).tolist() == wanted


@pytest.mark.parametrize(
    ("own", "turns"),
    [
        (True, [False, True, False]),
        (False, [True, False, True]),
        (1.0, [True, False, True]),
        (0.05, [False, 0.05, False]),
    ],
)
def test_the_scale_key_switches_the_problems_own_scale(
    open_session: Build, own: bool | float, turns: list[bool | float]
):
    session = open_session(scale=own)
    for wanted in turns:
        toggles.toggle_scale(session)
        assert session.settings.scale is wanted or session.settings.scale == wanted != 1
        assert type(session.settings.scale) is type(wanted)


def test_a_scale_typed_is_what_the_scores_are_multiplied_by(crane: Session):
    raw = crane.trace()[0].scores
    for text, factor in (
        ("0.05", 0.05),
        ("on", 1 / sqrt(2)),
        ("off", 1.0),
        ("-2", -2.0),
        ("ON", 1 / sqrt(2)),
    ):
        toggles.scale_from(crane, text)
        assert np.allclose(crane.trace()[0].scaled, raw * factor, rtol=1e-15)
    for text in ("inf", "nan", "x", ""):
        with pytest.raises(Fault):
            toggles.scale_from(crane, text)
    toggles.scale_from(crane, "0.05")
    toggles.toggle_scale(crane)
    assert crane.settings.scale is True


def test_widths_double_to_512_and_halve_to_1(crane: Session):
    for times in (2, 4, 8, 16, 32, 64, 128, 256, 512):
        toggles.widen(crane, True)
        assert crane.settings.widen == times
        assert crane.trace()[0].scores[1] == pytest.approx(
            [0.14 * times, 0.56 * times, 0.70 * times, 0.63 * times]
        )
    with pytest.raises(Fault, match="512"):
        toggles.widen(crane, True)
    for _ in range(9):
        toggles.widen(crane, False)
    with pytest.raises(Fault, match="once already"):
        toggles.widen(crane, False)
    for text in ("0", "513", "1.5", "x"):
        with pytest.raises(Fault, match="from 1 to 512"):
            toggles.widen_from(crane, text)


def test_a_hundred_times_as_wide_the_scale_keeps_the_spread(crane: Session):
    toggles.widen_from(crane, "100")
    assert crane.shape("q") == (4, 200)
    assert round(crane.trace()[0].weights[1, 2], 3) == 0.5
    toggles.toggle_scale(crane)
    assert round(crane.trace()[0].weights[1, 2], 3) == 0.999


def test_a_width_that_would_fill_the_memory_is_refused(open_session: Build):
    session = open_session(np.ones((2000, 64)), np.ones((2000, 64)), np.ones((2000, 1)))
    with pytest.raises(Fault, match="numbers of Q and K"):
        toggles.widen_from(session, "512")
    toggles.widen_from(session, "2")


def test_space_blocks_a_cell_and_allows_it_again_leaving_no_trace(crane: Session):
    before = crane.trace()[0].weights[1].tolist()
    toggles.toggle_cells(crane)
    assert (
        crane.settings.cells == ((1, 2, False),) and crane.message.text == "crane → lifted: blocked by hand"
    )
    weights = crane.trace()[0].weights[1].tolist()
    assert weights[2] == 0
    rest = 1 - before[2]
    assert weights == pytest.approx([before[0] / rest, before[1] / rest, 0, before[3] / rest])
    toggles.toggle_cells(crane)
    assert crane.settings.cells == () and crane.trace()[0].weights[1].tolist() == before


def test_space_allows_what_a_mask_blocks_and_the_cell_outlives_the_mask(crane: Session):
    toggles.mask_from(crane, "causal")
    toggles.toggle_cells(crane)
    assert crane.settings.cells == ((1, 2, True),)
    assert crane.trace()[0].allowed[1].tolist() == [True, True, True, False]
    toggles.next_mask(crane)
    toggles.toggle_cells(crane)
    assert crane.settings.cells == ((1, 2, False),)


def test_a_block_of_cells_goes_the_way_of_the_selected_one(crane: Session):
    toggles.mask_from(crane, "causal")
    crane.select("scores", 0, 0)
    crane.anchor = (1, 3)
    toggles.toggle_cells(crane)
    assert crane.settings.cells == ((0, 0, False), (1, 0, False), (1, 1, False))
    assert crane.trace()[0].empty_rows == (0, 1)
    crane.anchor = (1, 3)
    toggles.toggle_cells(crane)
    assert crane.trace()[0].allowed[:2].all()
    assert crane.settings.cells == ((0, 1, True), (0, 2, True), (0, 3, True), (1, 2, True), (1, 3, True))


def test_space_refuses_what_it_cannot_do(open_session: Build, crane: Session):
    bias = np.zeros((4, 4))
    bias[1, 2] = -inf
    session = open_session(bias=bias)
    session.select("weights", 1, 2)
    with pytest.raises(Fault, match="bias is -inf"):
        toggles.toggle_cells(session)
    session.anchor = (0, 0)
    with pytest.raises(Fault, match="bias is -inf"):
        toggles.toggle_cells(session)
    crane.select("q", 0, 0)
    with pytest.raises(Fault, match="space blocks a cell of the scores or the weights"):
        toggles.toggle_cells(crane)
    large = open_session(np.ones((200, 1)), np.ones((200, 1)), np.ones((200, 1)))
    large.select("scores", 0, 0)
    large.anchor = (199, 199)
    with pytest.raises(Fault, match="too many cells"):
        toggles.toggle_cells(large)


def test_the_stage_key_goes_through_what_there_is_to_see(crane: Session, open_session: Build):
    def turn(session: Session) -> list[str]:
        seen = []
        for _ in range(8):
            viewing.next_stage(session)
            seen.append(session.stage)
        return seen

    assert turn(crane)[:6] == ["raw", "scaled", "M", "masked", "exp", "auto"]
    assert turn(open_session(softcap=3.0))[:7] == ["raw", "scaled", "capped", "M", "masked", "exp", "auto"]
    viewing.stage_from(crane, "raw")
    assert crane.stage == "raw"
    with pytest.raises(Fault, match="auto, raw, scaled"):
        viewing.stage_from(crane, "capped")


def test_the_digits_key_goes_round(crane: Session):
    seen = []
    for _ in range(6):
        viewing.next_digits(crane)
        seen.append(crane.digits)
    assert seen == ["2", "4", "full", "percent", "heat", "3"]
    viewing.digits_from(crane, "full")
    with pytest.raises(Fault, match="percent"):
        viewing.digits_from(crane, "5")


def test_a_stage_that_is_no_more_is_no_longer_pinned(open_session: Build):
    session = open_session(softcap=2.0)
    viewing.stage_from(session, "capped")
    score_terms.softcap_from(session, "off")
    assert session.stage == "auto"
    session.undo()
    viewing.stage_from(session, "capped")
    assert session.stage == "capped"
