"""The formula says what is in force, and the sentence what the selected query reads."""

from collections.abc import Callable
from math import inf
from typing import Any

import numpy as np
import pytest

from attn_tui.session import viewing
from attn_tui.session.edits import toggles
from attn_tui.session.explaining.formula import formula, further_terms, whole_formula
from attn_tui.session.explaining.sentence import sentence
from attn_tui.session.panes import is_shifted, shown
from attn_tui.session.selection import Block
from attn_tui.session.session import Session
from attn_tui.session.settings import Causal, Matrix, Window

Build = Callable[..., Session]
BIAS = np.zeros((4, 4))


def written(session: Session) -> str:
    return "".join(part.text for part in formula(session))


def dead(session: Session) -> list[str]:
    return [part.text for part in formula(session) if not part.live]


@pytest.mark.parametrize(
    ("its", "wanted"),
    [
        ({}, "softmax( Q·Kᵀ ÷ √2 + 0 ) · V"),
        ({"mask": (Causal(),)}, "softmax( Q·Kᵀ ÷ √2 + causal ) · V"),
        ({"mask": (Causal(end=True),)}, "softmax( Q·Kᵀ ÷ √2 + causal-end ) · V"),
        ({"mask": (Causal(), Window(2, None))}, "softmax( Q·Kᵀ ÷ √2 + causal + window:2,* ) · V"),
        ({"mask": (Matrix(np.eye(4, dtype=bool)),)}, "softmax( Q·Kᵀ ÷ √2 + matrix ) · V"),
        ({"scale": 0.05}, "softmax( Q·Kᵀ × 0.05 + 0 ) · V"),
        ({"widen": 100}, "softmax( Q·Kᵀ ÷ √200 + 0 ) · V"),
        ({"bias": BIAS}, "softmax( Q·Kᵀ ÷ √2 + … ) · V"),
        ({"cells": ((0, 1, False),)}, "softmax( Q·Kᵀ ÷ √2 + cells ) · V"),
        ({"mask": (Causal(),), "cells": ((0, 1, False),)}, "softmax( Q·Kᵀ ÷ √2 + causal + cells ) · V"),
        ({"mask": (Causal(),), "softcap": 7.5}, "softmax( Q·Kᵀ ÷ √2 + causal + … ) · V"),
    ],
)
def test_the_formula_is_written_as_it_stands(open_session: Build, its: dict[str, Any], wanted: str):
    session = open_session(**its)
    assert written(session) == wanted
    assert dead(session) == []


@pytest.mark.parametrize(
    ("own", "struck"), [(True, "÷ √2"), (False, "÷ √2"), (1.0, "÷ √2"), (0.05, "× 0.05"), (1e-05, "× 1e-5")]
)
def test_a_scale_that_is_off_is_struck_and_is_the_one_that_comes_back(
    open_session: Build, own: bool | float, struck: str
):
    session = open_session(scale=own)
    toggles.scale_from(session, "off")
    assert dead(session) == [struck] and f" {struck} off +" in written(session)
    toggles.toggle_scale(session)
    assert dead(session) == [] and f" {struck} " in written(session)


@pytest.mark.parametrize(
    ("its", "terms"),
    [
        ({}, []),
        ({"mask": (Causal(),), "scale": 0.1, "widen": 8}, []),
        ({"cells": ((0, 1, False),)}, []),
        ({"bias": BIAS}, ["+ bias"]),
        ({"softcap": 7.5}, ["cap 7.5·tanh(x ÷ 7.5) before the mask"]),
        ({"sink": -1e-05}, ["sink e^-1e-5 in the denominator"]),
        ({"sink": (0.5,)}, ["sink e^0.5 in the denominator"]),
        ({"blocked": 0.0}, ["blocked reads 0.0, not -∞"]),
        ({"offset": 1}, []),
        ({"offset": 1, "mask": (Causal(),)}, ["offset 1"]),
        ({"offset": -1, "mask": (Window(1, 1),)}, ["offset -1"]),
        ({"offset": 1, "mask": (Causal(end=True),)}, []),
        ({"dtype": "float16"}, ["in float16"]),
        ({"dtype": "float64"}, []),
        ({"stored": "float32"}, []),
        ({"stored": "float32", "dtype": "float64"}, ["in float64"]),
    ],
)
def test_every_further_term_is_a_phrase(open_session: Build, its: dict[str, Any], terms: list[str]):
    assert further_terms(open_session(**its)) == terms


def test_the_whole_formula_has_every_term_in_its_place(open_session: Build):
    session = open_session(softcap=7.5, bias=BIAS, cells=((0, 1, False),), mask=(Causal(),))
    assert (
        whole_formula(session)
        == "softmax( 7.5·tanh( Q·Kᵀ ÷ √2 ÷ 7.5 ) + causal + 1 cell by hand + bias ) · V"
    )
    toggles.toggle_scale(session)
    assert whole_formula(session).startswith("softmax( 7.5·tanh( Q·Kᵀ ÷ 7.5 ) + causal")


def shares(session: Session, row: int) -> list[str]:
    session.select("q", row, 0)
    return [word.text for word in sentence(session).words]


def test_the_sentence_has_the_published_shares(crane: Session):
    assert shares(crane, 1) == ["19%", "26%", "28%", "27%"]
    assert sentence(crane).reader == "crane"
    assert [word.label for word in sentence(crane).words] == ["the", "crane", "lifted", "steel"]
    toggles.mask_from(crane, "causal")
    assert shares(crane, 1) == ["43%", "57%", "·", "·"]
    assert shares(crane, 0) == ["100%", "·", "·", "·"]
    toggles.mask_from(crane, "none")
    toggles.widen_from(crane, "100")
    toggles.toggle_scale(crane)
    assert shares(crane, 1) == ["<0.1%", "<0.1%", "99.9%", "0.1%"]


def test_a_sentence_nobody_reads_says_so(open_session: Build):
    allowed = np.ones((4, 4), dtype=bool)
    allowed[2] = False
    session = open_session(mask=(Matrix(allowed),))
    assert shares(session, 2) == ["·"] * 4
    assert sentence(session).sees_nothing
    session.select("q", 1, 0)
    assert not sentence(session).sees_nothing


def test_the_future_leaks_into_the_sentence_where_blocked_is_zero(open_session: Build):
    session = open_session(blocked=0.0, mask=(Causal(),))
    leaked = sentence(session).words[3]
    assert leaked.text == "25%" and leaked.weight > 0


def test_m_itself_is_nothing_minus_infinity_or_the_bias(open_session: Build):
    bias = np.full((4, 4), 0.5)
    session = open_session(bias=bias, mask=(Causal(),))
    viewing.stage_from(session, "M")
    values = shown(session, "scores", Block(1, 0, 3, 4)).values
    assert values.tolist() == [[0.5, 0.5, -inf, -inf], [0.5, 0.5, 0.5, -inf]]


def test_e_to_the_score_is_shown_with_the_rows_total(crane: Session):
    viewing.stage_from(crane, "exp")
    seen = shown(crane, "scores", Block(1, 0, 2, 4))
    e = np.exp([0.14 / 2**0.5, 0.56 / 2**0.5, 0.70 / 2**0.5, 0.63 / 2**0.5])
    assert seen.values[0] == pytest.approx(e)
    assert seen.totals == pytest.approx([e.sum()])
    part = shown(crane, "scores", Block(1, 2, 2, 3))
    assert part.totals == pytest.approx([e.sum()])


@pytest.mark.parametrize("scale", [1000.0, -1000.0])
def test_one_row_that_would_overflow_shifts_every_row_wherever_one_stands(open_session: Build, scale: float):
    session = open_session(scale=scale)
    for row in range(4):
        session.select("scores", row, 0)
        assert is_shifted(session)
    viewing.stage_from(session, "exp")
    assert np.isfinite(shown(session, "scores", Block(0, 0, 4, 4)).values).all()
    assert (shown(session, "scores", Block(0, 0, 4, 4)).totals >= 1).all()
