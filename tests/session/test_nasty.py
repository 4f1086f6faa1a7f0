"""Whatever the numbers are, every text is made, no warning is printed, and what is not finite is shown."""

import itertools
from collections.abc import Callable
from math import inf, nan
from typing import Any

import numpy as np
import pytest

from attn_tui.session.edits import toggles
from attn_tui.session.explaining.explain import explanation
from attn_tui.session.explaining.formula import formula, further_terms
from attn_tui.session.explaining.sentence import sentence
from attn_tui.session.explaining.side import side_explanation
from attn_tui.session.explaining.whole import whole_explanation
from attn_tui.session.panes import selected_values, shown
from attn_tui.session.selection import PANES, Block
from attn_tui.session.session import Session
from attn_tui.session.settings import Matrix
from attn_tui.session.stages import stages_of

Build = Callable[..., Session]

NUMBERS = (0.0, -0.0, nan, inf, -inf, 5e-324, 1e-40, 1e300, -1e300, 1e38, 1000.0, -745.0)
NOTHING = Matrix(np.zeros((4, 4), dtype=bool))
SETTINGS: dict[str, dict[str, Any]] = {
    "plain": {},
    "sees nothing": {"mask": (NOTHING,)},
    "blocked is 0": {"cells": ((1, 2, False), (1, 3, False)), "blocked": 0.0},
    "blocked is nan": {"cells": ((1, 2, False),), "blocked": nan},
    "everything": {
        "softcap": 30.0,
        "sink": 700.0,
        "bias": np.array([[0.0, -inf, inf, nan]] * 4),
        "cells": ((0, 0, False),),
        "offset": 1,
        "widen": 3,
    },
    "a sink of inf": {"sink": inf},
    "half": {"dtype": "float16"},
    "bfloat16": {"dtype": "bfloat16", "softcap": 1e-3},
    "no scale": {"scale": False},
    "a scale that overflows": {"scale": 1e308},
}


def every_text(session: Session) -> list[str]:
    """Everything that the session has to say about its selection."""
    texts = [*explanation(session, 78), *explanation(session, 30), *side_explanation(session, 39)]
    texts += [*(line.text for line in whole_explanation(session)), *further_terms(session)]
    texts += [part.text for part in formula(session)] + [word.text for word in sentence(session).words]
    for pane in PANES:
        shown(session, pane, Block(0, 0, *session.shape(pane)))
    selected_values(session)
    return texts


@pytest.mark.parametrize("its", SETTINGS)
@pytest.mark.parametrize("stored", ["float64", "float32"])
@pytest.mark.parametrize("number", NUMBERS)
def test_every_text_can_be_made_of_any_number(open_session: Build, its: str, stored: str, number: float):
    with np.errstate(all="ignore"):
        session = open_session(stored=stored, **SETTINGS[its])
        session.problem.q[0, 1] = session.problem.k[0, 2] = session.problem.v[0, 3] = number
    for pane, (row, column) in itertools.product(PANES, ((1, 1), (2, 0), (3, 1))):
        session.select(pane, row, column)
        for stage in stages_of(session.settings):
            session.stage = stage
            selected_values(session)
        assert all(isinstance(text, str) and "\n" not in text for text in every_text(session))


@pytest.mark.parametrize("number", [nan, inf, -inf])
def test_what_is_not_finite_is_shown_as_what_it_is(open_session: Build, number: float):
    session = open_session()
    session.problem.q[0, 1, 0] = number
    session.select("weights", 1, 2)
    word = str(number)
    bracketed = f"({word})" if word.startswith("-") else word
    assert f" {word}·0.10" in explanation(session, 78)[0]
    assert any(f" {word} · 0.1" in line.text for line in whole_explanation(session))
    assert any(f" {word} · 0.10" in line for line in side_explanation(session, 39))
    assert f"e^{bracketed}" in explanation(session, 78)[1]
    assert all(word.text == "nan" for word in sentence(session).words)


def test_a_value_that_is_blocked_does_not_reach_the_output_and_is_not_told_of(open_session: Build):
    session = open_session()
    session.problem.v[0, 3] = nan
    toggles.mask_from(session, "causal")
    session.select("output", 1, 0)
    assert explanation(session, 78)[0] == "crane's animal: 0.426·0.10 + 0.574·0.50 = 0.329"
    assert not any("nan" in line.text for line in whole_explanation(session))


def test_labels_cannot_move_the_terminal(open_session: Build):
    words = ("\x1b[2J", "a\nb", "[/red]", "\u202eevil")
    session = open_session(
        query_tokens=words, key_tokens=words, columns=("\x07", "\r"), v_columns=("\x00", "\t")
    )
    toggles.mask_from(session, "causal")
    for i, j in itertools.product(range(4), range(4)):
        session.select("weights", i, j)
        assert all(text.isprintable() for text in every_text(session))


def test_wide_problems_are_told(open_session: Build):
    rng = np.random.default_rng(0)
    session = open_session(*(rng.normal(size=(13, d)) for d in (64, 64, 64)), widen=512)
    session.select("k", 12, 64 * 512 - 1)
    told = every_text(session)
    assert "… 32762 more" in " ".join(told) and len([text for text in told if " · " in text]) > 32768
