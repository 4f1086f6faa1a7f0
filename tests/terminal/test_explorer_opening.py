"""What the explorer shows as it opens: every part whole, at both sizes, with and without colour."""

import pytest

from tests.terminal.explorer import COLOUR, SIZES, either, everywhere, explore

Q = """
         ▾animal machine
▸ the      [0.20]   0.20
  crane     0.70    0.70
  lifted    0.10    0.90
  steel     0.10    0.80
""".strip("\n").split("\n")


@everywhere
def test_it_opens_on_the_crane_sentence_with_nothing_cut(start, size, no_color):
    explorer = explore(start, size=size, no_color=no_color)
    lines = explorer.lines
    assert lines[0].startswith(" the crane lifted steel ")
    assert explorer.formula == "softmax( Q·Kᵀ ÷ √2 + 0 ) · V"
    assert lines[1] == " the reads   the 23%   crane 25%   lifted 26%   steel 26%"
    assert explorer.title("q") == "━━ Q queries 4×2 ━━━━━━━━"
    assert explorer.title("k") == "── K keys 4×2 ───────────"
    assert explorer.title("v") == "── V values 4×2 ─────────"
    assert explorer.title("scores") == "── scores · scaled 4×4 ─ rows ask ↓ columns answer → ─"
    heat = "░▒▓█" if no_color else "    "
    assert explorer.title("weights") == f"── weights 4×4 ── 0 {heat} 0.3 ─── future 40 % ─ Σ row ─"
    assert explorer.title("output") == f"── output 4×2 {'─' * 40}"
    assert [line[:25].rstrip() for line in lines[3:8]] == Q
    assert explorer.explanation == (
        "the asks the: 0.20·0.10 + 0.20·0.10 = 0.04    ÷ √2 = 0.028\n"
        "e^0.028 = 1.029 of 4.436 in the row: 23.2 % of the's value"
    )
    assert explorer.message == "What crane becomes: bird or machine? Only its neighbours can decide."
    assert explorer.footer == "? help  q quit  m mask  s scale  u undo  : commands  f 3 digits"
    assert "…" not in explorer.text
    assert len(lines) == size[1]


@either
def test_every_pane_has_its_words_its_columns_and_its_numbers(start, size, no_color):
    explorer = explore(start, size=size, no_color=no_color)
    words = ["the", "crane", "lifted", "steel"]
    for pane in ("q", "k", "v", "output"):
        assert explorer.columns(pane) == ["animal", "machine"]
    for pane in ("scores", "weights"):
        assert explorer.columns(pane) == words
    for pane in ("q", "k", "v", "scores", "weights", "output"):
        assert list(explorer.rows(pane)) == words
        assert explorer.selected_row(pane) == "the"
    assert explorer.rows("k") == {
        "the": ["0.10", "0.10"], "crane": ["0.40", "0.40"], "lifted": ["0.10", "0.90"], "steel": ["0.00", "0.90"],
    }  # fmt: skip
    assert explorer.rows("v")["steel"] == ["0.00", "1.00"]
    assert all(row[-1] == "1.000" for row in explorer.rows("weights").values())


def test_on_a_wide_screen_a_third_column_works_the_selected_number_out(start):
    explorer = explore(start, size=(120, 36))
    third = [line[81:].strip() for line in explorer.lines]
    assert [line for line in third[2:] if line][:6] == [
        "score  the asks the", "animal  0.20 · 0.10 = 0.02", "machine 0.20 · 0.10 = 0.02", "sum 0.04",
        "÷ √2 = 0.028", "weight  what the gives",
    ]  # fmt: skip


@pytest.mark.parametrize("size", SIZES)
def test_without_colour_no_colour_is_ever_sent_and_heat_is_glyphs(start, size):
    explorer = explore(start, size=size, no_color=True)
    assert "▓ [0.232]█  0.252 █  0.260 █  0.256" in explorer.text
    explorer.press(
        "down", "right", "m", "s", "v", "right", "5", "enter", "tab", "tab", "tab", "space", "f", "z"
    )
    explorer.press("z", "/", "s", "enter", ":", "esc", "?", "esc", "o", "esc", "e", "esc", "x")
    written = bytes(explorer.terminal.bytes_since_mark())
    assert b"\x1b[" in written and not COLOUR.search(written)


@pytest.mark.parametrize("size", SIZES)
def test_with_colour_heat_is_a_background_that_deepens_with_the_weight(start, size):
    explorer = explore(start, size=size)
    assert COLOUR.search(explorer.terminal.bytes_since_mark())
    assert not set("░▒▓█") & set(explorer.text)
    x, y = explorer.terminal.find("0.180")
    backgrounds = [explorer.terminal.cell(x + 9 * column + 2, y).bg for column in range(4)]
    assert len(set(backgrounds)) >= 3 and "default" not in backgrounds
    assert backgrounds[0] != backgrounds[2]
