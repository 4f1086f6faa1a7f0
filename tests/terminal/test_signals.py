"""A program that is told to end, or whose terminal is gone, ends soon and leaves the terminal as it was."""

import signal
from pathlib import Path

import pytest

TOY = str(Path(__file__).with_name("toy.py"))


@pytest.mark.parametrize(
    ("number", "status"), [(signal.SIGTERM, 143), (signal.SIGHUP, 129), (signal.SIGINT, 130)]
)
def test_a_signal_ends_the_program_with_its_status_and_a_clean_terminal(start, number, status):
    terminal = start(TOY)
    terminal.wait_for("moves 0")
    terminal.kill(number)
    assert terminal.exit_status() == status
    assert terminal.left_behind() == []


@pytest.mark.parametrize("options", [[], ["--deaf"]])
def test_when_the_terminal_hangs_up_the_program_ends(start, options):
    terminal = start(TOY, *options)
    terminal.wait_for("moves 0")
    terminal.settle()
    terminal.hang_up()
    assert terminal.exit_status(timeout=5) == 129


def test_where_nobody_reads_what_it_writes_a_signal_still_ends_it(start):
    terminal = start(TOY)
    terminal.wait_for("moves 0")
    terminal.settle()
    terminal.press_until_stuck("m")
    terminal.kill(signal.SIGTERM)
    assert terminal.process.wait(timeout=5) == 143
