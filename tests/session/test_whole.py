"""The explanation, whole: its numbers are the trace's, to the last digit, and nothing is left out."""

import re
from collections.abc import Callable
from math import acos, degrees, inf, nan, sqrt
from typing import Any

import numpy as np
import pytest
from rich.cells import cell_len

from attn_tui import engine
from attn_tui.session import viewing
from attn_tui.session.edits import toggles
from attn_tui.session.explaining.side import side_explanation
from attn_tui.session.explaining.whole import whole_explanation
from attn_tui.session.session import Session
from attn_tui.session.settings import Matrix

Build = Callable[..., Session]


def sections(session: Session) -> dict[str, list[str]]:
    """The whole explanation by its headings."""
    found: dict[str, list[str]] = {}
    for line, _ in whole_explanation(session):
        if line and not line.startswith(" "):
            heading = line.split(":")[0].removeprefix("The ")
            found[heading] = []
        elif line:
            found[heading].append(line.strip())
    return found


def last_number(line: str) -> float:
    return float(line.replace(",", "").split(": ")[-1].split(" = ")[-1].split()[0])


def test_the_crane_sentence_is_told_to_the_last_digit(crane: Session):
    trace = crane.trace()[0]
    told = sections(crane)
    assert told["formula"][0] == "softmax( Q·Kᵀ ÷ √2 + 0 ) · V"
    assert told["selected cell"][0] == f"weights [crane, lifted] = {float(trace.weights[1, 2])!r}"
    score = told["score"]
    assert score[0].split(" = ") == ["animal   0.7 · 0.1", repr(0.7 * 0.1)]
    assert score[1].split(" = ") == ["machine  0.7 · 0.9", repr(0.7 * 0.9)]
    assert score[2] == f"their sum, Q·Kᵀ: {float(trace.scores[1, 2])!r}"
    assert score[-1] == f"what softmax reads: {float(trace.masked[1, 2])!r}"
    weights = told["weights"]
    for j, line in enumerate(weights[:4]):
        assert f"e^{float(trace.masked[1, j])!r} = " in line
        assert f"weight {float(trace.weights[1, j])!r} (" in line
        assert line.startswith("▸") == (j == 2)
    assert sum(last_number(line.split("  weight")[0]) for line in weights[:4]) == last_number(weights[4])
    output = told["output"]
    for j, line in enumerate(output[:4]):
        assert f"  {float(trace.weights[1, j])!r} · {float(crane.problem.v[0, j, 0])!r} = " in line
    assert output[-1] == f"their sum: {float(trace.output[1, 0])!r}"


def test_the_angle_is_that_of_plain_trigonometry(crane: Session):
    lengths, angle = sections(crane)["score"][3:5]
    q, k = sqrt(0.7**2 + 0.7**2), sqrt(0.1**2 + 0.9**2)
    assert [float(text) for text in re.findall(r"[0-9.]{5,}", lengths)] == pytest.approx([q, k])
    cosine, turn = re.findall(r"[0-9.]{4,}", angle)
    assert float(cosine) == pytest.approx(0.7 / q / k)
    assert float(turn) == pytest.approx(degrees(acos(0.7 / q / k)), abs=0.006)


@pytest.mark.parametrize("dtype", [None, "float16", "bfloat16", "float32"])
def test_every_setting_in_force_is_told(open_session: Build, dtype: Any):
    rng = np.random.default_rng(1)
    bias = rng.normal(size=(4, 4))
    bias[1, 0], bias[1, 2] = -inf, -0.75
    session = open_session(
        softcap=2.5, sink=0.25, bias=bias, cells=((1, 3, False),), scale=0.75, widen=3, dtype=dtype
    )
    toggles.mask_from(session, "window:1,2")
    session.select("scores", 1, 2)
    trace, told = session.trace()[0], sections(session)
    assert (
        told["formula"][0]
        == "softmax( 2.5·tanh( Q·Kᵀ × 0.75 ÷ 2.5 ) + window:1,2 + 1 cell by hand + bias, sink 0.25 ) · V"
    )
    formula = "\n".join(told["formula"])
    for text in ("× 0.75", "3 times, so d_k is 6", "+ bias", "cap 2.5", "sink e^0.25"):
        assert text in formula
    assert (dtype in formula) if dtype else ("in float" not in formula)
    score = told["score"]
    assert len([line for line in score if " · " in line]) == 6
    for line, stage in (
        ("the scale", trace.scaled),
        ("capped at", trace.capped),
        ("what softmax", trace.masked),
    ):
        assert last_number(next(text for text in score if text.startswith(line))) == float(str(stage[1, 2]))
    assert "may look; bias: + (-0.75)" in score
    weights = "\n".join(told["weights"])
    assert "blocked by hand  weight 0" in weights and "blocked by the bias, -inf here  weight 0" in weights
    assert "the sink adds e^0.25 to the sum" in weights
    assert "2 of 4 keys are blocked and take no part" in told["output"]
    q = engine.round_to(session.problem.q, dtype or "float64")[0, 1, 0]
    assert f" {q!s} · " in score[0]


def test_what_blocks_is_told_and_what_blocked_becomes(open_session: Build):
    session = open_session(blocked=0.0)
    toggles.mask_from(session, "causal")
    session.select("weights", 1, 3)
    told = sections(session)
    assert "blocked by causal: steel (3) is after crane (1): 0.0 in place of the score" in told["score"]
    assert told["weights"][3].endswith("blocked, and takes part all the same")
    assert "blocked reads 0.0, not -∞" in told["formula"]


def test_a_row_that_sees_nothing_is_told(open_session: Build):
    session = open_session(mask=(Matrix(np.zeros((4, 4), dtype=bool)),))
    told = sections(session)
    assert told["weights"][0] == "the sees nothing: every key is blocked, and all weights are 0"
    assert told["output"] == ["4 of 4 keys are blocked and take no part", "their sum: 0.0"]


def test_long_rows_are_told_whole(open_session: Build):
    rng = np.random.default_rng(0)
    session = open_session(*(rng.normal(size=(300, d)) for d in (257, 257, 2)))
    told = sections(session)
    assert len([line for line in told["score"] if " · " in line]) == 257
    assert len([line for line in told["weights"] if " weight " in line]) == 300
    assert len([line for line in told["output"] if " · " in line]) == 300
    trace = session.trace()[0]
    assert float(told["score"][257].split(": ")[1]) == trace.scores[0, 0]


def test_the_stage_shown_names_the_selected_cell(crane: Session):
    crane.select("scores", 1, 2)
    viewing.stage_from(crane, "raw")
    assert sections(crane)["selected cell"][0] == "scores · raw [crane, lifted] = 0.7"
    crane.select("q", 1, 1)
    crane.anchor = (3, 0)
    assert sections(crane)["selected cell"][0] == "Q [crane, machine] = 0.7"


def test_the_side_tells_the_same_in_three_digits(crane: Session):
    crane.select_on("e", 1)
    assert side_explanation(crane, 39) == [
        "score  crane asks lifted",
        "  animal  0.70 · 0.10 = 0.07",
        "  machine 0.70 · 0.90 = 0.63",
        "  sum 0.70",
        "  ÷ √2 = 0.495",
        "",
        "weight  what crane gives",
        "  the    e^0.099 = 1.104  19.1 %",
        "  crane  e^0.396 = 1.486  25.7 %",
        "▸ lifted e^0.495 = 1.640  28.3 %",
        "  steel  e^0.445 = 1.561  27.0 %",
        "  row 5.792",
        "",
        "output  crane's machine",
        "  the    0.191 · 0.10 = 0.019",
        "  crane  0.257 · 0.50 = 0.128",
        "  lifted 0.283 · 0.90 = 0.255",
        "  steel  0.270 · 1.00 = 0.270",
        "  sum 0.672",
    ]


def test_the_side_folds_what_is_long_and_keeps_the_selected_key(open_session: Build):
    rng = np.random.default_rng(2)
    session = open_session(*(rng.normal(size=(40, d)) for d in (64, 64, 3)))
    session.select("weights", 7, int(session.trace()[0].weights[7].argmin()))
    lines = side_explanation(session, 39)
    assert len(lines) <= 30
    assert [line.split(":")[0].strip() for line in lines if "more" in line] == [
        "… 58 more",
        "… 34 more",
        "… 34 more",
    ]
    assert sum(line.startswith("▸") for line in lines) == 1
    shares = [
        float(line.split("  ")[-1].strip("<> %").split(": ")[-1]) for line in lines if line.endswith("%")
    ]
    assert sum(shares) == pytest.approx(100, abs=0.5)
    score = lines[: lines.index("")]
    total = sum(float(re.split(" = |: ", line)[-1]) for line in score[1:8])
    assert total == pytest.approx(float(score[8].split()[-1]), abs=0.01)


@pytest.mark.parametrize("width", [24, 30, 39, 60])
def test_the_side_never_goes_beyond_its_column(open_session: Build, width: int):
    rng = np.random.default_rng(4)
    words = tuple(f"漢字 and a very long word {at}" for at in range(5))
    for scale in (1.0, 1e-9, 1e200, inf, nan):
        with np.errstate(all="ignore"):
            tables = [rng.normal(size=(5, 3)) * scale for _ in "qkv"]
        session = open_session(*tables, query_tokens=words, key_tokens=words, softcap=3.0, sink=1.0)
        toggles.mask_from(session, "causal")
        for j in range(5):
            session.select("weights", 2, j)
            lines = side_explanation(session, width)
            assert max(map(cell_len, lines)) <= width
            assert [line.split()[0] for line in lines if line[:1].isalpha()] == ["score", "weight", "output"]
