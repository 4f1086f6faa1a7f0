"""Whatever the size, the problem and the state: exactly the screen is drawn, and the selected number is on it."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import settings as examples
from hypothesis import strategies as st
from rich.cells import cell_len

from attn_tui.files.sources import open_source
from attn_tui.session.digits import DIGITS
from attn_tui.session.labels import fit, plain
from attn_tui.session.line_edit import LineEdit
from attn_tui.session.prompts import CommandLine, Question
from attn_tui.session.selection import PANES
from attn_tui.session.session import Session
from attn_tui.session.settings import Causal, Settings, Window
from attn_tui.ui.views.board_view import BoardView
from attn_tui.ui.views.line import text_of
from tests.ui.driving import HOSTILE, hostile_problem, long_problem, nasty_problem

PRESETS = ("crane-lifted-steel", "it-two-heads", "it-real", "translation", "soft-dictionary", "two-tokens")
PROBLEMS = [
    *map(open_source, PRESETS),
    hostile_problem(),
    long_problem(40, d_k=9, mask=(Causal(),)),
    long_problem(1, 1),
    nasty_problem(),
    nasty_problem("float32"),
]
TEXTS = st.sampled_from([*HOSTILE, "0.25", "m" * 300])


@st.composite
def sessions(draw) -> Session:
    session = Session(draw(st.sampled_from(PROBLEMS)))
    session.digits = draw(st.sampled_from(DIGITS))
    session.stage = draw(st.sampled_from(["auto", "raw", "scaled", "M", "masked", "exp"]))
    session.zoomed = draw(st.booleans())
    session.show_head(draw(st.integers(0, 2)))
    session.select(draw(st.sampled_from(PANES)), draw(st.integers(0, 45)), draw(st.integers(0, 70)))
    text = draw(TEXTS)
    line = LineEdit(text, draw(st.integers(0, len(text))))
    match draw(st.sampled_from(["", "", "edit", "seek", "command", "ask", "say", "fault", "block"])):
        case "edit":
            session.pane = "v"
            session.editor = line
        case "seek":
            session.seeking = line
        case "command":
            session.command = CommandLine(line, fault="why it can't be carried out " * 9)
        case "ask":
            session.question = Question("y does it, Esc leaves it " * 9, lambda _: None)
        case "say":
            session.say("what the last key did " * 9)
        case "fault":
            session.say_fault("why it could not be done " * 9)
        case "block":
            session.anchor = (0, 0)
    return session


SIZES = st.one_of(
    st.tuples(st.integers(1, 200), st.integers(1, 60)),
    st.tuples(st.integers(28, 64), st.integers(6, 20)),
    st.sampled_from([(80, 24), (120, 36), (119, 24), (79, 24), (60, 18), (30, 8)]),
)


@examples(max_examples=400)
@given(sessions(), SIZES, st.booleans())
def test_a_board_is_exactly_as_large_as_its_screen_and_says_nothing_to_the_terminal(session, size, colour):
    width, height = size
    view = BoardView(colour=colour)
    for _ in range(2):
        lines = [text_of(line) for line in view.draw(session, width, height)]
        assert [cell_len(line) for line in lines] == [width] * height
        assert all(line.isprintable() for line in lines)


@examples(max_examples=300)
@given(sessions(), st.integers(30, 200), st.integers(8, 60), st.booleans())
def test_the_selected_number_of_the_active_pane_is_always_on_the_screen(session, width, height, colour):
    session.command = None
    view = BoardView(colour=colour)
    view.draw(session, width, height)
    row, column = session.cell
    pane = view.panes[session.pane]
    assert row in pane.rows and column in pane.columns
    line = pane.lines[2 + row - pane.rows.start]
    marked = [span for span in line if span.look.endswith(("+cursor", "+edit"))]
    assert [span.text[0] for span in marked] == ["[", "]"]
    assert marked[0].text.strip("[▏ ") or session.editor is not None or session.digits == "heat"
    assert text_of(line).startswith("▸")


@examples(max_examples=300)
@given(sessions(), st.integers(60, 200), st.integers(8, 60))
def test_the_formula_is_never_cut(session, width, height):
    formula = text_of(BoardView().draw(session, width, height)[0])
    assert "softmax( Q·Kᵀ " in formula
    assert ") · V" in formula


@pytest.mark.parametrize("width", [60, 80, 120])
@pytest.mark.parametrize(
    "settings",
    [
        Settings(mask=(Causal(), Window(2, 0), Causal(end=True)), softcap=7.5, sink=3.0),
        Settings(scale=0.047619047619047616, mask=(Causal(),)),
        Settings(scale=-1.2345678901234567e-05, mask=(Window(None, 0),), cells=((0, 1, False),)),
    ],
)
def test_a_formula_with_much_in_force_folds_and_is_whole(settings, width):
    session = Session(replace(open_source("crane-lifted-steel"), title="t" * 300, settings=settings))
    line = text_of(BoardView().draw(session, width, 24)[0])
    assert line.rstrip().endswith(") · V")
    assert "softmax( Q·Kᵀ " in line


@pytest.mark.parametrize("size", [(29, 24), (80, 7), (1, 1), (5, 60)])
def test_a_screen_too_small_says_so_in_one_line(size):
    lines = [text_of(line) for line in BoardView().draw(Session(PROBLEMS[0]), *size)]
    told = "{}×{}: needs 30×8, q quits".format(*size)
    assert lines[0].rstrip() == told if len(told) <= size[0] else lines[0][:-1] == told[: size[0] - 1]
    assert not any(line.strip() for line in lines[1:])


def test_at_80_by_24_the_crane_sentence_stands_whole():
    view = BoardView()
    view.draw(Session(PROBLEMS[0]), 80, 24)
    assert [len(view.panes[pane].rows) for pane in PANES] == [4] * 6
    assert [len(view.panes[pane].columns) for pane in PANES] == [2, 2, 2, 4, 4, 2]


def test_below_60_by_18_one_pane_is_shown_at_a_time():
    view = BoardView()
    session = Session(PROBLEMS[0])
    for size in [(59, 24), (80, 17)]:
        view.draw(session, *size)
        assert list(view.panes) == ["q"]
    view.draw(session, 60, 18)
    assert set(view.panes) == set(PANES)


def test_from_120_columns_on_the_explanation_stands_beside_the_panes():
    session = Session(PROBLEMS[0])
    beside = [text_of(line)[81:] for line in BoardView().draw(session, 120, 36)]
    assert any("score  the asks the" in line for line in beside)
    assert not any("score  the asks the" in text_of(line) for line in BoardView().draw(session, 119, 36))


@pytest.mark.parametrize("label", HOSTILE)
def test_a_label_that_could_do_harm_takes_no_more_than_its_cells(label):
    crane = open_source("crane-lifted-steel")
    words, columns = (label, "crane", label, "steel"), (label, "machine")
    problem = replace(
        crane,
        title=label,
        query_tokens=words,
        key_tokens=words,
        columns=columns,
        v_columns=columns,
        about=label,
    )
    view = BoardView()
    lines = [text_of(line) for line in view.draw(Session(problem), 80, 24)]
    assert {cell_len(line) for line in lines} == {80}
    for pane in PANES:
        starts = {line.text for drawn in view.panes[pane].lines[2:] for line in drawn[:1]}
        assert {cell_len(start) for start in starts} == {8}
    assert view.panes["q"].lines[2][0].text == f"▸ {fit(plain(label).strip() or '␣', 6)}"
