"""The two lines that say where a number comes from, with the published figures, at every width."""

import re
from collections.abc import Callable
from math import inf, nan
from typing import Any

import numpy as np
import pytest
from rich.cells import cell_len

from attn_tui.session.edits import toggles
from attn_tui.session.explaining.explain import explanation
from attn_tui.session.explaining.side import side_explanation
from attn_tui.session.session import Session
from attn_tui.session.settings import Matrix

Build = Callable[..., Session]


def test_cranes_weight_for_lifted_is_explained_as_published(crane: Session):
    assert explanation(crane, 78) == (
        "crane asks lifted: 0.70·0.10 + 0.70·0.90 = 0.70    ÷ √2 = 0.495",
        "e^0.495 = 1.640 of 5.792 in the row: 28.3 % of lifted's value",
    )


@pytest.mark.parametrize(("key", "raw"), [(0, "0.14"), (1, "0.56"), (2, "0.70"), (3, "0.63")])
def test_cranes_scores_are_as_published(crane: Session, key: int, raw: str):
    crane.select("scores", 1, key)
    assert f" = {raw}    ÷ √2" in explanation(crane, 78)[0]


def test_cranes_output_is_its_weighted_values(crane: Session):
    crane.select("output", 1, 1)
    assert explanation(crane, 90) == (
        "crane's machine: 0.191·0.10 + 0.257·0.50 + 0.283·0.90 + 0.270·1.00 = 0.672",
        "each value of V's machine times crane's weight; the largest weight is lifted's, 28.3 %",
    )


def test_a_sum_keeps_a_third_digit_that_says_something(open_session: Build):
    session = open_session(q=[[0.7004]], k=[[1.0]], v=[[1.0]])
    assert " = 0.700 " in explanation(session, 78)[0]
    session = open_session(q=[[0.5]], k=[[0.5]], v=[[1.0]])
    assert " = 0.25 " in explanation(session, 78)[0]


def test_each_step_of_a_score_is_told_where_it_is_in_force(open_session: Build):
    bias = np.zeros((4, 4))
    bias[1, 2] = 0.5
    session = open_session(scale=0.05, softcap=2.0, bias=bias)
    session.select("weights", 1, 2)
    line = explanation(session, 120)[0]
    assert line.endswith(" = 0.70    × 0.05 = 0.035  capped at 2.0 = 0.035  + bias 0.50 = 0.535")
    toggles.toggle_scale(session)
    assert "×" not in explanation(session, 120)[0] and "÷" not in explanation(session, 120)[0]


def blocked(open_session: Build, **its: Any) -> str:
    session = open_session(**its)
    session.select("weights", 1, 3)
    return explanation(session, 120)[1]


def test_a_blocked_cell_says_what_blocks_it(open_session: Build, crane: Session):
    bias = np.zeros((4, 4))
    bias[1, 3] = -inf
    matrix = np.ones((4, 4), dtype=bool)
    matrix[1, 3] = False
    toggles.mask_from(crane, "causal")
    crane.select("weights", 1, 3)
    told = "blocked by causal: steel (3) is after crane (1): -∞ instead of 0.445, weight 0"
    assert explanation(crane, 120)[1] == told
    toggles.mask_from(crane, "window:1,0")
    assert explanation(crane, 120)[1].startswith("blocked by window: 2 after, and it reaches 0 ahead: -∞")
    crane.select("weights", 3, 0)
    assert explanation(crane, 120)[1].startswith("blocked by window: 3 before, and it reaches 1 back: -∞")
    assert blocked(open_session, cells=((1, 3, False),)).startswith("blocked by hand: -∞")
    assert blocked(open_session, bias=bias).startswith("blocked by the bias, -inf here: -∞")
    assert blocked(open_session, mask=(Matrix(matrix),)).startswith("blocked by the mask matrix, 0 here: -∞")
    both = blocked(open_session, mask=(Matrix(matrix),), bias=bias)
    assert both.startswith("blocked by the mask matrix, 0 here and the bias, -inf here: ")
    by_hand = blocked(open_session, mask=(Matrix(matrix),), cells=((1, 3, False),))
    assert by_hand.startswith("blocked by hand: ")


def test_a_blocked_score_that_becomes_zero_takes_part_and_the_line_says_so(open_session: Build):
    session = open_session(blocked=0.0)
    toggles.mask_from(session, "causal")
    session.select("weights", 0, 3)
    line = explanation(session, 120)[1]
    assert line.startswith(
        "blocked by causal: steel (3) is after the (0): e^0.000 = 1.000 of 4.029 in the row: 24.8 %"
    )


def test_a_sink_is_in_the_row(open_session: Build):
    session = open_session(sink=0.0)
    session.select("weights", 1, 2)
    assert explanation(session, 120)[1].startswith(
        "e^0.495 = 1.640 of 6.792 in the row with the sink: 24.2 %"
    )


def test_a_row_that_sees_nothing_says_so(open_session: Build):
    session = open_session(mask=(Matrix(np.zeros((4, 4), dtype=bool)),))
    session.select("weights", 1, 2)
    told = (
        "blocked by the mask matrix, 0 here: crane sees nothing: all its weights are 0, and so is its output"
    )
    assert explanation(session, 120)[1] == told
    session.select("output", 1, 0)
    assert explanation(session, 120) == (
        "crane's animal: 0 = 0.000",
        "crane sees nothing: every key is blocked, and its output is 0",
    )


def test_large_scores_are_told_with_the_largest_taken_off(open_session: Build):
    session = open_session(q=[[1000.0]], k=[[1.0], [0.999]], v=[[1.0], [2.0]], scale=False)
    session.select("weights", 0, 1)
    line = explanation(session, 120)[1]
    assert line.startswith("e^(999.000 - 1000.000, the row's largest) = 0.368 of 1.368 in the row: 26.9 %")


def test_very_small_scores_are_no_zeros(open_session: Build):
    session = open_session(q=[[-1000.0]], k=[[1.0], [1.0]], v=[[1.0], [2.0]], scale=False)
    session.select("weights", 0, 1)
    line = explanation(session, 120)[1]
    assert "= 1.000 of 2.000 in the row: 50.0 %" in line


def test_a_share_too_small_for_a_number_says_so(open_session: Build):
    session = open_session(q=[[-1000.0]], k=[[1.0], [0.0]], v=[[1.0], [2.0]], scale=False)
    session.select("weights", 0, 0)
    assert explanation(session, 120)[1].endswith("0 %, as so small a share is no number in float64")


@pytest.mark.parametrize(
    ("q", "reason"),
    [
        (nan, "a score in the row is nan"),
        (inf, "a score in the row is inf, and inf ÷ inf is no number"),
        (-inf, "every score in the row is -inf, and 0 ÷ 0 is no number"),
    ],
)
def test_a_row_of_nan_says_why(open_session: Build, q: float, reason: str):
    session = open_session(q=[[q]], k=[[1.0], [1.0]], v=[[1.0], [2.0]])
    session.select("weights", 0, 0)
    assert explanation(session, 120)[1].endswith(f"nan, because {reason}")
    session.select("output", 0, 0)
    assert explanation(session, 120)[1].endswith(reason)


def test_the_keys_of_a_decoding_step_stand_where_their_queries_do(open_session: Build):
    session = open_session(np.ones((2, 2)), np.ones((5, 2)), np.ones((5, 2)))
    toggles.mask_from(session, "causal-end")
    session.select("weights", 0, 4)
    assert explanation(session, 120)[1].startswith("blocked by causal: 4 (4) is after 0 (3)")
    session.select("weights", 0, 3)
    assert explanation(session, 120)[1].endswith("25.0 % of 3's value")


@pytest.mark.parametrize("widen", [32, 512])
def test_wide_rows_fold_and_still_add_up(open_session: Build, widen: int):
    session = open_session(widen=widen)
    session.select("weights", 1, 2)
    line = explanation(session, 78)[0]
    assert line.startswith("crane asks lifted: 0.70·0.10 + ") and "more = " in line
    folded = int(line.split("… ")[1].split(" more")[0])
    assert line.split("more")[0].count("·") + folded == 2 * widen
    assert float(line.split(" = ")[1].split(" ")[0]) == pytest.approx(0.7 * widen)


NUMBER = re.compile(r"[0-9]+(?:\.[0-9]+)?(?:e-?[0-9]+)?")
FOLDED = re.compile(r"([0-9]+) (?:more|products?)")
LONG = "a very long word that nobody would write 漢字漢字漢字漢字漢字"


@pytest.mark.parametrize("width", [20, 24, 30, 40, 58, 78, 118, 200])
@pytest.mark.parametrize("pane", ["q", "k", "v", "scores", "weights", "output"])
@pytest.mark.parametrize("words", ["short", "long"])
def test_no_line_is_longer_than_asked_and_no_number_is_cut(
    open_session: Build, width: int, pane: str, words: str
):
    rng = np.random.default_rng(3)
    tokens = tuple(f"{LONG}{at}" for at in range(4)) if words == "long" else None
    names = tuple(f"{LONG}{at}" for at in range(3)) if words == "long" else None
    bias = rng.normal(size=(4, 4)) * 1e-9
    bias[0, 1] = -inf
    session = open_session(
        rng.normal(size=(4, 3)) * 1e6,
        rng.normal(size=(4, 3)),
        rng.normal(size=(4, 3)),
        query_tokens=tokens,
        key_tokens=tokens,
        columns=names,
        v_columns=names,
        softcap=0.123456,
        sink=-1e-7,
        bias=bias,
    )
    toggles.mask_from(session, "causal")
    for row in range(4):
        for column in range(3):
            session.select(pane, row, column)
            whole = set(NUMBER.findall(" ".join(explanation(session, 5000))))
            for line in explanation(session, width):
                assert cell_len(line) <= width
                folds = set(FOLDED.findall(line))
                assert set(NUMBER.findall(line)) - folds <= whole


def test_the_explanation_has_as_many_decimals_as_the_panes(crane: Session):
    crane.digits = "4"
    assert explanation(crane, 78) == (
        "crane asks lifted: 0.70·0.10 + 0.70·0.90 = 0.70    ÷ √2 = 0.4950",
        "e^0.4950 = 1.6405 of 5.7916 in the row: 28.3 % of lifted's value",
    )
    assert any("1.6405" in line for line in side_explanation(crane, 39))
    crane.digits = "2"
    assert explanation(crane, 78)[1] == "e^0.49 = 1.64 of 5.79 in the row: 28.3 % of lifted's value"
