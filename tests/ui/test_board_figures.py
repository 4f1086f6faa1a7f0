"""The published figures stand on the screen, at both sizes."""

import json
from pathlib import Path

import pytest

from tests.ui.driving import SIZES, driving

GOLDEN = json.loads((Path(__file__).parents[1] / "engine" / "golden.json").read_text())

pytestmark = pytest.mark.parametrize("size", SIZES, ids=["80x24", "120x36"])


async def test_cranes_raw_scores(size):
    async with driving("crane-lifted-steel", size) as driven:
        await driven.press("t")
        assert "scores · raw (pinned)" in driven.title("scores")
        assert driven.row("scores", "crane") == ["0.140", "0.560", "0.700", "0.630"]


async def test_the_scale_makes_cranes_first_score_0_099(size):
    async with driving("crane-lifted-steel", size) as driven:
        await driven.press("down")
        assert "scores · scaled" in driven.title("scores")
        assert driven.row("scores", "crane")[0] == "0.099"
        assert "0.70·0.10 + 0.70·0.10 = 0.14    ÷ √2 = 0.099" in driven.explanation


async def test_cranes_weights_and_their_per_cents_in_the_sentence(size):
    async with driving("crane-lifted-steel", size) as driven:
        await driven.press("down")
        assert driven.row("weights", "crane") == ["0.191", "0.257", "0.283", "0.270", "1.000"]
        assert driven.sentence == "crane reads the 19% crane 26% lifted 28% steel 27%"


async def test_the_causal_mask_leaves_crane_43_and_57_per_cent(size):
    async with driving("crane-lifted-steel", size) as driven:
        await driven.press("down", "m")
        assert driven.sentence == "crane reads the 43% crane 57% lifted · steel ·"
        assert driven.row("weights", "crane") == ["0.426", "0.574", "·", "·", "1.000"]
        assert driven.row("scores", "crane") == ["0.099", "0.396", "-∞", "-∞", "2", "keys"]
        assert "+ causal ) · V" in driven.screen[0]


async def test_lifted_gives_steel_29_8_per_cent(size):
    async with driving("crane-lifted-steel", size) as driven:
        await driven.press("f", "f", "f", "f")
        assert driven.row("weights", "lifted")[3] == "29.8%"
        assert driven.row("weights", "lifted")[-1] == "100.0%"


async def test_a_hundred_times_wider_one_word_takes_all_until_the_scale_is_on_again(size):
    async with driving("crane-lifted-steel", size) as driven:
        await driven.press("down", "f", "f", "f", "f")
        await driven.command("widen 100")
        assert "÷ √200" in driven.screen[0]
        assert driven.row("weights", "crane")[2] == "50.0%"
        await driven.press("s")
        assert driven.row("weights", "crane")[2] == "99.9%"


@pytest.mark.parametrize(
    ("preset", "side"), [("crane-lifted-steel", "machine"), ("crane-ate-fish", "animal")]
)
async def test_crane_leans_to_the_side_of_its_neighbours(size, preset, side):
    async with driving(preset, size) as driven:
        animal, machine = driven.numbers("output", "crane")
        assert (machine > animal) == (side == "machine")
        golden = GOLDEN[preset]["scale=on,mask=none"]["output"][1]
        assert [animal, machine] == pytest.approx(golden, abs=0.0005)


@pytest.mark.parametrize("mask", ["none", "causal"])
async def test_two_tokens_to_four_decimals(size, mask):
    golden = GOLDEN["two-tokens"][f"scale=on,mask={mask}"]
    scores, weights, output = golden["masked"], golden["weights"], golden["output"]
    async with driving("two-tokens", size) as driven:
        await driven.press("f", "f", *["m"] * (mask == "causal"))
        for i, word in enumerate(("one", "two")):
            assert driven.row("output", word) == [f"{number:.4f}" for number in output[i]]
            for j in (0, 1):
                blocked = mask == "causal" and j > i
                assert driven.row("scores", word)[j] == ("-∞" if blocked else f"{scores[i][j]:.4f}")
                assert driven.row("weights", word)[j] == ("·" if blocked else f"{weights[i][j]:.4f}")


@pytest.mark.parametrize(
    ("digits", "shown"), [(["f", "f"], "0.7496"), ([], "0.750"), (["f", "f", "f", "f"], "75.0%")]
)
async def test_in_head_2_of_the_real_model_it_gives_animal_three_quarters(size, digits, shown):
    async with driving("it-real", size) as driven:
        await driven.press("]", "]", *digits)
        await driven.type("/it")
        await driven.press("enter")
        await driven.go("weights")
        assert "head 2" in driven.screen[0]
        assert driven.row("weights", "it")[1] == shown
        assert "animal 75%" in driven.sentence


async def test_what_the_board_draws_is_what_reaches_the_screen(size):
    async with driving("crane-lifted-steel", size) as driven:
        await driven.press("down", "m")
        assert driven.strips == driven.screen
        picture = driven.app.export_screenshot()
        for number in ("0.426", "0.574", "0.099", "0.396"):
            assert number in picture
