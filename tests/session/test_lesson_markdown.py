"""A lesson's text in lines: paragraphs, lists, emphasis and code, and nothing that could harm a terminal."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from attn_tui.session.labels import cell_width, plain
from attn_tui.session.lessons.markdown import Piece, markdown_lines


def texts(markdown: str, width: int = 40, spaced: bool = True) -> list[str]:
    return ["".join(piece.text for piece in line) for line in markdown_lines(markdown, width, spaced)]


def marked(markdown: str) -> list[Piece]:
    return [piece for line in markdown_lines(markdown, 60) for piece in line if piece.kind != "text"]


def test_a_line_break_is_a_space_and_an_empty_line_parts_paragraphs():
    markdown = "One two\nthree.\n\nFour\nfive."
    assert texts(markdown) == ["One two three.", "", "Four five."]
    assert texts(markdown, spaced=False) == ["One two three.", "Four five."]


def test_a_list_hangs_behind_its_marks():
    markdown = "Look:\n\n- one two three\n- four\n\n1. first\n2. second\n   goes on"
    assert texts(markdown, 13) == [
        "Look:", "", "• one two", "  three", "• four", "1. first", "2. second", "   goes on",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("markdown", "expected"),
    [
        ("a *b c* d", [("b", "em"), ("c", "em")]),
        ("*crane*'s **two** `m n`.", [("crane", "em"), ("two", "strong"), ("m", "code"), ("n", "code")]),
        ("`*` goes there", [("*", "code")]),
        ("2*3*4 and a * b * c and *", []),
        ("# Heading\ntext", [("Heading", "strong")]),
        ("*open and `open", []),
    ],
)
def test_what_is_marked_is_told_apart_and_what_is_not_stays_as_it_is(markdown: str, expected: list):
    assert marked(markdown) == [Piece(*piece) for piece in expected]


def test_a_number_and_its_per_cent_sign_stay_together():
    assert texts("it is 50.0 % now", 10) == ["it is", "50.0\u00a0% now"]


def test_marks_inside_a_word_do_not_part_it():
    assert texts("see *crane*'s row") == ["see crane's row"]


def test_a_word_wider_than_a_line_is_broken():
    assert texts("東京都東京都 x" + "y" * 9, 6) == ["東京都", "東京都", "xyyyyy", "yyyy"]


@given(st.text(max_size=200), st.integers(2, 80), st.booleans())
def test_every_text_is_harmless_and_fits(markdown: str, width: int, spaced: bool):
    for line in texts(markdown, max(width, 8), spaced):
        assert plain(line) == line
        assert cell_width(line) <= max(width, 8)
