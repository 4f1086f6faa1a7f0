"""Blocks of numbers from the terminal's clipboard and to it."""

import base64

from tests.terminal.explorer import either, explore

BLOCK = {
    "the": ["1.00", "2.00"],
    "crane": ["3.00", "4.00"],
    "lifted": ["5.00", "6.00"],
    "steel": ["7.00", "8.00"],
}


PASTES = {
    "TSV": "1\t2\n3\t4\n5\t6\n7\t8\n",
    "CSV": "1,2\n3,4\n5,6\n7,8",
    "NumPy's repr": "array([[1., 2.],\n       [3., 4.],\n       [5., 6.],\n       [7., 8.]], dtype=float32)",
    "NumPy as printed": "[[1. 2.]\n [3. 4.]\n [5. 6.]\n [7. 8.]]",
    "a tensor": "tensor([[1., 2.],\n        [3., 4.],\n        [5., 6.],\n        [7., 8.]], device='cuda:0')",
    "JSON": "[[1, 2], [3, 4], [5, 6], [7, 8]]",
}


@either
def test_a_block_is_pasted_over_its_table_in_one_undo_step(start, size, no_color):
    explorer = explore(start, size=size, no_color=no_color)
    before = explorer.rows("q")
    explorer.press("down", "right")
    for form, pasted in PASTES.items():
        explorer.paste(pasted)
        assert explorer.rows("q") == BLOCK, form
        assert explorer.message == "Q: 4×2 numbers pasted", form
        explorer.press("u")
        assert explorer.rows("q") == before, form


@either
def test_a_paste_that_can_not_be_used_is_said_and_changes_nothing(start, tmp_path, size, no_color):
    explorer = explore(start, size=size, no_color=no_color)
    before = explorer.rows("q")
    for junk in ("__import__('os').system('touch made')", "one\ttwo\n3\t4", "1\t2\n3", "[/red]\x07"):
        explorer.paste(junk)
        assert explorer.message.startswith("! "), junk
        assert explorer.rows("q") == before
    assert not (tmp_path / "made").exists()
    explorer.go("weights")
    explorer.paste("1\t2")
    assert explorer.message.startswith("! weights follow from the scores")
    explorer.press("u")
    assert explorer.message.startswith("! nothing to undo")


@either
def test_a_block_larger_than_its_table_is_asked_about_first(start, size, no_color):
    explorer = explore(start, size=size, no_color=no_color)
    large = "\n".join("\t".join(str(row + column) for column in range(3)) for row in range(5))
    explorer.paste(large)
    assert "the paste is 5×3, Q is 4×2: y resizes Q with its words and the columns of K" in " ".join(
        explorer.text.split()
    )
    assert explorer.footer == "y yes  Esc no"
    explorer.press("esc")
    assert explorer.title("q").startswith("━━ Q queries 4×2")
    assert explorer.message == "left as it is"
    explorer.paste(large)
    explorer.press("y")
    assert explorer.message == "Q resized to 5×3 and pasted"
    assert explorer.formula == "softmax( Q·Kᵀ ÷ √3 + 0 ) · V"
    assert explorer.row("q", "crane")[:2] == ["1.00", "2.00"]
    explorer.press("u")
    assert explorer.row("q", "crane") == ["0.70", "0.70"]
    assert explorer.formula == "softmax( Q·Kᵀ ÷ √2 + 0 ) · V"


@either
def test_a_copy_goes_to_the_terminals_clipboard_to_a_file_and_to_p(start, tmp_path, size, no_color):
    explorer = explore(start, size=size, no_color=no_color)
    explorer.press("down", "v", "right", "down")
    written = explorer.bytes_of("y")
    copied = "0.7\t0.7\n0.1\t0.9\n"
    assert b"\x1b]52;c;" + base64.b64encode(copied.encode()) in written
    saved = tmp_path / "state" / "attn_tui" / "copy.tsv"
    assert saved.read_text() == copied
    assert saved.stat().st_mode & 0o77 == 0
    told = " ".join(" ".join(explorer.lines[-4:-1]).split())
    assert "copied 2×2 to the clipboard and to /" in told
    explorer.press("esc", "tab", "g", "home", "p")
    assert [explorer.row("k", word) for word in ("the", "crane")] == [["0.70", "0.70"], ["0.10", "0.90"]]
    explorer.go("weights")
    explorer.press("y")
    number = saved.read_text().strip()
    assert explorer.selected("weights") == f"{float(number):.3f}" and len(number) > 10


def test_a_copy_that_can_not_be_saved_is_still_on_the_clipboard(start, tmp_path):
    (tmp_path / "state").write_text("a file where the folder should be")
    explorer = explore(start)
    assert b"\x1b]52;c;" + base64.b64encode(b"0.2\n") in explorer.bytes_of("y")
    told = " ".join(" ".join(explorer.lines[-4:-1]).split())
    assert "! copied 1×1 to the clipboard only: " in told
    assert explorer.terminal.process.poll() is None
