"""A lesson is played in the explorer by keyboard alone: its text beside the weights, its question, its goal."""

import os
import re
from collections.abc import Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import settings as examples
from hypothesis import strategies as st

from attn_tui.command import Request
from attn_tui.commands import BY_KEY, footer
from attn_tui.files.presets.lesson import read_lesson
from attn_tui.session.labels import cell_width
from attn_tui.session.lessons.walking import begin
from attn_tui.session.session import Session
from attn_tui.ui.keys import press
from attn_tui.ui.screens.experiments.screen import ExperimentScreen
from attn_tui.ui.screens.text import StepTextScreen, TextScreen
from attn_tui.ui.views.step_view import whole_step
from tests.session.lessons import CRANE, learner
from tests.ui.driving import HOSTILE, SIZES, Desk, driving, in_words
from tests.ui.pictures import lines_of

LESSON = f"""{CRANE}
[[step]]
title = "Score"
text = "How well does *crane*'s question fit?\\n\\n- look at `0.495`\\n- go on"
hide = ["weights"]
select = {{ pane = "scores", row = "crane", column = "lifted" }}
ask = {{ question = "How much does crane give to lifted?", cell = "weights[crane, lifted]" }}

[[step]]
title = "Which axis?"
text = "Rows or columns."
[step.ask]
question = "Softmax runs along"
choices = ["rows", "columns"]
correct = 0
reasons = ["Yes.", "No, they ask."]

[[step]]
title = "Move it"
text = "Make it so."
select = {{ pane = "q", row = "crane", column = "animal" }}
goal = {{ cell = "weights[crane, lifted]", above = 0.9, only = "q" }}

[[step]]
title = "All lines"
text = "A table."
show = "table"
"""


def desk(size: tuple[int, int] = (80, 24), colour: bool = True, toml: str = LESSON) -> Desk:
    """A board on the lesson's first step."""
    made = Desk("two-tokens", size, colour)
    made.session = learner(toml)
    made.draw()
    return made


def below(board: Desk) -> str:
    """The lines under the panes and the step, but the keys."""
    return in_words(" ".join(board.screen[-4:-1]))


def beside_the_panes(board: Desk) -> str:
    """What stands in the step's own lines."""
    place = board.view.layout
    assert place is not None
    box = place.step or place.side
    assert box is not None
    return in_words(
        " ".join(line[box.x : box.x + box.width] for line in board.screen[box.y : box.y + box.height])
    )


def test_at_80_by_24_the_text_and_the_weights_are_seen_together():
    board = desk()
    assert board.screen[0].startswith(" the crane lesson")
    assert set(board.view.panes) == {"q", "k", "scores", "weights"}
    assert re.fullmatch("── Score ─{50,} step 1 of 4 ──", board.screen[14])
    assert [line.rstrip() for line in board.screen[15:19]] == [
        "  How well does crane's question fit?", "", "  • look at 0.495", "  • go on",
    ]  # fmt: skip
    assert [line for line in map(len, board.screen) if line != 80] == []


@pytest.mark.parametrize(
    ("pane", "shown"),
    [("q", "qk"), ("k", "qk"), ("scores", "qk"), ("weights", "qk"), ("v", "kv"), ("output", "kv")],
)
def test_the_step_takes_the_place_of_panes_that_are_neither_the_weights_nor_selected(pane: str, shown: str):
    board = desk()
    board.go(pane)  # type: ignore[arg-type]  # a name from the list above
    assert {"weights", pane} <= set(board.view.panes)
    assert [letter for letter in "qkv" if letter in board.view.panes] == list(shown)
    assert sum("step 1 of 4" in line for line in board.screen) == 1


def test_at_120_by_36_the_text_stands_in_the_third_column_above_the_explanation():
    board = desk((120, 36))
    board.press("n")
    assert len(board.view.panes) == 6
    side = [line[81:].rstrip() for line in board.screen]
    assert side[2].startswith("── Which axis? ───") and side[2].endswith("step 2 of 4 ──")
    assert side[3] == "  Rows or columns."
    assert any(line.startswith("score  crane asks lifted") for line in side)


def test_a_title_that_does_not_fit_its_rule_stands_whole_above_the_text():
    board = desk((120, 36), toml=LESSON.replace('"Which axis?"', '"Along which of all its axes?"'))
    board.press("n")
    side = [line[81:].strip() for line in board.screen]
    assert re.fullmatch("─+ step 2 of 4 ──", side[2])
    assert [line for line in side[3:7] if line] == ["Along which of all its axes?", "Rows or columns."]


def test_what_is_covered_is_told_nowhere_before_the_answer():
    board = desk((120, 36))
    everything = "\n".join(board.screen)
    for told in ("28.3", "28%", "0.257", "1.640"):
        assert told not in everything
    assert "answer first" in board.screen[1]
    assert sum("░░░ answer first: Q ░░░" in line for line in board.screen) == 2
    board.press("*")
    assert "the weights are covered until the step's question is answered" in below(board)


def test_a_question_waits_and_an_answer_uncovers():
    board = desk()
    assert "How much does crane give to lifted? (Q answers)" in below(board)
    assert ("Q", "answer") in footer(board.session)
    board.press("Q", "0", ".", "5")
    assert board.screen[-2].startswith(" answer: 0.5▏")
    assert "How much does crane give to lifted?" in board.screen[-3]
    board.press("enter")
    assert "no, not 0.5: weights[crane, lifted] is 0.283" in beside_the_panes(board)
    assert "answered wrong: Q answers again, n goes on" in below(board)
    assert board.row("weights", "crane")[2] == "0.283"
    assert "e^0.495 = 1.640 of 5.792 in the row: 28.3 % of lifted's value" in board.explanation
    board.press("down")
    assert "answered wrong: Q answers again, n goes on" in below(board)
    board.press("Q", *"28.3%", "enter")
    assert "right: weights[crane, lifted] is 0.283" in beside_the_panes(board)
    assert "answered right: n goes on" in below(board)


def test_an_answer_that_can_not_be_read_stays_to_be_mended():
    board = desk()
    board.press("Q", "x", "enter")
    assert "! 'x' is not a number" in below(board)
    assert board.screen[-2].startswith(" answer: x▏")
    board.press("backspace", *"0.28", "enter")
    assert "right:" in beside_the_panes(board)


def test_escape_lets_one_look_around_before_answering():
    board = desk()
    board.press("Q", "1", "escape", "down")
    assert (board.session.answering, board.session.selection.i) == (None, 2)
    assert board.session.covered == {"weights", "output", "concat", "result"}


def test_a_choice_is_answered_by_its_letter():
    board = desk()
    board.press("n")
    assert "Softmax runs along a) rows b) columns (Q answers)" in below(board)
    board.press("Q", "b", "enter")
    assert "no: b) columns. No, they ask. Right is a) rows. Yes." in beside_the_panes(board)


FIVE = "one\\n\\ntwo\\n\\nthree\\n\\nfour\\n\\nfive"
REASON = "They ask. A share is what e to the score has of its row's sum, and of no column's at all. " * 2


@pytest.mark.parametrize("size", [(80, 24), (120, 36), (200, 50)])
@pytest.mark.parametrize("told", ["Short.", REASON])
def test_a_reply_the_weights_and_the_explanation_are_seen_together(size: tuple[int, int], told: str):
    toml = LESSON.replace('"Rows or columns."', f'"{FIVE}"').replace('"No, they ask."', f'"{told}"')
    board = desk(size, toml=toml)
    board.press("n", "Q", "b", "enter")
    for _ in range(2):
        seen = f"{beside_the_panes(board)} {below(board)}"
        assert in_words(f"no: b) columns. {told} Right is a) rows. Yes.") in seen
        assert board.row("weights", "crane")[2] == "0.283"
        assert board.explanation.count("\n") == 1
        assert "crane asks" in board.explanation and " % of " in board.explanation
        board.press("right")


def test_a_reply_of_one_line_leaves_a_text_of_five_whole():
    board = desk(
        toml=LESSON.replace('"Rows or columns."', f'"{FIVE}"').replace('"No, they ask."', '"They *ask*."')
    )
    board.press("n", "Q", "b", "enter")
    replied = "no: b) columns. They ask. Right is a) rows. Yes. (Q answers again, n goes on)"
    for key in ("right", "s", "right"):
        assert "one two three four five" in beside_the_panes(board)
        assert below(board).endswith(replied)
        assert ("ask", "reply.em") in [(span.text, span.look) for span in board.view.lines[-2]]
        board.press(key)
        assert board.screen[-2].startswith(" scale") == (key == "s")
        board.press("left")
    assert "crane asks" in board.explanation


def test_words_are_marked_in_the_question_and_in_the_reply_as_they_are_in_the_text():
    toml = LESSON.replace('"Softmax runs along"', '"Does *softmax* run along"').replace(
        '"No, they', '"No, *they*'
    )
    board = desk(toml=toml.replace('"columns"]', '"`columns`"]'))
    board.press("n")
    looks = [(span.text, span.look) for line in board.view.lines for span in line]
    assert ("softmax", "asked.em") in looks and ("columns", "text.code") in looks
    assert "Does softmax run along a) rows b) columns (Q answers)" in below(board)
    board.press("Q")
    assert ("softmax", "asked.em") in [(span.text, span.look) for line in board.view.lines for span in line]
    board.press(*"columns", "enter")
    looks = [(span.text, span.look) for line in board.view.lines for span in line]
    assert ("they", "reply.em") in looks
    assert "no: b) columns. No, they ask. Right is a) rows. Yes." in beside_the_panes(board)


def test_a_text_that_gives_way_to_a_reply_is_found_whole_with_it():
    toml = LESSON.replace('"Rows or columns."', f'"{FIVE}"').replace('"No, they ask."', f'"{REASON}"')
    board = desk(toml=toml)
    board.press("n", "Q", "b", "enter")
    assert "; shows the whole text" in beside_the_panes(board)
    assert board.session.walk is not None
    whole = in_words(" ".join(whole_step(board.session.walk)))
    assert "one two three four five Softmax runs along a) rows b) columns" in whole
    assert in_words(f"no: b) columns. {REASON} Right is a) rows. Yes.") in whole


def test_a_reply_for_which_the_step_has_no_room_is_said_in_the_last_lines():
    board = desk((62, 18), toml=LESSON.replace('"No, they ask."', f'"{REASON * 2}"'))
    board.press("n", "Q", "b", "enter")
    assert "no: b) columns. They ask. A share" in below(board)


def test_restoring_a_step_takes_its_reply_away():
    board = desk()
    board.press("n", "Q", "b", "enter", "r")
    assert "No, they ask." not in "\n".join(board.screen)
    assert "Rows or columns." in beside_the_panes(board)


def test_a_goal_shows_how_far_it_is_and_is_reached_by_editing():
    board = desk()
    board.press("n", "n")
    assert "goal: weights[crane, lifted] above 0.9, by Q alone; now 0.283" in below(board)
    board.press("tab", "1", "enter")
    assert "! K stays as it is in this step: its goal is to be met by Q alone" in below(board)
    board.press("escape", "shift+tab", *"50", "tab", *"60")
    assert board.session.editor is not None
    board.press("enter")
    assert "reached: weights[crane, lifted] above 0.9, by Q alone, and it is 0.972. n goes on" in below(board)
    board.press("up")
    assert "goal reached: weights[crane, lifted] above 0.9" in below(board)


def test_leaving_and_returning_keeps_the_place_and_r_restores_the_step():
    board = desk()
    board.press("n", "n", *"9", "enter")
    board.press("N", "n")
    assert (board.session.pane, board.session.cell) == ("q", (2, 0))
    assert board.row("q", "crane")[0] == "9.00"
    board.press("r")
    assert (board.session.cell, board.row("q", "crane")[0]) == ((1, 0), "0.70")
    board.press("u")
    assert board.row("q", "crane")[0] == "9.00"


def test_n_is_the_search_while_one_is_open():
    board = desk()
    board.press("/", "e", "enter", "n")
    assert board.session.walk is not None and board.session.walk.at == 0
    assert "match 2 of" in below(board)
    board.press("escape", "n")
    assert board.session.walk.at == 1


def test_outside_a_lesson_n_says_what_it_would_need():
    board = Desk("two-tokens")
    board.press("n")
    assert "no search is open and this is no lesson: / begins a search, o opens a lesson" in board.message


def test_the_footer_shows_the_steps_and_help_and_quit_first():
    board = desk()
    assert board.screen[-1].startswith(" ? help  q quit  n N step  Q answer ")


def test_a_text_that_does_not_fit_says_how_to_read_it():
    board = desk(toml=f"{CRANE}[[step]]\ntext = '{'word ' * 200}'\n")
    assert "… ; shows the whole text" in board.screen[19]


def test_a_zoomed_pane_has_the_step_below_it_and_a_small_screen_has_one_pane_and_the_step():
    board = desk()
    board.press("z")
    assert list(board.view.panes) == ["scores"]
    assert any("step 1 of 4" in line for line in board.screen)
    for size in ((50, 16), (30, 8)):
        board.size = size
        board.draw()
        assert all(cell_width(line) == size[0] for line in board.screen)
    board.size = (50, 16)
    board.draw()
    assert any("1/4" in line or "step 1 of 4" in line for line in board.screen)


def test_a_resize_loses_nothing():
    board = desk()
    board.press("Q", "0", ".")
    for size in ((120, 36), (30, 8), (10, 3), (80, 24)):
        board.size = size
        board.draw()
    assert board.screen[-2].startswith(" answer: 0.▏")


def test_without_colour_nothing_is_said_by_colour_alone():
    board = desk(colour=False)
    assert "answer first: Q" in "\n".join(board.screen)
    board.press("Q", *"0.28", "enter")
    assert "0.283" in "\n".join(board.screen)


def test_hostile_words_of_a_lesson_stay_words():
    def quoted(text: str) -> str:
        return '"' + "".join(f"\\U{ord(letter):08x}" for letter in text[:300]) + '"'

    for text in HOSTILE:
        if any(0xD800 <= ord(letter) <= 0xDFFF for letter in text):
            continue
        ask = (
            f"{{ question = {quoted(text)}, choices = [{quoted(text)}, {quoted('b' + text)}], correct = 0 }}"
        )
        step = f"[[step]]\ntitle = {quoted(text)}\ntext = {quoted(text)}\nask = {ask}\n"
        for size in SIZES:
            board = desk(size, toml=CRANE.replace('"the crane lesson"', quoted(text or "x")) + step)
            board.press("Q", "b", "enter")
            assert all(line.isprintable() for line in board.screen)
            assert all(cell_width(line) == size[0] for line in board.screen)


KEYS = st.lists(
    st.sampled_from([*BY_KEY, "n", "N", "n", "Q", "a", "b", "0", "enter", "escape", "r"]), max_size=30
)


@examples(max_examples=60, deadline=None)
@given(KEYS, st.sampled_from([(80, 24), (120, 36), (60, 18), (30, 8)]))
def test_no_keys_break_a_lesson(keys: list[str], size: tuple[int, int]):
    board = desk(size)
    for key in keys:
        board.press(key)
        session: Session = board.session
        assert len(board.screen) == size[1]
        for axis in "ijce":
            assert 0 <= session.selection.of(axis) < session.size(axis)  # type: ignore[arg-type]  # an axis


def on_screen(driven) -> str:
    return "\n".join(lines_of(driven.app.export_screenshot()))


async def test_the_program_opens_a_lesson_from_the_picker_and_shows_its_screens(tmp_path):
    path = tmp_path / "lesson.toml"
    path.write_text(LESSON, encoding="utf-8")
    async with driving("crane-lifted-steel") as driven:
        await driven.command(f"open {path}")
        assert driven.session.walk is not None
        assert "step 1 of 4" in "\n".join(driven.strips)
        await driven.press("e")
        assert "the explanation is covered until the step's question is answered" in on_screen(driven)
        await driven.press("tab", "y")
        assert "this pane is covered" in on_screen(driven)
        await driven.press("Z")
        assert not isinstance(driven.app.screen, TextScreen)
        await driven.press(";")
        assert isinstance(driven.app.screen, TextScreen)
        assert "How well does crane's question fit?" in on_screen(driven)
        await driven.press("escape")
        await driven.press("n", "n", "n")
        assert isinstance(driven.app.screen, StepTextScreen)
        assert "Every line, its shape and its numbers" in on_screen(driven)
        assert "T_q = 4, T_k = 4, d_k = 2, d_v = 2" in on_screen(driven)
        await driven.press("escape")
        await driven.press("N", "n")
        assert driven.app.on_board


@pytest.mark.parametrize("name", ["variance", "saturation", "training", "cost", "online-softmax"])
def test_a_step_opens_the_experiment_that_it_shows(name: str):
    board = desk(toml=f'{CRANE}[[step]]\ntext = "x"\n[[step]]\nshow = "experiment:{name}"\n')
    assert press(board.session, "n", "n") == Request("experiment", name, of_step=True)
    assert press(board.session, "N", "N") is None
    assert press(board.session, "n", "n") is None


OVER = f"""{CRANE}
[[step]]
title = "First"
text = "To begin with."

[[step]]
title = "Shapes"
text = "Count *all* of it."
show = "table"
ask = {{ question = "How many scores?", answer = 16 }}

[[step]]
title = "Rows"
text = "A softmax, **key by key**."
show = "experiment:online-softmax"

[[step]]
title = "Last"
text = "The end."
"""


@asynccontextmanager
async def over_the_board(tmp_path: Path, size: tuple[int, int] = (80, 24)):
    """The explorer on a lesson whose second and third step open screens over the board."""
    path = tmp_path / "over.toml"
    path.write_text(OVER, encoding="utf-8")
    async with driving("crane-lifted-steel", size) as driven:
        await driven.command(f"open {path}")
        yield driven


@pytest.mark.parametrize("size", [(80, 24), (120, 36), (40, 14)])
async def test_a_screen_that_a_step_opens_shows_the_step_above_and_how_to_go_on(tmp_path, size):
    async with over_the_board(tmp_path, size) as driven:
        await driven.press("n")
        shown = on_screen(driven)
        assert "step 2 of 4" in shown and "n N step" in shown.splitlines()[-1]
        told = (
            "Shapes",
            "Count all of it.",
            "How many scores? (Q answers)",
            "Every line, its shape and its numbers",
        )
        places = [in_words(shown).index(one) for one in told]
        assert places == sorted(places)
        await driven.press("n")
        shown = on_screen(driven)
        assert in_words(shown).index("Rows") < in_words(shown).index("A softmax, key by key.")
        assert shown.index("A softmax") < shown.index("Online softmax")
        assert ("n N step 3 of 4" if size[0] > 40 else "3 of 4") in shown


async def test_the_lessons_own_keys_in_a_screen_that_a_step_opened_go_to_the_steps_around_it(tmp_path):
    async with over_the_board(tmp_path) as driven:
        await driven.press("n")
        assert isinstance(driven.app.screen, StepTextScreen)
        await driven.press("N")
        assert driven.app.on_board and driven.session.walk.at == 0
        await driven.press("n")
        assert driven.app.on_board and "step 2 of 4" in "\n".join(driven.strips)
        await driven.press("n")
        assert isinstance(driven.app.screen, ExperimentScreen)
        await driven.press("n")
        assert driven.app.on_board and driven.session.walk.at == 3
        await driven.press("N")
        assert driven.app.on_board and driven.session.walk.at == 2


async def test_the_question_of_a_step_is_answered_from_the_screen_that_it_opened(tmp_path):
    async with over_the_board(tmp_path) as driven:
        await driven.press("n")
        await driven.press("Q")
        await driven.press(*"16", "enter")
        assert driven.app.on_board
        assert driven.session.walk.reply.is_right


async def test_an_experiment_that_a_step_opened_is_stepped_by_other_keys(tmp_path):
    async with over_the_board(tmp_path) as driven:
        await driven.press("n")
        await driven.press("n")
        await driven.press(">", ">", "<", ">")
        assert "key 3 of 8" in on_screen(driven)
        assert "> < step" in on_screen(driven)
        await driven.press("escape")
        await driven.command("experiment online-softmax")
        await driven.press("n", ">", "N")
        assert "key 2 of 8" in on_screen(driven)
        assert "n N step" in on_screen(driven) and "step 3 of 4" not in on_screen(driven)


async def test_the_table_opened_by_hand_in_a_lesson_is_the_table_alone(tmp_path):
    async with over_the_board(tmp_path) as driven:
        await driven.press("Z")
        assert isinstance(driven.app.screen, TextScreen)
        assert "To begin with." not in on_screen(driven)
        await driven.press("n")
        assert isinstance(driven.app.screen, TextScreen) and driven.session.walk.at == 0


async def test_an_answer_can_be_pasted_and_given_by_name(tmp_path):
    path = tmp_path / "lesson.toml"
    path.write_text(LESSON, encoding="utf-8")
    async with driving("crane-lifted-steel") as driven:
        await driven.command(f"open {path}")
        await driven.press("Q")
        await driven.paste("0.283\n")
        assert driven.session.answering is not None and driven.session.answering.text == "0.283"
        await driven.press("escape")
        await driven.command("answer 0.283")
        assert "right: weights[crane, lifted] is 0.283" in "\n".join(driven.screen)
        await driven.press("Q", "ctrl+q")
        assert driven.app.return_code == 0


def test_a_lesson_that_is_read_again_begins_again():
    assert begin(read_lesson(LESSON, "x", "x")).walk is not begin(read_lesson(LESSON, "x", "x")).walk


async def test_who_leaves_a_lesson_and_returns_finds_it_as_it_was():
    async with driving("crane-lifted-steel") as driven:
        await driven.command("open five-pieces")
        await driven.press("n", "n", "n", "n")
        await driven.press("Q", *"0.5", "enter")
        await driven.press("N")
        driven.session.select("q", 1, 0)
        await driven.press("5", "enter")
        left = driven.session
        await driven.command("open two-tokens")
        assert driven.session.question is None
        assert driven.session.problem.title == "two tokens"
        await driven.command("open five-pieces")
        assert driven.session is left
        assert "step 4 of 13" in "\n".join(driven.strips)
        assert driven.row("q", "crane")[0] == "5.00"


async def test_a_lesson_opened_over_itself_begins_again_and_asks_where_edits_would_be_lost():
    async with driving("crane-lifted-steel") as driven:
        await driven.command("open five-pieces")
        await driven.press("n", "N", "5", "enter")
        await driven.command("open five-pieces")
        assert "lose 1 edit?" in driven.message
        await driven.press("y")
        assert "step 1 of 13" in "\n".join(driven.strips)
        assert driven.row("q", "crane")[0] == "0.70"


@pytest.fixture
def files(tmp_path: Path) -> tuple[Path, Path]:
    """A lesson in a file, and the problem beside it that its last step names."""
    lesson, beside = tmp_path / "lesson.toml", tmp_path / "beside.toml"
    beside.write_text(CRANE, encoding="utf-8")
    lesson.write_text(f'{LESSON}problem = "beside.toml"\n', encoding="utf-8")
    return lesson, beside


async def left_and_returned_to(path: Path, meanwhile: Callable[[], object]) -> bool:
    """Whether who goes to step 2 of the lesson at `path`, answers, edits, leaves and returns finds all of it.

    The way back is by another name of the same file.
    """
    async with driving("crane-lifted-steel") as driven:
        await driven.command(f"open {path}")
        await driven.press("n", "Q", "b", "enter")
        await driven.go("q")
        await driven.press("5", "enter")
        left = driven.session
        assert left.edits_to_lose == 1
        assert left.walk is not None and left.walk.reply is not None
        await driven.command("open two-tokens")
        assert driven.session.question is None
        assert driven.session.problem.title == "two tokens"
        meanwhile()
        await driven.command(f"open {path.parent}/./{path.name}")
        step = "\n".join(driven.strips)
        assert ("step 2 of 4" in step) == (driven.session is left)
        assert ("step 1 of 4" in step) == (driven.session is not left)
        return driven.session is left


async def test_who_returns_to_a_lesson_in_a_file_finds_it_as_it_was(files: tuple[Path, Path]):
    assert await left_and_returned_to(files[0], lambda: None)


@pytest.mark.parametrize("which", [0, 1], ids=["the lesson", "a problem beside it"])
async def test_who_returns_to_a_lesson_whose_file_was_changed_begins_the_new_one(
    files: tuple[Path, Path], which: int
):
    text = files[which].read_text(encoding="utf-8")
    longer = text.replace("the crane lesson", "another lesson")
    assert not await left_and_returned_to(files[0], lambda: files[which].write_text(longer, encoding="utf-8"))


async def test_a_touch_alone_counts_as_a_change(files: tuple[Path, Path]):
    assert not await left_and_returned_to(files[0], lambda: os.utime(files[0], ns=(1, 1)))


async def test_leaving_a_lesson_whose_file_was_changed_meanwhile_asks_since_its_edits_would_be_lost(
    files: tuple[Path, Path],
):
    async with driving("crane-lifted-steel") as driven:
        await driven.command(f"open {files[0]}")
        await driven.go("q")
        await driven.press("5", "enter")
        os.utime(files[0], ns=(1, 1))
        await driven.command("open two-tokens")
        assert "lose 1 edit?" in driven.message


async def test_a_lesson_opened_over_itself_by_another_name_begins_again(files: tuple[Path, Path]):
    async with driving("crane-lifted-steel") as driven:
        await driven.command(f"open {files[0]}")
        await driven.press("n")
        await driven.command(f"open {files[0].parent}/./{files[0].name}")
        assert "step 1 of 4" in "\n".join(driven.strips)
