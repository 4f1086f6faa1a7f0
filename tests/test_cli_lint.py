"""attn-tui lint: all faults of a lesson at once, a line each, and what is off in it as a lesson."""

from pathlib import Path

import pytest

from attn_tui.cli import main
from tests.files.lessons_text import LESSON
from tests.session.lessons import CRANE

Capture = pytest.CaptureFixture[str]
ABOUT = f'about = "What to look for."\n{CRANE}'
GOOD = 'title = "Fine"\ntext = "Read this."\n'


@pytest.fixture
def lint(tmp_path: Path, capsys: Capture):
    """Checks a text; the status, and the lines without the file's name."""

    def check(toml: str) -> tuple[int, list[str]]:
        path = tmp_path / "lesson.toml"
        path.write_text(toml, encoding="utf-8")
        status = main(["lint", str(path)])
        out, err = capsys.readouterr()
        assert err == ""
        return status, [line.removeprefix(f"{path}:").removeprefix(f"{path}: ") for line in out.splitlines()]

    return check


def of_step(lines: str) -> str:
    return f"{ABOUT}[[step]]\n{GOOD}{lines}\n"


def test_a_lesson_that_is_fine_says_so(lint):
    assert lint(of_step('ask = { question = "?", cell = "weights[crane, lifted]" }')) == (0, [" fine"])


def test_all_faults_are_said_at_once_in_the_order_of_their_lines(lint):
    broken = (
        LESSON.replace("title", "titel", 1)
        .replace("[0.7, 0.7]", '[0.7, "x"]', 1)
        .replace("[0.4, 0.4]", "[0.4]", 1)
        .replace('"the#2"', '"them"')
        .replace("digits = 4", "digits = 9, mask2 = 1")
    )
    status, lines = lint(broken)
    assert status == 2
    assert [line.partition(" ")[0] for line in lines[:5]] == ["1:", "1:", "4:", "5:", "18:"]
    assert lines[0].startswith("1: titel: unknown key")
    assert lines[2] == '4: q[1,1]: found the text "x", expected a number'
    assert lines[3] == "5: k[1]: found 1 number, expected 2 as in row 0"
    assert lines[4].startswith("18: step[1].set.mask2: unknown key, did you mean mask?")


def test_the_faults_of_every_step_and_of_the_settings_are_said(lint):
    toml = (
        f"{ABOUT}[settings]\nscale = 'x'\nmask = 'y'\n[[step]]\n{GOOD}select = {{ pane = 'q', row = 'the ' }}\n"
        f"hide = ['u']\n[[step]]\n{GOOD}select = {{ pane = 'q', row = 'no' }}\n"
        "goal = { cell = 'q[9,9]', above = 1 }\n"
    )
    status, lines = lint(toml.replace("[settings]\nscale = 'x'\nmask = 'y'\n", ""))
    assert status == 2
    keys = ["step[0].hide[0]", "step[1].select.row", "step[1].goal.cell"]
    assert [line.split(": ")[1] for line in lines] == keys
    assert [line.split(": ")[1] for line in lint(toml)[1][:2]] == ["settings.scale", "settings.mask"]


def test_no_toml_is_one_fault(lint):
    status, lines = lint("title = ")
    assert (status, len(lines)) == (2, 1)


def test_what_is_missing_for_a_reader_is_said(lint):
    _, lines = lint(f"{CRANE}[[step]]\n")
    assert [line.split(": ")[1:3] for line in lines] == [
        ["about", "missing, expected a line on what to look for, which the picker shows"],
        ["step[0].title", "missing, expected a few words that name the step"],
        ["step[0].text", "missing, expected what the learner is to read"],
    ]


LONG = "word " * 90
NOTES = [
    (
        'ask = { question = "?", answer = 0.5, cell = "weights[crane, lifted]" }',
        "step[0].ask.answer: found 0.5, expected 0.283248, which the program has in weights[crane, lifted]",
    ),
    (
        'set = { mask = "causal" }\nask = { question = "?", cell = "scores[crane, lifted]" }',
        "step[0].ask.cell: found -inf in scores[crane, lifted], expected a number that can be answered",
    ),
    (
        'ask = { question = "?", choices = ["a", "a"], correct = 0 }',
        "step[0].ask.choices[1]: found the same choice twice, expected another",
    ),
    (
        f'ask = {{ question = "{LONG}", answer = 1 }}',
        "step[0].ask.question: found 6 lines of 78 cells, expected at",
    ),
    (
        f'ask = {{ question = "?", choices = ["a", "b"], correct = 1, reasons = ["{LONG}", ""] }}',
        "step[0].ask.reasons[0]: found 7 lines of 78 cells, expected at most 3",
    ),
    (
        'goal = { cell = "weights[crane, lifted]", above = 0.2 }',
        "step[0].goal.above: is met as the step opens, with 0.283248: expected something to do",
    ),
    (
        'goal = { cell = "weights[crane, lifted]", above = 1 }',
        "step[0].goal.above: can't be reached: a weight is from 0 to 1",
    ),
    (
        'goal = { cell = "weights[crane, lifted]", below = 0.1, above = 0.2 }',
        "step[0].goal.above: can't be reached: nothing is above 0.2 and below 0.1",
    ),
    (
        'set = { mask = "causal" }\ngoal = { cell = "weights[crane, lifted]", above = 0.5 }',
        "step[0].goal.above: can't be reached: its cell is blocked by the mask",
    ),
    (
        'goal = { cell = "scores[crane, lifted]", above = 5, only = "v" }',
        "step[0].goal.above: can't be reached: scores do not follow from V",
    ),
    (
        'goal = { cell = "k[crane, animal]", above = 5, only = "q" }',
        "step[0].goal.above: can't be reached: its cell is in a table that only does not name",
    ),
]


@pytest.mark.parametrize(("lines", "said"), NOTES)
def test_what_is_off_as_a_lesson_is_said(lint, lines: str, said: str):
    status, found = lint(of_step(lines))
    assert status == 2
    assert len(found) == 1
    assert found[0].partition(": ")[2].startswith(said)


def test_a_text_that_does_not_fit_beside_the_weights_is_said(lint):
    status, (line,) = lint(f'{ABOUT}[[step]]\ntitle = "x"\ntext = "{LONG}"\n')
    assert status == 2
    assert line.endswith("step[0].text: found 6 lines of 76 cells, expected at most 5, to be read beside the weights"
                         " at 80×24")  # fmt: skip
    assert lint(f'{ABOUT}[[step]]\ntitle = "x"\ntext = "{LONG[:375]}"\n')[0] == 0


def test_a_preset_that_ships_is_checked_by_its_name(capsys: Capture):
    assert main(["lint", "crane-lifted-steel"]) == 0
    assert capsys.readouterr().out == "crane-lifted-steel: fine\n"


def test_a_file_that_is_not_there_is_one_line_on_standard_error(capsys: Capture):
    assert main(["lint", "nowhere.toml"]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("attn-tui: nowhere.toml: no such preset or file")
