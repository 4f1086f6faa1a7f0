"""Who may know whom: the arithmetic, the session, the files and the commands know no screen."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


@pytest.mark.parametrize("package", ["engine", "session", "files", "commands"])
def test_what_has_no_screen_loads_no_screen(package):
    modules = [f"attn_tui.{package}"]
    folder = ROOT / "attn_tui" / package
    modules += [
        f"attn_tui.{package}.{module.stem}" for module in folder.glob("*.py") if module.stem != "__init__"
    ]
    program = f"import sys, {', '.join(modules)}; print(sorted({{'textual', 'rich'}} & set(sys.modules)))"
    run = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert (run.stdout.strip(), run.stderr) == ("[]", "")


@pytest.mark.parametrize("package", ["session", "files", "commands", "ui"])
def test_the_engine_knows_nothing_above_it(package):
    program = f"import sys, attn_tui.engine; print('attn_tui.{package}' in sys.modules)"
    run = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert run.stdout.strip() == "False"


def test_the_name_alone_costs_nothing():
    program = "import sys, attn_tui; print(sorted({'numpy', 'textual', 'rich'} & set(sys.modules)))"
    run = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert run.stdout.strip() == "[]"


def test_the_import_contracts_hold():
    pytest.importorskip("importlinter")
    program = "import sys; from importlinter.cli import lint_imports; sys.exit(lint_imports())"
    run = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stdout + run.stderr


def test_the_folders_at_the_top_are_those_that_were_agreed():
    run = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False)
    if run.returncode:
        pytest.skip("this is no git checkout")
    folders = {line.split("/")[0] for line in run.stdout.splitlines() if "/" in line}
    assert folders == {"attn_tui", "presets", "tests", "screenshots", ".ci"}
