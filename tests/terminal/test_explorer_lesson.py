"""The first lesson in a real terminal, by keys alone."""

from tests.terminal.conftest import Start
from tests.terminal.explorer import Explorer, everywhere


@everywhere
def test_the_program_alone_opens_the_first_lesson_and_a_question_is_answered(
    start: Start, size: tuple[int, int], no_color: bool
):
    terminal = start("-m", "attn_tui", size=size, no_color=no_color)
    terminal.wait_for("step 1 of 13")
    terminal.settle()
    explorer = Explorer(terminal)
    assert explorer.lines[0].startswith(" Attention in five pieces")
    assert "Σ row" in explorer.text
    explorer.press("n")
    assert "step 2 of 13" in explorer.text
    assert "answer first: Q" in explorer.text
    assert "What is crane's score for lifted?" in explorer.text
    assert "n N step" in explorer.footer
    explorer.press("Q", *"0.6")
    assert explorer.message == "answer: 0.6▏"
    explorer.press("\r")
    assert "no, not 0.6: scores[crane," in explorer.text
    assert "answer first" not in explorer.text
    explorer.press("Q", *"0.7", "\r")
    assert "right: scores[crane, lifted] is" in explorer.text
    assert explorer.message == "answered right: n goes on"


def test_a_step_is_left_and_found_again_as_it_was_and_restored(start: Start):
    terminal = start("-m", "attn_tui", size=(80, 24))
    terminal.wait_for("step 1 of 13")
    terminal.settle()
    explorer = Explorer(terminal)
    explorer.press("5", "\r", "n", "N")
    assert "step 1 of 13" in explorer.text
    assert explorer.row("q", "crane")[0] == "5.00"
    explorer.press("r")
    assert explorer.row("q", "crane")[0] == "0.70"
