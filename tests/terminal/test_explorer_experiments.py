"""The experiments in a real terminal: by keys alone, silent when they rest, and never in the way of a key."""

from tests.terminal.explorer import COLOUR, either, explore


@either
def test_the_variance_is_measured_and_then_nothing_more_is_written(start, size, no_color):
    explorer = explore(start, "crane-lifted-steel", size=size, no_color=no_color)
    explorer.press("x")
    assert explorer.lines[0].startswith("── Experiments ───")
    explorer.press("1")
    explorer.terminal.wait_for("11 of 11 widths, finished")
    explorer.terminal.settle()
    assert "raw 64.59" in explorer.text and "scaled 1.009" in explorer.text
    assert any("⠀" < mark <= "⣿" for mark in explorer.text)
    assert explorer.terminal.is_silent(0.3)
    assert explorer.footer.startswith("Esc closes")
    assert bool(COLOUR.search(explorer.bytes_of("b"))) is not no_color
    assert not any("⠀" < mark <= "⣿" for mark in explorer.text)
    explorer.press("y")
    assert "copied as csv to the clipboard" in explorer.text
    explorer.press("esc")
    assert explorer.footer.startswith("? help")


@either
def test_a_training_is_paused_stepped_and_left(start, size, no_color):
    explorer = explore(start, "crane-lifted-steel", size=size, no_color=no_color)
    explorer.command("experiment training")
    explorer.terminal.send("space")
    explorer.terminal.wait_for("paused")
    explorer.terminal.settle()
    assert explorer.terminal.is_silent(0.3)
    before = explorer.lines[0]
    explorer.press("n")
    assert explorer.lines[0] != before and "paused" in explorer.lines[0]
    explorer.press("left", "up")
    explorer.terminal.wait_for("numbers:[own]")
    assert "'the' attends to" in explorer.text
    explorer.terminal.send("esc")
    explorer.terminal.wait_for("? help")
    explorer.press("q")
    assert explorer.terminal.exit_status() == 0


def test_the_program_quits_at_once_while_a_time_is_measured(start):
    explorer = explore(start, "crane-lifted-steel")
    explorer.command("experiment cost")
    explorer.terminal.send("2048", "enter")
    explorer.terminal.wait_for("running")
    explorer.terminal.send("ctrl+q")
    assert explorer.terminal.exit_status() == 0
    assert explorer.terminal.left_behind() == []
