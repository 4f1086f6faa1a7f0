"""Positions and narrow number types on the board: what the titles say, what is marked, and which keys do it."""

import pytest

from tests.ui.driving import SIZES, Desk


@pytest.mark.parametrize("size", SIZES)
def test_a_pane_that_a_position_changes_says_before_or_after(size):
    desk = Desk("crane-lifted-steel", size)
    desk.press("O", "down")
    assert desk.title("q").startswith("━━ Q after rotary 4×2")
    assert desk.title("k").startswith("── K after rotary 4×2")
    assert desk.title("v").startswith("── V values 4×2")
    assert "rot(Q)·rot(K)ᵀ ÷ √2" in desk.screen[0]
    assert desk.row("q", "crane")[0] == "-0.211"
    assert "the asks" not in desk.explanation
    assert "crane asks the after rotary:" in desk.explanation
    desk.press("t")
    assert desk.title("q").startswith("━━ Q before rotary 4×2")
    assert desk.row("q", "crane") == ["0.70", "0.70"]
    desk.press("t", "2")
    assert desk.message == "! Q is shown after rotary: t shows it before, where it is edited"
    desk.press("u")
    assert desk.title("q").startswith("━━ Q queries 4×2")


def test_of_many_rows_the_short_title_keeps_after():
    desk = Desk("it-real")
    desk.press("O")
    assert desk.title("q").startswith("━━ Q after 1–4/13")


def test_x_is_shown_with_the_waves_and_without_them():
    desk = Desk("order", (80, 36))
    desk.press("O", "L")
    assert "X after waves" in desk.title("x")
    desk.press("t")
    assert "X before waves" in desk.title("x")


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("colour", [True, False])
def test_an_overflow_is_marked_counted_and_told(size, colour):
    desk = Desk("half-precision", size, colour)
    desk.go("scores")
    assert "^2 overflow" in desk.title("scores")
    assert desk.row("scores", "q")[:2] == ["^inf", "^inf"]
    assert "_2 underflow" in desk.title("weights")
    assert "_0.000" in desk.row("weights", "q÷√128")
    assert "raw: 131072 is above 65504, float16's largest: ∞" in desk.explanation
    desk.press("s")
    assert "^2 overflow at raw" in desk.title("scores")
    assert desk.row("scores", "q")[:2] == ["inf", "inf"]
    desk.press("b")
    assert "overflow" not in desk.title("scores")
    assert desk.message.startswith("number type bfloat16")


def test_what_moved_is_marked_beside_what_was_lost():
    desk = Desk("half-precision", (120, 36))
    desk.go("scores")
    desk.press("T", "s", "s")
    assert desk.row("scores", "q÷√128")[0] == "↑1.16e4"
    desk.press("b", "u")
    assert desk.row("scores", "q")[:2] == ["^↑inf", "^↑inf"]


def test_a_covered_pane_tells_no_losses(tmp_path):
    lesson = tmp_path / "lesson.toml"
    lesson.write_text(
        'title = "one"\nq = [[300]]\nk = [[300]]\nv = [[1]]\n[settings]\ndtype = "float16"\nscale = false\n'
        '[[step]]\ntext = "one"\nhide = ["scores"]\nask = { question = "?", answer = 1 }\n',
        encoding="utf-8",
    )
    from attn_tui.files.sources import open_lesson
    from attn_tui.session.lessons.walking import begin

    desk = Desk("crane-lifted-steel")
    desk.session = begin(open_lesson(str(lesson)))
    desk.draw()
    assert "overflow" not in "\n".join(desk.screen)
