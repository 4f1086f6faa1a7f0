"""Whatever is wrong in a step ends in one line: file, line, key, what was found and what was expected."""

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from attn_tui.files.presets.lesson import read_lesson
from attn_tui.files.presets.lesson_faults import examine
from attn_tui.session.faults import Fault
from attn_tui.session.labels import plain
from tests.files.lessons_text import LESSON, with_step
from tests.files.presets_text import SMALL

ONE_LINE = re.compile(r"lesson\.toml:\d+: [^\n\r]+: [^\n\r]+")


def fault(toml: str, folder: Path | None = None) -> str:
    with pytest.raises(Fault) as caught:
        read_lesson(toml, "lesson.toml", "lesson.toml", folder)
    said = str(caught.value)
    assert ONE_LINE.fullmatch(said)
    assert said.isprintable()
    return said.removeprefix("lesson.toml:")


STEPS = [
    ("titel = 1", "21: step 3, titel: unknown key, did you mean title?"),
    ("answer = 1", "21: step 3, answer: unknown key, expected one of title, text, problem, show, hide,"),
    ("title = 3", "21: step 3, title: found 3, expected text in quotes"),
    ("text = [1]", "21: step 3, text: found a list of 1, expected text in quotes"),
    ('problem = "nobody"', "21: step 3, problem: there is no preset 'nobody': name one that ships, or"),
    ('problem = "../up.toml"', "21: step 3, problem: there is no preset '../up.toml': name one that ships,"),
    ("problem = 3", "21: step 3, problem: found 3, expected text in quotes"),
    ('show = "head"', '21: step 3, show: found the text "head", expected a view that there is: plane, heads, table'),
    (
        'show = "heads"\nhide = ["q", "weights"]\nask = { question = "?", answer = 1 }',
        "21: step 3, show: found heads beside hide, expected one of them: it shows the weights",
    ),
    ('show = "experiment:luck"', '21: step 3, show: found the text "experiment:luck", expected a view that there is'),
    (
        'show = "table"\nhide = ["q"]\nask = { question = "?", answer = 1 }',
        "21: step 3, show: found table beside hide, expected one of them: it tells numbers of every pane",
    ),
    ('hide = "weights"', '21: step 3, hide: found the text "weights", expected a list of panes, such as'),
    ('hide = ["weigths"]', '21: step 3, hide[0]: found the text "weigths", expected a pane, one of q, k, v,'),
    ('hide = ["q", "q"]', '21: step 3, hide[1]: found "q" twice, expected it once'),
    ('hide = ["q"]', "21: step 3, hide: found without a question, expected an ask that uncovers them"),
    ("select = 3", "21: step 3, select: found 3, expected a table"),
    ("select = { row = 1 }", "21: step 3, select.pane: missing, expected a pane, one of q, k, v, scores,"),
    ('select = { pane = "q", rwo = 1 }', "21: step 3, select.rwo: unknown key, did you mean row?"),
    ('select = { pane = "q", row = "crain" }', "21: step 3, select.row: there is no query 'crain', did you mean"),
    ('select = { pane = "k", row = "the" }', "21: step 3, select.row: the key 'the' stands 2 times: write the#1"),
    ('select = { pane = "k", row = "the#3" }', "21: step 3, select.row: there is no key 'the#3', did you mean"),
    ('select = { pane = "q", column = 7 }', "21: step 3, select.column: there is no column 7: they are counted"),
    ('select = { pane = "q", row = -1 }', "21: step 3, select.row: there is no query -1: they are counted from"),
    ('select = { pane = "q", row = true }', "21: step 3, select.row: found true, expected a word, such as crane"),
    ('select = { pane = "q", row = 1.0 }', "21: step 3, select.row: found 1.0, expected a word, such as crane"),
    (
        'set = { position = "sinusoidal" }',
        "21: step 3, set.position: position sinusoidal is added to embeddings, and there are none",
    ),
    ("set = 3", "21: step 3, set: found 3, expected a table"),
    ('set = { maks = "none" }', "21: step 3, set.maks: unknown key, did you mean mask?"),
    ('set = { mask = "sideways" }', '21: step 3, set.mask: "sideways" is no mask, expected none, causal,'),
    ("set = { cells = [[0, 9, 0]] }", "21: step 3, set.cells[0,1]: found 9, expected a whole number from 0 to 2"),
    ("set = { head = 1 }", "21: step 3, set.head: found 1, expected a whole number from 0 to 0"),
    ('set = { stage = "last" }', '21: step 3, set.stage: found the text "last", expected a stage of the scores,'),
    ("set = { digits = 9 }", "21: step 3, set.digits: found 9, expected how many digits, one of 3, 2, 4, full,"),
    ("set = { digits = true }", "21: step 3, set.digits: found true, expected how many digits, one of 3, 2, 4,"),
    ("set = { q = [[1, 2]] }", "21: step 3, set.q: found 1 row of 2, expected 3 rows of 2 as it has been"),
    ('set = { v = [[1, "x"]] }', '21: step 3, set.v[0,1]: found the text "x", expected a number'),
    ("ask = 3", "21: step 3, ask: found 3, expected a table"),
    ("ask = { answer = 1 }", "21: step 3, ask.question: missing, expected text in quotes"),
    ('ask = { question = "?" }', "21: step 3, ask: found no way to answer, expected an answer, a cell, or choices"),
    ('ask = { question = "?", answer = "1" }', '21: step 3, ask.answer: found the text "1", expected a number'),
    ('ask = { question = "?", answer = nan }', "21: step 3, ask.answer: found nan, expected a finite number"),
    ('ask = { question = "?", answer = 1, tolerance = -1 }', "21: step 3, ask.tolerance: found -1, expected a"),
    ('ask = { question = "?", cell = "w[1,2]" }', "21: step 3, ask.cell: there is no pane 'w': it is one of q,"),
    ('ask = { question = "?", cell = 3 }', "21: step 3, ask.cell: found 3, expected text in quotes"),
    ('ask = { question = "?", answer = 1, correct = 1 }', "21: step 3, ask.correct: found with no choices,"),
    ('ask = { question = "?", choices = ["a"], correct = 0 }', "21: step 3, ask.choices: found a list of 1,"),
    ('ask = { question = "?", choices = ["a", "b"] }', "21: step 3, ask.correct: missing, expected a whole"),
    ('ask = { question = "?", choices = ["a", "b"], correct = 2 }', "21: step 3, ask.correct: found 2, expected"),
    ('ask = { question = "?", choices = ["a", "b"], correct = 0, answer = 1 }', "21: step 3, ask.answer: found"),
    (
        'ask = { question = "?", choices = ["a", "b"], correct = 0, reasons = ["no"] }',
        "21: step 3, ask.reasons: found 1, expected 2, one for each choice",
    ),
    ("goal = { above = 1 }", "21: step 3, goal.cell: missing, expected text in quotes"),
    ('goal = { cell = "q[0,0]" }', "21: step 3, goal: found neither above nor below, expected one of them"),
    ('goal = { cell = "q[0,0]", above = inf }', "21: step 3, goal.above: found inf, expected a finite number"),
    ('goal = { cell = "q[0,0]", above = 1, only = "w" }', '21: step 3, goal.only: found the text "w", expected a'),
    ('goal = { cell = "q[0,0]", above = 1, only = ["scores"] }', "21: step 3, goal.only[0]: found the text"),
    ('goal = { cell = "q[the,0]", above = 1 }', "21: step 3, goal.cell: the query 'the' stands 2 times: write"),
]  # fmt: skip


@pytest.mark.parametrize(("lines", "said"), STEPS)
def test_a_fault_in_a_step_names_its_line_and_its_key(lines: str, said: str):
    assert fault(with_step(lines)).startswith(said)


def test_steps_that_are_no_tables_are_refused():
    assert fault(SMALL.replace('title = "a small one"', 'title = "a small one"\nstep = 3')).startswith(
        "2: step: found 3, expected [[step]] tables"
    )
    assert fault(SMALL.replace('title = "a small one"', 'title = "a small one"\nstep = [3]')).startswith(
        "2: step 1: found 3, expected a table"
    )


def test_the_table_does_not_hide_the_beginning_of_a_lesson():
    assert fault(
        LESSON.replace('text = "Some *text*."\nhide = ["weights", "output"]', 'show = "table"')
    ).startswith(
        "10: step 1, show: found table in the first step, expected it in a later one, which n goes to"
    )


def test_the_first_fault_of_several_is_the_one_that_is_said():
    assert fault(with_step("title = 3\nfoo = 1").replace("First", 'First"\nbar = "')).startswith(
        "10: step 1, bar"
    )


def test_a_fault_in_the_file_that_a_step_names_says_which(tmp_path: Path):
    (tmp_path / "bad.toml").write_text(SMALL.replace("2.5", '"x"'), encoding="utf-8")
    said = fault(with_step('problem = "bad.toml"'), tmp_path)
    assert said.startswith('21: step 3, problem: bad.toml:4: q[0,1]: found the text "x", expected a number')


def test_words_are_those_of_the_problem_in_force():
    assert fault(with_step('problem = "crane-ate-fish"\nselect = { pane = "k", row = "the#2" }')).startswith(
        "22: step 3, select.row: there is no key 'the#2'"
    )


@given(st.text(max_size=30))
def test_no_text_in_a_place_can_do_harm(text: str):
    quoted = '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
    for line in (f"problem = {quoted}", f"show = {quoted}", f"select = {{ pane = {quoted} }}"):
        said = said_of(f"{LESSON}[[step]]\n{line}\n")
        assert plain(said) == said


def said_of(toml: str) -> str:
    """What a lesson is told, nothing where it is right."""
    try:
        read_lesson(toml, "lesson.toml", "lesson.toml")
    except Fault as refused:
        return str(refused)
    return ""


def test_a_lesson_without_tables_has_nothing_else_of_a_preset():
    borrowing = 'title = "x"\ntokens = ["a"]\n[[step]]\nproblem = "crane-ate-fish"\n'
    assert fault(borrowing).startswith("2: tokens: unknown key, expected one of title, about, source, step")
    nobody = borrowing.replace('tokens = ["a"]\n', "").replace("crane-ate-fish", "nobody")
    assert fault(nobody).startswith("3: step 1, problem: there is no preset 'nobody'")
    assert fault('title = "x"\n[[step]]\ntext = "y"\n').startswith("1: q: missing, expected rows of numbers")


def test_a_position_that_cannot_be_is_left_out_of_the_steps_that_are_examined():
    steps = '[[step]]\nset = { position = "sinusoidal" }\n[[step]]\nask = { cell = "weights[red, blue]", answer = 1 }\n'
    examined = examine(f"{SMALL}{steps}", "lesson.toml", "lesson.toml")
    assert ["position" in str(fault) for fault in examined.faults].count(True) == 1
    assert [step.scene.problem.settings.position for step in examined.steps if step] == ["none", "none"]
