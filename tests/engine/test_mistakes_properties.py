"""What must hold of mistakes whatever the numbers are."""

import tracemalloc
from itertools import permutations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from attn_tui.engine import MISTAKES, attention, attention_as, by_id, missing, mistaken
from attn_tui.engine.mistakes.whole import tables, whole_of
from attn_tui.engine.recipe import RIGHT
from tests.engine.test_mistakes_slow_loop import tensors

STAGES = ("scores", "scaled", "capped", "masked", "weights", "output", "allowed")
DTYPES = (None, "float64", "float32", "bfloat16", "float16")
VARIANTS = [each for mistake in MISTAKES for each in mistake.variants()]
EACH = pytest.mark.parametrize("mistake", VARIANTS, ids=lambda mistake: mistake.name)
ORDER_MATTERS = [
    {"mask-after-softmax-renormalised", "scale-after-softmax"},
    {"mask-after-softmax-renormalised", "dropout-left-on"},
    {"mask-reversed", "mask-diagonal-too"},
]
RANDOM = np.random.default_rng(11)
SQUARE = RANDOM.normal(size=(4, 5, 5)), RANDOM.normal(size=(2, 5, 5)), RANDOM.normal(size=(2, 5, 5))
EVERYTHING = {"causal": True, "window": (2, 0), "softcap": 1.5, "sink": 0.5, "alibi": 0.25}


def same_bits(one, other, stages=STAGES):
    for name in stages:
        np.testing.assert_array_equal(getattr(one, name), getattr(other, name), err_msg=name)
    assert one.rows == other.rows


@settings(max_examples=60)
@given(tensors(), st.sampled_from(DTYPES))
def test_without_a_mistake_it_is_attention_to_the_bit(case, dtype):
    def right(q, k, v):
        if dtype is None:
            return attention(q, k, v, **case.options)
        return attention_as(dtype, q, k, v, **case.options)

    v = case.v[: len(case.k)] if len(case.v) > len(case.k) else np.repeat(case.v, len(case.k), axis=0)
    v = v[: len(case.k)]
    same_bits(mistaken([], case.q, case.k, v, dtype=dtype, **case.options), right(case.q, case.k, v))
    group = len(case.q) // len(case.k)
    for h in range(len(case.q)):
        alone = mistaken([], case.q, case.k, v, dtype=dtype, head=h, **case.options)
        same_bits(alone, right(case.q[h], case.k[h // group], v[h // group]))
    same_bits(
        mistaken([], case.q[0], case.k[0], v[0], dtype=dtype, **case.options),
        right(case.q[0], case.k[0], v[0]),
    )


@EACH
@settings(max_examples=60)
@given(data=st.data())
def test_where_something_is_missing_nothing_changes(mistake, data):
    case, dtype = data.draw(tensors(mistake.id)), data.draw(st.sampled_from(DTYPES))
    head = data.draw(st.sampled_from([None, *range(len(case.q))]))
    arguments = {"head": head, "dtype": dtype, **case.options}
    if missing(mistake, case.q, case.k, case.v, **arguments) is None:
        return
    right = mistaken([], case.q, case.k, case.v, **arguments)
    wrong = mistaken([mistake], case.q, case.k, case.v, **arguments)
    same_bits(wrong, right, ("weights", "output", "allowed"))


STANDARD = (SQUARE, EVERYTHING)
LARGE = ((5000 * SQUARE[0], *SQUARE[1:]), EVERYTHING | {"softcap": None})
WHERE_IT_SHOWS = {
    "causal-wrong-corner": ((SQUARE[0][:, 2:], *SQUARE[1:]), EVERYTHING),
    "softmax-unshifted": LARGE,
    "large-negative-for-infinity": (SQUARE, {"causal": True, "mask": np.arange(5) > 1}),
}


@EACH
def test_where_nothing_is_missing_it_changes_the_result_unless_it_is_right(mistake):
    tables, options = WHERE_IT_SHOWS.get(mistake.id, STANDARD)
    assert missing(mistake, *tables, **options) is None
    right, wrong = mistaken([], *tables, **options).output, mistaken([mistake], *tables, **options).output
    assert not np.allclose(wrong, right, rtol=1e-9)
    options = options | {"sink": None}
    right, wrong = mistaken([], *tables, **options).output, mistaken([mistake], *tables, **options).output
    assert np.allclose(wrong, right, rtol=1e-9) == mistake.is_right


@settings(max_examples=100)
@given(tensors())
def test_masking_after_the_softmax_and_renormalising_is_right_where_there_is_no_sink(case):
    options = case.options | {"sink": None}
    right = mistaken([], case.q, case.k, case.v, **options)
    other = mistaken([by_id("mask-after-softmax-renormalised")], case.q, case.k, case.v, **options)
    np.testing.assert_allclose(other.weights, right.weights, rtol=1e-7, atol=1e-12)
    np.testing.assert_allclose(other.output, right.output, rtol=1e-7, atol=1e-12)
    assert other.empty_rows == right.empty_rows


@EACH
@settings(max_examples=40)
@given(data=st.data())
def test_rows_are_those_of_the_whole(mistake, data):
    case = data.draw(tensors(mistake.id))
    start, stop = data.draw(st.integers(0, 4)), data.draw(st.integers(0, 4))
    whole = mistaken([mistake], case.q, case.k, case.v, **case.options)
    part = mistaken([mistake], case.q, case.k, case.v, rows=(start, stop), **case.options)
    assert part.rows == range(case.q.shape[1])[start : max(start, stop)]
    for name in STAGES:
        wanted = getattr(whole, name)[:, start:stop]
        np.testing.assert_allclose(getattr(part, name), wanted, rtol=1e-7, atol=1e-11, err_msg=name)
    assert part.empty_rows == tuple(at for at in whole.empty_rows if start <= at[-1] < stop)


@pytest.mark.parametrize("dtype", DTYPES)
def test_renormalising_rows_of_which_nothing_was_taken_changes_no_bit(dtype):
    for options in ({}, {"mask": True}):
        renormalised = mistaken([by_id("mask-after-softmax-renormalised")], *SQUARE, dtype=dtype, **options)
        same_bits(renormalised, mistaken([], *SQUARE, dtype=dtype, **options))


def joined(one, other):
    """Both mistakes in that order, with a row that sees nothing; None where they exclude one another."""
    options = EVERYTHING | {"sink": None, "mask": np.arange(5)[:, None] != 3}
    try:
        return mistaken([one, other], *SQUARE, **options)
    except ValueError:
        return None


def test_two_mistakes_in_either_order_are_one_but_for_three_pairs():
    differing = []
    for one, other in permutations(MISTAKES, 2):
        first, second = joined(one, other), joined(other, one)
        assert (first is None) == (second is None) == bool(one.settles & other.settles)
        if first is None or second is None:
            continue
        same = all(
            np.allclose(getattr(first, name), getattr(second, name), rtol=1e-10, atol=1e-13, equal_nan=True)
            for name in (*STAGES, "empty")
        )
        if not same and {one.id, other.id} not in differing:
            differing.append({one.id, other.id})
    assert sorted(map(sorted, differing)) == sorted(map(sorted, ORDER_MATTERS))


@pytest.mark.parametrize(
    ("names", "options"),
    [
        ("no-scale mask-zero", {"scale": 1.0, "blocked": 0.0}),
        ("window-off-by-one scale-by-d", {"scale": 1 / 5, "window": (3, 0)}),
        ("alibi-sign-flipped no-scale", {"scale": 1.0, "alibi": -0.25}),
        (
            "mask-zero window-off-by-one alibi-sign-flipped",
            {"blocked": 0.0, "window": (3, 0), "alibi": -0.25},
        ),
    ],
)
def test_mistakes_that_settings_can_make_are_those_settings(names, options):
    wrong = mistaken([by_id(name) for name in names.split()], *SQUARE, **EVERYTHING)
    same_bits(wrong, attention(*SQUARE, **(EVERYTHING | options)))


def test_masked_after_the_softmax_and_then_scaled_is_both():
    trace = mistaken([by_id("mask-after-softmax"), by_id("scale-after-softmax")], *SQUARE, causal=True)
    open_rows = attention(*SQUARE, scale=1.0).weights
    np.testing.assert_allclose(trace.weights, np.where(np.tri(5, dtype=bool), open_rows, 0) / np.sqrt(5))


def test_a_scale_after_the_softmax_is_divided_out_again_by_renormalising():
    names = ("scale-after-softmax", "mask-after-softmax-renormalised")
    trace = mistaken([by_id(name) for name in names], *SQUARE, causal=True)
    np.testing.assert_allclose(trace.weights, attention(*SQUARE, causal=True, scale=1.0).weights, rtol=1e-12)


@EACH
@pytest.mark.parametrize("dtype", DTYPES)
def test_dtypes_are_kept_nothing_is_modified_and_no_warning_is_printed(mistake, dtype):
    tables = [1e3 * table.astype(np.float32) for table in SQUARE]
    before = [table.tobytes() for table in tables]
    for table in tables:
        table.setflags(write=False)
    with np.errstate(all="raise"):
        trace = mistaken([mistake], *tables, dtype=dtype, head=1, **EVERYTHING)
    expected = "float64" if dtype == "float64" else "float32"
    assert {getattr(trace, name).dtype.name for name in STAGES[:-1]} == {expected}
    assert [table.tobytes() for table in tables] == before


@pytest.mark.parametrize("name", ["mask", "bias", "sink", "alibi"])
def test_what_has_heads_is_read_at_the_head(name):
    of_heads = {
        "mask": RANDOM.random((4, 5, 5)) < 0.6,
        "bias": RANDOM.normal(size=(4, 5, 5)),
        "sink": RANDOM.normal(size=4),
        "alibi": RANDOM.random(4),
    }[name]
    whole = attention(*SQUARE, **{name: of_heads})
    for h in range(4):
        alone = mistaken([], *SQUARE, head=h, **{name: of_heads})
        np.testing.assert_allclose(alone.output, whole.output[h], rtol=1e-12)


@EACH
@pytest.mark.parametrize("shape", [(2, 0, 3), (0, 2, 3), (2, 3, 0)])
def test_empty_tensors_are_no_trouble(mistake, shape):
    empty = np.zeros(shape)
    if mistake.id == "key-not-transposed":
        return
    trace = mistaken([mistake], empty, empty, empty, **(EVERYTHING | {"sink": 0.5}))
    assert trace.output.shape == shape
    assert trace.weights.shape == (shape[0], shape[1], shape[1])


def test_of_no_queries_or_keys_that_is_what_is_missing():
    none, some = np.zeros((0, 2)), np.zeros((3, 2))
    for mistake in VARIANTS:
        if mistake.id != "key-not-transposed":
            assert missing(mistake, none, some, some) == "there are no queries"
            assert missing(mistake, some, none, none) == "there are no keys"


def test_whole_tensors_in_groups_are_read_where_they_stand():
    q, k, v = SQUARE
    whole = whole_of(q.shape, k.shape, v.shape, None, "float64")
    assert all(
        np.shares_memory(one, other) for one, other in zip(tables(RIGHT, SQUARE, whole), SQUARE, strict=True)
    )


@EACH
def test_one_head_copies_no_more_than_its_own_rows(mistake):
    tensor = np.broadcast_to(np.float32(1), (64, 512, 512))  # 64 MiB, were it copied; one head is 1 MiB
    options = EVERYTHING | {"rows": None if mistake.every_row else (3, 7)}
    tracemalloc.start()
    try:
        mistaken([mistake], tensor, tensor, tensor, head=5, **options)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 16 * 2**20
