"""Started in a pipe, without a screen, or into a fault: what is needed is there, in one line, and no traceback."""

import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from attn_tui.files.shipped import shipped
from tests.terminal.conftest import clean_environment
from tests.terminal.explorer import Explorer, either, saved_crane

FAILING = """
import sys
import attn_tui.ui.{module} as module
def fail(*_): raise {error}
{patch}
from attn_tui.cli import main
sys.exit(main(["crane-lifted-steel"]))
"""
PIPE = "import os, subprocess, sys; sys.exit(subprocess.run(['/bin/sh', '-c', sys.argv[1]]).returncode)"


def in_shell(start, line: str, **settings):
    """A shell's line in a terminal."""
    return start("-c", PIPE, line, **settings)


@either
def test_after_a_pipe_is_read_keys_come_from_the_terminal(start, tmp_path, size, no_color):
    source, python = saved_crane(tmp_path), shlex.quote(sys.executable)
    terminal = in_shell(
        start, f"cat {shlex.quote(str(source))} | {python} -m attn_tui -", size=size, no_color=no_color
    )
    terminal.wait_for("softmax(")
    terminal.settle()
    explorer = Explorer(terminal)
    explorer.press("down", "2", "enter")
    assert explorer.row("q", "crane") == ["2.00", "0.70"]
    terminal.send("q", "y")
    assert terminal.exit_status() == 0
    assert terminal.left_behind() == []


def test_into_a_pipe_it_prints_the_trace(start):
    python = shlex.quote(sys.executable)
    terminal = in_shell(start, f"{python} -m attn_tui crane-lifted-steel | cat", size=(120, 60))
    assert terminal.exit_status() == 0
    assert "standard output is no terminal: here is the trace in place of the explorer" in terminal.text
    assert "weights" in terminal.text and "0.283" in terminal.text
    assert terminal.left_behind() == []


def test_on_a_dumb_terminal_it_prints_the_trace(start):
    terminal = start("-m", "attn_tui", "crane-lifted-steel", size=(120, 60), env={"TERM": "dumb"})
    assert terminal.exit_status() == 0
    assert "TERM is dumb: here is the trace" in terminal.text
    assert b"\x1b" not in terminal.bytes_since_mark()


def test_where_no_terminal_can_be_opened_it_prints_the_trace(tmp_path):
    done = subprocess.run(
        [sys.executable, "-m", "attn_tui", "-"],
        input=dict(shipped())["crane-lifted-steel"].read_bytes(),
        capture_output=True, env=clean_environment(tmp_path), start_new_session=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0
    assert done.stderr.decode().count("\n") == 1
    assert b"0.283" in done.stdout


def test_a_file_that_can_not_be_used_is_one_line_and_status_2(start, tmp_path):
    (tmp_path / "bad.toml").write_text('title = "\\u001b[31m"\nq = [[1, "two"]]\nk = [[1, 2]]\nv = [[1]]\n')
    terminal = start("-m", "attn_tui", "bad.toml", size=(160, 24))
    assert terminal.exit_status() == 2
    (line,) = [line for line in terminal.text.split("\n") if line]
    assert line.startswith("attn-tui: bad.toml:2: q")
    assert terminal.left_behind() == []


def test_a_fault_of_the_programs_own_in_a_key_is_said_and_loses_nothing(start):
    patch = 'module.press = lambda session, key, typed: fail() if key == "x" else press(session, key, typed)'
    terminal = start("-c", "from attn_tui.ui.keys import press" + FAILING.format(
        module="board", error="RuntimeError('it broke\\x1b[31m')", patch=patch))  # fmt: skip
    terminal.wait_for("softmax(")
    terminal.settle()
    explorer = Explorer(terminal)
    explorer.press("2", "enter", "x")
    assert explorer.message == "! internal fault (RuntimeError: it broke\\x1b[31m): nothing was lost"
    assert explorer.row("q", "the") == ["2.00", "0.20"]
    explorer.press("u")
    terminal.send("q")
    assert terminal.exit_status() == 0


@pytest.mark.parametrize(
    ("module", "patch"),
    [
        ("board", "module.Board.render_line = fail"),
        ("board", "module.Board.on_resize = fail"),
        ("app", "module.Explorer.on_mount = fail"),
        ("screens.picker", "module.PickerScreen.compose = fail"),
    ],
)
def test_a_fault_of_the_programs_own_in_drawing_is_one_line_with_a_clean_terminal(start, module, patch):
    error = "RuntimeError('it broke')"
    terminal = start("-c", FAILING.format(module=module, error=error, patch=patch), size=(80, 24))
    if module == "screens.picker":
        terminal.wait_for("softmax(")
        terminal.settle()
        terminal.send("o")
    assert terminal.exit_status() == 1
    assert "attn-tui: internal fault: RuntimeError: it broke" in terminal.text
    assert "Traceback" not in terminal.text and Path(__file__).name not in terminal.text
    assert len([line for line in terminal.text.split("\n") if line.strip()]) == 1
    assert terminal.left_behind() == []
