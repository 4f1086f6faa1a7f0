"""The figures of three published explanations, and every stage of their examples in plain Python floats."""

import json
from pathlib import Path

import numpy as np
import pytest

from attn_tui.engine import attention

GOLDEN = json.loads(Path(__file__).with_name("golden.json").read_text(encoding="utf-8"))
CASES = [(name, key) for name, example in GOLDEN.items() for key in example if "scale=" in key]
THE, CRANE, LIFTED, STEEL = range(4)
ANIMAL, MACHINE = range(2)


def tables(name, widen=1):
    q, k, v = (np.array(GOLDEN[name][table], float) for table in "qkv")
    return np.repeat(q, widen, axis=1), np.repeat(k, widen, axis=1), v


def numbers(stage):
    return np.array([[float(number) for number in row] for row in stage])


def trace(name, settings=""):
    said = dict(setting.split("=") for setting in settings.split(",") if setting)
    return attention(
        *tables(name, int(said.get("widen", 1))),
        scale=1.0 if said.get("scale") == "off" else None,
        causal=said.get("mask") == "causal",
        blocked=float(said.get("blocked", "-inf")),
    )


@pytest.mark.parametrize(("name", "settings"), CASES)
def test_every_stage_of_the_hand_sized_examples(name, settings):
    computed, stages = trace(name, settings), GOLDEN[name][settings]
    assert set(stages) == {"scores", "scaled", "masked", "weights", "output"}
    for stage, expected in stages.items():
        actual = getattr(computed, stage)
        np.testing.assert_allclose(actual, numbers(expected), rtol=1e-10, atol=1e-11, err_msg=stage)


def test_there_are_seven_settings_of_each_of_three_examples():
    assert len(CASES) == 21


def test_cranes_scores_and_the_score_after_the_scale():
    crane = trace("crane-lifted-steel")
    np.testing.assert_allclose(crane.scores[CRANE], [0.14, 0.56, 0.70, 0.63], atol=1e-12)
    assert round(crane.scaled[CRANE, THE], 3) == 0.099


def test_the_highest_score_of_two_different_words_is_lifted_and_steel():
    scores = trace("crane-lifted-steel").scores
    np.fill_diagonal(scores, -np.inf)
    assert set(np.unravel_index(scores.argmax(), scores.shape)) == {LIFTED, STEEL}


def test_cranes_shares_in_percent_without_and_with_the_causal_mask():
    assert (100 * trace("crane-lifted-steel").weights[CRANE]).round().tolist() == [19, 26, 28, 27]
    causal = trace("crane-lifted-steel", "mask=causal")
    assert (100 * causal.weights[CRANE]).round().tolist() == [43, 57, 0, 0]
    assert (causal.weights[STEEL] > 0).all()


def test_unmasked_lifted_has_mixed_in_steel_which_it_is_to_predict():
    assert round(100 * trace("crane-lifted-steel").weights[LIFTED, STEEL], 1) == 29.8


def test_widened_a_hundredfold_only_the_scale_keeps_crane_from_one_word():
    unscaled = trace("crane-lifted-steel", "widen=100,scale=off")
    np.testing.assert_allclose(unscaled.scores[CRANE], [14, 56, 70, 63], rtol=1e-12)
    assert round(100 * unscaled.weights[CRANE, LIFTED], 1) == 99.9
    assert round(100 * trace("crane-lifted-steel", "widen=100").weights[CRANE, LIFTED], 1) == 50.0


def test_the_sentence_decides_to_which_side_crane_leans():
    lifted, ate = trace("crane-lifted-steel").output[CRANE], trace("crane-ate-fish").output[CRANE]
    assert lifted[MACHINE] > 0.6 > 0.2 > lifted[ANIMAL]
    assert ate[ANIMAL] > 0.6 > 0.2 > ate[MACHINE]


def test_zero_in_the_place_of_minus_infinity_lets_the_future_leak():
    right = trace("crane-lifted-steel", "mask=causal")
    wrong = trace("crane-lifted-steel", "mask=causal,blocked=0")
    assert (right.weights[THE, CRANE:] == 0).all()
    assert (wrong.weights[THE, CRANE:] > 0.2).all()
    assert wrong.output[THE, MACHINE] > right.output[THE, MACHINE]


def test_the_two_token_example_to_four_decimals():
    whole, causal = trace("two-tokens"), trace("two-tokens", "mask=causal")
    assert whole.scores.tolist() == [[1, 1], [0, 1]]
    assert whole.scaled.round(4).tolist() == [[0.7071, 0.7071], [0, 0.7071]]
    assert whole.weights.round(4).tolist() == [[0.5, 0.5], [0.3302, 0.6698]]
    assert whole.output.round(4).tolist() == [[2, 3], [2.3395, 3.3395]]
    assert causal.weights[0].tolist() == [1, 0]
    assert causal.output[0].tolist() == [1, 2]


def test_the_variance_of_random_scores_is_d_k_and_one_after_the_scale():
    random = np.random.default_rng(0)
    q, k = random.standard_normal((20_000, 1, 64)), random.standard_normal((20_000, 1, 64))
    pairs = attention(q, k, np.zeros((20_000, 1, 1)))
    assert round(pairs.scores.var(), 2) == 64.59
    assert round(pairs.scaled.var(), 3) == 1.009


def test_a_logit_of_size_eight_saturates_the_softmax():
    weights = attention([[1.0]], [[8.0], [0.0]], np.zeros((2, 1))).weights
    assert weights.round(4).tolist() == [[0.9997, 0.0003]]
