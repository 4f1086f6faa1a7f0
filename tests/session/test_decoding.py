"""Decoding the head shown, token by token: against loops in plain floats, what is kept, and what is refused."""

import math
from collections.abc import Callable

import numpy as np
import pytest

from attn_tui.commands import run_line
from attn_tui.files.sources import open_source
from attn_tui.session.computing.decoding import Decoding
from attn_tui.session.explaining.decoding_words import (
    as_table,
    in_force_line,
    kept_line,
    new_lines,
    saved_line,
    standing_line,
)
from attn_tui.session.faults import Fault
from attn_tui.session.session import Session
from tests.session.lessons import asked

Build = Callable[..., Session]
Q = ((0.2, 0.2), (0.7, 0.7), (0.1, 0.9), (0.1, 0.8))
K = ((0.1, 0.1), (0.4, 0.4), (0.1, 0.9), (0.0, 0.9))
V = ((0.1, 0.1), (0.5, 0.5), (0.1, 0.9), (0.0, 1.0))


def row_by_hand(t: int, scale: float = 1 / math.sqrt(2)) -> tuple[list[float], list[float]]:
    """The weights and the output of token t of the crane sentence, on the tokens up to it."""
    exps = [math.exp(scale * sum(a * b for a, b in zip(Q[t], K[j], strict=True))) for j in range(t + 1)]
    weights = [e / sum(exps) for e in exps]
    return weights, [sum(w * V[j][c] for j, w in enumerate(weights)) for c in range(2)]


def test_each_token_is_computed_on_those_before_it_and_none_is_computed_again(crane: Session):
    decoding = Decoding(crane)
    assert decoding.tokens == 4
    for t in range(4):
        decoding.go_to(t)
        weights, output = row_by_hand(t)
        step = decoding.step
        assert step.offset == t
        assert step.trace.weights[0].tolist() == pytest.approx(weights, abs=1e-12)
        assert step.trace.output[0].tolist() == pytest.approx(output, abs=1e-12)
        assert (step.kept, step.kept_bytes) == (t + 1, (t + 1) * (2 + 2) * 8)
    steps = decoding.steps
    decoding.go_to(1)
    assert decoding.steps == steps[:2]
    decoding.go_to(3)
    assert decoding.steps == steps


def test_the_words_of_a_step(crane: Session):
    decoding = Decoding(crane)
    assert list(new_lines(decoding)) == [
        "New, of 'the': query (0.20, 0.20), key (0.10, 0.10), value (0.10, 0.10).",
        "query 0 of this step is token 0: offset = 0, and it sees key 0 alone.",
    ]
    assert standing_line(decoding) == "There is no earlier row yet."
    assert kept_line(decoding) == "Kept: 1 key and 1 value, 32 bytes in float64."
    decoding.go_to(2)
    assert list(new_lines(decoding)) == [
        "New, of 'lifted': query (0.10, 0.90), key (0.10, 0.90), value (0.10, 0.90).",
        "query 0 of this step is token 2: offset = 2, and it sees the keys 0 to 2.",
    ]
    assert kept_line(decoding) == "Kept: 3 keys and 3 values, 96 bytes in float64."
    assert saved_line(decoding) == (
        "Scores: 3 in this step, 6 so far; with nothing kept, 10 by causal triangles or 14 by whole squares."
    )
    assert standing_line(decoding).startswith("The rows 0 to 1 stand unchanged: computed anew on 3 tokens, ")
    key, score, read, weight = as_table(decoding).splitlines()[2].split("\t")[1:]
    weights, output = row_by_hand(2)
    assert (key, float(weight)) == ("crane", pytest.approx(weights[1]))
    assert (float(score), float(read)) == pytest.approx((0.4, 0.4 / math.sqrt(2)))
    assert [float(x) for x in as_table(decoding).splitlines()[-1].split("\t")[1:]] == pytest.approx(output)


@pytest.mark.parametrize(
    "settings",
    [
        {"softcap": 0.5}, {"sink": 1.0}, {"position": "rotary"}, {"dtype": "float16"}, {"dtype": "bfloat16"},
        {"bias": np.arange(36.0).reshape(6, 6) / 10}, {"alibi": 0.5}, {"cells": ((4, 1, False), (0, 3, True))},
        {"widen": 8}, {"scale": False},
    ],
)  # fmt: skip
def test_the_settings_are_in_force_and_earlier_rows_stand(open_session: Build, settings):
    q, k, v = np.random.default_rng(3).normal(size=(3, 6, 4))
    session = open_session(q, k, v, **settings)
    decoding = Decoding(session)
    for t in range(6):
        decoding.go_to(t)
        assert decoding.change_of_earlier_rows() <= decoding.rounding
    run_line(session, "mask causal")
    if "cells" not in settings:
        whole = session.trace()[0]
        for step in decoding.steps:
            t = step.token
            tolerance = 2e-2 if settings.get("dtype") else 1e-12
            np.testing.assert_allclose(step.trace.output[0], whole.output[t], rtol=tolerance, atol=tolerance)
            np.testing.assert_allclose(
                step.trace.weights[0], whole.weights[t, : t + 1], rtol=tolerance, atol=tolerance
            )


def test_a_cell_painted_by_hand_blocks_and_none_shows_the_future(open_session: Build):
    decoding = Decoding(open_session(cells=((0, 3, True), (2, 1, False))))
    decoding.go_to(2)
    assert [step.trace.allowed[0].tolist() for step in decoding.steps] == [
        [True],
        [True] * 2,
        [True, False, True],
    ]


def test_with_a_number_for_what_is_blocked_earlier_rows_do_not_stand_and_it_is_said(open_session: Build):
    decoding = Decoding(open_session(blocked=0.0))
    decoding.go_to(1)
    change = decoding.change_of_earlier_rows()
    e = math.exp(0.04 / math.sqrt(2))
    assert change == pytest.approx(
        1 / (e + 1)
    )  # row 0 had all its weight on key 0, and gives key 1 the rest now
    assert standing_line(decoding) == (
        f"Row 0 does not stand: computed anew on 2 tokens, up to {change:.2g} differs: "
        "what is blocked reads 0.0 and takes part."
    )


def test_what_else_is_in_force_is_said_and_what_the_sink_takes(crane: Session, open_session: Build):
    assert in_force_line(Decoding(crane)) == ""
    decoding = Decoding(Session(open_source("sink")))
    score = float(decoding.step.trace.masked[0, 0])
    taken = math.exp(3) / (math.exp(3) + math.exp(score))
    assert (
        decoding.given["sink"] == 3 and in_force_line(decoding) == f"In force: a sink of 3 takes {taken:.3f}."
    )
    session = open_session(softcap=7.5, alibi=0.25, bias=np.zeros((4, 4)), sink=-1.0)
    decoding = Decoding(session)
    e = math.exp(7.5 * math.tanh(0.04 / math.sqrt(2) / 7.5))
    assert in_force_line(decoding) == (
        "In force: a soft cap of 7.5, ALiBi with a slope of 0.25, a bias, "
        f"a sink of -1 takes {math.exp(-1) / (math.exp(-1) + e):.3f}."
    )
    blocked = Decoding(open_session(cells=((0, 0, False),), sink=2.0))
    assert in_force_line(blocked) == "In force: a sink of 2."


def test_the_queries_and_the_keys_are_counted_as_they_are():
    for source, counts in (
        ("decoding-step", "2 queries ask 6 keys"),
        ("sees-nothing", "1 query asks 3 keys"),
    ):
        with pytest.raises(Fault, match=f"same words as queries and as keys: here {counts}$"):
            Decoding(Session(open_source(source)))


def test_the_step_shown_stays_between_the_first_and_the_last(crane: Session):
    decoding = Decoding(crane)
    with pytest.raises(Fault, match="this is the first of 4 tokens"):
        decoding.go_to(-1)
    decoding.go_to(3)
    with pytest.raises(Fault, match="this is the last of 4 tokens"):
        decoding.go_to(4)
    assert decoding.at == 3


def test_the_head_shown_is_the_one_that_is_decoded():
    session = Session(open_source("it-two-heads"))
    session.show_head(1)
    decoding = Decoding(session)
    decoding.go_to(1)
    run_line(session, "mask causal")
    np.testing.assert_allclose(decoding.step.trace.weights[0], session.trace()[0].weights[1, :2], rtol=1e-12)


def test_what_cannot_be_decoded_is_refused_with_a_sentence(open_session: Build, crane: Session):
    with pytest.raises(
        Fault, match="decoding needs the same words as queries and as keys: here 4 queries ask 5 keys"
    ):
        Decoding(Session(open_source("translation")))
    with pytest.raises(Fault, match="here 4 queries ask 4 keys of other words"):
        Decoding(open_session(key_tokens=("a", "b", "c", "d")))
    with pytest.raises(Fault, match="the offset must be 0, and it is 1"):
        Decoding(open_session(offset=1))
    with pytest.raises(
        Fault, match="513 tokens are too many to step through: open a problem of 512 or fewer"
    ):
        Decoding(open_session(*np.zeros((3, 513, 1))))
    run_line(crane, "mistake scale-by-d")
    with pytest.raises(Fault, match="a mistake is in force: :mistake none first"):
        Decoding(crane)


def test_while_a_lesson_covers_panes_decoding_would_tell_of_them():
    session = asked('{ question = "?", answer = 1 }', 'hide = ["weights"]')
    with pytest.raises(Fault, match="covered until the step's question is answered"):
        Decoding(session)
