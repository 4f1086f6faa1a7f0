"""The screens that come and go over the board: help, what to open, the explanation."""

import math

from attn_tui.commands import COMMANDS
from attn_tui.files.shipped import shipped
from tests.terminal.explorer import either, explore, saved_crane


@either
def test_help_lists_every_key_and_scrolls_to_its_end(start, size, no_color):
    explorer = explore(start, size=size, no_color=no_color)
    before = explorer.lines[:-2]
    explorer.press("?")
    assert explorer.lines[0].startswith("── Help ───")
    assert "↓ more" in explorer.lines[0]
    assert any(line.startswith("? F1 ") for line in explorer.lines)
    explorer.press("end")
    assert any(f":{COMMANDS[-1].name}" in line for line in explorer.lines)
    explorer.press("home", "pagedown", "up", "down", "esc")
    assert explorer.lines[:-2] == before
    explorer.press("f1")
    assert explorer.lines[0].startswith("── Help ───")
    explorer.press("esc")


@either
def test_a_preset_is_found_by_a_part_of_its_name_and_opened(start, size, no_color):
    explorer = explore(start, size=size, no_color=no_color)
    explorer.press("o")
    assert f"── All {len(shipped())} ──" in explorer.text
    explorer.press("down", "down", "up", *"crane-ate")
    assert f"── 1 of {len(shipped())} ──" in explorer.text
    assert "The same crane, other neighbours: now it leans to the animal side." in explorer.text
    explorer.press("enter")
    assert list(explorer.rows("q")) == ["the", "crane", "ate", "fish"]
    explorer.press("o", "esc")
    assert explorer.footer.startswith("? help")


@either
def test_a_file_is_opened_by_its_path_and_a_fault_in_it_is_said_where_it_was_typed(
    start, tmp_path, size, no_color
):
    saved_crane(tmp_path, tokens='["my", "own", "four", "words"]')
    (tmp_path / "bad.toml").write_text('title = "bad"\nq = [[1, 2], [3]]\nk = [[1, 2]]\nv = [[1]]\n')
    explorer = explore(start, size=size, no_color=no_color)
    explorer.press("o", "bad.toml", "enter")
    said = " ".join(explorer.text.split())
    assert "bad.toml:2: q" in said and "Traceback" not in said
    assert "Open: bad.toml" in explorer.text
    explorer.press(*["backspace"] * 8, "nowhere.toml", "enter")
    assert "nowhere.toml: " in " ".join(explorer.text.split())
    explorer.press(*["backspace"] * 12, "./crane.toml", "enter")
    assert list(explorer.rows("q")) == ["my", "own", "four", "words"]
    explorer.command("open two-tokens")
    assert list(explorer.rows("q")) == ["one", "two"]


@either
def test_opening_asks_where_edits_would_be_lost(start, size, no_color):
    explorer = explore(start, size=size, no_color=no_color)
    explorer.press("2", "enter", "o", "two-tok\r")
    assert explorer.message == "open two-tokens and lose 1 edit? y opens it, Esc stays"
    explorer.press("esc")
    assert explorer.row("q", "the") == ["2.00", "0.20"]
    explorer.press("o", "two-tok\r")
    explorer.press("y")
    assert list(explorer.rows("q")) == ["one", "two"]


@either
def test_the_explanation_is_shown_whole_with_every_digit(start, size, no_color):
    explorer = explore(start, "--at", "weights[crane,lifted]", size=size, no_color=no_color)
    explorer.press("e")
    assert explorer.lines[0].startswith("── The explanation, whole ")
    assert "softmax( Q·Kᵀ ÷ √2 + 0 ) · V" in explorer.text
    assert "÷ √2 is × 0.7071067811865475" in explorer.text
    explorer.press("end")
    end = explorer.text
    explorer.press("home")
    scores = [0.14, 0.56, 0.70, 0.63]
    weight = math.exp(0.7 / math.sqrt(2)) / sum(math.exp(score / math.sqrt(2)) for score in scores)
    assert f"{weight:.12f}"[:-1] in end + explorer.text
    explorer.press("esc")
    assert explorer.active == "weights"


def test_a_resize_over_a_screen_keeps_what_was_typed_in_it(start):
    explorer = explore(start)
    explorer.press("o", "fish")
    explorer.terminal.resize(60, 20)
    explorer.terminal.settle()
    assert "Open: fish" in explorer.text
    explorer.press("enter")
    assert "the crane ate fish" in explorer.lines[0]


def test_keys_that_are_sent_at_once_over_screens_that_they_open_and_close_are_all_done(start):
    explorer = explore(start)
    explorer.press("ofish\r\tmx3\x1b[C5\r")
    assert "d_k: 512" in explorer.text and "key:[5]" in explorer.text
    explorer.press("esc")
    assert "the crane ate fish" in explorer.lines[0]
    assert "causal" in explorer.lines[0]
    assert explorer.active == "k"
