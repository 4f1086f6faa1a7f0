"""A mask's name on a line is read and written."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from attn_tui.session.faults import Fault
from attn_tui.session.mask_text import mask_text, parse_mask
from attn_tui.session.settings import Blocks, Causal, Mask, Matrix, Padding, Window

sides, counts = st.none() | st.integers(0, 999_999_999), st.integers(1, 999_999_999)
masks = st.lists(
    st.builds(Causal, st.booleans())
    | st.builds(Window, sides, sides)
    | st.builds(Padding, counts, st.booleans())
    | st.builds(Blocks, st.lists(counts, min_size=1, max_size=4).map(tuple)),
    max_size=4,
).map(tuple)


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("none", ()),
        ("causal", (Causal(end=False),)),
        ("causal-end", (Causal(end=True),)),
        ("window:2,0", (Window(2, 0),)),
        ("window:2,*", (Window(2, None),)),
        (" window: *, 3 ", (Window(None, 3),)),
        ("padding:2", (Padding(2),)),
        ("padding-left:1", (Padding(1, left=True),)),
        ("blocks:2, 3", (Blocks((2, 3)),)),
        ("causal+window:2,0 +padding:1", (Causal(), Window(2, 0), Padding(1))),
    ],
)
def test_each_name_is_its_mask(text: str, read: tuple[Mask, ...]):
    assert parse_mask(text) == read


@given(masks)
def test_what_is_written_is_read_back(mask: tuple[Mask, ...]):
    assert parse_mask(mask_text(mask)) == mask


def test_several_masks_are_written_in_one_line():
    matrix = Matrix(np.ones((1, 1), dtype=bool))
    masks = (Causal(), Window(2, None), matrix, Padding(1, left=True), Blocks((2, 3)))
    line = "causal + window:2,* + matrix + padding-left:1 + blocks:2,3"
    assert mask_text(masks) == line
    assert parse_mask(line, [matrix]) == masks
    with pytest.raises(Fault, match="is no mask"):
        parse_mask(line)


@pytest.mark.parametrize(
    "text",
    ["", "Causal", "causal_end", "window", "window:", "window:2", "window:2,", "window:-1,0", "window:1.5,0",
     "window:2,0,0", "window:1234567890,0", "window:٢,0", "none causal", "\x1b[31m",
     "none + causal", "causal +", "+", "matrix", "padding", "padding:0", "padding:-1", "padding:x",
     "padding-right:1", "blocks:", "blocks:2,", "blocks:0,4", "blocks:2 2", "blocks:" + "9" * 10],
)  # fmt: skip
def test_anything_else_is_a_fault_that_says_what_a_mask_is(text: str):
    with pytest.raises(
        Fault, match=r"is no mask, expected none, causal, causal-end, window:L,R .* padding:N .* blocks:N,N"
    ) as caught:
        parse_mask(text)
    assert str(caught.value).isprintable()
