"""What stands in the last lines of a lesson while its goal is pursued, and what its goal leaves alone."""

from __future__ import annotations

import pytest

from attn_tui.files.presets.lesson import read_lesson
from attn_tui.session.digits import percent, share
from attn_tui.session.lessons.walking import begin
from tests.ui.driving import Desk

LESSON = """\
title = "the crane lifted steel"
tokens = ["the", "crane"]
columns = ["animal", "machine"]
[projection]
x = [[0.1, 0.1], [0.4, 0.4]]
w_q = [[1, 0], [0, 1]]
w_k = [[1, 0], [0, 1]]
w_v = [[1, 0], [0, 1]]
[[step]]
text = "Move X."
set = { left = "projection" }
select = { pane = "x", row = "crane" }
goal = { cell = "weights[crane, the]", below = 0.3, only = "x" }
"""


def desk(size: tuple[int, int] = (80, 24)) -> Desk:
    it = Desk("crane-words", size)
    it.session = begin(read_lesson(LESSON, "it", "it"))
    it.draw()
    return it


def said(it: Desk) -> str:
    """The line above the keys."""
    return it.screen[-2].strip()


def test_the_goal_stands_behind_what_a_key_did():
    it = desk()
    assert said(it) == "goal: weights[crane, the] below 0.3, by X alone; now 0.458"
    it.press(">")
    assert said(it).startswith("X[crane, animal] 0.40 → 0.50 · goal: below 0.3, now 0.")
    it.press("9", "enter")
    assert "reached: weights[crane, the] below 0.3" in it.message
    it.press("up", ">")
    assert said(it).endswith("· goal reached")


def test_a_question_stands_under_what_a_key_did():
    it = Desk("crane-words")
    text = LESSON.split("goal =", maxsplit=1)[0] + 'ask = { question = "How much?", answer = 1 }\n'
    it.session = begin(read_lesson(text, "it", "it"))
    it.draw()
    it.press("m")
    assert [line.strip() for line in it.screen[-3:-1]] == ["mask: causal", "How much?  (Q answers)"]


@pytest.mark.parametrize("keys", [("L", "5"), ("L", ">"), ("L", "enter"), ("L", "delete"), ("tab", "7")])
def test_a_table_that_the_goal_leaves_alone_is_refused_at_the_first_key(keys):
    it = desk()
    it.press(*keys)
    assert it.session.editor is None and it.session.question is None
    assert "stays as it is in this step: its goal is to be met by X alone" in it.message
    assert it.session.problem.projection is not None


def test_the_plane_asks_for_no_letting_go_that_the_goal_leaves_no_use_for():
    it = desk()
    it.session.select("q", 1, 0)
    it.press("P", "right")
    if it.session.plane.space == "keys":
        assert "stays as it is in this step" in it.message and it.session.question is None


@pytest.mark.parametrize("pane", ["x", "w_q", "weights", "output"])
def test_beside_the_plane_every_row_stands_under_its_title(pane):
    it = Desk("row-of-a-table")
    it.press("n", "n")
    it.session.select(pane, 1, 0)
    it.press("P")
    left = it.view.panes["weights"].box.x if "weights" in it.view.panes else 26
    for y, line in enumerate(it.screen):
        for box in (view.box for view in it.view.panes.values() if view.box.x == left):
            if box.y <= y < box.y + box.height and "weights" in it.view.panes:
                assert line[left:].strip() and (line[left - 1] == " ")


def test_while_a_search_is_open_the_last_line_says_what_n_does():
    it = desk()
    it.press("/", *"crane", "enter")
    assert "n N match" in it.screen[-1] and "n N step" not in it.screen[-1]
    it.press("escape")
    assert "n N step" in it.screen[-1]


def test_a_command_that_wants_more_says_what():
    it = Desk("soft-dictionary")
    it.press("P", "3", "enter")
    assert "at 3 wants more: at X Y" in "\n".join(it.screen)
    it.press("escape")
    assert it.session.command is None


@pytest.mark.parametrize(
    ("value", "said"), [(-0.0, "0%"), (-0.004, "-0.4%"), (-0.0004, ">-0.1%"), (-0.5, "-50%"), (-2.0, "-200%")]
)
def test_a_share_below_zero_never_reads_as_zero(value, said):
    assert share(value) == said


def test_a_share_just_above_minus_one_never_reads_as_minus_one():
    assert percent(-0.99999) == "<-99.9%"
