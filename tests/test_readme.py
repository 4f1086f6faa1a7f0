"""The README opens with a picture and two commands, each one line, and CI runs the second as written there."""

import re
import subprocess
from pathlib import Path

import pytest

from attn_tui.files.presets.lesson import read_lesson
from attn_tui.files.presets.preset_projection import PROJECTION_KEYS
from attn_tui.session.session import Session
from tests.files import crane_words

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```sh\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)


def test_it_opens_with_a_picture_that_is_there():
    picture = re.match(r"!\[[^\]]+\]\(([^)]+)\)\n", README)
    assert picture is not None
    assert (ROOT / picture[1]).read_text(encoding="utf-8").startswith("<svg")


def test_its_first_two_commands_are_one_line_each_and_set_up_what_they_need():
    start, tests = BLOCKS[0], BLOCKS[1]
    assert start.count("\n") == tests.count("\n") == 1
    for command in (start, tests):
        assert command.startswith("python3 -m venv .venv && .venv/bin/python -m pip install ")
    assert start.endswith(".venv/bin/attn-tui crane-lifted-steel\n")
    assert "'.[test]'" in tests and "pytest" in tests


def test_ci_runs_the_second_command_as_written():
    script = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    taken = re.search(r"\$\((awk '.*?' README\.md)\)", script)
    assert taken is not None
    run = subprocess.run(["sh", "-c", taken[1]], cwd=ROOT, capture_output=True, text=True, check=True)
    assert run.stdout == BLOCKS[1]


def test_the_folders_at_the_top_are_these_and_no_others():
    listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=False)
    if listed.returncode:
        pytest.skip("no git checkout")
    folders = {name.split("/")[0] for name in listed.stdout.splitlines() if "/" in name}
    assert folders == {".ci", "attn_tui", "presets", "screenshots", "tests"}


def test_a_sentence_stands_beside_each_dependency():
    project = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    lists = re.findall(r"^(?:dependencies|test|lint) = \[\n(.*?)^\]$", project, re.MULTILINE | re.DOTALL)
    lines = [line for listed in lists for line in listed.splitlines()]
    assert len(lists) == 3 and lines
    assert all(re.fullmatch(r'    "[^"]+", +# \S.{10,}', line) for line in lines), lines


@pytest.mark.parametrize("toml", re.findall(r"^```toml\n(.*?)^```$", README, re.MULTILINE | re.DOTALL))
def test_every_file_that_it_shows_opens_as_written(toml: str):
    problem = read_lesson(toml, "mine", "mine.toml").problem
    assert problem.q.shape[1] == len(problem.query_tokens)
    if "[projection]" in toml:
        expected = crane_words.weights("the crane lifted steel", "crane")
        assert Session(problem).trace()[0].weights[1].tolist() == pytest.approx(expected)


def test_every_key_of_a_projection_and_of_a_steps_set_is_told_of():
    for key in (*PROJECTION_KEYS, "sentence", "left", "below", "stage", "digits", "head"):
        assert f"`{key}`" in README or f"`{key} = " in README, key
