"""All heads in a real terminal: drawn with colour and without, silent when whole, never in the way of a key."""

import numpy as np

from tests.terminal.explorer import COLOUR, either, explore


@either
def test_the_heads_are_shown_and_one_is_taken_to_the_board(start, size, no_color):
    explorer = explore(start, "grouped-heads", size=size, no_color=no_color)
    drawn = explorer.bytes_of("H")
    assert bool(COLOUR.search(drawn)) is not no_color
    assert any(half in explorer.text for half in "▀▄") is not no_color
    assert any(glyph in explorer.text for glyph in "▒▓") is no_color
    assert explorer.lines[0].startswith("── All heads ───")
    assert "in every picture · a square is one weight" in explorer.text
    assert "└kv0┘  └kv1┘" in explorer.text and "read 0 0 1 1" in explorer.text
    assert explorer.terminal.is_silent(0.3)
    explorer.press("right", "right", "right")
    assert "head 3 late reads kv1" in explorer.text
    explorer.press("enter")
    assert "head 3 (4 of 4) late" in explorer.text
    explorer.press("H", "esc")
    assert explorer.footer.startswith("? help")


def test_a_large_dump_is_computed_while_keys_are_answered(start, tmp_path):
    drawn = np.random.default_rng(1)
    tables = {name: drawn.normal(size=(count, 4096, 16)) for name, count in (("q", 8), ("k", 2), ("v", 2))}
    np.savez(tmp_path / "large.npz", **tables)
    explorer = explore(start, str(tmp_path / "large.npz"))
    explorer.terminal.send("H")
    explorer.terminal.wait_for("of 4,096 rows, computing")
    explorer.terminal.send("right")
    explorer.terminal.wait_for("head 1 reads kv0")
    explorer.terminal.send("space")
    explorer.terminal.wait_for("of 4,096 rows, stopped")
    explorer.terminal.settle()
    assert explorer.terminal.is_silent(0.3)
    explorer.terminal.send("space")
    explorer.terminal.wait_for("of 4,096 rows, computing")
    explorer.terminal.send("ctrl+q")
    assert explorer.terminal.exit_status() == 0
    assert explorer.terminal.left_behind() == []
