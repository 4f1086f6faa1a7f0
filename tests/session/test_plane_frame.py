"""The geometry of the plane: bounds with 0 in them, the dot of a point and back, ticks, and an arrow's head."""

import math
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from attn_tui.session.plane.plane_frame import (
    MARGIN,
    TICK_DOTS,
    barbs,
    bounds_of,
    frame_in,
    is_drawn,
    round_up,
)

NUMBERS = st.one_of(
    st.floats(-1e6, 1e6),
    st.floats(allow_nan=False, allow_infinity=False),
    st.sampled_from([0.0, -0.0, 5e-324, 1e-200, 1e150, -1e150, 0.1, 1.9]),
)
POINTS = st.lists(st.tuples(NUMBERS, NUMBERS), max_size=12)
SIZES = st.tuples(st.integers(12, 400), st.integers(12, 240))


@given(POINTS, SIZES)
def test_every_point_and_0_stand_inside_the_picture_with_a_margin(points, size):
    frame = frame_in(bounds_of(points), *size)
    for point in [(0.0, 0.0), *(point for point in points if is_drawn(*point))]:
        x, y = frame.dot(*point)
        assert MARGIN - 1 <= x <= size[0] - MARGIN and MARGIN - 1 <= y <= size[1] - MARGIN


@given(POINTS, SIZES)
def test_one_side_of_the_picture_is_used_whole_and_a_unit_is_as_long_on_both_axes(points, size):
    bounds = bounds_of(points)
    frame = frame_in(bounds, *size)
    left, bottom = frame.dot(bounds.left, bounds.bottom)
    right, top = frame.dot(bounds.right, bounds.top)
    free = size[0] - 1 - (right - left), size[1] - 1 - (bottom - top)
    assert min(free) <= 2 * MARGIN + 1
    half = max(bounds.right, -bounds.left)
    across, upward = (frame.dot(half, half)[axis] - frame.dot(0, 0)[axis] for axis in (0, 1))
    assert abs(across + upward) <= 1.001
    assert abs(across - half * frame.per_unit) <= 1.001


@given(POINTS)
def test_bounds_lie_on_whole_steps_and_hold_their_points(points):
    bounds = bounds_of(points)
    assert bounds.left <= 0 <= bounds.right and bounds.bottom <= 0 <= bounds.top
    slack = 1e-12 * max(bounds.right - bounds.left, bounds.top - bounds.bottom)
    for x, y in (point for point in points if is_drawn(*point)):
        assert bounds.left - slack <= x <= bounds.right + slack
        assert bounds.bottom - slack <= y <= bounds.top + slack


def test_bounds_change_only_when_a_point_crosses_a_step():
    keys = [(1.8, 0.8), (-0.6, 1.9), (-1.9, -0.4), (0.7, -1.9)]
    inside = {bounds_of([*keys, (x / 10, 0.2)]) for x in range(-20, 21)}
    assert len(inside) == 1
    (bounds,) = inside
    assert (bounds.left, bounds.bottom, bounds.right, bounds.top) == (-2, -2, 2, 2)
    assert bounds_of([*keys, (2.1, 0.2)]).right == 3


@pytest.mark.parametrize(
    "points", [[], [(0.0, 0.0)], [(5e-324, 0.0)], [(math.nan, 1.0), (1.0, math.inf)], [(1e200, 0)]]
)
def test_where_there_is_nothing_to_be_drawn_the_plane_goes_from_minus_1_to_1(points):
    bounds = bounds_of(points)
    assert (bounds.left, bounds.bottom, bounds.right, bounds.top) == (-1, -1, 1, 1)


@given(st.floats(1e-140, 1e140))
def test_rounding_up_gives_1_2_or_5_times_a_power_of_ten(value):
    rounded = round_up(value)
    assert value <= rounded * (1 + 1e-9) and rounded < 2.6 * value
    assert f"{rounded:.6e}"[:8] in ("1.000000", "2.000000", "5.000000")


@given(st.floats(-3, 3), st.floats(-3, 3), SIZES)
def test_a_dot_turned_back_into_a_point_is_the_point_to_within_a_cell(x, y, size):
    frame = frame_in(bounds_of([(-3, -3), (3, 3)]), *size)
    back_x, back_y = frame.point(*frame.dot(x, y))
    assert abs(back_x - x) * frame.per_unit <= 2 and abs(back_y - y) * frame.per_unit <= 2
    assert len(f"{back_x}") <= 6


@given(POINTS, SIZES)
def test_ticks_stand_at_multiples_of_one_step_far_enough_apart(points, size):
    frame = frame_in(bounds_of(points), *size)
    apart = frame.tick * frame.per_unit
    for zero, ticks, side in zip((frame.zero_x, frame.zero_y), frame.ticks(), size, strict=True):
        steps = [round((tick - zero) / apart) for tick in ticks]
        assert steps == [at for at in range(steps[0], steps[-1] + 1) if at] if steps else True
        assert all(abs(zero + at * apart - tick) <= 0.501 for at, tick in zip(steps, ticks, strict=True))
        assert all(0 <= tick < side for tick in ticks)
        assert abs(len(ticks) + 1 - (side - 1) / apart) <= 1.001
        assert all(b - a >= TICK_DOTS - 1 for a, b in pairwise(ticks))


@given(st.tuples(st.integers(0, 90), st.integers(0, 90)), st.tuples(st.integers(0, 90), st.integers(0, 90)))
def test_the_strokes_of_an_arrows_head_lie_behind_its_tip_on_both_sides(start, tip):
    if math.dist(start, tip) < 8:
        return
    along = math.atan2(start[1] - tip[1], start[0] - tip[0])
    sides = []
    for end in barbs(start, tip, 6):
        assert 5 <= math.dist(end, tip) <= 7
        turned = math.atan2(end[1] - tip[1], end[0] - tip[0]) - along
        sides.append(math.degrees((turned + math.pi) % (2 * math.pi) - math.pi))
    assert all(20 <= abs(side) <= 50 for side in sides)
    assert sides[0] * sides[1] < 0
