"""Every form that a program writes from an array reads back to the same bits."""

import csv
import io
import json

import numpy as np
import numpy.typing as npt
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import array_shapes, arrays

from attn_tui.files.pasting.copy import as_tsv
from attn_tui.files.pasting.paste import parse_block

Block = npt.NDArray[np.float64]
blocks = arrays(np.float64, array_shapes(min_dims=2, max_dims=2, max_side=6), elements=st.floats(width=64))


def same_bits(a: Block, b: Block) -> bool:
    return (
        a.shape == b.shape
        and np.array_equal(a, b, equal_nan=True)
        and bool(np.all((np.signbit(a) == np.signbit(b)) | np.isnan(a)))
    )


def as_csv(block: Block) -> str:
    written = io.StringIO()
    csv.writer(written).writerows(block.tolist())
    return written.getvalue()


def as_decimal_commas(block: Block) -> str:
    return "".join(";".join(repr(x).replace(".", ",") for x in row) + ";0\n" for row in block.tolist())


def as_numpy(write: str, block: Block) -> str:
    with np.printoptions(floatmode="unique", threshold=10**9, linewidth=40):
        return {"repr": repr, "str": str}[write](block)


@pytest.mark.parametrize(
    "write",
    [
        as_tsv,
        as_csv,
        lambda block: "\n".join(" ".join(map(repr, row)) for row in block.tolist()),
        lambda block: str(block.tolist()),
        lambda block: json.dumps(block.tolist(), indent=2),
        lambda block: as_numpy("repr", block),
        lambda block: as_numpy("str", block),
        lambda block: f"tensor({block.tolist()}, device='cuda:0', grad_fn=<AddBackward0>)",
        lambda block: str([list(row) for row in block]),
        lambda block: "\n".join(map(str, block.tolist())),
    ],
    ids=["tsv", "csv", "spaces", "list", "json", "repr", "str", "tensor", "scalars", "a list a line"],
)
@given(block=blocks)
def test_what_is_written_reads_back_bit_for_bit(write, block: Block):
    assert same_bits(parse_block(write(block)), block)


@given(blocks)
def test_decimal_commas_between_semicolons_read_back(block: Block):
    assert same_bits(parse_block(as_decimal_commas(block))[:, :-1], block)


@given(arrays(np.float32, array_shapes(min_dims=2, max_dims=2, max_side=6), elements=st.floats(width=32)))
def test_a_copied_float32_reads_back_to_its_own_bits(block: npt.NDArray[np.float32]):
    assert np.array_equal(parse_block(as_tsv(block)).astype(np.float32), block, equal_nan=True)
