"""How many keys a row may look at stands behind it, how much weight lies on the future above the weights."""

import pytest

from tests.session.lessons import asked
from tests.ui.driving import SIZES, Desk, long_problem


@pytest.fixture(params=SIZES, ids=lambda size: "x".join(map(str, size)))
def desk(request):
    return Desk("crane-lifted-steel", request.param)


def test_every_row_says_how_many_keys_it_may_look_at(desk):
    assert "may look" not in desk.title("scores")
    assert "key" not in "".join(desk.lines("scores")[2:])
    desk.press("m")
    assert desk.title("scores").rstrip("─━ ").endswith("may look")
    assert [
        line.rstrip().endswith(wanted)
        for line, wanted in zip(
            desk.lines("scores")[2:], ("1 key", "2 keys", "3 keys", "4 keys"), strict=False
        )
    ] == [True] * 4
    assert desk.lines("scores")[1].split() == ["▾the", "crane", "lifted", "steel"]
    assert desk.row("weights", "steel")[-1] == "1.000"


def test_the_count_is_of_the_whole_row_and_stays_whatever_stage_is_shown():
    desk = Desk(long_problem(40))
    desk.press(*":mask window:9,0 + padding:3", "enter", "G")
    for _ in range(5):
        assert desk.lines("scores")[-1].rstrip().endswith(" 7 keys")
        desk.press("t")
    assert "Σ row" in desk.title("scores")  # e to the score has its sums there


def test_a_row_that_sees_nothing_has_0_keys(desk):
    desk.press("tab", "tab", "tab", "m", "space")
    assert desk.lines("scores")[2].rstrip().endswith("0 keys")
    assert desk.lines("weights")[2].rstrip().endswith("nothing")


def test_a_rectangle_is_painted_with_one_key_and_one_undo(desk):
    desk.go("weights")
    desk.press("down", "v", "down", "right", "space")
    assert [line.rstrip()[-6:] for line in desk.lines("scores")[2:6]] == [
        "4 keys",
        "2 keys",
        "2 keys",
        "4 keys",
    ]
    assert desk.row("weights", "crane")[:2] == ["·", "·"]
    desk.press("u")
    assert "may look" not in desk.title("scores")


def test_the_title_of_the_weights_says_how_much_lies_on_the_future(desk):
    assert "future 40 % ─ Σ row" in desk.title("weights")  # of .252 .260 .256, .283 .270, .298: 1.619 of 4
    desk.press("m")
    assert "future 0 % ─ Σ row" in desk.title("weights")
    desk.press(*":blocked 0", "enter")
    assert "future 34 % ─ Σ row" in desk.title("weights")  # 3 of 4.029, 2 of 4.590, 1 of 5.186: 1.373 of 4


def test_cross_attention_without_places_has_no_future():
    desk = Desk("translation")
    assert "future" not in desk.title("weights")
    desk.press("m")
    assert "future 0 %" in desk.title("weights")


def test_covered_weights_give_neither_away():
    desk = Desk("crane-lifted-steel")
    for hidden in ('hide = ["weights"]', ""):
        desk.session = asked('{ question = "?", answer = 1 }', f'{hidden}\nset = {{ mask = "causal" }}')
        desk.draw()
        board = "\n".join(desk.screen)
        assert ("future" in board) == ("may look" in board) == ("2 keys" in board) == (not hidden)


def test_with_heat_alone_the_count_still_stands():
    desk = Desk(long_problem(12))
    desk.press("m", *":digits heat", "enter")
    ends = [line.rstrip().split()[-1] for line in desk.lines("scores")[2:]]
    assert ends[0] == "key" and set(ends[1:]) == {"keys"}
    desk.press("G")
    assert [line.rstrip().split()[-1] for line in desk.lines("scores")[2:]] == ["keys", "10", "11", "12"]


def test_the_keys_of_the_terms_open_their_commands(desk):
    for key, name, value, said in (
        ("~", "softcap", "2", "soft cap: scores stay between -2.0 and 2.0"),
        ("_", "sink", "1", "sink: e^1.0 more in the sum"),
        ("\\", "alibi", "0.5", "ALiBi: slope 0.5"),
        ("@", "offset", "1", "offset 1: query 0 stands at key 1"),
        ("%", "blocked", "0", "a blocked score becomes 0.0"),
    ):
        desk.press(key, *value, "enter")
        assert said in desk.message, name
    whole = "tanh( Q·Kᵀ ÷ √2 ÷ 2.0 ) + ALiBi, sink 1.0 ) · V, blocked 0.0, offset 1"
    assert (whole if desk.size[0] >= 120 else "+ …") in desk.screen[0]
    desk.press("u", "u", "u", "u", "u")
    assert "+ 0 ) · V" in desk.screen[0] and not desk.session.history.done
