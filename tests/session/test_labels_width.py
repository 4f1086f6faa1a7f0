"""Labels take the cells that the screen gives them; the oracle is the library that draws them."""

import sys
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from attn_tui.session.labels import cell_width, fit, plain

letters = st.sampled_from(
    ["a", "字", "é", "e\u0301", "한", "ก", "กำ", "👍", "👍🏽", "\u0301", "…", "[/red]", " "]
)
labels = st.one_of(st.lists(letters, max_size=12).map("".join), st.text(max_size=12).map(plain))


def test_every_character_that_plain_leaves_has_the_width_the_screen_draws():
    left = [chr(code) for code in range(sys.maxunicode + 1) if plain(chr(code)) == chr(code)]
    differ = [f"U+{ord(c):04X} {unicodedata.name(c, '?')}" for c in left if cell_width(c) != cell_len(c)]
    assert len(left) > 100_000
    assert not differ


@given(labels, st.integers(0, 20))
def test_a_fitted_label_takes_exactly_its_cells(label: str, width: int):
    fitted = fit(label, width)
    assert cell_len(fitted) == width
    assert cell_width(fitted) == width


@given(labels)
def test_a_label_with_room_is_only_padded(label: str):
    fitted = fit(label, 80) if cell_width(label) < 80 else label
    assert fitted.rstrip().removeprefix("◌") == label.replace("\ufe0f", "").rstrip()


@pytest.mark.parametrize(
    ("label", "width", "shown"),
    [
        ("crane", 8, "crane   "),
        ("crane", 5, "crane"),
        ("crane", 4, "cra…"),
        ("crane", 1, "…"),
        ("crane", 0, ""),
        ("漢字漢字", 5, "漢字…"),
        ("漢字漢字", 4, "漢… "),
        ("e\u0301e\u0301e\u0301", 2, "e\u0301…"),
        ("\u0301x", 4, "◌\u0301x  "),
        ("❤\ufe0f", 3, "❤  "),
        ("[/red]", 8, "[/red]  "),
    ],
)
def test_a_label_is_cut_between_letters(label: str, width: int, shown: str):
    assert fit(label, width) == shown
