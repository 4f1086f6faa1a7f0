"""The canvas of dots against a slow drawing, dot by dot, and against Unicode's own names of Braille characters."""

import unicodedata

from hypothesis import given
from hypothesis import strategies as st

from attn_tui.ui.views.braille import ACROSS, DOWN, Canvas, Ink

INK = Ink("plane.mark", 1, "o")
NUMBERS = {(0, 0): 1, (0, 1): 2, (0, 2): 3, (1, 0): 4, (1, 1): 5, (1, 2): 6, (0, 3): 7, (1, 3): 8}
"""The number by which Unicode's names call each dot of a cell."""
WIDTH, HEIGHT = 7, 5
DOTS = st.tuples(st.integers(-6, WIDTH * ACROSS + 6), st.integers(-6, HEIGHT * DOWN + 6))


def shown(canvas: Canvas) -> set[tuple[int, int]]:
    """The dots that the canvas' characters show, by their Unicode names."""
    dots = set()
    for row in range(canvas.height):
        for column in range(canvas.width):
            character = canvas.cell(column, row, plain=False).text
            if character == " ":
                continue
            name = unicodedata.name(character).removeprefix("BRAILLE PATTERN DOTS-")
            dots |= {
                (column * 2 + x, row * 4 + y) for (x, y), number in NUMBERS.items() if str(number) in name
            }
    return dots


def inside(dots: set[tuple[int, int]]) -> set[tuple[int, int]]:
    """Those of the dots that are on the canvas."""
    return {(x, y) for x, y in dots if 0 <= x < WIDTH * ACROSS and 0 <= y < HEIGHT * DOWN}


@given(st.lists(DOTS, max_size=30))
def test_each_dot_drawn_is_shown_and_no_other(dots):
    canvas = Canvas(WIDTH, HEIGHT)
    for x, y in dots:
        canvas.dot(x, y, INK)
    assert shown(canvas) == inside(set(dots))


@given(DOTS, DOTS)
def test_a_line_goes_from_end_to_end_without_a_gap_and_nowhere_strays(start, end):
    canvas = Canvas(WIDTH + 8, HEIGHT + 4)
    start, end = (start[0] + 8, start[1] + 8), (end[0] + 8, end[1] + 8)
    canvas.line(start, end, INK)
    dots = shown(canvas)
    assert {start, end} <= dots
    dx, dy = end[0] - start[0], end[1] - start[1]
    steps = max(abs(dx), abs(dy))
    assert len(dots) == steps + 1
    for x, y in dots:
        if steps:
            at = ((x - start[0]) * dx + (y - start[1]) * dy) / (dx * dx + dy * dy)
            assert abs(x - start[0] - at * dx) <= 0.5 and abs(y - start[1] - at * dy) <= 0.5


@given(DOTS, st.floats(0, 6))
def test_a_disc_is_every_dot_within_its_radius(middle, radius):
    canvas = Canvas(WIDTH, HEIGHT)
    canvas.disc(middle, radius, INK)
    near = {
        (x, y)
        for x in range(WIDTH * ACROSS)
        for y in range(HEIGHT * DOWN)
        if (x - middle[0]) ** 2 + (y - middle[1]) ** 2 <= radius**2
    }
    assert shown(canvas) == near


@given(DOTS, st.integers(1, 5))
def test_a_square_is_its_edge_and_a_cross_its_diagonals(middle, reach):
    square, cross = Canvas(WIDTH, HEIGHT), Canvas(WIDTH, HEIGHT)
    square.square(middle, reach, INK)
    cross.cross(middle, reach, INK)
    around = [(dx, dy) for dx in range(-reach, reach + 1) for dy in range(-reach, reach + 1)]
    edge = {(middle[0] + dx, middle[1] + dy) for dx, dy in around if max(abs(dx), abs(dy)) == reach}
    diagonals = {(middle[0] + dx, middle[1] + dy) for dx, dy in around if abs(dx) == abs(dy)}
    assert shown(square) == inside(edge)
    assert shown(cross) == inside(diagonals)


def test_only_each_third_dot_of_a_dotted_line_is_drawn():
    canvas = Canvas(WIDTH, HEIGHT)
    canvas.line((0, 2), (12, 2), INK, every=3)
    assert shown(canvas) == {(0, 2), (3, 2), (6, 2), (9, 2), (12, 2)}


def test_a_cell_looks_as_its_highest_ink_and_keeps_the_dots_of_all():
    canvas = Canvas(1, 1)
    low, high = Ink("plane.axis", 0, "."), Ink("plane.query", 5, "*")
    canvas.dot(0, 0, high)
    canvas.dot(1, 3, low)
    assert canvas.cell(0, 0, plain=False) == ("⢁", "plane.query", None)
    assert canvas.cell(0, 0, plain=True) == ("*", "plane.query", None)
    assert shown(canvas) == {(0, 0), (1, 3)}
