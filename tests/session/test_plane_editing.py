"""Moving the query in the plane: every key one undo step, a whole drag one, and what can't be done says why."""

from math import atan2, cos, degrees, hypot, inf, nan, radians, sin

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from attn_tui.files.sources import open_source
from attn_tui.session.faults import Fault
from attn_tui.session.plane.plane_editing import (
    arrow_point,
    at,
    begin_drag,
    drag_to,
    end_drag,
    move_arrow,
    strengthen,
    turn,
)
from attn_tui.session.plane.plane_frame import bounds_of
from attn_tui.session.plane.plane_showing import (
    column_from,
    next_column,
    next_space,
    next_word,
    space_columns,
)
from attn_tui.session.session import Session
from tests.session.conftest import build

FINITE = st.floats(-1e3, 1e3).filter(lambda number: number == 0 or abs(number) > 1e-3)
HELD = bounds_of([(1.0, 1.0)])


def soft_dictionary() -> Session:
    return Session(open_source("soft-dictionary"))


def test_steps_are_exact_in_decimal_and_one_undo_each():
    session = soft_dictionary()
    for _ in range(7):
        move_arrow(session, 1, -1)
    assert arrow_point(session) == (1.1, -0.5)
    assert session.message.text == "Q[it] (1.00, -0.40) → (1.10, -0.50)"
    session.step = 0.25
    move_arrow(session, -5, 0)
    assert arrow_point(session) == (-0.15, -0.5)
    assert len(session.history.done) == 8
    for _ in range(8):
        session.undo()
    assert arrow_point(session) == (0.4, 0.2)
    assert not session.is_edited


@given(FINITE, FINITE, st.integers(1, 8))
def test_strength_keeps_the_direction_and_turning_keeps_the_length(x, y, times):
    if x == y == 0:
        return
    session = build(q=((x, y),), k=((1, 0), (0, 1)), v=((1, 0), (0, 1)))
    for _ in range(times):
        strengthen(session, 1)
    longer = arrow_point(session)
    assert hypot(*longer) == pytest.approx(hypot(x, y) * 1.1**times, rel=1e-4)
    assert degrees(atan2(longer[1], longer[0])) == pytest.approx(degrees(atan2(y, x)), abs=1e-2)
    for _ in range(times):
        strengthen(session, -1)
    assert arrow_point(session) == pytest.approx((x, y), rel=1e-3, abs=1e-4 * hypot(x, y))
    for _ in range(times):
        turn(session, 1)
    angle = radians(5 * times)
    turned = x * cos(angle) - y * sin(angle), x * sin(angle) + y * cos(angle)
    assert arrow_point(session) == pytest.approx(turned, rel=1e-3, abs=1e-3 * hypot(x, y))


def test_a_query_goes_once_around_in_72_turns():
    session = soft_dictionary()
    for _ in range(72):
        turn(session, -1)
    assert arrow_point(session) == pytest.approx((0.4, 0.2), abs=1e-4)


@pytest.mark.parametrize(
    ("text", "expected"),
    [("1 -2", (1, -2)), ("1, 2", (1, 2)), ("(0.5, -.5)", (0.5, -0.5)), ("1e-3 inf", (0.001, inf)), ("−1 0", (-1, 0))],
)  # fmt: skip
def test_coordinates_are_typed(text, expected):
    session = soft_dictionary()
    at(session, text)
    assert arrow_point(session) == expected
    session.undo()
    assert arrow_point(session) == (0.4, 0.2)


@pytest.mark.parametrize(("text", "line"), [("", "at 0.4 0.2"), ("5", "at 5")])
def test_with_fewer_than_two_numbers_the_command_line_opens_on_them(text, line):
    session = soft_dictionary()
    at(session, text)
    assert session.command is not None and session.command.line.text == line
    assert not session.history.done


@pytest.mark.parametrize("text", ["1 2 3", "east", "1 x", "1e999 0", "__import__('os') 1"])
def test_what_are_no_two_numbers_is_refused_and_nothing_moves(text):
    session = soft_dictionary()
    with pytest.raises(Fault):
        at(session, text)
    assert arrow_point(session) == (0.4, 0.2) and not session.history.done


def test_a_whole_drag_is_one_undo_step_and_redo_brings_its_end_back():
    session = soft_dictionary()
    move_arrow(session, 1, 0)
    begin_drag(session, HELD)
    for x, y in [(1.0, 1.0), (1.5, 0.5), (1.5, 0.5), (2.0, 0.9)]:
        drag_to(session, x, y)
    end_drag(session)
    assert [edit.what for edit in session.history.done] == [
        "Q[it] (0.40, 0.20) → (0.50, 0.20)",
        "Q[it] (0.50, 0.20) → (2.00, 0.90)",
    ]
    session.undo()
    assert arrow_point(session) == (0.5, 0.2)
    session.redo()
    assert arrow_point(session) == (2.0, 0.9)


def test_what_comes_between_two_moves_of_a_drag_keeps_its_own_step():
    session = soft_dictionary()
    begin_drag(session, HELD)
    drag_to(session, 1.0, 1.0)
    move_arrow(session, 1, 0)
    drag_to(session, 2.0, 2.0)
    drag_to(session, 3.0, 3.0)
    assert len(session.history.done) == 3
    session.undo()
    assert arrow_point(session) == (1.1, 1.0)
    drag_to(session, -1.0, 0.0)
    session.undo()
    assert arrow_point(session) == (1.1, 1.0)
    end_drag(session)
    drag_to(session, 5.0, 5.0)
    assert arrow_point(session) == (1.1, 1.0)


def test_only_the_selected_querys_two_columns_move_and_the_selection_stays():
    drawn = np.random.default_rng(5).normal(size=(2, 3, 6))
    session = build(q=drawn, k=drawn[:, :, ::-1], v=drawn, head=1)
    session.select("k", 2, 4)
    next_word(session, 2)
    column_from(session, "4", 0)
    column_from(session, "2", 1)
    move_arrow(session, 5, -5)
    moved = session.problem.q - drawn
    assert np.flatnonzero(moved).tolist() == [1 * 18 + 2 * 6 + 2, 1 * 18 + 2 * 6 + 4]
    assert (moved[1, 2, 4], moved[1, 2, 2]) == (pytest.approx(0.5), pytest.approx(-0.5))
    assert (session.pane, session.cell, session.selection.i) == ("k", (2, 4), 2)
    session.undo()
    assert session.problem.q.tobytes() == drawn.tobytes()


def test_float32_numbers_step_as_they_are_written():
    session = build(stored="float32")
    move_arrow(session, 1, 1)
    assert arrow_point(session) == (0.3, 0.3)
    assert session.problem.q.dtype == np.float32


@pytest.mark.parametrize("query", [(0.0, 0.0), (nan, 1.0), (1.0, inf)])
def test_a_query_without_a_direction_says_so(query):
    session = build(q=(query,), k=((1, 0),), v=((1, 0),))
    for act in (strengthen, turn):
        with pytest.raises(Fault, match="direction"):
            act(session, 1)
    assert not session.history.done


def test_a_query_can_not_outgrow_a_float():
    session = build(q=((1e308, 1.7e308),), k=((1, 0),), v=((1, 0),))
    with pytest.raises(Fault, match="longer than a float64 can be"):
        strengthen(session, 1)


def test_a_table_of_one_column_and_a_covered_one_are_not_moved(monkeypatch):
    one = build(q=((1,),), k=((1,),), v=((1,),))
    with pytest.raises(Fault, match="one column"):
        move_arrow(one, 1, 0)
    session = soft_dictionary()
    monkeypatch.setattr(Session, "covered", property(lambda _: frozenset({"q"})))
    with pytest.raises(Fault, match="covered"):
        move_arrow(session, 1, 0)


def test_columns_are_chosen_by_name_by_number_and_in_turn():
    drawn = np.random.default_rng(6).normal(size=(2, 4))
    session = build(q=drawn, k=drawn, v=drawn[:, :3], columns=("a", "b", "c", "d"), v_columns=("x", "y", "z"))
    column_from(session, "d", 0)
    assert space_columns(session, "keys") == (3, 1)
    column_from(session, "3", 1)
    assert space_columns(session, "keys") == (1, 3)
    next_column(session, 0)
    assert space_columns(session, "keys") == (2, 3)
    next_column(session, 0)
    assert space_columns(session, "keys") == (0, 3)
    next_column(session, 1)
    assert space_columns(session, "keys") == (0, 1)
    next_space(session)
    column_from(session, "z", 1)
    assert space_columns(session, "values") == (0, 2)
    with pytest.raises(Fault, match="there is no column of V 'd'"):
        column_from(session, "d", 0)
    with pytest.raises(Fault, match="two columns"):
        next_column(soft_dictionary(), 0)


def test_columns_that_are_gone_give_way_to_the_first_two():
    drawn = np.random.default_rng(6).normal(size=(2, 4))
    session = build(q=drawn, k=drawn, v=drawn)
    column_from(session, "3", 0)
    session.state = build(q=drawn[:, :2], k=drawn[:, :2], v=drawn).state
    assert space_columns(session, "keys") == (0, 1)
