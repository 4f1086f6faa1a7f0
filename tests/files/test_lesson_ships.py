"""The lessons that ship: each figure in a text is the program's own, each right answer right, each goal reached."""

import re
from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest

from attn_tui.cli.lint import lint
from attn_tui.files.shipped import shipped
from attn_tui.files.sources import open_lesson, open_source
from attn_tui.session.computing.compute import compute, tables
from attn_tui.session.edits import editing
from attn_tui.session.lessons.lesson import Ask, Scene, Step
from attn_tui.session.lessons.markdown import unmarked
from attn_tui.session.lessons.walking import session_at
from attn_tui.ui.catalogue import LESSONS, entries
from tests.files.lesson_claims import ANSWERS, CLAIMS, GOALS, Claim

FIGURE = re.compile(r"(?<![\w.])-?\d+(?:\.\d+)?(?: ?%)|(?<![\w.])-?\d+\.\d+")
NAMES = list(CLAIMS)


def steps(name: str) -> dict[str, Step]:
    return {step.title: step for step in open_lesson(name).steps}


def texts(step: Step) -> Iterator[str]:
    """All that a step says in words."""
    yield step.text
    if step.ask is not None:
        yield from (step.ask.question, step.ask.reason, *step.ask.choices, *step.ask.reasons)


def shown(claim: Claim, scene: Scene) -> float:
    """The number that the engine has for a claim."""
    if claim.by is not None:
        return float(claim.by())
    problem = scene.problem
    settings = replace(problem.settings, **claim.changes)
    if claim.stage in "qkv":
        return float(tables(problem, settings, scene.head)["qkv".index(claim.stage)][claim.row, claim.column])
    if claim.stage == "x" or claim.stage.startswith("w_"):
        return float(getattr(problem.projection, claim.stage)[claim.row, claim.column])
    head = scene.head if claim.head is None else claim.head
    trace = compute(problem, settings, head)
    if claim.stage in ("exp", "total"):
        e = np.exp(trace.masked[claim.row])
        return float(e.sum() if claim.stage == "total" else e[claim.column])
    if claim.stage in ("lead", "lag"):
        second, first = sorted(trace.scores[claim.row])[-2:]
        return float(first - second if claim.stage == "lead" else second - first)
    return float(getattr(trace, claim.stage)[claim.row, claim.column])


def written(value: float, figure: str) -> str:
    """`value` with the digits that `figure` has."""
    number = figure.rstrip(" %")
    decimals = len(number.partition(".")[2])
    return f"{100 * value if figure.endswith('%') else value:.{decimals}f}"


def unmarked_ask(ask: Ask) -> Ask:
    """The question with its words as they are, not marked."""
    choices, reasons = tuple(map(unmarked, ask.choices)), tuple(map(unmarked, ask.reasons))
    return replace(ask, choices=choices, reasons=reasons)


def test_these_lessons_ship_and_no_other():
    assert sorted(name for name, _ in shipped() if open_lesson(name).steps) == sorted(NAMES)


def test_the_picker_offers_every_lesson_and_the_first_one_first():
    offered = [entry.name for entry in entries()]
    assert offered[: len(NAMES)] == list(LESSONS)
    assert sorted(LESSONS) == sorted(NAMES)
    assert entries()[0].title == "Lesson, 13 steps: Attention in five pieces"


@pytest.mark.parametrize("name", NAMES)
def test_a_lesson_has_five_steps_at_least_and_nothing_to_mend(name: str):
    assert len(open_lesson(name).steps) >= 5
    assert lint(name) == []
    assert len(steps(name)) == len(open_lesson(name).steps)


@pytest.mark.parametrize("name", NAMES)
def test_every_figure_in_a_text_is_claimed(name: str):
    for title, step in steps(name).items():
        found = {figure for text in texts(step) for figure in FIGURE.findall(text)}
        assert found == set(CLAIMS[name].get(title, {})), title
    assert set(CLAIMS[name]) <= set(steps(name))


@pytest.mark.parametrize(
    ("name", "title", "figure"),
    [(name, title, figure) for name in NAMES for title in CLAIMS[name] for figure in CLAIMS[name][title]],
)
def test_a_figure_is_what_the_program_shows(name: str, title: str, figure: str):
    claim = CLAIMS[name][title][figure]
    value = shown(claim, steps(name)[title].scene)
    assert written(value, figure) == figure.rstrip(" %")


@pytest.mark.parametrize("name", NAMES)
def test_every_right_choice_is_held_by_a_computation(name: str):
    asking = {
        title
        for title, step in steps(name).items()
        if step.ask is not None and (step.ask.cell is None or step.ask.choices)
    }
    assert asking == set(ANSWERS[name])
    for title, is_so in ANSWERS[name].items():
        step = steps(name)[title]
        assert step.ask is not None
        assert is_so(step.scene, unmarked_ask(step.ask)), title


@pytest.mark.parametrize("name", NAMES)
def test_every_goal_is_reached_by_what_the_text_suggests(name: str):
    aiming = {title: step for title, step in steps(name).items() if step.goal is not None}
    assert set(aiming) == set(GOALS.get(name, {}))
    for title, step in aiming.items():
        session = session_at(step)
        assert session.walk is not None
        for pane, row, column, value in GOALS[name][title]:
            assert 0 not in session.walk.met
            session.select(pane, row, column)
            editing.fill(session, value)
        assert 0 in session.walk.met, title


def test_the_first_lesson_is_on_the_crane_sentence():
    crane, lesson = open_source("crane-lifted-steel"), open_source("five-pieces")
    for table in ("q", "k", "v"):
        np.testing.assert_array_equal(getattr(lesson, table), getattr(crane, table))
    np.testing.assert_array_equal(open_source("no-reading-ahead").q, crane.q)
