"""A step that shows the plane opens on it, one that does not closes it, and a step left keeps it as it was."""

import pytest

from attn_tui.session.faults import Fault
from attn_tui.session.lessons.walking import go_on, restore
from attn_tui.session.plane.plane_editing import arrow_point, move_arrow
from attn_tui.session.plane.plane_scene import scene
from attn_tui.session.plane.plane_showing import next_space, toggle_plain, toggle_plane
from attn_tui.session.selection import AXES
from tests.session.lessons import CRANE, learner

STEPS = f"""{CRANE}
[[step]]
title = "Plane"
show = "plane"
[[step]]
title = "Panes"
[[step]]
title = "Plane again"
show = "plane"
goal = {{ cell = "weights[crane, steel]", above = 0.9, only = "k" }}
"""


def test_a_step_that_shows_the_plane_opens_it_with_the_keys_and_the_next_closes_it():
    session = learner(STEPS)
    assert session.plane.shown and session.plane.has_keys
    go_on(session, 1)
    assert not session.plane.shown and not session.plane.has_keys
    go_on(session, 1)
    assert session.plane.shown


WIDE = """title = "three columns"
tokens = ["one", "two"]
columns = ["a", "b", "c"]
v_columns = ["d", "e", "f", "g"]
q = [[1, 2, 3], [4, 5, 6]]
k = [[1, 0, 2], [0, 1, 3]]
v = [[1, 2, 3, 4], [5, 6, 7, 8]]
[[step]]
"""
SELECTED = [
    ('{ pane = "q", row = "two", column = "c" }', "keys", ("a", "c")),
    ('{ pane = "k", row = "two", column = "b" }', "keys", ("a", "b")),
    ('{ pane = "q", row = "two" }', "keys", ("a", "b")),
    ('{ pane = "scores", row = "two", column = "two" }', "keys", ("a", "b")),
    ('{ pane = "weights", row = "two", column = "two" }', "keys", ("a", "b")),
    ('{ pane = "v", row = "two", column = "g" }', "values", ("d", "g")),
    ('{ pane = "output", row = "two", column = "d" }', "values", ("d", "e")),
    ('{ pane = "output", row = "two" }', "values", ("d", "e")),
]


@pytest.mark.parametrize("first", [True, False])
@pytest.mark.parametrize(("select", "space", "names"), SELECTED)
def test_the_plane_of_a_step_shows_what_the_step_selects(select: str, space: str, names: tuple, first: bool):
    before = "" if first else "title = 'before'\n[[step]]\n"
    session = learner(f'{WIDE}{before}show = "plane"\nselect = {select}\n')
    if not first:
        go_on(session, 1)
    shown = scene(session)
    assert (shown.space, shown.names) == (space, names)
    pane = select.split('"')[1]
    rows = AXES[pane][0]
    assert session.pane == pane and session.selection.of(rows) == 1
    assert shown.reader == ("two" if rows == "i" else "one")
    assert any(mark.label == "two" and mark.selected for mark in shown.marks) or "j" not in AXES[pane]


def test_moving_the_query_in_the_plane_leaves_the_steps_selection_where_it_is():
    session = learner(f'{WIDE}show = "plane"\nselect = {{ pane = "weights", row = "two", column = "two" }}\n')
    move_arrow(session, 1, 0)
    assert (session.pane, session.cell) == ("weights", (1, 1))
    assert session.problem.q[0, 1].tolist() == [4.1, 5, 6]
    restore(session)
    assert (session.pane, session.cell) == ("weights", (1, 1))


def test_a_step_keeps_its_plane_and_restoring_brings_back_the_one_it_opened_on():
    session = learner(STEPS)
    next_space(session)
    toggle_plain(session)
    move_arrow(session, 1, 0)
    go_on(session, 1)
    toggle_plane(session)
    go_on(session, -1)
    assert session.plane.space == "values" and session.plane.plain
    restore(session)
    assert session.plane.space == "keys" and session.plane.shown and session.plane.plain
    assert arrow_point(session) == (0.2, 0.2)
    go_on(session, 1)
    assert session.plane.shown


def test_a_goal_to_be_reached_by_another_table_refuses_the_querys_move():
    session = learner(STEPS)
    go_on(session, 1)
    go_on(session, 1)
    with pytest.raises(Fault):
        move_arrow(session, 1, 0)
    assert arrow_point(session) == (0.2, 0.2)
