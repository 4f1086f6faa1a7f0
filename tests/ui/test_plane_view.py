"""The plane on the board: its keys, its place at every size, what stands in it, and that nothing breaks it."""

import re
from dataclasses import replace
from math import exp, log2, sqrt

import numpy as np
import pytest
from hypothesis import given
from hypothesis import settings as examples
from hypothesis import strategies as st
from rich.cells import cell_len

from attn_tui.commands import KEYS_IN_PLANE
from attn_tui.files.sources import open_source
from attn_tui.session.plane.plane_editing import arrow_point
from attn_tui.session.plane.plane_scene import scene
from attn_tui.session.plane.plane_showing import give_keys, next_space, toggle_plane
from attn_tui.session.selection import PANES
from attn_tui.session.session import Session
from attn_tui.ui.colour import has_braille
from attn_tui.ui.keys import press
from attn_tui.ui.views.board_view import BoardView
from attn_tui.ui.views.line import text_of
from attn_tui.ui.views.plane_text import summary, text_lines
from tests.ui.driving import (
    HOSTILE,
    Desk,
    character_of,
    driving,
    hostile_problem,
    long_problem,
    nasty_problem,
)

PROBLEMS = [
    *map(open_source, ("crane-lifted-steel", "it-two-heads", "it-real", "translation", "soft-dictionary")),
    *map(open_source, ("crane-words", "two-head-projection")),
    hostile_problem(),
    long_problem(40, d_k=9),
    long_problem(1, 2),
    long_problem(3, 1),
    nasty_problem(),
    nasty_problem("float32"),
]
KEYS = {"animal": (1.8, 0.8), "street": (-0.6, 1.9), "cross": (-1.9, -0.4), "tired": (0.7, -1.9)}


def plane_of(desk: Desk) -> list[str]:
    """The plane's lines, cut out of the screen."""
    box = desk.view.plane.box
    return [line[box.x : box.x + box.width] for line in desk.screen[box.y : box.y + box.height]]


def bits_of(desk: Desk) -> float:
    """The entropy that the plane shows."""
    (found,) = re.findall(r"entropy (\S+) of", "\n".join(plane_of(desk)))
    return float(found)


def expected_bits(query: tuple[float, float], scale: float) -> float:
    """The entropy by plain Python."""
    e = [exp((query[0] * x + query[1] * y) * scale) for x, y in KEYS.values()]
    return -sum(one / sum(e) * log2(one / sum(e)) for one in e)


@st.composite
def planes(draw) -> Session:
    session = Session(draw(st.sampled_from(PROBLEMS)))
    session.select(draw(st.sampled_from(PANES)), draw(st.integers(0, 45)), draw(st.integers(0, 9)))
    session.show_head(draw(st.integers(0, 2)))
    toggle_plane(session)
    give_keys(session, draw(st.booleans()))
    for _ in range(draw(st.integers(0, 2))):
        next_space(session)
    session.plane = replace(
        session.plane, plain=draw(st.booleans()), k_columns=draw(st.sampled_from([(0, 1), (7, 3)]))
    )
    session.zoomed = draw(st.booleans())
    if draw(st.booleans()):
        session.replace("wide", settings=replace(session.settings, widen=4))
    return session


@examples(max_examples=300)
@given(
    planes(),
    st.one_of(
        st.tuples(st.integers(1, 200), st.integers(1, 60)),
        st.sampled_from([(80, 24), (120, 36), (119, 24), (60, 18), (30, 8), (59, 40), (200, 60)]),
    ),
    st.booleans(),
)
def test_a_board_with_the_plane_is_exactly_as_large_as_its_screen(session, size, colour):
    width, height = size
    view = BoardView(colour=colour)
    for _ in range(2):
        lines = [text_of(line) for line in view.draw(session, width, height)]
        assert [cell_len(line) for line in lines] == [width] * height
        assert all(line.isprintable() for line in lines)


@examples(max_examples=100)
@given(planes(), st.integers(60, 200), st.integers(18, 60))
def test_what_has_the_keys_is_on_the_screen(session, width, height):
    view = BoardView()
    view.draw(session, width, height)
    if session.plane.has_keys:
        assert view.plane is not None and view.plane.lines[0][0].text.startswith("━━ ")
    else:
        assert session.pane in view.panes
    heavy = [view.panes[pane] for pane in view.panes if text_of(view.panes[pane].lines[0]).startswith("━")]
    assert len(heavy) == (0 if session.plane.has_keys else 1)


def test_at_80_by_24_the_pair_of_the_active_pane_stays_on_top_of_it():
    desk = Desk("crane-lifted-steel")
    for pane, pair in [("q", {"q", "scores"}), ("weights", {"k", "weights"}), ("v", {"v", "output"})]:
        desk.session.select(pane, 1, 1)
        toggle_plane(desk.session)
        desk.draw()
        assert set(desk.view.panes) == pair
        assert {view.box.y for view in desk.view.panes.values()} == {2}
        assert (desk.view.plane.box.y, desk.view.plane.box.height) == (8, 12)
        toggle_plane(desk.session)


def test_from_120_columns_on_it_has_the_third_column_and_zoomed_everything():
    desk = Desk("crane-lifted-steel", (120, 36))
    desk.press("P")
    assert set(desk.view.panes) == set(PANES)
    assert (desk.view.plane.box.x, desk.view.plane.box.width) == (81, 39)
    desk.press("z")
    assert desk.view.panes == {}
    assert desk.view.plane.box.width == 120
    desk.press("tab")
    assert desk.view.plane is None and list(desk.view.panes) == ["q"]


def test_p_opens_and_closes_it_esc_closes_it_and_tab_goes_round():
    desk = Desk("crane-lifted-steel")
    desk.press("tab", "P")
    assert desk.session.plane.has_keys and plane_of(desk)[0].startswith("━━ plane · keys ")
    desk.press("tab")
    assert desk.session.pane == "k" and not desk.session.plane.has_keys
    assert plane_of(desk)[0].startswith("── plane · keys ")
    visited = []
    for _ in range(7):
        desk.press("tab")
        visited.append("plane" if desk.session.plane.has_keys else desk.session.pane)
    assert visited == ["v", "scores", "weights", "output", "plane", "q", "k"]
    for _ in range(7):
        desk.press("shift+tab")
        visited.append("plane" if desk.session.plane.has_keys else desk.session.pane)
    assert visited[7:] == ["q", "plane", "output", "weights", "scores", "v", "k"]
    desk.press("P")
    assert not desk.session.plane.shown and desk.view.plane is None
    desk.press("P", "escape")
    assert not desk.session.plane.shown
    desk.press("tab", "tab")
    assert desk.session.pane == "scores"


def test_every_key_that_moves_the_query_is_one_undo_step_and_every_pane_follows():
    desk = Desk("soft-dictionary")
    desk.press("P")
    moved = [(0.4, 0.2)]
    for key, by in [("right", (0.1, 0)), ("up", (0, 0.1)), ("H", (-0.5, 0)), ("K", (0, 0.5)), ("j", (0, -0.1)),
                    ("L", (0.5, 0)), ("J", (0, -0.5)), ("left", (-0.1, 0))]:  # fmt: skip
        desk.press(key)
        moved.append((moved[-1][0] + by[0], moved[-1][1] + by[1]))
        assert arrow_point(desk.session) == pytest.approx(moved[-1])
        assert desk.numbers("q", "it") == pytest.approx(moved[-1])
        e = {word: exp((moved[-1][0] * x + moved[-1][1] * y) / sqrt(2)) for word, (x, y) in KEYS.items()}
        shares = {word: f"{100 * e[word] / sum(e.values()):.0f}%" for word in KEYS}
        drawn = "\n".join(plane_of(desk))
        assert all(re.search(rf"\b{word} +{share}", drawn) for word, share in shares.items())
    desk.press("+", "-", ",", ".", "=", *"0.5", "enter", "right")
    assert arrow_point(desk.session)[0] == pytest.approx(moved[-1][0] + 0.5)
    for _ in range(len(moved) - 1 + 5):
        desk.press("u")
    assert arrow_point(desk.session) == (0.4, 0.2)
    assert not desk.session.is_edited


def test_coordinates_are_typed_from_a_digit_and_from_enter():
    desk = Desk("soft-dictionary")
    desk.press("P", "1", ".", "5", "space", "-", "2", "enter")
    assert arrow_point(desk.session) == (1.5, -2)
    desk.press("enter")
    assert desk.session.command.line.text == "at 1.5 -2.0"
    desk.press(*["backspace"] * 4, "3", "enter")
    assert arrow_point(desk.session) == (1.5, 3)
    desk.press("7", "enter")
    assert desk.session.command.line.text == "at 7"
    desk.press("escape")
    assert arrow_point(desk.session) == (1.5, 3)
    desk.press("u", "u")
    assert arrow_point(desk.session) == (0.4, 0.2)


def test_the_entropy_falls_as_the_query_is_pushed_out_and_as_the_scale_is_turned_up():
    desk = Desk("soft-dictionary")
    desk.press("P", ":", *"at 0 0", "enter")
    assert bits_of(desk) == 2.00
    fallen = [2.0]
    for strength in (1, 2, 4):
        desk.press(":", *f"at {1.8 * strength} {0.8 * strength}", "enter")
        fallen.append(bits_of(desk))
        assert fallen[-1] == pytest.approx(
            expected_bits((1.8 * strength, 0.8 * strength), 1 / sqrt(2)), abs=0.006
        )
    assert fallen == sorted(fallen, reverse=True) and fallen[-1] < 0.01
    assert any("most: animal >99.9%" in line for line in plane_of(desk))
    desk.press(":", *"at 0.4 0.2", "enter")
    for scale in (1, 5, 20):
        desk.press(":", *f"scale {scale}", "enter")
        assert bits_of(desk) == pytest.approx(expected_bits((0.4, 0.2), scale), abs=0.006)
    assert bits_of(desk) < 0.001


def test_a_wider_problem_says_which_columns_are_shown_and_others_can_be_chosen():
    desk = Desk(long_problem(5, 4))
    desk.press("P")
    assert "columns 0 and 1 of 4" in plane_of(desk)[0]
    desk.press("<", ">")
    assert "columns 2 and 3 of 4" in plane_of(desk)[0]
    desk.press(":", *"plane-across 3", "enter")
    assert "columns 3 and 2 of 4" in plane_of(desk)[0]
    before = desk.session.problem.q.copy()
    desk.press("right")
    assert np.argwhere(desk.session.problem.q != before).tolist() == [[0, 0, 3]]
    desk.press("w", "w")
    assert "each ×4" in plane_of(desk)[0]


def test_keys_that_change_the_panes_do_nothing_in_the_plane_and_say_so():
    desk = Desk("crane-lifted-steel")
    desk.press("P")
    for key in ("d", "X", "#", "delete", "i", "M", "p"):
        state = desk.session.state
        desk.press(key)
        assert desk.session.message.text.endswith("does nothing in the plane: Tab gives the panes the keys")
        assert desk.session.state is state


EVERYWHERE = [
    (long_problem(6, 3), 0),
    (long_problem(40, 5), 0),
    (open_source("two-head-projection"), 2),
]


@pytest.mark.parametrize(("problem", "rounds"), EVERYWHERE)
@pytest.mark.parametrize("key", KEYS_IN_PLANE)
def test_every_key_does_something_in_the_plane_or_says_why_not(problem, rounds, key):
    desk = Desk(problem)
    desk.session.select("q", 1, 1)
    desk.press("P", *["v"] * rounds)
    before = desk.screen, desk.session.plane
    asked = press(desk.session, key, character_of(key))
    desk.draw()
    assert asked is not None or (desk.screen, desk.session.plane) != before


def test_tables_of_one_column_say_why_there_is_no_plane_and_why_nothing_moves():
    desk = Desk(long_problem(3, 1))
    desk.press("P")
    assert "Q and K have one column, and the plane needs two" in plane_of(desk)[1]
    for key in ("right", "+", ",", "enter", "<"):
        desk.press(key)
        assert desk.session.message.is_fault
    desk.press("v")
    assert "V has one column" in plane_of(desk)[1]


def test_marks_stand_where_their_numbers_are_and_grow_with_the_weight():
    desk = Desk("soft-dictionary", (120, 36))
    desk.press("P", "z", "b")
    lines = plane_of(desk)
    where = {
        word: next((line.index(word), y) for y, line in enumerate(lines) if word in line[:90])
        for word in KEYS
    }
    assert where["cross"][0] < where["street"][0] < where["tired"][0] < where["animal"][0]
    assert where["street"][1] < where["animal"][1] < where["cross"][1] < where["tired"][1]
    third = sum(line[:90].count("O") for line in lines)
    desk.press(":", *"scale 20", "enter")
    assert sum(line[:90].count("@") for line in plane_of(desk)) > third > 4


def test_in_plain_characters_there_is_no_braille_and_a_console_without_it_begins_so():
    desk = Desk("soft-dictionary")
    desk.press("P")
    assert any("⠀" <= character <= "⣿" for line in desk.screen for character in line)
    desk.press(":", *"plane-plain on", "enter")
    assert not any("⠀" <= character <= "⣿" for line in desk.screen for character in line)
    assert any("*" in line for line in plane_of(desk))
    assert not has_braille({"TERM": "linux"}) and has_braille({"TERM": "xterm-256color"}) and has_braille({})


def test_the_values_are_other_marks_and_the_output_is_among_them():
    desk = Desk("soft-dictionary")
    desk.press("P", "v")
    drawn = "\n".join(plane_of(desk))
    assert "plane · values" in drawn and "it becomes" in drawn
    weights = [exp((0.4 * x + 0.2 * y) / sqrt(2)) for x, y in KEYS.values()]
    values = [(1.0, 0.0), (0.0, 1.0), (0.3, 0.5), (0.8, 0.0)]
    mixed = [sum(w * v[axis] for w, v in zip(weights, values, strict=True)) / sum(weights) for axis in (0, 1)]
    assert f"output ({mixed[0]:.3f}, {mixed[1]:.3f})" in drawn
    desk.press("v")
    assert "plane · keys" in plane_of(desk)[0]


@pytest.mark.parametrize("label", HOSTILE)
def test_a_label_that_could_do_harm_does_none(label):
    problem = replace(open_source("soft-dictionary"), query_tokens=(label,), key_tokens=(label, "street", label, "x"),
                      columns=(label, "y"), v_columns=("x", label), self_attention=False)  # fmt: skip
    for size in [(80, 24), (120, 36)]:
        desk = Desk(problem, size)
        desk.press("P")
        assert {cell_len(line) for line in desk.screen} == {size[0]}
        assert all(line.isprintable() for line in desk.screen)


def test_a_resize_loses_nothing():
    desk = Desk("soft-dictionary", (120, 36))
    desk.press("P", "right", "v")
    before, plane = desk.screen, desk.session.plane
    for size in [(80, 24), (20, 5), (59, 12), (120, 36)]:
        desk.size = size
        desk.draw()
    assert (desk.screen, desk.session.plane) == (before, plane)


async def test_the_tip_is_dragged_with_the_mouse_as_one_undo_step():
    async with driving("soft-dictionary") as driven:
        await driven.press("P")
        view = driven.view.plane
        column, row = view.picture.tip
        start = (view.box.x + column, view.box.y + 1 + row)
        await driven.pilot.mouse_down(offset=start)
        for by in (2, 5, 8):
            await driven.pilot.hover(offset=(start[0] + by, start[1] - 1))
        await driven.pilot.mouse_up(offset=(start[0] + 8, start[1] - 1))
        x, y = arrow_point(driven.session)
        assert x > 0.9 and y > 0.2
        assert len(driven.session.history.done) == 1
        assert driven.session.plane.drag is None
        await driven.pilot.hover(offset=start)
        assert arrow_point(driven.session) == (x, y)
        await driven.press("u")
        assert arrow_point(driven.session) == (0.4, 0.2)


async def test_a_click_on_a_keys_mark_selects_it_and_one_on_a_pane_gives_the_keys_back():
    async with driving("soft-dictionary") as driven:
        await driven.press("P", "tab")
        view = driven.view.plane
        cell = next(cell for cell, key in view.picture.keys.items() if key == 3)
        await driven.pilot.click(offset=(view.box.x + cell[0], view.box.y + 1 + cell[1]))
        assert driven.session.selection.j == 3 and driven.session.plane.has_keys
        await driven.pilot.click(offset=(14, 4))
        assert not driven.session.plane.has_keys and driven.session.pane == "q"


async def test_a_click_away_from_the_tip_moves_nothing():
    async with driving("soft-dictionary") as driven:
        await driven.press("P")
        await driven.pilot.mouse_down(offset=(5, 18))
        await driven.pilot.hover(offset=(20, 12))
        await driven.pilot.mouse_up(offset=(20, 12))
        assert arrow_point(driven.session) == (0.4, 0.2) and not driven.session.history.done


def test_embeddings_are_arrows_and_other_words_fainter_points_where_their_numbers_are():
    desk = Desk("crane-words", (120, 36))
    desk.press("down", "P", "z", "v", "v", "b")
    lines = [line[:90] for line in plane_of(desk)]
    where = {
        word: next((line.index(word), y) for y, line in enumerate(lines) if word in line)
        for word in ("the", "▸crane", "lifted", "steel", "ate", "fish")
    }
    assert where["lifted"][1] < where["▸crane"][1] < where["the"][1]
    assert where["the"][0] < where["▸crane"][0] < where["ate"][0]
    looks = {span.text: span.look for line in desk.view.plane.lines for span in line if span.text in where}
    assert looks == {
        "▸crane": "plane.query", "the": "plane.mark", "lifted": "plane.mark", "steel": "plane.mark",
        "ate": "plane.axis", "fish": "plane.axis",
    }  # fmt: skip
    drawn = "\n".join(lines)
    assert drawn.count("#") == 1 and drawn.count("*") > 5 and drawn.count(":") > 5 and drawn.count("x") >= 2


def test_moving_an_embedding_moves_every_pane_and_what_it_makes_is_beside_it():
    desk = Desk("crane-words")
    desk.press("down", "P", "v", "v")
    assert plane_of(desk)[0].startswith("━━ plane · embeddings ")
    for told in ("crane is (0.40, 0.40)", "Q (0.70, 0.70)", "K (0.40, 0.40)", "V (0.50, 0.50)"):
        assert told in "\n".join(plane_of(desk))
    desk.press("L", "down", *"0.9", "space", *"0.1", "enter")
    q = (0.9 * 1.25 + 0.1 * 0.5, 0.9 * 0.5 + 0.1 * 1.25)
    assert desk.numbers("q", "crane") == pytest.approx(q, abs=0.0006)
    assert f"Q ({q[0]:.3f}, {q[1]:.3f})" in "\n".join(plane_of(desk))
    keys = [(0.1, 0.1), (0.9, 0.1), (0.1, 0.9), (0.0, 0.9)]
    assert desk.numbers("scores", "crane") == pytest.approx(
        [(q[0] * x + q[1] * y) / sqrt(2) for x, y in keys], abs=0.0006
    )
    desk.press("u", "u", "u")
    assert desk.numbers("q", "crane") == [0.7, 0.7] and not desk.session.is_edited


@pytest.mark.parametrize(
    "move", [("right",), ("+",), (",",), ("1", "space", "0", "enter"), (":", *"at 1 0", "enter")]
)
def test_a_query_that_follows_from_x_is_moved_only_once_y_lets_go_of_it(move):
    desk = Desk("crane-words")
    desk.press("down", "P", *move)
    assert "Q[crane] follows from X·W_Q: y lets go of X and W and moves it" in "\n".join(desk.screen)
    desk.press("escape")
    assert desk.session.message.text == "left as it is" and desk.numbers("q", "crane") == [0.7, 0.7]
    desk.press(*move, "y")
    assert desk.session.message.text.startswith("Q[crane] (0.70, 0.70) → (")
    assert desk.session.message.text.endswith("; X and W are let go of")
    assert desk.numbers("q", "crane") != [0.7, 0.7] and desk.session.problem.projection is None
    desk.press("u", "u")
    assert desk.numbers("q", "crane") == [0.7, 0.7] and not desk.session.is_edited


async def drag(driven, *offsets: tuple[int, int]) -> None:
    """Take the tip and drag it by so many cells."""
    view = driven.view.plane
    column, row = view.picture.tip
    start = (view.box.x + column, view.box.y + 1 + row)
    await driven.pilot.mouse_down(offset=start)
    for across, down in offsets:
        await driven.pilot.hover(offset=(start[0] + across, start[1] + down))
    await driven.pilot.mouse_up(offset=(start[0] + offsets[-1][0], start[1] + offsets[-1][1]))


async def test_an_embedding_is_dragged_with_the_mouse_and_a_word_clicked():
    async with driving("crane-words") as driven:
        await driven.press("down", "P", "v", "v")
        await drag(driven, (3, 0), (6, 1), (9, 1))
        x, y = arrow_point(driven.session)
        assert x > 0.5 and len(driven.session.history.done) == 1
        assert driven.numbers("q", "crane") == pytest.approx(
            (x * 1.25 + y * 0.5, x * 0.5 + y * 1.25), abs=0.001
        )
        await driven.press("u")
        assert arrow_point(driven.session) == (0.4, 0.4)
        view = driven.view.plane
        cell = next(cell for cell, key in view.picture.keys.items() if key == 2)
        await driven.pilot.click(offset=(view.box.x + cell[0], view.box.y + 1 + cell[1]))
        assert driven.session.selection.i == 2 and arrow_point(driven.session) == (0.1, 0.9)


async def test_a_drag_of_a_query_that_follows_from_x_is_asked_about_and_not_lost():
    async with driving("crane-words") as driven:
        await driven.press("down", "P")
        await drag(driven, (2, 0), (5, -1), (8, -1))
        assert "y lets go of X and W and moves it" in driven.session.question.text
        assert driven.session.plane.drag is None and not driven.session.history.done
        await driven.press("y")
        x, y = arrow_point(driven.session)
        assert x > 0.9 and y > 0.7 and driven.session.problem.projection is None
        await driven.press("u", "u")
        assert arrow_point(driven.session) == pytest.approx((0.7, 0.7))
        assert driven.session.problem.projection is not None


@pytest.mark.parametrize("height", range(1, 12))
@pytest.mark.parametrize("at", range(4))
def test_the_selected_word_is_in_the_list_whatever_else_has_no_room(height: int, at: int):
    desk = Desk("crane-lifted-steel")
    desk.session.select("k", at, 0)
    shown = scene(desk.session)
    words = summary(shown, 29)
    lines = [text_of(line) for line in text_lines(shown, frozenset(range(4)), 29, len(words) + height)]
    assert len(lines) == len(words) + height
    label = desk.session.label("j", at)
    assert sum(line.startswith(f"▸{label} ") for line in lines[len(words) :]) == 1
    listed = sum(line[1:].split(" ")[0] in desk.session.problem.key_tokens for line in lines[len(words) :])
    assert [line for line in lines if " more" in line] == [f" … {4 - listed} more".ljust(29)] * (
        height > 1 and listed < 4
    )
