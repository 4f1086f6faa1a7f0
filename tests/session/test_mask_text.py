"""A mask's name on a line is read and written."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from attn_tui.session.faults import Fault
from attn_tui.session.mask_text import mask_text, parse_mask
from attn_tui.session.settings import Causal, Mask, Matrix, Window

sides = st.none() | st.integers(0, 999_999_999)
masks = st.just(()) | st.tuples(st.builds(Causal, st.booleans()) | st.builds(Window, sides, sides))


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("none", ()),
        ("causal", (Causal(end=False),)),
        ("causal-end", (Causal(end=True),)),
        ("window:2,0", (Window(2, 0),)),
        ("window:2,*", (Window(2, None),)),
        (" window: *, 3 ", (Window(None, 3),)),
    ],
)
def test_each_name_is_its_mask(text: str, read: tuple[Mask, ...]):
    assert parse_mask(text) == read


@given(masks)
def test_what_is_written_is_read_back(mask: tuple[Mask, ...]):
    assert parse_mask(mask_text(mask)) == mask


def test_several_masks_are_written_in_one_line():
    assert (
        mask_text((Causal(), Window(2, None), Matrix(np.ones((1, 1), dtype=bool))))
        == "causal + window:2,* + matrix"
    )


@pytest.mark.parametrize(
    "text",
    ["", "Causal", "causal_end", "window", "window:", "window:2", "window:2,", "window:-1,0", "window:1.5,0",
     "window:2,0,0", "window:1234567890,0", "window:٢,0", "none causal", "\x1b[31m"],
)  # fmt: skip
def test_anything_else_is_a_fault_that_says_what_a_mask_is(text: str):
    with pytest.raises(Fault, match="is no mask, expected none, causal, causal-end or window:L,R") as caught:
        parse_mask(text)
    assert str(caught.value).isprintable()
