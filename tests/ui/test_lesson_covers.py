"""What a question covers is told nowhere: two lessons that differ only in covered numbers look the same."""

from dataclasses import replace

import pytest
from hypothesis import example, given
from hypothesis import settings as examples
from hypothesis import strategies as st

from attn_tui.commands import BY_KEY, KEYS_IN_PLANE
from attn_tui.session.lessons.asking import answer
from attn_tui.session.lessons.goals import goal_status
from attn_tui.session.plane.plane_scene import scene
from attn_tui.session.selection import PANE_NAMES
from attn_tui.ui.keys import press
from attn_tui.ui.screens.experiments.screen import ExperimentScreen
from attn_tui.ui.views.board_view import BoardView
from attn_tui.ui.views.line import text_of
from tests.session.lessons import CRANE, learner
from tests.ui.driving import character_of, driving, in_words

TWELVE = [f"w{at}" for at in range(12)]
NUMBERS = [[round(0.1 * ((7 * i + 3 * c) % 11), 1) for c in range(3)] for i in range(12)]
OTHERS = [[round(0.1 * ((5 * i + 4 * c + 2) % 13), 1) for c in range(3)] for i in range(12)]
QUESTION = (
    'ask = { question = "?", cell = "weights[w1, w2]" }\ngoal = { cell = "output[w1, 0]", above = 0.1 }'
)
COVERS = [
    (["v", "output"], "v"),
    (["v", "weights"], "v"),
    (["q", "scores", "weights", "output"], "q"),
    (["k", "scores", "weights", "output"], "k"),
    (["q", "k", "v", "scores", "weights", "output"], "qkv"),
]
"""The panes that are covered, and the tables that nothing which is not covered follows from."""


def lesson(hide: list[str], other: str, show: str) -> str:
    tables = "".join(f"{name} = {OTHERS if name in other else NUMBERS}\n" for name in "qkv")
    shown = f'show = "{show}"\n' if show else ""
    return f'title = "x"\ntokens = {TWELVE}\n{tables}[[step]]\ntext = "Look."\nhide = {hide}\n{shown}{QUESTION}\n'


def covered(hide: list[str]) -> set[str]:
    """What is covered: an output, of all heads too, tells of the weights that it was mixed by."""
    mixed = {"output", "concat", "result"} if {"weights", "output"} & set(hide) else set()
    return {*hide, *mixed}


KEYS = sorted({*BY_KEY, *KEYS_IN_PLANE} - {"Q"})


@pytest.mark.parametrize("size", [(80, 24), (120, 36), (60, 18), (30, 8)])
@pytest.mark.parametrize("show", ["", "plane"])
@pytest.mark.parametrize(("hide", "tables"), COVERS, ids=lambda value: "".join(value))
@examples(max_examples=8, deadline=None)
@given(st.lists(st.sampled_from(KEYS), max_size=25))
@example(["P", "v", "T", "right", "down", "e", "Z", "*", "f", "t", "s", "m", "T", "u"])
@example(["tab", "T", "5", "enter", "tab", "5", "enter", "tab", "tab", "tab", "w", "u", "z", "down", "end"])
def test_two_lessons_that_differ_in_covered_numbers_look_the_same_whatever_is_pressed(
    hide: list[str], tables: str, show: str, size: tuple[int, int], keys: list[str]
):
    both = [(learner(lesson(hide, other, show)), BoardView()) for other in ("", tables)]
    for key in (None, *keys):
        asked = [press(session, key, character_of(key)) for session, _ in both if key is not None]
        drawn = [view.draw(session, *size) for session, view in both]
        assert drawn[0] == drawn[1], key
        assert asked[:1] == asked[1:]
        assert all(session.covered == covered(hide) for session, _ in both)


TOLD = {
    "variance": {"q", "k", "scores"},
    "saturation": {"weights"},
    "training": {"q", "k", "weights"},
    "cost": set(),
    "online-softmax": {"scores", "weights", "output"},
}


@pytest.mark.parametrize("pane", ["q", "k", "v", "scores", "weights", "output"])
@pytest.mark.parametrize("name", list(TOLD))
async def test_an_experiment_takes_the_problems_own_numbers_only_where_it_tells_nothing_covered(
    name, pane, tmp_path
):
    path = tmp_path / "covers.toml"
    path.write_text(
        f'{CRANE}[[step]]\nhide = ["{pane}"]\nask = {{ question = "?", answer = 1 }}\n', encoding="utf-8"
    )
    async with driving(str(path)) as driven:
        driven.app.replace_session(str(path))
        await driven.command(f"experiment {name}")
        screen = driven.app.screen
        assert isinstance(screen, ExperimentScreen)
        await driven.press("left", "up")
        shown = in_words(" ".join(text_of(line) for line in screen.paper.lines))
        is_told = pane in TOLD[name]
        assert ("numbers:[random]" in shown, "numbers:[own]" in shown) == (is_told, not is_told)
        told = [one for one in PANE_NAMES if one in TOLD[name] & covered([pane])]
        names = " and ".join(PANE_NAMES[one] for one in told)
        said = f"own numbers would tell of {names}, covered until the step's question is answered"
        assert (said in shown) == is_told
        await driven.press("s", "escape")
        await driven.command("answer 1")
        await driven.command(f"experiment {name}")
        await driven.press("left", "up")
        assert "numbers:[own]" in in_words(" ".join(text_of(line) for line in driven.app.screen.paper.lines))
        await driven.press("s")


def test_a_goal_in_a_covered_pane_is_reached_when_the_question_is_answered():
    session = learner(
        f'{CRANE}[[step]]\nhide = ["weights"]\nask = {{ question = "?", answer = 1 }}\n'
        'goal = { cell = "weights[crane, lifted]", above = 0.9 }\n'
    )
    session.select("q", 1, 0)
    for key in (*"50", "tab", *"60", "enter"):
        press(session, key, character_of(key))
    assert session.walk is not None
    assert not session.walk.met and "reached" not in session.message.text
    answer(session, "2")
    assert session.walk.met and session.message.text == "no, not 2: it is 1"
    assert goal_status(session).startswith("goal reached")


async def test_no_screen_over_the_board_tells_of_what_is_covered(tmp_path):
    path = tmp_path / "covers.toml"
    path.write_text(
        f'{CRANE}[[step]]\nset = {{ mask = "causal" }}\nhide = ["weights"]\nask = {{ question = "?", answer = 1 }}\n',
        encoding="utf-8",
    )
    async with driving(str(path)) as driven:
        driven.app.replace_session(str(path))
        for key in "eZH!D":
            await driven.press(key)
            assert driven.app.on_board, key
            assert "covered until the step's question is answered: Q answers it" in driven.message, key
        await driven.command("answer 1")
        for key in "eZH!D":
            await driven.press(key)
            assert not driven.app.on_board, key
            await driven.press("escape")
            assert driven.app.on_board, key


def test_which_of_many_keys_the_plane_draws_does_not_tell_of_weights_that_are_covered():
    def drawn(turn: int) -> list[int]:
        k = [[round(((j * 7 + turn) % 131) / 10, 1), 1.0] for j in range(130)]
        toml = f'title = "x"\nq = [[1, 0]]\nk = {k}\nv = {k}\n[[step]]\nshow = "plane"\nhide = ["k", "weights"]\n'
        session = learner(f'{toml}ask = {{ question = "?", answer = 1 }}\n')
        session.walk.steps = (replace(session.walk.step, hide=("weights",)),)
        return [mark.key for mark in scene(session).marks]

    assert len(drawn(0)) == 100
    assert drawn(0) == drawn(60)
