"""Lines of so many cells: nothing is lost, nothing is wider than it may be, and what was aligned stays so."""

from hypothesis import given, settings
from hypothesis import strategies as st
from rich.cells import cell_len

from attn_tui.ui.screens.lines import titled_rule
from attn_tui.ui.wrap import wrapped

TEXT = st.text(st.sampled_from("ab 注意 \u0301[/]·\x1b\t\u202e\ufe0f"), max_size=60)


def same(**options):
    return settings(max_examples=300, deadline=None, derandomize=True, database=None, **options)


def test_words_stay_whole_and_further_lines_hang():
    assert wrapped("one two three four", 9, hang=2) == ["one two", "  three", "  four"]


def test_spaces_within_a_line_stay():
    assert wrapped("  a    b", 20) == ["  a    b"]


def test_a_word_longer_than_a_line_is_broken_and_begins_where_there_is_room():
    assert wrapped("see /a/very/long/path", 8, hang=2) == ["see /a/v", "  ery/lo", "  ng/pat", "  h"]


def test_a_wide_character_is_never_split():
    assert wrapped("a注意注意", 4) == ["a注", "意注", "意"]


def test_no_text_is_one_empty_line():
    assert wrapped("", 10) == [""]


def test_controls_are_shown_as_escapes():
    assert wrapped("\x1b[31m\n", 40) == [r"\x1b[31m\n"]


@same()
@given(TEXT, st.integers(2, 30), st.integers(0, 8))
def test_every_line_fits_and_every_letter_stays_in_order(text, width, hang):
    lines = wrapped(text, width, hang)
    assert all(cell_len(line) <= width for line in lines)
    plain = text.replace("\ufe0f", "")
    for character, escape in {"\x1b": r"\x1b", "\t": r"\t", "\u202e": r"\u202e"}.items():
        plain = plain.replace(character, escape)
    assert "".join(lines).replace(" ", "") == plain.replace(" ", "")


@same()
@given(TEXT, st.sampled_from(["", "rows 1–8 of 12 ↓ more", "1–8 of 12"]), st.integers(30, 80))
def test_a_rule_is_exactly_as_wide_as_the_screen_and_keeps_where_one_is(title, where, width):
    rule = "".join(segment.text for segment in titled_rule(title, where, width))
    assert cell_len(rule) == width
    assert rule.endswith(f" {where} ──" if where else "─")
