"""Looks as styles: every one tells itself without colour, and no colour is used where there is none."""

from dataclasses import replace

import numpy as np
import pytest

from attn_tui.files.sources import open_source
from attn_tui.session.panes import heat_bounds, shown
from attn_tui.session.selection import PANES, Block
from attn_tui.session.session import Session
from attn_tui.session.settings import Causal, Settings
from attn_tui.ui.app import Explorer, session_for
from attn_tui.ui.looks import style_of
from attn_tui.ui.views.heat import GLYPHS, STEPS, glyph, step
from tests.ui.driving import Desk, driving, nasty_problem

COLOURS = [0, 16, 256]


def looks_drawn() -> set[str]:
    """Every look that a board uses in its many states."""
    drawn: set[str] = set()
    for colour in (True, False):
        desk = Desk("it-two-heads", (120, 36), colour)
        for key in [
            "down",
            "m",
            "s",
            "5",
            "tab",
            "shift+down",
            "&",
            "escape",
            ":",
            "x",
            "escape",
            "/",
            "a",
            "escape",
            "q",
        ]:
            desk.press(key)
            drawn |= {span.look for line in desk.view.lines for span in line}
        desk = Desk("it-two-heads", (80, 24), colour)
        for pane in PANES:
            desk.go(pane)
            desk.press("v", "down", "right", "f")
            drawn |= {span.look for line in desk.view.lines for span in line}
    return drawn


@pytest.mark.parametrize("colours", COLOURS)
def test_every_look_that_is_drawn_has_a_style(colours):
    drawn = looks_drawn()
    assert {
        "title.active",
        "label.marked",
        "fault",
        "question",
        "off",
        "key",
        "edit",
        "number+cursor",
    } <= drawn
    for look in drawn:
        style_of(look, colours)


def test_without_colour_no_style_has_a_colour():
    for look in looks_drawn():
        style = style_of(look, 0)
        assert style.color is None and style.bgcolor is None


@pytest.mark.parametrize("look", ["title.active", "label.marked", "off", "fault", "question", "key", "number+cursor",
                                  "number+block", "number+edit", "number+selected"])  # fmt: skip
def test_what_a_colour_tells_an_attribute_tells_too(look):
    plain = style_of("text" if "+" not in look else "number", 0)
    assert style_of(look, 0) != plain


@pytest.mark.parametrize("colours", [16, 256])
def test_heat_is_ordered_and_its_digits_can_be_read(colours):
    for at in range(1, STEPS):
        style = style_of(f"heat.{at}", colours)
        ink, ground = style.color.number, style.bgcolor.number
        assert ink != ground
        assert ground < (256 if colours == 256 else 16)
    assert style_of("heat.0", colours).bgcolor is None


def test_the_glyphs_grow_with_the_heat():
    shown = [glyph(at) for at in range(STEPS)]
    assert shown[0] == " "
    assert [GLYPHS.index(each) for each in shown] == sorted(GLYPHS.index(each) for each in shown)
    assert set(shown) == set(GLYPHS)


def test_a_number_above_the_bottom_is_never_without_heat_and_the_largest_has_all():
    assert step(0.0, 0.0, 1.0) == 0
    assert step(1e-12, 0.0, 1.0) == 1
    assert step(1.0, 0.0, 1.0) == STEPS - 1
    assert step(float("nan"), 0.0, 1.0) == 0
    assert step(float("inf"), 0.0, 1.0) == step(5.0, 0.0, 1.0) == STEPS - 1
    assert step(float("-inf"), 0.0, 1.0) == 0
    assert 1 <= step(0.0, -1.7e308, 1.7e308) < STEPS - 1
    steps = [step(at / 100, 0.0, 1.0) for at in range(101)]
    assert steps == sorted(steps)


@pytest.mark.parametrize("pane", ["weights", "scores"])
def test_the_bounds_of_the_heat_are_finite_and_hold_every_finite_number(pane):
    for problem in (open_source("it-real"), nasty_problem()):
        session = Session(problem)
        for head in range(3):
            session.show_head(head)
            low, top = heat_bounds(session, pane, 0, session.size("i"))
            rows, columns = session.shape(pane)
            values = shown(session, pane, Block(0, 0, rows, columns)).values
            finite = values[np.isfinite(values)]
            assert np.isfinite([low, top]).all()
            assert top == max(finite, default=0)
            assert low == (0 if pane == "weights" else min(finite, default=0))


async def test_under_no_color_the_program_draws_glyphs_and_no_colour(monkeypatch):
    monkeypatch.setenv("NO_COLOR", "1")
    crane = replace(open_source("crane-lifted-steel"), settings=Settings(mask=(Causal(),)))
    app = Explorer(session_for(crane, head=0, at=None, source="crane"))
    async with app.run_test(size=(80, 24)):
        assert app.colours == 0
        strips = [app.board.render_line(y) for y in range(24)]
        assert any("░▒▓█" in strip.text for strip in strips)
        styles = [segment.style for strip in strips for segment in strip if segment.style]
        assert all(style.color is None and style.bgcolor is None for style in styles)


async def test_with_colour_the_heat_is_a_ground_and_no_glyph():
    async with driving("crane-lifted-steel") as driven:
        strips = [driven.app.board.render_line(y) for y in range(24)]
        grounds = {segment.style.bgcolor for strip in strips for segment in strip if segment.style} - {None}
        assert len(grounds) > 2
        assert not set("░▒▓█") & set("".join(strip.text for strip in strips))
