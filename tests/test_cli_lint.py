"""attn-tui lint: all faults of a lesson at once, a line each, and what is off in it as a lesson."""

from pathlib import Path

import pytest

from attn_tui.cli import main
from attn_tui.session.lessons.markdown import markdown_lines
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
    assert [line.partition(" ")[0] for line in lines] == ["1:", "1:", "1:", "4:", "5:", "15:", "18:", "18:"]
    assert lines[0].startswith("1: titel: unknown key")
    assert lines[3] == '4: q[1,1]: found the text "x", expected a number'
    assert lines[4] == "5: k[1]: found 1 number, expected 2 as in row 0"
    assert lines[6].startswith("18: step 2, set.mask2: unknown key, did you mean mask?")


def test_the_faults_of_every_step_and_of_the_settings_are_said(lint):
    toml = (
        f"{ABOUT}[settings]\nscale = 'x'\nmask = 'y'\n[[step]]\n{GOOD}select = {{ pane = 'q', row = 'the ' }}\n"
        f"hide = ['u']\n[[step]]\n{GOOD}select = {{ pane = 'q', row = 'no' }}\n"
        "goal = { cell = 'q[9,9]', above = 1 }\n"
    )
    status, lines = lint(toml.replace("[settings]\nscale = 'x'\nmask = 'y'\n", ""))
    assert status == 2
    keys = ["step 1, hide[0]", "step 2, select.row", "step 2, goal.cell"]
    assert [line.split(": ")[1] for line in lines] == keys
    assert [line.split(": ")[1] for line in lint(toml)[1][:2]] == ["settings.scale", "settings.mask"]


def placed(lines: list[str]) -> list[tuple[int, str]]:
    """The line and the place that each begins with."""
    return [(int(line.partition(":")[0]), line.split(": ")[1]) for line in lines]


def test_what_follows_a_step_whose_problem_can_not_be_opened_is_still_checked_as_far_as_it_can_be(lint):
    toml = (
        f"{ABOUT}[[step]]\n{GOOD}problem = 'nobody'\nset = {{ digits = 9, mask = 'causal', scale = 'x' }}\n"
        "select = { pane = 'skores', row = 1.5, colum = 1 }\n"
        f"[[step]]\n{GOOD}set = {{ widen = 0, q = [['x']], head = -1, stage = 'late' }}\n"
        "ask = { question = 3, cell = 4, answer = 'x', tolerance = -1, reason = 5 }\n"
        "goal = { cell = 'weights[whoever, 9]', only = ['w'] }\n"
        f"[[step]]\n{GOOD}problem = 'crane-ate-fish'\nselect = {{ pane = 'q', row = 'nobody' }}\n"
    )
    status, lines = lint(toml)
    assert status == 2
    assert placed(lines) == [
        (11, "step 1, problem"),
        (12, "step 1, set.scale"), (12, "step 1, set.digits"),
        (13, "step 1, select.colum"), (13, "step 1, select.pane"), (13, "step 1, select.row"),
        (17, "step 2, set.widen"), (17, "step 2, set.q[0,0]"), (17, "step 2, set.head"), (17, "step 2, set.stage"),
        (18, "step 2, ask.question"), (18, "step 2, ask.reason"), (18, "step 2, ask.tolerance"),
        (18, "step 2, ask.answer"), (18, "step 2, ask.cell"),
        (19, "step 2, goal"), (19, "step 2, goal.only[0]"),
        (24, "step 3, select.row"),
    ]  # fmt: skip


def test_every_entry_that_is_no_number_is_said_and_the_settings_of_a_broken_table_as_well(lint):
    toml = ABOUT.replace("[0.2, 0.2], [0.7, 0.7]", '["x", 0.2], [0.7, true]')
    _, lines = lint(f"{toml}[settings]\nscale = 'no'\nmask = 'causal'\n[[step]]\n{GOOD}")
    assert placed(lines) == [(5, "q[0,0]"), (5, "q[1,1]"), (9, "settings.scale")]


def test_a_lesson_without_tables_is_told_of_every_key_that_it_can_not_have(lint):
    _, lines = lint(
        f'title = 3\ntokens = ["a"]\ncolumns = ["b"]\n[[step]]\n{GOOD}problem = "crane-ate-fish"\n'
    )
    assert placed(lines) == [(1, "title"), (1, "about"), (2, "tokens"), (3, "columns")]


def test_faults_and_what_is_off_come_in_the_order_of_the_lines(lint):
    toml = (
        f"{CRANE}[[step]]\ntitle = 'One'\n[[step]]\n{GOOD}set = {{ digits = 9 }}\n"
        f"[[step]]\n{GOOD}goal = {{ cell = 'weights[crane, lifted]', above = 0.2 }}\n[[step]]\n{GOOD}foo = 1\n"
    )
    assert placed(lint(toml)[1]) == [
        (1, "about"), (7, "step 1, text"), (12, "step 2, set.digits"), (16, "step 3, goal.above"), (20, "step 4, foo"),
    ]  # fmt: skip


def test_no_toml_is_one_fault(lint):
    status, lines = lint("title = ")
    assert (status, len(lines)) == (2, 1)


def test_what_is_missing_for_a_reader_is_said(lint):
    _, lines = lint(f"{CRANE}[[step]]\n")
    assert [line.split(": ")[1:3] for line in lines] == [
        ["about", "missing, expected a line on what to look for, which the picker shows"],
        ["step 1, title", "missing, expected a few words that name the step"],
        ["step 1, text", "missing, expected what the learner is to read"],
    ]


LONG = "word " * 90
NOTES = [
    (
        'ask = { question = "?", answer = 0.5, cell = "weights[crane, lifted]" }',
        "step 1, ask.answer: found 0.5, expected 0.283248, which the program has in weights[crane, lifted]",
    ),
    (
        'set = { mask = "causal" }\nask = { question = "?", cell = "scores[crane, lifted]" }',
        "step 1, ask.cell: found -inf in scores[crane, lifted], expected a number that can be answered",
    ),
    (
        'ask = { question = "?", choices = ["a", "a"], correct = 0 }',
        "step 1, ask.choices[1]: found the same choice twice, expected another",
    ),
    (
        f'ask = {{ question = "{LONG}", answer = 1 }}',
        "step 1, ask.question: found 6 lines of 78 cells, expected at",
    ),
    (
        f'ask = {{ question = "?", choices = ["a", "b"], correct = 1, reasons = ["{LONG}", ""] }}',
        "step 1, ask.reasons[0]: found 7 lines of 76 cells, expected at most 4",
    ),
    (
        f'ask = {{ question = "?", answer = 1, reason = "{LONG}" }}',
        "step 1, ask.reason: found 7 lines of 76 cells, expected at most 4",
    ),
    (
        'goal = { cell = "weights[crane, lifted]", above = 0.2 }',
        "step 1, goal.above: is met as the step opens, with 0.283248: expected something to do",
    ),
    (
        'goal = { cell = "weights[crane, lifted]", above = 1 }',
        "step 1, goal.above: can't be reached: a weight is from 0 to 1",
    ),
    (
        'goal = { cell = "weights[crane, lifted]", below = 0.1, above = 0.2 }',
        "step 1, goal.above: can't be reached: nothing is above 0.2 and below 0.1",
    ),
    (
        'set = { mask = "causal" }\ngoal = { cell = "weights[crane, lifted]", above = 0.5 }',
        "step 1, goal.above: can't be reached: its cell is blocked by the mask",
    ),
    (
        'goal = { cell = "scores[crane, lifted]", above = 5, only = "v" }',
        "step 1, goal.above: can't be reached: scores do not follow from V",
    ),
    (
        'goal = { cell = "k[crane, animal]", above = 5, only = "q" }',
        "step 1, goal.above: can't be reached: its cell is in a table that only does not name",
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
    assert line.endswith("step 1, text: found 6 lines of 76 cells, expected at most 5, to be read beside the weights"
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


LITERAL = {
    "see [this](http://x.y)": "a link", "<https://x.y>": "a link", "![a crane](b.png)": "an image",
    "> said somebody": "a quote", "| a | b |\n|---|---|\n| 1 | 2 |": "a table", "```\ncode\n```": "a code fence",
    "Scale\n=====": "an underlined heading", "one\n\n---\n\ntwo": "a rule", "1) one\n2) two": "a list with + or 1)",
    "_this_ one": "emphasis by _", "~~not~~ so": "a struck text", "<b>bold</b>": "HTML",
    r"a \* b": "a backslash escape",
    "**never closed": "a star without its other", "`never closed": "a backtick without its other",
}  # fmt: skip


@pytest.mark.parametrize(("text", "kind"), list(LITERAL.items()))
def test_markdown_that_a_text_would_show_as_it_is_written_is_said(lint, text: str, kind: str):
    _, (line,) = lint(f"{ABOUT}[[step]]\ntitle = 'x'\ntext = '''\n{text}\n'''\n")
    assert line.startswith(
        f"10: step 1, text: found {kind}, which is shown as it is written, expected paragraphs,"
    )
    drawn = {piece.text for line in markdown_lines(text, 76) for piece in line}
    mark = {"a table": "---", "a code fence": "code", "an underlined heading": "=", "a rule": "---"}.get(
        kind, text[:1]
    )
    assert any(mark.strip("ao") in piece for piece in drawn)


DRAWN = [
    "# A heading", "*it*'s **own** `weights[it, animal](x) | > _a_ <b>`", "- one\n- two\n\n1. first\n2. second",
    "T_q · d_k, 2 * 3 * 4, a*b, |q|·|k|·cos, <.001, e^0.5 > 1, x < y > z, A & B", "(2.0, 0.5) [1] – 4 %",
]  # fmt: skip


@pytest.mark.parametrize("text", DRAWN)
def test_what_is_drawn_or_is_no_markdown_is_left_alone(lint, text: str):
    assert lint(f"{ABOUT}[[step]]\ntitle = 'x'\ntext = '''\n{text}\n'''\n") == (0, [" fine"])


def test_emphasis_is_drawn_in_a_question_a_choice_and_a_reason_and_other_markdown_is_not(lint):
    ask = 'ask = { question = "*How*?", choices = ["`a`", "b"], correct = 0, reasons = ["x", "**y**"] }'
    assert lint(f"{ABOUT}[[step]]\n{GOOD}{ask}\n") == (0, [" fine"])
    ask = 'ask = { question = "- [How](x)", choices = ["# a", "*b"], correct = 0, reasons = ["x", "> y"] }'
    _, lines = lint(f'{ABOUT}[[step]]\ntitle = "A *b*"\ntext = "c"\n{ask}\n')
    assert lines[0].endswith(
        "step 1, title: found Markdown, which is shown here as it is written, expected plain words"
    )
    found = [
        line.split("step 1, ")[1].partition(", which is shown as it is written,")[0] for line in lines[1:]
    ]
    assert found == [
        "ask.question: found a link", "ask.question: found a list", "ask.choices[0]: found a heading",
        "ask.choices[1]: found a star without its other", "ask.reasons[1]: found a quote",
    ]  # fmt: skip
    assert all(line.endswith("expected *emphasis*, **strong** or `code`") for line in lines[1:])


def test_the_same_choice_twice_is_said_however_it_is_marked(lint):
    _, (line,) = lint(of_step('ask = { question = "?", choices = ["*a*", "a"], correct = 0 }'))
    assert "step 1, ask.choices[1]: found the same choice twice" in line


def test_what_stands_beside_a_code_fence_is_said_with_it(lint):
    text = "```\n> code\n```\n\n> a quote\n\n~~~\n| a |\n~~~\n\n| b |\n|---|\n"
    _, lines = lint(f"{ABOUT}[[step]]\ntitle = 'x'\ntext = '''\n{text}'''\n")
    kinds = [line.split("found ")[1].partition(",")[0] for line in lines]
    assert sorted(kinds) == ["a code fence", "a quote", "a table"]
    _, lines = lint(f"{ABOUT}[[step]]\ntitle = 'x'\ntext = '''\n```\n> never closed\n'''\n")
    assert [line.split("found ")[1].partition(",")[0] for line in lines] == ["a code fence"]


CRANE_WORDS = """about = "x"
title = "x"
[[step]]
title = "One"
text = "Read."
problem = "crane-words"
set = { sentence = "the crane lifted steel" }
[[step]]
title = "Two"
text = "Read."
"""


def test_a_sentence_that_can_not_be_built_is_one_line_and_what_depends_on_it_none(lint):
    toml = CRANE_WORDS.replace("lifted steel", "eats fish") + (
        "select = { pane = 'weights', row = 'eats', column = 'fish' }\n"
        "goal = { cell = 'weights[eats, fish]', above = 0.5 }\n"
        "[[step]]\ntitle = 'Three'\ntext = 'Read.'\nset = { digits = 9 }\n"
        "ask = { question = '?', cell = 'weights[fish, eats]' }\n"
        f"[[step]]\n{GOOD}problem = 'crane-ate-fish'\nselect = {{ pane = 'q', row = 'nobody' }}\n"
    )
    assert placed(lint(toml)[1]) == [
        (7, "step 1, set.sentence"),
        (16, "step 3, set.digits"),
        (22, "step 4, select.row"),
    ]


def test_a_goal_whose_numbers_the_step_does_not_show_is_said_with_what_would_show_them(lint):
    goal = 'goal = { cell = "weights[crane, steel]", above = 0.7, only = "x" }\n'
    _, (line,) = lint(CRANE_WORDS + goal)
    assert line.endswith(
        "step 2, goal.only: found X, which the step does not show, "
        'expected set = { left = "projection" }, or a select in it'
    )
    for more in ('set = { left = "projection" }', 'select = { pane = "x", row = "steel" }',
                 'show = "plane"\nselect = { pane = "x", row = "steel" }'):  # fmt: skip
        assert lint(f"{CRANE_WORDS}{more}\n{goal}") == (0, [" fine"]), more


FAR = """title = "twelve words"
about = "x"
tokens = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "k"]
q = [[1, 0], [0, 1], [1, 1], [1, 0], [0, 1], [1, 1], [1, 0], [0, 1], [1, 1], [1, 0], [0, 1], [1, 1]]
k = [[1, 0], [0, 1], [1, 1], [1, 0], [0, 1], [1, 1], [1, 0], [0, 1], [1, 1], [1, 0], [0, 1], [1, 1]]
v = [[1, 0], [0, 1], [1, 1], [1, 0], [0, 1], [1, 1], [1, 0], [0, 1], [1, 1], [1, 0], [0, 1], [1, 1]]
"""
OUT_OF_SIGHT = [
    (ABOUT, 'select = { pane = "scores" }\nask = { question = "?", cell = "output[crane, machine]" }',
     "ask.cell: found output[crane, machine] out of sight", 'select = { pane = "output" }'),
    (ABOUT, 'select = { pane = "v" }\ngoal = { cell = "q[crane, machine]", above = 5 }',
     "goal.cell: found Q[crane, machine] out of sight", 'select = { pane = "q" }'),
    (ABOUT, 'hide = ["output"]\nask = { question = "?", answer = 1 }',
     "hide: found output out of sight", 'select = { pane = "output" }'),
    (ABOUT, 'hide = ["v", "output"]\nselect = { pane = "q" }\nask = { question = "?", answer = 1 }',
     "hide: found V and output out of sight", 'select = { pane = "v" }'),
    (FAR, 'ask = { question = "?", cell = "weights[j, h]" }',
     "ask.cell: found weights[j, h] out of sight", 'select = { pane = "weights", row = "j", column = "h" }'),
    (FAR, 'select = { pane = "scores", row = "a", column = "a" }\ngoal = { cell = "weights[11, 11]", above = 0.9 }',
     "goal.cell: found weights[k, k] out of sight", 'select = { pane = "weights", row = 11, column = 11 }'),
]  # fmt: skip


@pytest.mark.parametrize(("problem", "lines", "said", "select"), OUT_OF_SIGHT)
def test_what_a_step_speaks_of_and_does_not_show_is_said_with_what_would_show_it(
    lint, problem: str, lines: str, said: str, select: str
):
    _, (line,) = lint(f"{problem}[[step]]\n{GOOD}{lines}\n")
    assert f"step 1, {said} at 80×24 while the text stands there, expected {select}" in line
    others = "".join(f"{one}\n" for one in lines.splitlines() if not one.startswith("select"))
    assert lint(f"{problem}[[step]]\n{GOOD}{others}{select}\n") == (0, [" fine"])


def test_where_a_learner_is_after_the_steps_before_counts(lint):
    first = f'[[step]]\n{GOOD}select = {{ pane = "output" }}\n'
    asks = f'[[step]]\n{GOOD}hide = ["output"]\nask = {{ question = "?", answer = 1 }}\n'
    assert lint(f"{ABOUT}{first}{asks}")[0] == 0
    assert lint(f"{ABOUT}{asks}")[0] == 2


def test_a_selected_pane_for_which_the_plane_leaves_no_room_is_said_with_how_much_text_would(lint):
    step = 'title = "x"\nshow = "plane"\nselect = { pane = "weights", row = "crane", column = "lifted" }\n'
    five, three = ("\n\n".join(["word"] * count) for count in (5, 3))
    _, (line,) = lint(f"{ABOUT}[[step]]\n{step}text = '''{five}'''\n")
    assert line.endswith(
        "step 1, select.pane: found weights, for which the plane leaves no room at 80×24, "
        "expected a text of at most 3 lines beside it"
    )
    assert lint(f"{ABOUT}[[step]]\n{step}text = '''{three}'''\n")[0] == 0
