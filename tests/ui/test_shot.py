"""A picture of the real screen."""

from xml.etree import ElementTree

import numpy as np
import pytest

from attn_tui.commands import BY_KEY
from attn_tui.files.sources import open_source
from attn_tui.session.faults import Fault
from attn_tui.ui.shot import key_named, shot
from tests.ui.driving import Desk, hostile_problem
from tests.ui.pictures import lines_of


def picture(tmp_path, problem="crane-lifted-steel", size=(80, 24), keys=(), at=None, head=0):
    opened = open_source(problem) if isinstance(problem, str) else problem
    output = tmp_path / "picture.svg"
    shot(opened, head=head, at=at, source="here", size=size, keys=list(keys), output=output)
    return output.read_text(encoding="utf-8")


@pytest.mark.parametrize("size", [(80, 24), (120, 36), (60, 18)])
def test_a_picture_shows_what_the_board_draws_at_that_size(tmp_path, size):
    desk = Desk("crane-lifted-steel", size)
    desk.press("down", "m")
    drawn = lines_of(picture(tmp_path, size=size, keys=["down", "m"]))
    assert drawn == [line.rstrip() for line in desk.screen]


def test_keys_are_pressed_in_turn_by_name_or_by_character(tmp_path):
    lines = lines_of(picture(tmp_path, keys=["pgdn", "esc", "up", "right", "0", ".", "9", "enter", ":", "q"]))
    assert any("0.90" in line for line in lines)
    assert lines[-2] == " :q▏"


def test_a_picture_begins_at_a_cell_and_a_head(tmp_path):
    lines = lines_of(picture(tmp_path, "it-two-heads", at=("weights", 7, 1), head=1))
    assert "head 1 (2 of 2)" in lines[0]
    assert lines[1].startswith(" it reads")
    assert any("━━ weights" in line for line in lines)


def test_a_picture_is_the_same_whatever_the_terminal(tmp_path, monkeypatch):
    first = picture(tmp_path, keys=["m"])
    monkeypatch.setenv("NO_COLOR", "1")
    monkeypatch.setenv("TERM", "dumb")
    monkeypatch.setenv("COLUMNS", "30")
    assert lines_of(picture(tmp_path, keys=["m"])) == lines_of(first)
    assert "░" not in first


def test_a_hostile_label_makes_no_broken_picture(tmp_path):
    svg = picture(tmp_path, hostile_problem(), (120, 36))
    ElementTree.fromstring(svg)
    assert "[/red]" in "".join(lines_of(svg))


@pytest.mark.parametrize("key", ["ctrl+shift+f13", "hello", "", "\x1b[A"])
def test_a_key_that_there_is_not_is_named_in_one_line(key):
    with pytest.raises(Fault, match="--keys: there is no key '") as fault:
        key_named(key)
    assert str(fault.value).isprintable()


def test_every_key_of_the_program_can_be_pressed():
    for key in (*BY_KEY, "esc", "pgup", "backspace", "é"):
        assert key_named(key)


def test_a_picture_that_can_not_be_written_says_so(tmp_path):
    with pytest.raises(Fault, match="nowhere"):
        shot(
            open_source("two-tokens"), head=0, at=None, source="x", size=(80, 24), keys=[],
            output=tmp_path / "nowhere" / "picture.svg",
        )  # fmt: skip
    assert list(tmp_path.iterdir()) == []


def test_all_heads_of_a_large_problem_are_computed_first(tmp_path, monkeypatch):
    monkeypatch.setattr("attn_tui.session.computing.overview.AT_ONCE", 700 * 175)
    monkeypatch.setattr("attn_tui.ui.screens.heads.BATCH", 0.0)
    drawn = np.random.default_rng(4)
    np.savez(tmp_path / "large.npz", **{name: drawn.normal(size=(4, 700, 4)) for name in "qkv"})
    picture = tmp_path / "heads.svg"
    problem = open_source(str(tmp_path / "large.npz"))
    shot(problem, head=0, at=None, source="large", size=(80, 24), keys=["H"], output=picture)
    told = " ".join(lines_of(picture.read_text(encoding="utf-8")))
    assert "4 heads, 700×700 weights" in told and "computing" not in told and "so far" not in told
