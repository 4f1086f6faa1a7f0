"""A line that is typed in has a bound, and says what it did not take."""

import pytest

from attn_tui.session.line_edit import LONGEST, LineEdit


@pytest.mark.parametrize("characters", ["1", "1" * 1_000_000])
def test_more_than_a_line_holds_changes_nothing_and_is_said(characters):
    full = LineEdit("0" * LONGEST, 5)
    refused = full.insert(characters)
    assert (refused.text, refused.cursor) == (full.text, full.cursor)
    assert refused.fault == "a line takes at most 10,000 characters: nothing was added"


def test_a_line_can_be_filled_to_its_last_character():
    filled = LineEdit("0" * (LONGEST - 1), 0).insert("1")
    assert (len(filled.text), filled.cursor, filled.fault) == (LONGEST, 1, "")


@pytest.mark.parametrize("key", ["left", "right", "home", "end", "backspace", "delete", "ctrl+u"])
@pytest.mark.parametrize("cursor", [0, 1, 2])
def test_the_next_key_makes_good_again_what_was_refused(key, cursor):
    refused = LineEdit("01", cursor, fault="refused")
    assert refused.key(key) == LineEdit("01", cursor).key(key)
    assert refused.insert("1") == LineEdit("01", cursor).insert("1")
