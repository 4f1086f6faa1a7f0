"""What is made of the surroundings before a screen is opened."""

import os

import pytest

from attn_tui.cli import terminal

EXPORTED = {"COLUMNS": "300", "LINES": "80"}


@pytest.mark.parametrize(("size", "left"), [((80, 24), {}), ((0, 0), EXPORTED)])
def test_only_a_size_that_the_terminal_knows_wins_over_an_exported_one(monkeypatch, size, left):
    for name, value in EXPORTED.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(os, "get_terminal_size", lambda _: os.terminal_size(size))
    terminal.prepare_screen()
    assert {name: value for name, value in os.environ.items() if name in EXPORTED} == left
