"""The guide in the README: its lesson is whole, its table has every key, and it is played as it says."""

import re
from pathlib import Path

import pytest

from attn_tui.cli import main
from attn_tui.files.presets.lesson import read_lesson
from attn_tui.files.presets.preset_scene import SET_KEYS
from attn_tui.files.presets.preset_steps import STEP_KEYS
from attn_tui.session.lessons.asking import answer
from attn_tui.session.lessons.lesson import VIEWS
from attn_tui.session.lessons.walking import begin, go_on

README = (Path(__file__).parents[1] / "README.md").read_text(encoding="utf-8")
GUIDE = README[README.index("## Write a lesson") :].split("\n## ")[0]


def example() -> str:
    (toml,) = re.findall(r"```toml\n(.*?)```", GUIDE, re.DOTALL)
    return toml


def test_the_lesson_in_the_guide_has_nothing_to_mend(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    path = tmp_path / "mine.toml"
    path.write_text(example(), encoding="utf-8")
    assert main(["lint", str(path)]) == 0
    assert capsys.readouterr().out == f"{path}: fine\n"


def test_every_key_of_a_step_is_in_the_table():
    rows = re.findall(r"^\| `(\w+)` \|", GUIDE, re.MULTILINE)
    assert sorted(rows) == sorted(STEP_KEYS)
    assert all(f"`{key}`" in GUIDE for key in ("head", "stage", "digits", "q", "k", "v"))
    assert all(key in README for key in SET_KEYS)
    assert all(f'"{view}"' in GUIDE for view in VIEWS if view)


def test_the_lesson_in_the_guide_is_played_to_its_end():
    session = begin(read_lesson(example(), "mine", "mine"))
    walk = session.walk
    assert walk is not None
    assert session.covered == {"weights", "output", "concat", "result"}
    answer(session, "0.85")
    assert walk.reply is not None and walk.reply.is_right
    go_on(session, 1)
    answer(session, "a")
    assert session.message.text == (
        "no: a) a larger first number in its query. That makes cat's score grow. "
        "Right is b) a larger second number in its query. Times 2.0, it is mouse's score."
    )
    go_on(session, 1)
    go_on(session, 1)
    assert session.trace()[0].weights[0].tolist() == [1, 0, 0]
