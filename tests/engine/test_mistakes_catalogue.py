"""The list of mistakes: their names, what is said of them, what they take, and what is refused."""

import re
from dataclasses import FrozenInstanceError

import numpy as np
import pytest

from attn_tui.engine import MISTAKES, by_id, missing, mistaken

IDS = [
    "divide-by-total",
    "no-scale",
    "scale-by-d",
    "scale-by-sqrt-d-model",
    "scale-after-softmax",
    "softmax-over-queries",
    "softmax-unshifted",
    "mask-zero",
    "mask-multiplied",
    "mask-after-softmax",
    "mask-after-softmax-renormalised",
    "mask-diagonal-too",
    "mask-reversed",
    "causal-wrong-corner",
    "window-off-by-one",
    "large-negative-for-infinity",
    "softcap-after-mask",
    "heads-by-reshape",
    "groups-tiled",
    "keys-values-swapped",
    "key-not-transposed",
    "dropout-left-on",
    "half-overflow",
    "alibi-sign-flipped",
]
ONES = np.ones((4, 3, 2))


def refusal(*names, q=ONES, k=ONES, v=ONES, **arguments):
    with pytest.raises(ValueError) as refused:  # noqa: PT011 (the sentence is what the caller compares)
        mistaken([by_id(name) for name in names], q, k, v, **arguments)
    return str(refused.value)


def test_the_list_has_every_id_in_its_order():
    assert [mistake.id for mistake in MISTAKES] == IDS


@pytest.mark.parametrize("name", IDS)
def test_what_is_said_of_a_mistake_is_four_sentences_that_fit_a_line(name):
    mistake = by_id(name)
    for sentence in (mistake.does, mistake.why, mistake.shows, mistake.right):
        assert re.fullmatch(r"\S.*[^.\s]\.", sentence)
        assert not re.search(r"[.!?] ", sentence)
        assert len(sentence) <= 76


def test_one_alone_is_right_and_says_so():
    assert [mistake.id for mistake in MISTAKES if mistake.is_right] == ["mask-after-softmax-renormalised"]
    assert "right" in by_id("mask-after-softmax-renormalised").right
    assert "Without a sink" in by_id("mask-after-softmax-renormalised").right


def test_which_need_other_rows_or_heads_is_said():
    assert [mistake.id for mistake in MISTAKES if mistake.every_row] == ["softmax-over-queries"]
    assert [mistake.id for mistake in MISTAKES if mistake.mixes_heads] == ["heads-by-reshape", "groups-tiled"]


def test_a_mistake_cannot_be_rebound():
    with pytest.raises(FrozenInstanceError):
        MISTAKES[0].does = "Nothing."


class TestByItsName:
    @pytest.mark.parametrize(
        ("name", "value"),
        [
            ("large-negative-for-infinity", -1e9),
            ("large-negative-for-infinity:-1e4", -1e4),
            ("large-negative-for-infinity:-123.5", -123.5),
            ("large-negative-for-infinity:min", "min"),
            ("large-negative-for-infinity:-inf", -np.inf),
            ("dropout-left-on", 0.1),
            ("dropout-left-on:.25", 0.25),
            ("scale-by-sqrt-d-model", None),
            ("scale-by-sqrt-d-model:576", 576.0),
            ("no-scale", None),
        ],
    )
    def test_its_value_is_read_and_its_name_reads_back(self, name, value):
        mistake = by_id(name)
        assert mistake.value == value
        assert by_id(mistake.name) == mistake

    def test_names_are_short(self):
        assert by_id("large-negative-for-infinity").name == "large-negative-for-infinity:-1e9"
        assert by_id("dropout-left-on:0.10").name == "dropout-left-on:0.1"
        assert by_id("scale-by-sqrt-d-model:576").name == "scale-by-sqrt-d-model:576"
        assert by_id("mask-zero").name == "mask-zero"

    def test_the_variants_are_itself_with_each_value_worth_trying(self):
        assert by_id("no-scale").variants() == (by_id("no-scale"),)
        values = [each.value for each in by_id("large-negative-for-infinity:-7").variants()]
        assert values == [-1e9, -1e4, "min", -np.inf]

    @pytest.mark.parametrize(
        ("name", "sentence"),
        [
            ("mask-zeros", "there is no mistake mask-zeros; near it are mask-zero"),
            ("reshape", "there is no mistake reshape; near it are heads-by-reshape"),
            ("no-scale:2", "the mistake no-scale takes no value, and no-scale:2 gives it one"),
            ("no-scale:", "the mistake no-scale takes no value, and no-scale: gives it one"),
            ("dropout-left-on:1.5", "the mistake dropout-left-on takes a rate above 0 and below 1, not 1.5"),
            ("dropout-left-on:nan", "the mistake dropout-left-on takes a rate above 0 and below 1, not nan"),
            ("dropout-left-on:", "the mistake dropout-left-on takes a rate above 0 and below 1, not nothing"),
            ("scale-by-sqrt-d-model:0", "the mistake scale-by-sqrt-d-model takes a number above 0, not 0"),
            (
                "large-negative-for-infinity:5",
                "the mistake large-negative-for-infinity takes a number below 0, "
                "or min for the least that the dtype has, not 5",
            ),
        ],
    )
    def test_what_it_cannot_be_is_said_in_a_sentence(self, name, sentence):
        with pytest.raises(ValueError, match=f"^{re.escape(sentence)}") as refused:
            by_id(name)
        assert refused.value.__suppress_context__ or refused.value.__context__ is None

    def test_of_what_is_near_nothing_the_whole_list_is_named(self):
        with pytest.raises(
            ValueError, match=r"the 24 are divide-by-total, no-scale, .*, alibi-sign-flipped$"
        ):
            by_id("xyzzy")


class TestTogether:
    @pytest.mark.parametrize(
        ("one", "other"),
        [
            ("no-scale", "scale-by-d"),
            ("scale-by-d", "scale-by-sqrt-d-model"),
            ("no-scale", "scale-after-softmax"),
            ("divide-by-total", "softmax-unshifted"),
            ("mask-zero", "mask-multiplied"),
            ("mask-after-softmax", "mask-after-softmax-renormalised"),
            ("large-negative-for-infinity", "mask-zero"),
        ],
    )
    def test_two_that_exclude_one_another_are_refused_by_both_names(self, one, other):
        sentence = refusal(one, other, causal=True)
        assert sentence.startswith(f"the mistakes {one} and {other} exclude one another: each says ")

    def test_one_twice_is_refused(self):
        sentence = refusal("dropout-left-on:0.2", "dropout-left-on:0.3")
        assert (
            sentence == "the mistakes dropout-left-on:0.2 and dropout-left-on:0.3 are one, which is made once"
        )


class TestShapes:
    def test_values_of_another_width_cannot_stand_for_keys(self):
        sentence = refusal("keys-values-swapped", v=np.ones((4, 3, 5)))
        assert "(4, 3, 2)" in sentence and "(4, 3, 5)" in sentence
        assert (
            missing(by_id("keys-values-swapped"), ONES, ONES, np.ones((4, 3, 5)))
            == sentence.split(": ", 1)[1]
        )

    def test_keys_that_are_not_square_cannot_stand_as_they_are(self):
        sentence = refusal("key-not-transposed", q=np.ones((4, 7, 2)))
        assert "(4, 7, 2)" in sentence and "(4, 3, 2)" in sentence

    @pytest.mark.parametrize(
        ("arguments", "parts"),
        [
            ({"k": np.ones((3, 3, 2))}, ["(4, 3, 2)", "(3, 3, 2)", "4", "3", "k"]),
            ({"v": np.ones((3, 3, 2))}, ["(4, 3, 2)", "(3, 3, 2)", "v"]),
            ({"k": np.ones((4, 3, 5))}, ["(3, 2)", "(3, 5)", "d_k"]),
            ({"v": np.ones((4, 6, 2))}, ["(3, 2)", "(6, 2)", "T_k"]),
            ({"q": np.ones(3)}, ["q", "(3,)", "(T, d)"]),
            ({"k": np.ones((1, 4, 3, 2))}, ["k", "(1, 4, 3, 2)"]),
            ({"head": 4}, ["4", "(4, 3, 2)"]),
            ({"head": -1}, ["-1", "(4, 3, 2)"]),
            ({"dtype": "int8"}, ["int8", "float16"]),
            ({"mask": np.ones((2, 3, 3), bool), "head": 0}, ["mask", "(2, 3, 3)", "(4, 3, 3)"]),
            ({"sink": np.ones(3), "head": 0}, ["sink", "(3,)"]),
        ],
    )
    def test_what_fits_no_attention_is_refused_with_the_shapes(self, arguments, parts):
        sentence = refusal(**arguments)
        assert "\n" not in sentence
        for part in parts:
            assert part in sentence

    def test_keys_and_values_may_be_one_head_for_all(self):
        trace = mistaken([], ONES, ONES[0], ONES[0])
        assert trace.output.shape == (4, 3, 2)
        assert mistaken([], ONES[0], ONES[0], ONES[0]).output.shape == (3, 2)


MASK = np.array([[True, False, True]] * 3)
MISSING = [
    ("no-scale", {"scale": 1.0}, "the scale is 1 anyway"),
    ("scale-by-d", {"scale": 0.5}, "the scale is 1/d_k anyway"),
    ("scale-by-sqrt-d-model", {"q": ONES[0], "k": ONES[0], "v": ONES[0]}, "the scale is 1/√d_model anyway"),
    ("scale-after-softmax", {"scale": 1.0}, "the scale is 1 anyway"),
    ("mask-zero", {}, "no key is blocked"),
    ("mask-zero", {"mask": MASK, "blocked": 0.0}, "a blocked score is 0 anyway"),
    ("mask-multiplied", {"mask": MASK | True}, "no key is blocked"),
    ("mask-after-softmax", {"causal": True, "rows": (2, 3)}, "no key is blocked"),
    ("mask-after-softmax-renormalised", {"mask": MASK | True}, "no key is blocked"),
    ("mask-diagonal-too", {}, "there is no mask"),
    ("mask-reversed", {"window": (None, None)}, "there is no mask"),
    ("causal-wrong-corner", {"mask": MASK}, "there is no causal mask and no window"),
    ("causal-wrong-corner", {"causal": True}, "T_q is T_k, so the corners are one"),
    ("window-off-by-one", {"causal": True}, "there is no window"),
    ("window-off-by-one", {"window": (None, 0)}, "the window is open on the left"),
    ("large-negative-for-infinity", {}, "no key is blocked"),
    ("softcap-after-mask", {"mask": MASK}, "there is no softcap"),
    ("softcap-after-mask", {"softcap": 1.0}, "no key is blocked"),
    ("heads-by-reshape", {"q": ONES[0], "k": ONES[0], "v": ONES[0]}, "there is one head"),
    (
        "heads-by-reshape",
        {"q": ONES[:, :1], "k": ONES[0], "v": ONES[0]},
        "the tensors with several heads have one token",
    ),
    ("groups-tiled", {"q": ONES[0], "k": ONES[0], "v": ONES[0]}, "there is one head"),
    ("groups-tiled", {"k": ONES[:1], "v": ONES[:1]}, "all query heads read the same head"),
    ("groups-tiled", {}, "no query heads share keys or values in groups"),
    (
        "groups-tiled",
        {"k": ONES[:2], "v": ONES[:2], "head": 3},
        "query head 3 reads the same head either way",
    ),
    ("half-overflow", {"dtype": "float16"}, "float16 is computed in anyway"),
    ("alibi-sign-flipped", {}, "there is no ALiBi"),
    ("alibi-sign-flipped", {"alibi": 0.0}, "the slope of ALiBi is 0"),
]


@pytest.mark.parametrize(
    ("name", "changes"),
    [
        ("softcap-after-mask", {"softcap": 1.0, "mask": MASK}),
        ("softcap-after-mask", {"softcap": 1.0, "bias": MASK + 0.0}),
        ("softcap-after-mask", {"softcap": 1.0, "alibi": 0.5}),
        ("causal-wrong-corner", {"q": ONES[:, :2], "alibi": 0.5}),
        ("groups-tiled", {"k": ONES[:2], "v": ONES[:2]}),
        ("groups-tiled", {"k": ONES[:2], "v": ONES[:2], "head": 1}),
        ("mask-after-softmax-renormalised", {"sink": 1.0}),
        ("mask-diagonal-too", {"mask": MASK | True}),
        ("mask-reversed", {"mask": MASK | True}),
    ],
)
def test_nothing_is_missing_where_one_of_several_things_is_there(name, changes):
    assert missing(by_id(name), **({"q": ONES, "k": ONES, "v": ONES} | changes)) is None


@pytest.mark.parametrize(("name", "changes", "sentence"), MISSING)
def test_what_is_missing_for_it_to_change_anything_is_said(name, changes, sentence):
    assert missing(by_id(name), **({"q": ONES, "k": ONES, "v": ONES} | changes)) == sentence
