"""A step that shows the plane opens on it, one that does not closes it, and a step left keeps it as it was."""

import pytest

from attn_tui.session.faults import Fault
from attn_tui.session.plane_editing import move_query, query_point
from attn_tui.session.plane_showing import toggle_plain, toggle_plane, toggle_space
from attn_tui.session.walking import go_on, restore
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


def test_a_step_keeps_its_plane_and_restoring_brings_back_the_one_it_opened_on():
    session = learner(STEPS)
    toggle_space(session)
    toggle_plain(session)
    move_query(session, 1, 0)
    go_on(session, 1)
    toggle_plane(session)
    go_on(session, -1)
    assert session.plane.space == "values" and session.plane.plain
    restore(session)
    assert session.plane.space == "keys" and session.plane.shown and session.plane.plain
    assert query_point(session) == (0.2, 0.2)
    go_on(session, 1)
    assert session.plane.shown


def test_a_goal_to_be_reached_by_another_table_refuses_the_querys_move():
    session = learner(STEPS)
    go_on(session, 1)
    go_on(session, 1)
    with pytest.raises(Fault):
        move_query(session, 1, 0)
    assert query_point(session) == (0.2, 0.2)
