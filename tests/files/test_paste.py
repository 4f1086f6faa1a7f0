"""Pasted blocks: every form that people copy from, and one clear line for what is no block of numbers."""

import numpy as np
import pytest

from attn_tui.files.pasting import paste
from attn_tui.files.pasting.paste import parse_block
from attn_tui.session.faults import Fault

SQUARE = [[1.0, 2.0], [3.0, 4.0]]


@pytest.mark.parametrize(
    "text",
    [
        "1\t2\n3\t4\n",
        "1\t2\r\n3\t4\r\n",
        "1\t2\r3\t4\r",
        "\ufeff1\t2\n3\t4\n\n\n",
        "1,2\n3,4",
        "1.0, 2.0\n3.0, 4.0\n",
        '"1","2"\n"3","4"',
        "'1'\t'2'\n'3'\t'4'",
        "1;2\n3;4",
        "1,0;2,0\n3,0;4,0",
        "1,0\t2,0\n3,0\t4,0",
        '"1,0","2,0"\n"3,0","4,0"',
        "  1   2\n  3   4",
        "1\u00a02\n3\u00a04",
        "[[1, 2], [3, 4]]",
        "[[1, 2], [3, 4],]",
        "[1, 2]\n[3, 4]",
        "[1, 2],\n[3, 4],\n",
        "[[1. 2.]\n [3. 4.]]",
        "array([[1., 2.],\n       [3., 4.]], dtype=float32)",
        "np.array([[1, 2], [3, 4]])",
        "q = np.array([[1, 2], [3, 4]], dtype=np.float32);",
        "q = [[1, 2], [3, 4]]",
        "tensor([[1., 2.],\n        [3., 4.]], device='cuda:0', grad_fn=<AddBackward0>)",
        "tensor([[1.0000e+00, 2.0000e+00],\n        [3.0000e+00, 4.0000e+00]], dtype=torch.float64)",
        "Parameter containing:\ntensor([[1., 2.],\n        [3., 4.]], requires_grad=True)",
        "Array([[1., 2.],\n       [3., 4.]], dtype=float32)",
        "[[np.float64(1.0), np.float64(2.0)], [np.float64(3.0), np.float64(4.0)]]",
        "array([[1., 2.],\n       [3., 4.]], shape=(2, 2))",
    ],
)
def test_every_form_of_the_same_block_reads_the_same(text: str):
    block = parse_block(text)
    assert block.dtype == np.float64
    assert block.tolist() == SQUARE


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        ("0.5", [[0.5]]),
        ("0,5;0,7", [[0.5, 0.7]]),
        ("0,5\t1,000", [[0.5, 1.0]]),
        ("tensor(0.5)", [[0.5]]),
        ("array(0.5)", [[0.5]]),
        ("x = tensor(0.5, requires_grad=True)", [[0.5]]),
        ("[1, 2, 3]", [[1, 2, 3]]),
        ("tensor([1., 2., 3.])", [[1, 2, 3]]),
        ("[1. 2.\n 3.]", [[1, 2, 3]]),
        ("1\n2\n3", [[1], [2], [3]]),
        ("\u22120.5\t+.5\t1.\t1_000\t1e-3", [[-0.5, 0.5, 1, 1000, 0.001]]),
        ("-0,5e-1;2", [[-0.05, 2]]),
        (
            "inf -inf Infinity -Infinity +inf \u2212\u221e",
            [[np.inf, -np.inf, np.inf, -np.inf, np.inf, -np.inf]],
        ),
    ],
)
def test_numbers_are_read_as_people_write_them(text: str, rows: list[list[float]]):
    assert parse_block(text).tolist() == rows


@pytest.mark.parametrize("text", ["nan NaN -nan", "[NaN, nan, nan]"])
def test_nan_is_a_number_that_can_be_pasted(text: str):
    assert np.isnan(parse_block(text)).tolist() == [[True, True, True]]


def test_minus_zero_keeps_its_sign():
    assert np.signbit(parse_block("[-0.0, 0.0]")).tolist() == [[True, False]]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "there is nothing to read"),
        (" \n\t\n", "there is nothing to read"),
        ("1 2\n3 abc", "row 2, column 2: 'abc' is no number"),
        ("hello world", "row 1, column 1: 'hello' is no number"),
        ("[[1, 2], [3, None]]", "row 2, column 2: 'None' is no number"),
        ("1\t2\n3\t", "row 2, column 2: the cell is empty"),
        ("1,2,\n3,4,", "row 1, column 3: the cell is empty"),
        ("1 2\n\n3 4", "row 2 is empty"),
        ("1 2\n3", "row 2 has 1 number and row 1 has 2 numbers"),
        ("[[1, 2], [3]]", "row 2 has 1 number and row 1 has 2 numbers"),
        ("[]", "row 1 has no numbers"),
        ("[[], []]", "row 1 has no numbers"),
        ("array([])", "row 1 has no numbers"),
        (
            "animal\tmachine\n0.2\t0.2",
            "('animal'): copy the numbers without their headings",
        ),
        ("\tanimal\tmachine\nthe\t0.2\t0.2", "row 1 holds words ('animal')"),
        ("animal machine\nthe 0.2 0.2", "row 1 holds words ('animal')"),
        ("the,0.2,0.2\ncrane,0.7,0.7", "column 1 holds words ('the'): copy the numbers without their labels"),
        ("array([[0. , 0.1, ..., 0.9],\n  [1., 2., ..., 3.]])", "shortened with '...'"),
        ("1 2 … 9", "shortened with '...'"),
        ("[[[1, 2], [3, 4]]]", "three dimensions"),
        ("tensor([[[1.]]])", "three dimensions"),
        ("[[1, 2], [3, 4]", "a bracket is not closed"),
        ("[1, 2]]", "a bracket is closed that was not opened"),
        ("[[1, 2], 3]", "row 2: a number stands outside the brackets"),
        ("[1, [2, 3]]", "row 1: a list begins where a number or the end was expected"),
        ("[[1, 2]]\n[[3, 4]]", "row 2: a list begins"),
        ("[1, 2], [[3, 4]]", "row 2 is not as deep in brackets as row 1"),
        ("[1,, 2]", "row 1: a number is missing before a comma"),
        ("[0,5 0,7]", "row 1: some numbers have a comma between them and some only a space"),
        ("1,000\t2,000", "'1,000' can mean 1000 or 1.000"),
        ("1.234,5;2", "row 1, column 1: '1.234,5' is no number"),
        ('"1,2', "the quotes around the cells do not match"),
        ("[1e400]", "row 1, column 1: '1e400' is too large for a number"),
        ("0x10 2", "row 1, column 1: '0x10' is no number"),
        ("1/2", "'1/2' is no number"),
        ("(1.5)\t2", "'(1.5)' is no number"),
        ("__import__('os').getcwd()", "is no number"),
        ("\x1b[31m1", "row 1: a number stands outside the brackets"),
        ("1 \x1b", "'\\x1b' is no number"),
        ("1 " + "x" * 99, "'xxxxxxxxxxxxxxxxxxxxxxx…' is no number"),
    ],
)
def test_what_is_no_block_is_one_line_that_names_the_place(text: str, says: str):
    with pytest.raises(Fault) as caught:
        parse_block(text)
    assert says in str(caught.value)
    assert str(caught.value).isprintable()


def test_a_text_too_long_is_refused_before_it_is_read(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(paste, "LARGEST_TEXT", 10)
    with pytest.raises(Fault, match="too long: at most 10 characters"):
        parse_block("1 2 3 4 5 6")


def test_too_many_numbers_are_refused(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(paste, "LARGEST_BLOCK", 5)
    with pytest.raises(Fault, match="too large: 3 rows of 2"):
        parse_block("1 2\n3 4\n5 6")
    assert parse_block("1 2 3 4 5").shape == (1, 5)


@pytest.mark.parametrize("text", ["[" * 100_000, "(" * 100_000, "a(" * 50_000, "[" * 50_000 + "]" * 50_000])
def test_deep_nesting_is_a_fault_and_not_a_crash(text: str):
    with pytest.raises(Fault):
        parse_block(text)
