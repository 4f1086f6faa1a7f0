"""Which query head reads which keys and values, and what that costs, against figures worked out by hand."""

import numpy as np
import pytest

from attn_tui.files.sources import open_source
from attn_tui.session.computing.wiring import count_words, kept_words, order_words, reads_words, wirings
from attn_tui.session.session import Session
from tests.session.conftest import build


def session(heads, k_heads, v_heads, T=3, T_k=None, d_k=2, d_v=4, **more):
    keys = T_k or T
    return build(
        np.ones((heads, T, d_k)), np.ones((k_heads, keys, d_k)), np.ones((v_heads, keys, d_v)),
        columns=tuple(map(str, range(d_k))), v_columns=tuple(map(str, range(d_v))), **more,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("heads", "shared", "readers"),
    [
        (4, 2, ((0, 1), (2, 3))),
        (6, 3, ((0, 1), (2, 3), (4, 5))),
        (4, 1, ((0, 1, 2, 3),)),
        (2, 2, ((0,), (1,))),
    ],
)
def test_neighbours_share(heads, shared, readers):
    (wiring,) = wirings(session(heads, shared, shared))
    assert (wiring.readers, wiring.letters, wiring.is_shared) == (readers, "kv", shared < heads)


def test_keys_and_values_may_be_shared_apart():
    keys, values = wirings(session(4, 4, 1))
    assert (keys.letters, keys.is_shared, values.letters, values.is_shared) == ("k", False, "v", True)
    assert reads_words(session(4, 4, 1), 3) == "reads k3 and v0"
    assert reads_words(session(4, 2, 2), 1) == "reads kv0"
    assert reads_words(session(4, 2, 2), 2) == "reads kv1"
    assert order_words(values) == "one value head for all 4 query heads"


@pytest.mark.parametrize(
    ("heads", "shared", "told"),
    [
        (4, 2, "each key/value head is repeated in place: query heads 0 1 2 3 read 0 0 1 1, not 0 1 0 1"),
        (32, 8, "each key/value head is repeated in place: query heads 0 1 2 3 4 5 … read 0 0 0 0 1 1 …, "
                "not 0 1 2 3 4 5 …"),
        (4, 1, "one key/value head for all 4 query heads: multi-query attention"),
        (3, 3, "each query head reads a key/value head of its own"),
    ],
)  # fmt: skip
def test_the_order_is_stated(heads, shared, told):
    assert order_words(wirings(session(heads, shared, shared))[0]) == told


def test_the_bytes_of_kept_keys_and_values():
    # 2 heads × 3 tokens × (2 + 4) numbers × 8 bytes = 288, and 4 heads 576
    assert (
        kept_words(session(4, 2, 2))
        == "kept K and V: 288 bytes in float64, and 576 with one of each a head (×2)"
    )
    assert (
        kept_words(session(4, 4, 4, dtype="float16"))
        == "kept K and V: 144 bytes in float16, one of each a head"
    )
    # keys 4 × 3 × 2, values 1 × 3 × 4 numbers of 4 bytes, against 4 × 3 × 6
    assert kept_words(session(4, 4, 1, stored="float32")) == (
        "kept K and V: 144 bytes in float32, and 288 with one of each a head (×2)"
    )


def test_small_heads_cost_what_a_large_one_does():
    assert count_words(session(4, 2, 2)) == (
        "Q·Kᵀ, 4 heads of width 2: h·T²·d_k = 4·3²·2 = 72 multiplications",
        "one head of width 8: T²·(h·d_k) = 3²·(4·2) = 72",
        "weights·V: 144 and 144; not the same: exponentials, and weights to hold, 36 against 9",
    )
    assert count_words(session(1, 1, 1))[0].startswith("Q·Kᵀ, 1 head of width 2: ")
    cross = count_words(session(2, 1, 1, T=2, T_k=5))
    assert cross[0] == "Q·Kᵀ, 2 heads of width 2: h·T_q·T_k·d_k = 2·2·5·2 = 40 multiplications"
    assert cross[1] == "one head of width 4: T_q·T_k·(h·d_k) = 2·5·(2·2) = 40"


def test_the_presets_show_their_wiring():
    assert [w.readers for w in wirings(Session(open_source("grouped-heads")))] == [((0, 1), (2, 3))]
    assert [w.readers for w in wirings(Session(open_source("multi-query")))] == [((0, 1, 2, 3),)]
