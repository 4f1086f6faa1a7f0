"""Mistakes in force: their numbers against loops in plain floats, undo, and what an edit may not do to them."""

import numpy as np
import pytest

from attn_tui.commands import run_line
from attn_tui.engine import MISTAKES, by_id
from attn_tui.files.sources import open_source
from attn_tui.session.computing.mistakes import MOST_SCORES, read_mistakes
from attn_tui.session.computing.right import right_session
from attn_tui.session.edits import structure, toggles
from attn_tui.session.edits.mistake_toggles import clear_mistakes, mistake_from
from attn_tui.session.explaining.mistake_compared import compared, rows_compared, tell_tales
from attn_tui.session.faults import Fault
from attn_tui.session.panes import shown
from attn_tui.session.selection import Block
from attn_tui.session.session import Session
from tests.session.conftest import build
from tests.session.mistaken_cases import HEAD, IDS, SAME, by_plain_floats, mistaken_problem, named


def opened() -> Session:
    return Session(mistaken_problem(), head=HEAD)


def test_every_mistake_of_the_catalogue_is_tried():
    assert {mistake.id for mistake in MISTAKES} == set(IDS)


@pytest.mark.parametrize("wrong", IDS)
def test_the_panes_show_what_the_mistake_makes_of_the_problem(wrong: str):
    session = opened()
    right = shown(session, "output", Block(0, 0, 5, 3)).values
    mistake_from(session, named(wrong))
    expected = by_plain_floats(wrong)
    for pane in ("weights", "output"):
        here = shown(session, pane, Block(0, 0, 5, 3)).values
        np.testing.assert_allclose(here, expected[pane], rtol=1e-9, atol=1e-12, err_msg=pane)
    assert np.allclose(shown(session, "output", Block(0, 0, 5, 3)).values, right) == (wrong in SAME)
    session.undo()
    np.testing.assert_array_equal(shown(session, "output", Block(0, 0, 5, 3)).values, right)


@pytest.mark.parametrize("wrong", IDS)
def test_one_row_alone_is_as_it_is_among_the_others(wrong: str):
    session = opened()
    mistake_from(session, named(wrong))
    whole = session.trace()[0]
    alone = compared(session, by_id(named(wrong))).wrong
    np.testing.assert_allclose(alone.weights, whole.weights)
    np.testing.assert_array_equal(right_session(session).trace()[0].output, opened().trace()[0].output)


def test_a_mistake_is_made_and_taken_out_by_the_same_word():
    session = build()
    for _ in range(2):
        mistake_from(session, "scale-by-d")
        assert session.settings.mistakes == ("scale-by-d",)
        mistake_from(session, "scale-by-d")
        assert session.settings.mistakes == ()
    session.undo()
    assert session.settings.mistakes == ("scale-by-d",)
    session.redo()
    assert session.settings.mistakes == ()


def test_another_value_takes_the_place_of_the_first_and_the_usual_one_is_not_spelt():
    session = build(mask=mistaken_problem().settings.mask[:1])
    mistake_from(session, "large-negative-for-infinity")
    mistake_from(session, "large-negative-for-infinity:-1e4")
    assert session.settings.mistakes == ("large-negative-for-infinity:-1e4",)
    mistake_from(session, "large-negative-for-infinity:-1e9")
    assert session.settings.mistakes == ("large-negative-for-infinity",)
    mistake_from(session, "large-negative-for-infinity:-1e9")
    assert session.settings.mistakes == ()


def test_none_takes_out_all_at_once():
    session = build()
    mistake_from(session, "scale-by-d")
    mistake_from(session, "keys-values-swapped")
    mistake_from(session, "none")
    assert session.settings.mistakes == ()
    session.undo()
    assert session.settings.mistakes == ("scale-by-d", "keys-values-swapped")
    clear_mistakes(build())


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("scale-by-e", "there is no mistake scale-by-e; near it are scale-by-d"),
        ("no-scale:2", "the mistake no-scale takes no value"),
        ("dropout-left-on:7", "takes a rate above 0 and below 1, not 7"),
        ("no-scale", "exclude one another: each says what the scores are multiplied by"),
        ("key-not-transposed", "T_k differs from d_k"),
    ],
)
def test_what_cannot_be_made_is_a_fault_and_changes_nothing(typed: str, said: str):
    session = build()
    mistake_from(session, "scale-by-d")
    with pytest.raises(Fault, match=said):
        mistake_from(session, typed)
    assert session.settings.mistakes == ("scale-by-d",)


def test_one_that_changes_nothing_here_says_why():
    session = build()
    mistake_from(session, "mask-zero")
    assert session.message.text == "mistake made: mask-zero, which changes nothing here: no key is blocked"


def test_what_is_said_of_a_setting_is_so_but_for_the_mistake():
    session = build(mask=mistaken_problem().settings.mask[:1])
    said = {
        "blocked off": "a blocked score becomes -∞, so that it takes no part",
        "scale on": "scale: ÷ √d_k",
        "softcap 2": None,
        "mask causal": "mask: causal",
        "dtype float32": None,
    }
    for mistakes, behind in (
        ((), ""),
        (("mask-zero",), ", but for the mistake"),
        (("no-scale",), ", but for the mistakes"),
    ):
        for name in mistakes:
            mistake_from(session, name)
        for line, what in said.items():
            run_line(session, line)
            text = session.message.text
            assert text.endswith(
                ", but for the mistake" + "s" * (len(session.settings.mistakes) - 1)
            ) == bool(behind)
            assert what is None or text == what + behind


@pytest.mark.parametrize(
    "edit",
    [lambda session: toggles.widen(session, True), lambda session: structure.insert_word(session, "new")],
)
def test_an_edit_after_which_the_mistake_could_not_be_made_is_refused(edit):
    two = ((1.0, 0.0), (0.0, 1.0))
    session = build(two, two, two)
    mistake_from(session, "key-not-transposed")
    before = session.state
    with pytest.raises(Fault, match="key-not-transposed: T_k differs from d_k"):
        edit(session)
    assert session.state is before
    session.undo()
    edit(session)


def test_a_large_problem_refuses_what_needs_every_row_and_computes_the_rest_by_rows():
    size = 4096
    assert size * size > MOST_SCORES
    drawn = np.random.default_rng(3).normal(size=(3, 1, size, 2))
    session = build(*drawn)
    session.select("weights", 2000, 0)
    with pytest.raises(Fault, match="softmax-over-queries needs every query at once"):
        mistake_from(session, "softmax-over-queries")
    mistake_from(session, "scale-by-d")
    trace, first = session.trace(2000, 2003)
    assert (first, len(trace.rows)) == (2000, 3)
    q, k = drawn[0][0, 2001], drawn[1][0]
    e = np.exp(k @ q / 2)
    np.testing.assert_allclose(trace.weights[1], e / e.sum(), rtol=1e-9)
    assert rows_compared(session) == (1992, 2008)


def test_a_share_of_nan_is_no_tell_tale():
    session = Session(open_source("alibi"))
    told = " ".join(tell_tales(session, compared(session, by_id("divide-by-total"))))
    assert "nan" in told and "On later keys is nan" not in told


def test_the_tell_tales_say_what_gives_it_away():
    session = build(mask=mistaken_problem().settings.mask[:1])

    def told(name: str) -> str:
        return " ".join(tell_tales(session, compared(session, by_id(name))))

    assert "Rows sum to 0.232 to 1.000; right: 1.000." in told("mask-after-softmax")
    assert "On later keys is 100 % of a row's weight, on average; right: 0 %." in told("mask-reversed")
    assert "Rows that see nothing: steel; right: none." in told("mask-reversed")
    assert "Rows that see nothing: the; right: none." in told("mask-diagonal-too")
    assert "The largest weight is 0.344; right: 1.000." in told("mask-zero")
    assert "The output is farthest off in the's machine: 0.621; right: 0.100." in told("mask-zero")
    assert told("mask-after-softmax-renormalised") == "Every weight and every output is as without it."


def test_names_are_read_in_their_order():
    assert read_mistakes(["mask-zero", "dropout-left-on:0.1"]) == ("mask-zero", "dropout-left-on")
