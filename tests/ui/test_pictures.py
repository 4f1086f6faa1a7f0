"""The pictures in `screenshots/` are what the program shows today."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.ui.pictures import lines_of

SCREENSHOTS = Path(__file__).parents[2] / "screenshots"


@pytest.fixture(scope="module")
def made(tmp_path_factory) -> Path:
    """A folder with the pictures as the documented command makes them now."""
    shell = shutil.which("sh")
    if shell is None:
        pytest.skip("there is no sh on this machine")
    folder = tmp_path_factory.mktemp("screenshots")
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", os.defpath)])
    run = subprocess.run(
        [shell, str(SCREENSHOTS / "make.sh"), str(folder)],
        env={**os.environ, "PATH": path},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    return folder


def test_the_command_makes_every_picture_that_stands_there_and_no_other(made):
    assert {picture.name for picture in made.iterdir()} == {
        picture.name for picture in SCREENSHOTS.glob("*.svg")
    }


@pytest.mark.parametrize("name", sorted(picture.name for picture in SCREENSHOTS.glob("*.svg")))
def test_each_picture_shows_what_the_program_shows(made, name):
    committed = lines_of((SCREENSHOTS / name).read_text(encoding="utf-8"))
    assert lines_of((made / name).read_text(encoding="utf-8")) == committed
    width, _, height = name.removesuffix(".svg").rpartition("-")[2].partition("x")
    assert len(committed) == int(height)
    assert max(map(len, committed)) <= int(width)


def test_both_sizes_stand_there_masked_and_not_with_two_heads_and_an_edit_under_way():
    for size in ("80x24", "120x36"):
        shown = {
            name: "\n".join(lines_of((SCREENSHOTS / f"{name}-{size}.svg").read_text(encoding="utf-8")))
            for name in ("crane", "crane-masked", "crane-editing", "two-heads")
        }
        assert "-∞" in shown["crane-masked"] and "-∞" not in shown["crane"]
        assert "[0.9▏]" in shown["crane-editing"]
        assert "head 1 (2 of 2)" in shown["two-heads"]
