"""Of a line being typed the part around the cursor is shown, as much as fits."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from wcwidth import wcswidth

from attn_tui.commands import run_line
from attn_tui.files.sources import open_source
from attn_tui.session.faults import Fault
from attn_tui.session.line_edit import LineEdit
from attn_tui.session.session import Session
from attn_tui.ui.views.bottom_view import said
from attn_tui.ui.views.line import around_cursor, text_of

TEXT = st.text(st.sampled_from("01.-ab漢字é"), max_size=60)


@given(TEXT, TEXT, st.integers(1, 30))
def test_as_much_is_shown_as_fits_first_of_what_is_before_the_cursor(before, after, width):
    shown_before, shown_after = around_cursor(LineEdit(before + after, len(before)), width).split("▏")
    assert before.endswith(shown_before) and after.startswith(shown_after)
    assert wcswidth(shown_before + shown_after) < max(width, 1)
    left = before[: len(before) - len(shown_before)]
    right = after[len(shown_after) :]
    for_after = min(len(after), 1)
    assert not left or wcswidth(left[-1] + shown_before) + for_after > width - 1
    assert not right or wcswidth(shown_before + shown_after + right[0]) > width - 1


def test_a_control_character_is_shown_by_its_name():
    assert around_cursor(LineEdit("a\x1bb", 2), 20) == "a\\x1b▏b"


@pytest.mark.parametrize("most", [1, 2, 3])
@pytest.mark.parametrize("line", ["mistake foo", "mask foo"])
def test_a_refusal_cut_to_a_few_lines_has_one_space_between_its_words(line: str, most: int):
    with pytest.raises(Fault) as refused:
        run_line(Session(open_source("two-tokens")), line)
    drawn = [text_of(line) for line in said(f" ! {refused.value}", "fault", 80, most)]
    assert len(drawn) == most and drawn[-1].rstrip().endswith("…")
    assert all("  " not in text.strip() for text in drawn)
