"""Soft cap, sink, ALiBi, blocked and offset: what is typed, what it does to the numbers, what is said of it."""

from collections.abc import Callable
from math import exp, inf, tanh

import numpy as np
import pytest

from attn_tui.session.edits import arithmetic, score_terms, toggles
from attn_tui.session.explaining.explain import explanation
from attn_tui.session.explaining.formula import formula, whole_formula
from attn_tui.session.explaining.lines_table import lines_table
from attn_tui.session.explaining.side import side_explanation
from attn_tui.session.explaining.whole import whole_explanation
from attn_tui.session.faults import Fault
from attn_tui.session.panes import shown
from attn_tui.session.selection import Block
from attn_tui.session.session import Session

Build = Callable[..., Session]
SCORES = [0.14 / 2**0.5, 0.56 / 2**0.5, 0.70 / 2**0.5, 0.63 / 2**0.5]
"""Crane's, scaled, as published."""


def weights(scores: list[float], sink: float | None = None) -> list[float]:
    e = [exp(score) for score in scores]
    total = sum(e) + (0 if sink is None else exp(sink))
    return [one / total for one in e]


def row(session: Session, i: int = 1) -> list[float]:
    return session.trace()[0].weights[i].tolist()


def told(session: Session) -> str:
    return "\n".join(line.text for line in whole_explanation(session))


@pytest.mark.parametrize(
    ("act", "text", "wanted"),
    [
        (score_terms.softcap_from, "0.5", weights([0.5 * tanh(score / 0.5) for score in SCORES])),
        (score_terms.sink_from, "1", weights(SCORES, 1)),
        (
            score_terms.alibi_from,
            "0.5",
            weights([score - 0.5 * abs(1 - j) for j, score in enumerate(SCORES)]),
        ),
        (score_terms.alibi_from, "-2", weights([score + 2 * abs(1 - j) for j, score in enumerate(SCORES)])),
        (score_terms.alibi_from, "on", weights([score - abs(1 - j) / 256 for j, score in enumerate(SCORES)])),
    ],
)
def test_each_is_an_undoable_step_that_off_takes_away(
    crane: Session, act: Callable[[Session, str], None], text: str, wanted: list[float]
):
    plain = row(crane)
    act(crane, text)
    assert row(crane) == pytest.approx(wanted)
    act(crane, "off")
    assert row(crane) == plain
    crane.undo()
    assert row(crane) == pytest.approx(wanted)
    crane.undo()
    assert row(crane) == plain and not crane.history.done


def test_what_blocked_becomes_takes_part(crane: Session):
    toggles.mask_from(crane, "causal")
    score_terms.blocked_from(crane, "0")
    assert crane.message.text == "a blocked score becomes 0.0, so that it takes part"
    assert row(crane) == pytest.approx(weights([*SCORES[:2], 0, 0]))
    score_terms.blocked_from(crane, "-inf")
    assert crane.message.text == "a blocked score becomes -∞, so that it takes no part"
    assert row(crane) == pytest.approx([*weights(SCORES[:2]), 0, 0])
    assert crane.settings.blocked == -inf


def test_the_offset_moves_the_causal_mask_the_window_and_the_distance(crane: Session):
    score_terms.offset_from(crane, "1")
    assert "nothing here goes by it" in crane.message.text
    toggles.mask_from(crane, "causal")
    assert row(crane) == pytest.approx([*weights(SCORES[:3]), 0])
    score_terms.offset_from(crane, "-1")
    assert "goes by" not in crane.message.text
    assert row(crane) == [1, 0, 0, 0] and crane.trace()[0].empty_rows == (0,)
    toggles.mask_from(crane, "none")
    score_terms.alibi_from(crane, "1")
    assert row(crane) == pytest.approx(weights([score - j for j, score in enumerate(SCORES)]))
    toggles.mask_from(crane, "causal-end")
    score_terms.offset_from(crane, "3")
    assert "causal-end goes by its own" in crane.message.text


def test_alibi_goes_by_the_offset_where_cells_are_painted_by_hand(crane: Session):
    score_terms.offset_from(crane, "1")
    score_terms.alibi_from(crane, "1")
    toggles.toggle_cells(crane)
    left = weights([score - abs(2 - j) for j, score in enumerate(SCORES) if j != 2])
    assert row(crane) == pytest.approx([*left[:2], 0, left[2]])


def test_heads_have_their_published_slopes_or_those_typed(open_session: Build):
    ones = [[[0.0]] * 3] * 2
    session = open_session(ones, ones, ones)
    score_terms.alibi_from(session, "on")
    assert session.message.text == "ALiBi: the published slopes of 2 heads, here 0.0625"
    for head, slope in enumerate((1 / 16, 1 / 256)):  # 2^(-8/2), 2^(-8)
        session.show_head(head)
        assert row(session, 2) == pytest.approx(weights([-2 * slope, -slope, 0]))
    score_terms.alibi_from(session, "1, 0")
    assert row(session, 2) == pytest.approx([1 / 3] * 3)
    session.show_head(0)
    assert row(session, 2) == pytest.approx(weights([-2, -1, 0]))
    score_terms.sink_from(session, "0,1")
    assert sum(row(session, 0)) == pytest.approx(1 - 1 / (1 + 1 + exp(-1) + exp(-2)))


@pytest.mark.parametrize(
    ("act", "text", "said"),
    [
        (score_terms.softcap_from, "0", "a soft cap of 0.0 can't be: type a number from 1e-30 to 1e"),
        (score_terms.softcap_from, "nan", "is no soft cap"),
        (score_terms.softcap_from, "big", "is not a number"),
        (score_terms.sink_from, "1,2", "2 logits are for 2 heads, and there is 1: type one"),
        (score_terms.sink_from, "", "no number yet"),
        (score_terms.alibi_from, "inf", "is no slope"),
        (score_terms.alibi_from, "1,2,3", "3 slopes are for 3 heads, and there is 1: type one"),
        (score_terms.blocked_from, "zero", "is not a number"),
        (score_terms.offset_from, "1.5", "is no offset: type a whole number"),
    ],
)
def test_what_cannot_be_is_said_and_changes_nothing(
    crane: Session, act: Callable[[Session, str], None], text: str, said: str
):
    before = crane.state
    with pytest.raises(Fault) as caught:
        act(crane, text)
    assert said in str(caught.value)
    assert crane.state is before


def test_alibi_stands_in_the_formula_the_stages_and_every_explanation(crane: Session):
    score_terms.alibi_from(crane, "0.5")
    assert "".join(part.text for part in formula(crane)) == "softmax( Q·Kᵀ ÷ √2 + … ) · V"
    assert whole_formula(crane) == "softmax( Q·Kᵀ ÷ √2 + 0 + ALiBi ) · V"
    crane.select("scores", 3, 1)
    assert explanation(crane, 90)[0].endswith("÷ √2 = 0.255  + ALiBi -0.5·2 = -0.745")
    assert any(line.strip() == "+ ALiBi -0.5·2 = -0.745" for line in side_explanation(crane, 40))
    assert "may look; ALiBi: -0.5 · 2, the slope times the distance from 3 to 1" in told(crane)
    assert "+ ALiBi: -0.5 times the distance of query and key" in told(crane)
    assert "masked = the scores + M, where M is ALiBi   (T_q × T_k = 4 × 4)" in lines_table(crane)
    crane.stage = "M"
    M = shown(crane, "scores", Block(0, 0, 4, 4)).values
    assert M.tolist() == [[-0.5 * abs(i - j) for j in range(4)] for i in range(4)]
    score_terms.offset_from(crane, "1")
    assert shown(crane, "scores", Block(2, 0, 3, 4)).values.tolist() == [[-1.5, -1.0, -0.5, 0.0]]
    assert "offset 1" in told(crane)


def test_bias_and_alibi_are_told_one_after_the_other(open_session: Build):
    bias = np.zeros((4, 4))
    bias[1, 2] = 0.25
    session = open_session(bias=bias, alibi=0.5)
    session.select("scores", 1, 2)
    line = explanation(session, 100)[0]
    assert line.endswith("÷ √2 = 0.495  + bias 0.25 = 0.745  + ALiBi -0.5·1 = 0.245")
    toggles.mask_from(session, "causal")
    assert "ALiBi" not in explanation(session, 100)[0]
    table = "\n".join(lines_table(session))
    assert "where M is the bias + ALiBi or -∞" in table
    score_terms.blocked_from(session, "0")
    assert "masked = the scores + the bias + ALiBi, or 0.0 where blocked" in "\n".join(lines_table(session))


def test_the_lines_name_the_sink_in_the_sum(crane: Session):
    score_terms.sink_from(crane, "1")
    lines = lines_table(crane)
    assert any("with e to the sink 1.0, less the same, in it" in line for line in lines)
    at = next(
        at
        for at, line in enumerate(lines)
        if line.startswith("e to the score, less the largest of the row and")
    )
    # crane's largest score is 0.495, so that the sink's 1 is taken off
    crane_row = [exp(score - 1) for score in SCORES]
    assert lines[at + 3].split()[1:] == [f"{e:.3f}" for e in crane_row]


def test_the_lines_have_a_point_for_a_blocked_weight_and_the_number_type(crane: Session):
    toggles.mask_from(crane, "causal")
    arithmetic.name_dtype(crane, "float16")
    lines = lines_table(crane)
    assert "float16: Q, K, V and every stage are rounded to it" in lines
    at = next(at for at, line in enumerate(lines) if line.startswith("weights = "))
    assert lines[at + 2].split() == ["the", "1.000", "·", "·", "·"]
    assert any("where M is 0 or -∞" in line for line in lines)
    toggles.mask_from(crane, "none")
    assert "-∞" not in "\n".join(lines_table(crane))
    assert any(
        "Q, K and V are float64, and rounded to float16" in told.text for told in whole_explanation(crane)
    )
