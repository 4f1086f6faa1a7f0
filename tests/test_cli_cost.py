"""What a command loads: the name costs nothing, and no command without a screen loads Textual."""

import os
import shlex
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import attn_tui
from attn_tui.cli import main
from attn_tui.cli.options import NEW, PROBLEM, SHOT, TRACE
from attn_tui.cli.parsers import COMMANDS

CRANE = "crane-lifted-steel"
LOADED = "; import sys; print(*sorted({'numpy', 'textual', 'rich'} & set(sys.modules)), file=sys.stderr)"


def loaded_by(code: str) -> list[str]:
    """Which of NumPy, Textual and Rich a fresh interpreter has loaded after `code`."""
    done = subprocess.run([sys.executable, "-c", code + LOADED], capture_output=True, text=True, check=True)
    return done.stderr.split()


@pytest.mark.parametrize(
    ("code", "loaded"),
    [
        ("import attn_tui", []),
        ("import attn_tui; attn_tui.__version__", []),
        ("from attn_tui import attention", ["numpy"]),
        ("from attn_tui.cli import main; main(['--version'])", []),
        ("from attn_tui.cli import main; main(['--help'])", []),
        ("from attn_tui.cli import main; main(['trace', '--help'])", []),
        (f"from attn_tui.cli import main; main(['trace', '{CRANE}'])", ["numpy"]),
    ],
)
def test_a_command_loads_only_what_it_needs(code: str, loaded: list[str]):
    assert loaded_by(code) == loaded


def test_presets_are_listed_without_textual():
    assert "textual" not in loaded_by("from attn_tui.cli import main; main(['presets'])")


def test_numpy_has_one_thread_in_the_program_and_is_left_alone_in_the_library():
    say = "; import os, sys; print(os.environ.get('OPENBLAS_NUM_THREADS'), file=sys.stderr)"
    environment = {name: value for name, value in os.environ.items() if name != "OPENBLAS_NUM_THREADS"}
    for code, threads in (
        ("import attn_tui.engine", "None"),
        (f"from attn_tui.cli import main; main(['trace', '{CRANE}'])", "1"),
    ):
        done = subprocess.run(
            [sys.executable, "-c", code + say], env=environment, capture_output=True, text=True, check=True
        )
        assert done.stderr.strip() == threads


def test_what_the_package_exports_is_the_engines():
    from attn_tui import engine

    assert all(
        getattr(attn_tui, name) is getattr(engine, name) for name in attn_tui.__all__ if name[0] != "_"
    )
    assert {"attention", "Trace"} <= set(dir(attn_tui))
    with pytest.raises(AttributeError, match="no attribute 'attenton'"):
        attn_tui.attenton  # noqa: B018


def test_the_version_is_that_of_the_packaging():
    packaging = tomllib.loads((Path(__file__).parents[1] / "pyproject.toml").read_text(encoding="utf-8"))
    assert attn_tui.__version__ == packaging["project"]["version"]


def test_version_names_what_the_program_stands_on(capsys: pytest.CaptureFixture[str]):
    assert main(["--version"]) == 0
    words = [line.split()[0] for line in capsys.readouterr().out.splitlines()]
    assert words == ["attn-tui", "Textual", "NumPy", "Python"]


def test_python_m_is_the_same_program():
    done = subprocess.run(
        [sys.executable, "-m", "attn_tui", "--version"], capture_output=True, text=True, check=True
    )
    assert done.stdout.startswith(f"attn-tui {attn_tui.__version__}\n")


@pytest.mark.parametrize("command", ["", *COMMANDS])
def test_help_leads_with_examples_and_names_every_option(command: str, capsys: pytest.CaptureFixture[str]):
    assert main([*command.split(), "--help"]) == 0
    text, err = capsys.readouterr()
    assert err == ""
    assert text.startswith("Examples:\n  attn-tui")
    own = {"": PROBLEM, "trace": PROBLEM + TRACE, "presets": (), "shot": PROBLEM + SHOT, "new": PROBLEM + NEW,
           "lint": (), "experiment": ()}  # fmt: skip
    assert all(option.flag in text for option in own[command])
    assert command or all(name in text for name in COMMANDS)


def examples() -> list[str]:
    from attn_tui.cli.parsers import parser_of

    texts = "\n".join(parser_of(command).format_help().partition("usage:")[0] for command in ("", *COMMANDS))
    return [line.strip() for line in texts.splitlines() if line.startswith("  attn-tui")]


@pytest.mark.parametrize("line", [line for line in examples() if CRANE in line and " trace " in line])
def test_the_examples_in_the_help_work(line: str, capsys: pytest.CaptureFixture[str]):
    assert main(shlex.split(line.split("  ")[0])[1:]) == 0
    assert capsys.readouterr().out
