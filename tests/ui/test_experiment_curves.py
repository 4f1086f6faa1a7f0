"""Curves in cells: where a point stands, which curve is which, and what the axes say."""

import math
from itertools import pairwise

import pytest

from attn_tui.session.labels import cell_width
from attn_tui.ui.views.curves import GUTTER, Axis, Curve, axis_for, chart
from attn_tui.ui.views.line import text_of

ACROSS = Axis(1, 1024, log=True, name="d_k")


def drawn(curves, up, size=(48, 12), plain=True, across=ACROSS, **options):
    return [text_of(line) for line in chart(curves, across, up, size, plain=plain, **options)]


def test_on_logarithmic_axes_a_proportional_curve_is_a_straight_line_and_a_constant_a_level_one():
    widths = [float(1 << n) for n in range(11)]
    up = Axis(1, 1024, log=True, name="variance")
    lines = drawn([Curve("raw", [(x, x) for x in widths]), Curve("scaled", [(x, 1.0) for x in widths])], up)
    rows = [line[GUTTER:] for line in lines[1:-1]]
    middles = [[at for at, mark in enumerate(row) if mark == "*"] for row in rows]
    assert middles[0][-1] == 39
    assert [row.count("o") > 0 for row in rows] == [False] * 9 + [True]
    assert rows[-1].count("o") > 20
    steps = [upper[0] - lower[0] for upper, lower in pairwise(middles[:-1])]
    assert max(steps) - min(steps) <= 1


def test_the_axes_say_their_bounds_and_names():
    lines = drawn([Curve("raw", [(1, 0.5)])], Axis(0.5, 2000, log=True, name="variance"))
    assert "variance" in lines[0] and "*** raw" in lines[0]
    assert lines[1].split("|")[0].strip() == "2000"
    assert lines[-2].split("|")[0].strip() == "0.5"
    assert lines[-1].split() == ["1", "d_k,", "log", "1024"]


def test_an_axis_says_where_it_is_logarithmic_and_only_there():
    curves, even = [Curve("raw", [(1, 1), (9, 9)])], Axis(0, 10, name="loss")
    log = Axis(1, 10, log=True, name="loss")
    beside = [[line[:GUTTER].strip(" |") for line in drawn(curves, up)] for up in (even, log)]
    assert ["log" in gutters for gutters in beside] == [False, True]
    assert (beside[1][1], beside[1][-2]) == ("10", "1")
    assert drawn(curves, even, across=Axis(0, 200, name="step"))[-1].split() == ["0", "step", "200"]


@pytest.mark.parametrize("plain", [True, False])
@pytest.mark.parametrize("size", [(80, 20), (9, 3), (3, 1), (30, 5)])
def test_every_line_has_the_width_asked_for(size, plain):
    points = [(1.0, math.nan), (2.0, math.inf), (3.0, 0.0), (4.0, -1.0), (5.0, 1e-320), (1e9, 2.0)]
    for log in (True, False):
        up = axis_for([y for _, y in points], log=log)
        for line in drawn([Curve("a", points), Curve("b", points, marked=True)], up, size, plain, at=7.0):
            assert cell_width(line) == size[0]


def test_plain_characters_are_all_of_ascii():
    lines = drawn([Curve("raw", [(1, 1), (9, 9)])], Axis(0, 1, is_cut=True), at=3.0)
    assert "".join(lines).isascii()
    assert any(
        "⠀" < character <= "⣿"
        for character in "".join(drawn([Curve("raw", [(1, 1)])], Axis(0, 1), plain=False))
    )


@pytest.mark.parametrize(
    ("values", "bounds"),
    [
        ([64.59, 1.009], (1, 100)),
        ([0.98, 1031.0], (0.5, 2000)),
        ([3.0], (2, 5)),
        ([], (1, 10)),
        ([0.0, math.nan], (1, 10)),
    ],
)
def test_a_logarithmic_axis_ends_at_one_two_or_five_times_a_power_of_ten(values, bounds):
    axis = axis_for(values, log=True)
    assert (axis.low, axis.high, axis.is_cut) == (*bounds, False)


def test_a_logarithmic_axis_that_would_be_too_deep_is_cut_and_says_so():
    axis = axis_for([1.0, 1e-40], log=True)
    assert (axis.low, axis.high) == (1e-8, 1.0)
    lines = drawn([Curve("raw", [(1, 1.0), (1024, 1e-40)])], axis)
    assert lines[-2].split("|")[0].strip() == "<1e-8"
    assert lines[-2].rstrip()[-1] == "*"


def test_an_even_axis_has_zero_on_it():
    assert (axis_for([2.0, 3.0], log=False).low, axis_for([-2.0], log=False).high) == (0.0, 0.0)
    assert axis_for([], log=False).high > axis_for([], log=False).low


def test_the_second_curve_is_told_from_the_first_without_colour():
    points = [(float(1 << n), 1.0) for n in range(11)]
    solid, dotted = (
        sum(
            bin(ord(character) - 0x2800).count("1")
            for line in lines[1:-1]
            for character in line
            if character > "⠀"
        )
        for lines in (
            drawn([Curve("a", points)], Axis(0, 2), plain=False),
            drawn([Curve("none", []), Curve("b", points)], Axis(0, 2), plain=False),
        )
    )
    assert solid > 2.5 * dotted
