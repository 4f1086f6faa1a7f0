"""Where Textual is not as the cell diff expects it, its own output is used."""

import pytest
from textual import _compositor
from textual.app import App
from textual.screen import Screen
from textual.widgets import Input

from attn_tui.ui.colour import app_arguments
from attn_tui.ui.terminal import FrugalApp, SteadyScreen, missing_names


@pytest.fixture(autouse=True)
def _looked_up_anew():
    missing_names.cache_clear()
    yield
    missing_names.cache_clear()


def test_this_textual_has_every_private_name():
    assert missing_names() == ()
    assert FrugalApp().sends_only_changes


def test_where_a_private_name_is_missing_nothing_is_compared(monkeypatch):
    monkeypatch.delattr(_compositor, "ChopsUpdate")
    assert missing_names() == ("ChopsUpdate.__init__",)
    assert not FrugalApp().sends_only_changes


def test_where_a_private_function_takes_something_else_nothing_is_compared(monkeypatch):
    monkeypatch.setattr(App, "_display", App.post_display_hook)
    assert missing_names() == ("App._display",)
    assert not FrugalApp().sends_only_changes


class Fields(FrugalApp[None]):
    def compose(self):
        yield Input(id="one")
        yield Input(id="two")


@pytest.mark.parametrize(("screen", "paints"), [(SteadyScreen, False), (Screen, True)])
async def test_moving_the_focus_paints_the_two_widgets_and_not_the_screen(monkeypatch, screen, paints):
    whole = []
    paint = _compositor.Compositor.render_full_update
    monkeypatch.setattr(Fields, "get_default_screen", lambda _: screen(id="_default"))
    monkeypatch.setattr(
        _compositor.Compositor,
        "render_full_update",
        lambda *given, **more: whole.append(1) or paint(*given, **more),
    )
    async with Fields().run_test() as pilot:
        for _ in range(3):
            whole.clear()
            await pilot.press("tab")
            await pilot.pause()
        assert pilot.app.focused is pilot.app.query_one("#two")
        assert bool(whole) is paints


async def test_without_a_terminal_it_is_a_plain_app_whose_screen_is_steady():
    async with Fields().run_test() as pilot:
        assert isinstance(pilot.app.screen, SteadyScreen)
        await pilot.press("x")
        assert pilot.app.query_one("#one", Input).value == "x"


@pytest.mark.parametrize(
    ("given", "left"), [({}, {}), ({"NO_COLOR": ""}, {}), ({"NO_COLOR": "1"}, {"NO_COLOR": "1"})]
)
def test_an_empty_no_color_is_removed_and_a_wish_for_none_stays(given, left):
    assert app_arguments(given) == {"ansi_color": True}
    assert given == left
