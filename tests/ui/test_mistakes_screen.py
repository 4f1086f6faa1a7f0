"""The list of mistakes behind `!`, and the board while one is in force: nothing there speaks of the formula."""

import re

import pytest

from attn_tui.engine import MISTAKES
from attn_tui.files.sources import open_lesson
from attn_tui.session.labels import cell_width
from attn_tui.session.problem import Problem
from attn_tui.ui.app import Explorer, session_for
from attn_tui.ui.screens.mistakes import MistakesScreen
from tests.session.mistaken_cases import IDS, SAME, by_plain_floats, mistaken_problem
from tests.ui.driving import SIZES, Driven, driving, long_problem, nasty_problem


def drawn(driven: Driven) -> list[str]:
    """The screen that is on top, line by line; each takes exactly its width."""
    lines = [strip.text for strip in driven.app.screen._compositor.render_strips()]
    assert {cell_width(line) for line in lines} == {driven.app.size.width}
    return [line.rstrip() for line in lines]


def told(driven: Driven) -> list[str]:
    """All that is told of the chosen mistake, in view or not."""
    screen = driven.app.screen
    assert isinstance(screen, MistakesScreen)
    return ["".join(piece.text for piece in line).rstrip() for line in screen.told.lines]


@pytest.mark.parametrize("size", SIZES)
async def test_every_mistake_is_listed_and_shown(size):
    async with driving(mistaken_problem(), size) as driven:
        await driven.press("!")
        for at, mistake in enumerate(MISTAKES):
            assert any(line.startswith(f"▸   {mistake.id}") for line in drawn(driven)), mistake.id
            text = " ".join(" ".join(told(driven)).split())
            for sentence in (mistake.does, mistake.why, mistake.shows, mistake.right):
                assert sentence in text
            assert any(line.startswith(f"── {mistake.name}: not in force") for line in drawn(driven))
            await driven.press("down" if at % 2 else "j")
        await driven.press("escape")
        assert driven.app.on_board


@pytest.mark.parametrize("wrong", [wrong for wrong in IDS if wrong not in (*SAME, "dropout-left-on")])
async def test_right_and_wrong_stand_side_by_side_and_what_differs_is_marked(wrong: str):
    problem = mistaken_problem()
    right = by_plain_floats("softmax-unshifted")["output"]
    async with driving(problem, (120, 36)) as driven:
        await driven.press("]", "!", *["down"] * [mistake.id for mistake in MISTAKES].index(wrong))
        lines = told(driven)
        first = next(at for at, line in enumerate(lines) if line.startswith("output"))
        for i, line in enumerate(lines[first + 3 : first + 8]):
            cells = line.split()[1:]
            for e in range(3):
                expected = by_plain_floats(wrong)["output"][i][e]
                assert cells[e] == f"{right[i][e] + 0.0:.3f}"
                assert cells[3 + e].rstrip("↑↓≠") == (
                    "nan" if expected != expected else f"{expected + 0.0:.3f}"
                )
                assert cells[3 + e].endswith(("↑", "↓", "≠")) == (
                    abs(expected - right[i][e]) > 1e-9 or expected != expected
                )


async def test_what_changes_nothing_here_says_why_and_is_not_drawn_as_if_it_did():
    async with driving("crane-lifted-steel") as driven:
        await driven.press("!", *["down"] * 7)
        assert any(
            line.startswith("▸   mask-zero") and "nothing here: no key" in line for line in drawn(driven)
        )
        assert told(driven)[:2] == [
            "Writes 0 in the place of a blocked score, instead of −∞.",
            "It changes nothing here: no key is blocked.",
        ]


async def test_enter_makes_the_mistake_and_takes_it_out_and_undo_does_too():
    async with driving("crane-lifted-steel") as driven:
        await driven.press("!", "down", "down", "enter")
        assert driven.session.settings.mistakes == ("scale-by-d",)
        assert any(line.startswith("▸ ! scale-by-d") for line in drawn(driven))
        assert any(line.startswith("── scale-by-d: in force") for line in drawn(driven))
        assert drawn(driven)[-1].startswith("mistake made: scale-by-d")
        await driven.press("escape")
        assert "! scale-by-d" in driven.screen[0]
        await driven.press("u")
        assert "!" not in driven.screen[0]
        await driven.press("ctrl+r", "!", "down", "down", "enter", "!")
        assert driven.session.settings.mistakes == () and driven.app.on_board


async def test_two_that_exclude_one_another_are_refused_in_the_list():
    async with driving("crane-lifted-steel") as driven:
        await driven.press("!", "down", "enter", "down", "enter")
        assert driven.session.settings.mistakes == ("no-scale",)
        assert "exclude one another" in drawn(driven)[-1]


async def test_another_value_is_chosen_by_the_arrows():
    async with driving("sees-nothing") as driven:
        await driven.press("!", *["down"] * 15, "t")
        assert any("large-negative-for-infinity:-1e9" in line for line in drawn(driven))
        assert any("-999999995" in line or "-1e9" in line for line in told(driven))
        await driven.press("t", "right")
        assert any(
            line.startswith("── large-negative-for-infinity:-1e4: not in force") for line in drawn(driven)
        )
        await driven.press("enter", "escape")
        assert driven.session.settings.mistakes == ("large-negative-for-infinity:-1e4",)
        assert "0.018" in " ".join(driven.screen)


async def test_y_copies_what_is_told(state_home):
    async with driving("crane-lifted-steel") as driven:
        await driven.press("!", "down", "down", "y")
        assert "copied scale-by-d" in drawn(driven)[-1]
        copies = [path for path in state_home.rglob("*") if path.is_file()]
        text = "".join(path.read_text(encoding="utf-8") for path in copies)
        assert text.startswith("scale-by-d\nDivides the scores by d_k")
        assert "how far off" in text and "0.659↓" in text


async def test_a_covered_step_keeps_the_list_closed():
    lesson = open_lesson("what-goes-wrong")
    session = session_for(lesson.problem, head=0, at=None, source="what-goes-wrong", lesson=lesson)
    app = Explorer(session, 256)
    async with app.run_test(size=(80, 24)) as pilot:
        driven = Driven(app, pilot)
        await driven.press("!")
        assert driven.app.on_board
        assert "the mistakes are covered until the step's question is answered" in " ".join(driven.screen)
        await driven.press("Q", *"0.07", "enter", "!")
        assert isinstance(driven.app.screen, MistakesScreen)


@pytest.mark.parametrize("problem", [long_problem(3000), nasty_problem()], ids=["large", "nasty"])
async def test_the_list_can_be_walked_on_large_and_on_nasty_problems(problem: Problem):
    async with driving(problem, (80, 24)) as driven:
        await driven.press("!")
        for _ in MISTAKES:
            await driven.press("pagedown", "t", "down", "enter")
            drawn(driven)
        await driven.press("escape")
        assert driven.screen[0].strip()


@pytest.mark.parametrize(("size", "whole"), [((80, 24), True), ((50, 16), False), ((34, 10), False)])
async def test_the_first_line_never_hides_a_mistake(size, whole: bool):
    async with driving("crane-lifted-steel", size) as driven:
        await driven.command("mask causal")
        await driven.command("mistake mask-after-softmax-renormalised")
        assert "!" in driven.screen[0]
        assert ("! mask-after-softmax-renormalised" in driven.screen[0]) == whole


@pytest.mark.parametrize("size", SIZES)
async def test_no_line_of_the_board_has_the_formulas_arithmetic(size):
    async with driving("crane-lifted-steel", size) as driven:
        await driven.command("mistake scale-by-d")
        for pane in ("q", "scores", "weights", "output", "v"):
            await driven.go(pane)
            text = "\n".join(driven.screen[1:])
            assert "Divides the scores by d_k instead of by √d_k." in " ".join(text.split())
            assert "÷ √2" not in text and "e^" not in text and " · 0." not in text
        assert "scores · before the weights !" in driven.title("scores")
        for pane in ("weights", "output"):
            assert f"{pane} !" in driven.title(pane)


async def test_the_whole_explanation_has_each_number_with_it_and_without_it():
    async with driving("crane-lifted-steel", (120, 36)) as driven:
        await driven.command("mistake scale-by-d")
        await driven.go("weights")
        await driven.press("down", "e")
        seen: list[str] = []
        for _ in range(60):
            seen += [line for line in drawn(driven) if line not in seen]
            await driven.press("down")
        text = "\n".join(seen)
        assert "softmax( Q·Kᵀ ÷ √2 + 0 ) · V ! scale-by-d" in text
        assert re.search(r"after the scale: 0.0[67]\d*  without it 0.0989", text)
        assert "Without it · The weights: what crane gives to each key" in text


@pytest.mark.parametrize("size", SIZES)
async def test_the_figures_of_the_mistakes_are_reached_by_keys(size):
    figures = {
        ("sees-nothing", "large-negative-for-infinity"): ("0.018", "0.981", "0.001"),
        ("times-zero", "mask-multiplied"): ("0.124",),
        ("cap-and-mask", "softcap-after-mask"): ("0.188",),
        ("crane-lifted-steel", "divide-by-total"): ("0.069", "0.276", "0.345", "0.310"),
    }
    for (preset, mistake), numbers in figures.items():
        async with driving(preset, size) as driven:
            await driven.command(f"mistake {mistake}")
            weights = "\n".join(driven.lines("weights"))
            assert all(number in weights for number in numbers), preset


async def test_a_row_that_sees_nothing_is_even_in_float32_nan_without_care_and_zero_with_it():
    async with driving("sees-nothing") as driven:
        assert "sees nothing" in " ".join(driven.screen)
        await driven.command("mistake large-negative-for-infinity:-inf")
        assert driven.row("weights", "it")[:3] == ["nan", "nan", "nan"]
        await driven.command("mistake large-negative-for-infinity:-1e9")
        await driven.command("dtype float32")
        assert driven.row("weights", "it")[:3] == ["0.333", "0.333", "0.333"]


async def test_a_product_too_large_for_float16_is_inf_and_its_row_nan():
    async with driving("large-product") as driven:
        assert driven.row("weights", "it")[0] in ("1.000", ">.999")
        await driven.command("mistake half-overflow")
        assert driven.row("weights", "it")[:2] == ["nan", "nan"]
        await driven.command("stage raw")
        assert driven.row("scores", "it")[:1] == ["inf"]


async def test_a_window_off_by_one_sees_four_keys_where_three_were_said():
    async with driving("sliding-window") as driven:
        trace = driven.session.trace()[0]
        assert trace.allowed.sum(axis=1).tolist() == [1, 2, 3, 3, 3, 3]
        await driven.command("mistake window-off-by-one")
        trace = driven.session.trace()[0]
        assert trace.allowed.sum(axis=1).tolist() == [1, 2, 3, 4, 4, 4]


async def test_with_the_sign_of_alibi_flipped_the_farthest_key_has_most():
    async with driving("alibi") as driven:
        right = driven.session.trace()[0].weights[-1].tolist()
        assert [f"{weight:.3f}" for weight in right] == ["0.102", "0.167", "0.276", "0.455"]
        await driven.command("mistake alibi-sign-flipped")
        assert driven.session.trace()[0].weights[-1].tolist() == pytest.approx(right[::-1])
