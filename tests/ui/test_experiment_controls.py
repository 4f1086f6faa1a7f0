"""The controls of an experiment: bounded, whatever key or text."""

import pytest

from attn_tui.session.faults import Fault
from attn_tui.session.line_edit import LineEdit
from attn_tui.ui.screens.experiments.controls import Choice, Factor, Panel, Whole

WIDTH = Whole("d_k", 64, 1, 1024, doubles=True)
SEED = Whole("seed", 0, 0, 9)
RATE = Factor("rate", 1.0, 0.25, 4.0)
SHOWS = Choice("shows", ("one", "two", "three"), "one")


def values_on_the_way(control, by, presses=20):
    found = [control.value]
    for _ in range(presses):
        control = control.moved(by)
        found.append(control.value)
    return found


def test_a_width_doubles_and_halves_up_to_its_bounds():
    assert values_on_the_way(WIDTH, 1, 5) == [64, 128, 256, 512, 1024, 1024]
    assert values_on_the_way(WIDTH, -1, 8) == [64, 32, 16, 8, 4, 2, 1, 1, 1]


def test_a_seed_goes_one_by_one_and_a_rate_by_halves():
    assert values_on_the_way(SEED, 1, 10)[-2:] == [9, 9]
    assert values_on_the_way(SEED, -1, 1) == [0, 0]
    assert values_on_the_way(RATE, 1, 3) == [1, 2, 4, 4]
    assert values_on_the_way(RATE, -1, 3) == [1, 0.5, 0.25, 0.25]


def test_a_choice_goes_round():
    assert values_on_the_way(SHOWS, 1, 3) == ["one", "two", "three", "one"]
    assert values_on_the_way(SHOWS, -1, 1) == ["one", "three"]


@pytest.mark.parametrize("text", ["", "0", "1025", "1.5", "x", "-3", "9" * 400, "\x1b[31m", "nan", "inf"])
def test_a_whole_number_out_of_bounds_is_refused_in_one_plain_sentence(text):
    with pytest.raises(Fault) as fault:
        WIDTH.typed(text)
    assert str(fault.value).endswith("is no d_k: type a whole number from 1 to 1024")
    assert str(fault.value).isprintable()


@pytest.mark.parametrize("text", ["", "0", "5", "x", "-1", "nan", "inf", "1e999"])
def test_a_factor_out_of_bounds_is_refused(text):
    with pytest.raises(Fault):
        RATE.typed(text)


def test_what_is_typed_is_taken_as_it_is():
    assert WIDTH.typed("1,000").value == 1000
    assert RATE.typed("0.3").value == 0.3
    with pytest.raises(Fault, match="↑ ↓ choose one or two or three"):
        SHOWS.typed("2")


def test_a_panel_changes_only_the_control_at_hand():
    panel = Panel((WIDTH, SEED)).choosing(1).moved(1)
    assert panel.values == {"d_k": 64, "seed": 1}
    assert panel.choosing(1).moved(1).values == {"d_k": 128, "seed": 1}
    typed = Panel(panel.controls, 1, LineEdit.on("7")).typed()
    assert (typed.values, typed.editor) == ({"d_k": 64, "seed": 7}, None)
