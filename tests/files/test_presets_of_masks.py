"""The presets that show a mask, a bias or another term each, with their figures from plain Python floats."""

from dataclasses import replace
from math import exp, sqrt, tanh

import numpy as np
import pytest

from attn_tui.engine import future_weight, keys_seen
from attn_tui.files.sources import open_source
from attn_tui.session.computing.compute import compute
from attn_tui.session.edits.toggles import mask_choices
from attn_tui.session.mask_text import mask_text, parse_mask
from attn_tui.session.session import Session


def softmax(scores: list[float], sink: float | None = None) -> list[float]:
    total = sum(map(exp, scores)) + (0 if sink is None else exp(sink))
    return [exp(score) / total for score in scores]


def trace(name: str, **changed: object):
    problem = open_source(name)
    return compute(problem, replace(problem.settings, **changed), 0)


def strongest(name: str, word: str, **changed: object) -> str:
    problem = open_source(name)
    row = trace(name, **changed).weights[problem.query_tokens.index(word)]
    return problem.key_tokens[int(row.argmax())]


def test_a_window_of_three_sees_1_2_3_3_3_3_keys_and_loses_the_subject():
    assert keys_seen(trace("sliding-window").allowed).tolist() == [1, 2, 3, 3, 3, 3]
    assert strongest("sliding-window", "sleep") == "night"
    assert strongest("sliding-window", "sleep", mask=parse_mask("causal")) == "dogs"
    after = softmax([0, 2 / sqrt(2), 0])
    assert trace("sliding-window").weights[5].tolist() == pytest.approx([0, 0, 0, *after])


def test_padding_is_seen_by_nobody_and_would_take_a_share_of_every_row():
    assert keys_seen(trace("padding").allowed).tolist() == [3] * 5
    assert (trace("padding").weights[:, 3:] == 0).all()
    scores = [score / sqrt(2) for score in (0.13, 0.87, 0.82, 0, 0)]  # crane asks
    assert trace("padding").weights[1].tolist() == pytest.approx([*softmax(scores[:3]), 0, 0])
    assert trace("padding", mask=()).weights[1].tolist() == pytest.approx(softmax(scores))
    assert (trace("padding", mask=()).weights[:, 3:] > 0.1).all()


def test_documents_do_not_hear_one_another():
    allowed = trace("documents").allowed
    assert allowed.astype(int).tolist() == [[1, 1, 0, 0, 0]] * 2 + [[0, 0, 1, 1, 1]] * 3
    assert strongest("documents", "run") == "dogs"
    assert strongest("documents", "run", mask=()) == "cats"


def test_alibi_has_its_published_figures():
    last = trace("alibi").weights[3].tolist()
    assert last == pytest.approx(softmax([-1.5, -1, -0.5, 0]))
    assert [round(weight, 3) for weight in last] == [0.102, 0.167, 0.276, 0.455]
    assert trace("alibi", alibi=None).weights[3].tolist() == [0.25] * 4


def test_the_soft_cap_leaves_the_others_their_say():
    capped = [2 * tanh(score / 2) for score in (0.5, 2, -1, 8)]
    assert trace("softcap").capped[0].tolist() == pytest.approx(capped)
    assert trace("softcap").weights[0].tolist() == pytest.approx(softmax(capped))
    assert trace("softcap", softcap=None).weights[0, 3] > 0.99 > 0.6 > trace("softcap").weights[0, 3]


def test_the_sink_has_its_published_figures():
    row = trace("sink").weights[1]
    assert row[:2].tolist() == pytest.approx(softmax([2, 1], sink=3))
    assert [round(float(weight), 3) for weight in row[:2]] == [0.245, 0.090]
    assert round(float(row.sum()), 3) == 0.335
    assert trace("sink", sink=None).weights[1].sum() == pytest.approx(1)


def test_the_relative_bias_is_one_number_a_distance_and_helps_the_word_before():
    bias = open_source("relative-bias").settings.bias
    assert bias is not None
    for distance in range(-4, 5):
        assert np.unique(np.diagonal(bias, -distance)).size == 1
    assert (np.diagonal(bias, -1) == bias.max()).all() and (bias == bias.max()).sum() == 4
    with_it, without = trace("relative-bias"), trace("relative-bias", bias=None)
    assert (np.diagonal(with_it.weights, -1) > np.diagonal(without.weights, -1)).all()
    scores = [
        (0.7 * k + 0.3 * m) / sqrt(2) for k, m in ((0.8, 0.1), (0.2, 0.8), (0.1, 0.1), (0.1, 0.5), (0.7, 0.3))
    ]
    added = [score + number for score, number in zip(scores, (1.5, 0.5, 0, -0.5, -0.5), strict=True)]
    assert with_it.weights[1].tolist() == pytest.approx(softmax(added))


def test_a_decoding_step_has_two_corners():
    step = Session(open_source("decoding-step"))
    assert [mask_text(masks) for masks in mask_choices(step)] == ["none", "causal", "causal-end"]
    assert keys_seen(trace("decoding-step").allowed).tolist() == [5, 6]
    assert keys_seen(trace("decoding-step", mask=parse_mask("causal")).allowed).tolist() == [1, 2]
    leaking = trace("decoding-step", mask=parse_mask("causal-end"), blocked=0.0)
    assert future_weight(leaking.weights, range(2), 4).share == pytest.approx(
        float(leaking.weights[0, 5]) / 2
    )
    about = open_source("decoding-step").about
    assert "causal-end" in about and "causal from 0" in about
