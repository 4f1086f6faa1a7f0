"""The steps of a lesson, as they are written in DESIGN.md, become steps with every place resolved."""

from pathlib import Path

import numpy as np
import pytest

from attn_tui.files.presets.lesson import read_lesson
from attn_tui.files.sources import open_lesson, open_source
from attn_tui.session.lessons.lesson import Ask, Goal, Select, Step
from attn_tui.session.settings import Causal, Padding
from tests.files.lessons_text import LESSON, with_step
from tests.files.presets_text import HEADS, SMALL


def steps(toml: str, folder: Path | None = None) -> tuple[Step, ...]:
    return read_lesson(toml, "lesson.toml", "lesson.toml", folder).steps


def third(lines: str) -> Step:
    return steps(with_step(lines))[2]


def test_a_preset_without_steps_is_no_lesson():
    assert read_lesson(SMALL, "small", "small").steps == ()
    assert open_lesson("crane-lifted-steel").steps == ()


def test_a_step_has_its_words_its_covers_its_place_and_its_question():
    first, second = steps(LESSON)
    assert (first.title, first.text, first.show, first.hide) == (
        "First", "Some *text*.", "", ("weights", "output"),
    )  # fmt: skip
    assert first.select == Select("scores", 1, 2)
    assert first.ask == Ask("How much?", answer=0.43, tolerance=0.01)
    assert (first.goal, second.ask, second.select) == (None, None, None)
    assert (second.title, second.show) == ("Second", "table")
    assert second.goal == Goal(("weights", 1, 0), above=0.9, only=("q",))


def test_what_is_set_holds_from_its_step_on_and_not_before():
    first, second, later = steps(with_step('text = "more"'))
    assert first.scene.problem.settings.mask == ()
    assert first.scene.problem.q[0, 0].tolist() == [0.2, 0.2]
    for step in (second, later):
        assert step.scene.problem.settings.mask == (Causal(),)
        assert step.scene.problem.settings.scale is False
        assert step.scene.problem.settings.widen == 2
        assert (step.scene.stage, step.scene.digits) == ("masked", "4")
        assert step.scene.problem.q[0].tolist() == [[1, 2], [3, 4], [5, 6]]


def test_what_a_later_step_sets_is_added_to_what_was_set_before():
    step = third('set = { mask = "none", digits = "full" }')
    assert (step.scene.problem.settings.mask, step.scene.problem.settings.scale) == ((), False)
    assert (step.scene.stage, step.scene.digits) == ("masked", "full")


def test_a_step_puts_masks_and_terms_on_and_takes_them_off():
    with_them = (
        'set = { mask = "causal + padding:1", alibi = [0.5], softcap = 2, sink = 1, offset = -1, blocked = 0, '
        "bias = [[0, 1, 2], [0, 0, 0], [0, 0, 0]] }"
    )
    without = "set = { alibi = false, softcap = false, sink = false, bias = false }"
    third, fourth = steps(with_step(f"{with_them}\n[[step]]\n{without}"))[2:]
    on, off = third.scene.problem.settings, fourth.scene.problem.settings
    assert on.mask == off.mask == (Causal(), Padding(1))
    assert (on.alibi, on.softcap, on.sink, on.offset, on.blocked) == ((0.5,), 2.0, 1.0, -1, 0.0)
    assert on.bias is not None and on.bias[0].tolist() == [0, 1, 2]
    assert (off.alibi, off.softcap, off.sink, off.bias) == (None, None, None, None)
    assert (off.offset, off.blocked) == (-1, 0.0)


def test_another_problem_begins_with_its_own_settings_and_its_own_words():
    step = third('problem = "crane-ate-fish"\nselect = { pane = "weights", row = "crane", column = "ate" }')
    fish = open_source("crane-ate-fish")
    np.testing.assert_array_equal(step.scene.problem.k, fish.k)
    assert step.scene.problem.settings.mask == ()
    assert (step.scene.stage, step.scene.digits) == ("auto", "3")
    assert step.select == Select("weights", 1, 2)


def test_a_file_beside_the_lesson_can_be_its_problem(tmp_path: Path):
    (tmp_path / "mine.toml").write_text(SMALL, encoding="utf-8")
    path = tmp_path / "lesson.toml"
    path.write_text(with_step('problem = "mine.toml"'), encoding="utf-8")
    assert open_lesson(str(path)).steps[2].scene.problem.query_tokens == ("red", "blue")
    assert open_source(str(path)).title == "a small lesson"


def test_a_lesson_named_as_a_problem_gives_its_own_tables(tmp_path: Path):
    (tmp_path / "other.toml").write_text(LESSON, encoding="utf-8")
    assert steps(with_step('problem = "other.toml"'), tmp_path)[2].scene.problem.title == "a small lesson"


def test_a_head_can_be_shown_and_its_tables_set():
    lesson = f"{HEADS}[[step]]\nset = {{ head = 1, q = [[7, 8]], v = [[1], [1], [1]] }}\n"
    (step,) = steps(lesson)
    assert step.scene.head == 1
    assert step.scene.problem.q.tolist() == [[[1, 0]], [[7, 8]]]
    assert step.scene.problem.v.tolist() == [[[1], [2], [3]], [[1], [1], [1]]]


@pytest.mark.parametrize(
    ("select", "expected"),
    [
        ('{ pane = "q", row = 2, column = "machine" }', Select("q", 2, 1)),
        ('{ pane = "k", row = "the#1" }', Select("k", 0, None)),
        ('{ pane = "output", column = 0 }', Select("output", None, 0)),
        ('{ pane = "v" }', Select("v")),
    ],
)
def test_a_selection_is_by_word_or_by_number_and_may_leave_either_out(select: str, expected: Select):
    assert third(f"select = {select}").select == expected


@pytest.mark.parametrize(
    ("ask", "expected"),
    [
        ('{ question = "?", answer = 2 }', Ask("?", answer=2.0)),
        ('{ question = "?", cell = "weights[crane, 0]" }', Ask("?", cell=("weights", 1, 0))),
        (
            '{ question = "?", choices = ["rows", "columns"], correct = 1, reasons = ["no", "yes"] }',
            Ask("?", choices=("rows", "columns"), correct=1, reasons=("no", "yes")),
        ),
        ('{ question = "?", answer = 0, reason = "so" }', Ask("?", answer=0.0, reason="so")),
    ],
)
def test_a_question_is_answered_by_a_number_a_cell_or_a_choice(ask: str, expected: Ask):
    assert third(f"ask = {ask}").ask == expected


@pytest.mark.parametrize(
    ("goal", "expected"),
    [
        ('{ cell = "output[crane, machine]", below = 0.1 }', Goal(("output", 1, 1), below=0.1)),
        (
            '{ cell = "scores[1, 1]", above = 0.1, below = 0.2, only = ["q", "k"] }',
            Goal(("scores", 1, 1), 0.1, 0.2, ("q", "k")),
        ),
    ],
)
def test_a_goal_has_bounds_and_the_tables_that_may_be_moved(goal: str, expected: Goal):
    assert third(f"goal = {goal}").goal == expected


def test_a_step_without_a_title_is_called_by_its_number():
    assert third('text = "x"').title == "Step 3"


def test_a_lesson_without_tables_has_those_that_its_first_step_names():
    lesson = read_lesson(
        'title = "Mine"\nabout = "Look."\n[[step]]\nproblem = "crane-ate-fish"\n[[step]]\ntext = "x"\n',
        "mine.toml",
        "mine.toml",
    )
    assert (lesson.problem.title, lesson.problem.about, lesson.problem.name) == ("Mine", "Look.", "mine.toml")
    for step in lesson.steps:
        np.testing.assert_array_equal(step.scene.problem.q, open_source("crane-ate-fish").q)
