"""Copy and paste: blocks leave and come in every form, as one step, and what does not fit asks."""

from dataclasses import replace

import numpy as np
import pytest

from attn_tui.acts import paste_text
from attn_tui.files.pasting.copy import copy_path
from attn_tui.session.faults import Fault
from tests.ui.driving import Desk, driving, long_problem

BLOCK = [[0.25, -1.5], [1e-3, 4.0], [5.0, 6.5], [7.0, 8.0]]
# fmt: off
FORMS = {
    "tsv": "0.25\t-1.5\n0.001\t4\n5\t6.5\n7\t8\n",
    "csv": "0.25,-1.5\r\n0.001,4\r\n5,6.5\r\n7,8",
    "semicolons and decimal commas": "0,25;-1,5\n0,001;4\n5;6,5\n7;8",
    "words": "0.25 -1.5\n 0.001  4\n5 6.5\n7 8",
    "json": "[[0.25, -1.5], [1e-3, 4], [5, 6.5], [7, 8]]",
    "numpy repr": "array([[ 0.25 , -1.5  ],\n       [ 0.001,  4.   ],\n"
                  "       [ 5.   ,  6.5  ],\n       [ 7.   ,  8.   ]])",
    "numpy str": "[[ 0.25  -1.5 ]\n [ 0.001  4.  ]\n [ 5.     6.5 ]\n [ 7.     8.  ]]",
    "tensor": "tensor([[ 0.25, -1.5],\n        [1e-3, 4.0],\n"
              "        [5.0, 6.5],\n        [7.0, 8.0]], dtype=torch.float64)",
}
# fmt: on


def paste(desk: Desk, text: str) -> None:
    paste_text(desk.session, text)
    desk.draw()


@pytest.mark.parametrize("form", FORMS)
def test_a_block_of_the_tables_size_takes_its_place_wherever_the_selection_is(form):
    desk = Desk("crane-lifted-steel")
    desk.press("G", "end")
    paste(desk, FORMS[form])
    assert desk.session.problem.q[0].tolist() == BLOCK
    assert desk.row("q", "the") == ["0.25", "-1.50"]
    desk.press("u")
    assert desk.row("q", "the") == ["0.20", "0.20"]
    assert not desk.session.is_edited


@pytest.mark.parametrize("form", ["tsv", "tensor"])
async def test_the_terminals_own_paste_does_the_same(form):
    async with driving("crane-lifted-steel") as driven:
        await driven.go("v")
        await driven.paste(FORMS[form])
        assert driven.session.problem.v[0].tolist() == BLOCK
        assert driven.message == "V: 4×2 numbers pasted"
        await driven.press("u")
        assert not driven.session.is_edited


def test_a_smaller_block_goes_in_from_the_selected_cell():
    desk = Desk("crane-lifted-steel")
    desk.press("down", "right")
    paste(desk, "8\n9")
    assert [desk.row("q", word)[1] for word in ("the", "crane", "lifted", "steel")] == [
        "0.20",
        "8.00",
        "9.00",
        "0.80",
    ]


def test_a_single_number_fills_the_selected_block():
    desk = Desk("crane-lifted-steel")
    desk.press("shift+down", "shift+right")
    paste(desk, "3")
    assert desk.row("q", "the") == desk.row("q", "crane") == ["3.00", "3.00"]


@pytest.mark.parametrize("answer", ["y", "escape", "n"])
def test_a_block_that_does_not_fit_asks_before_it_resizes(answer):
    desk = Desk("crane-lifted-steel")
    before = desk.session.problem
    paste(desk, "1 2 3\n4 5 6\n7 8 9")
    assert "the paste is 3×3, Q is 4×2: y resizes Q" in desk.message
    assert "yes" in desk.screen[-1] and "quit" not in desk.screen[-1]
    assert desk.session.problem is before
    desk.press(answer)
    if answer == "y":
        assert "Q queries 3×3" in desk.title("q")
        assert "K keys 3×3" in desk.title("k")
        assert desk.session.problem.q[0].tolist() == [[1, 2, 3], [4, 5, 6], [7, 8, 9]]
        assert desk.session.problem.k[0, 1].tolist() == [0.4, 0.4, 0]
        desk.press("u")
    assert desk.session.problem.q.tolist() == before.q.tolist()
    assert desk.session.question is None


def test_keys_do_nothing_else_while_a_question_is_open():
    desk = Desk("crane-lifted-steel")
    paste(desk, "1 2 3")
    before = desk.screen
    desk.press("m", "down", "5", "tab")
    assert desk.screen == before


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("1 2\n3", "row 2 has 1 number"),
        ("1 x\n3 4", "row 1, column 2: 'x' is no number"),
        ("", "nothing to read"),
        ("[[1, 2], [3, ...]]", "shortened"),
        ("[[[1, 2], [3, 4]]]", "dimensions"),
        ("__import__('os').system('true')", "no number"),
        ("1 \x1bc", "\\x1bc"),
    ],
)
async def test_a_paste_that_can_not_be_read_says_why_and_changes_nothing(text, reason):
    async with driving("crane-lifted-steel") as driven:
        before = driven.session.state
        await driven.paste(text)
        assert driven.message.startswith("! ")
        assert reason in driven.message
        assert driven.message.isprintable()
        assert driven.session.state is before


async def test_a_paste_on_the_right_says_where_it_can_go():
    async with driving("crane-lifted-steel") as driven:
        await driven.go("weights")
        await driven.paste("1 2")
        assert "Enter goes to Q" in driven.message


async def test_a_paste_into_what_is_typed_goes_in_at_the_cursor():
    async with driving("crane-lifted-steel") as driven:
        await driven.press("0")
        await driven.paste(".25\n")
        assert driven.marked_cell("q") == "0.25▏"
        await driven.paste("1 2")
        assert driven.session.editor.text == "0.25"
        assert "Enter or Esc first" in driven.message
        await driven.paste("\x1b]0;x\x07")
        assert driven.session.editor.text.isprintable()


def test_a_paste_with_the_question_open_changes_nothing():
    desk = Desk("crane-lifted-steel")
    paste(desk, "1 2 3")
    before = desk.session.state, desk.session.question
    paste(desk, "7")
    assert (desk.session.state, desk.session.question) == before


async def test_copy_goes_to_the_clipboard_to_a_file_and_back_by_p():
    async with driving("crane-lifted-steel") as driven:
        await driven.press("down", "v", "down", "right", "y")
        assert driven.app.clipboard == "0.7\t0.7\n0.1\t0.9\n"
        assert copy_path().read_text() == "0.7\t0.7\n0.1\t0.9\n"
        assert driven.message.startswith("copied 2×2 to the clipboard and to ")
        await driven.go("k")
        await driven.press("g", "home", "p")
        assert [driven.row("k", word) for word in ("the", "crane")] == [["0.70", "0.70"], ["0.10", "0.90"]]


async def test_copy_asks_the_terminal_by_osc_52(monkeypatch):
    async with driving("crane-lifted-steel") as driven:
        written = []
        monkeypatch.setattr(driven.app, "_driver", driven.app._driver)
        monkeypatch.setattr(driven.app._driver, "write", written.append)
        await driven.press("y")
        assert "\x1b]52;c;MC4yCg==\a" in "".join(written)


async def test_a_copy_of_computed_numbers_has_every_digit():
    async with driving("crane-lifted-steel") as driven:
        await driven.press("down")
        await driven.go("weights")
        await driven.press("y")
        q, k = np.array([0.7, 0.7]), np.array([[0.1, 0.1], [0.4, 0.4], [0.1, 0.9], [0.0, 0.9]])
        e = np.exp(k @ q / np.sqrt(2))
        assert float(driven.session.copied) == pytest.approx(e[0] / e.sum(), rel=1e-12)


async def test_a_copy_that_can_not_be_saved_says_so_and_still_can_be_pasted(tmp_path, monkeypatch):
    (tmp_path / "taken").write_text("a file where a folder should be")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "taken"))
    async with driving("crane-lifted-steel") as driven:
        await driven.press("y")
        assert driven.message.startswith("! copied 1×1 to the clipboard only: ")
        await driven.press("down", "p")
        assert driven.row("q", "crane")[0] == "0.20"


def test_p_with_nothing_copied_says_what_to_do():
    desk = Desk("crane-lifted-steel")
    desk.press("p")
    assert desk.message.startswith("! nothing was copied here yet")


def test_a_block_too_large_for_a_float32_table_is_refused_in_one_line_also_when_it_resizes():
    problem = long_problem(3)
    tables = {name: getattr(problem, name).astype(np.float32) for name in "qkv"}
    desk = Desk(replace(problem, **tables))
    with pytest.raises(Fault, match="larger than a float32 can be"):
        paste(desk, "1e300")
    paste(desk, "1e300 2 3")
    desk.press("y")
    assert "larger than a float32 can be" in desk.message
    assert desk.session.problem.q.shape == (1, 3, 2)


@pytest.mark.parametrize("opened", [":", "/"])
async def test_a_paste_into_a_line_goes_in_at_the_cursor_on_one_line(opened):
    async with driving("crane-lifted-steel") as driven:
        await driven.press(opened, "a", "left")
        await driven.paste("open\nmy\x1b.toml")
        line = driven.session.seeking if opened == "/" else driven.session.command.line
        assert line.text == "open my\\x1b.tomla"
        assert not driven.session.is_edited
