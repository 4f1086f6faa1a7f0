"""The published figures, read off the real screen at both sizes, with and without colour."""

from tests.terminal.explorer import either, everywhere, explore


@everywhere
def test_the_crane_sentence_has_its_published_figures(start, size, no_color):
    explorer = explore(start, "crane-lifted-steel", size=size, no_color=no_color)
    explorer.press("down")
    assert explorer.sentence == "crane reads the 19% crane 26% lifted 28% steel 27%"
    assert explorer.row("scores", "crane")[0] == "0.099"
    assert explorer.row("weights", "lifted")[3] == "0.298"
    animal, machine = map(float, explorer.row("output", "crane"))
    assert machine > 3 * animal
    explorer.press("t")
    assert "scores · raw (pinned)" in explorer.title("scores")
    assert explorer.row("scores", "crane") == ["0.140", "0.560", "0.700", "0.630"]
    explorer.command("digits percent")
    assert explorer.row("weights", "lifted")[3] == "29.8%"
    explorer.command("stage auto")
    explorer.press("m")
    assert explorer.formula == "softmax( Q·Kᵀ ÷ √2 + causal ) · V"
    assert explorer.sentence == "crane reads the 43% crane 57% lifted · steel ·"
    assert explorer.row("weights", "crane") == ["42.6%", "57.4%", "·", "·", "100.0%"]
    assert "scores · masked" in explorer.title("scores")
    assert explorer.row("scores", "crane") == ["0.099", "0.396", "-∞", "-∞"]


@everywhere
def test_a_hundred_times_as_wide_the_scale_decides_between_one_word_and_two(start, size, no_color):
    explorer = explore(
        start, "crane-lifted-steel", "--at", "weights[crane,lifted]", size=size, no_color=no_color
    )
    explorer.press(":widen 100\rs")
    assert "lifted 99.9%" in explorer.sentence
    assert "99.9 %" in explorer.explanation
    x, y = explorer.terminal.find("÷ √200")
    assert all(explorer.terminal.cell(x + at, y).strike for at in range(len("÷ √200")))
    explorer.press("s")
    assert "lifted 50%" in explorer.sentence
    assert explorer.explanation.endswith("50.0 % of lifted's value")
    assert not explorer.terminal.cell(x, y).strike
    assert explorer.title("q").startswith("── Q queries 4×200 ")
    assert explorer.title("v").startswith("── V values 4×2 ")


@either
def test_other_neighbours_turn_crane_to_the_animal_side(start, size, no_color):
    explorer = explore(start, "crane-ate-fish", size=size, no_color=no_color)
    explorer.press("down")
    assert explorer.sentence.startswith("crane reads the 19%")
    animal, machine = map(float, explorer.row("output", "crane"))
    assert animal > 3 * machine


@either
def test_two_tokens_to_four_decimals_without_and_with_the_mask(start, size, no_color):
    explorer = explore(start, "two-tokens", size=size, no_color=no_color)
    explorer.command("digits 4")
    assert explorer.rows("scores") == {"one": ["0.7071", "0.7071"], "two": ["0.0000", "0.7071"]}
    assert explorer.rows("weights") == {
        "one": ["0.5000", "0.5000", "1.0000"],
        "two": ["0.3302", "0.6698", "1.0000"],
    }
    assert explorer.rows("output") == {"one": ["2.0000", "3.0000"], "two": ["2.3395", "3.3395"]}
    explorer.press("m")
    assert explorer.rows("weights") == {
        "one": ["1.0000", "·", "1.0000"],
        "two": ["0.3302", "0.6698", "1.0000"],
    }
    assert explorer.rows("output") == {"one": ["1.0000", "2.0000"], "two": ["2.3395", "3.3395"]}


@either
def test_a_real_model_gives_animal_three_quarters_of_it(start, size, no_color):
    options = ("--head", "2", "--at", "weights[ it,1]")
    explorer = explore(start, "it-real", *options, size=size, no_color=no_color)
    assert "head 2 (3 of 3)" in explorer.lines[0]
    assert explorer.at("weights")[:2] == ("it", "animal")
    explorer.command("digits 4")
    assert explorer.selected("weights") == "0.7496"
    assert "animal 75%" in explorer.sentence
    assert list(explorer.rows("q")) == list(explorer.rows("weights")) == list(explorer.rows("output"))


@either
def test_a_mask_of_zeros_lets_the_future_leak(start, size, no_color):
    options = ("--mask", "causal", "--blocked=0", "--at", "weights[the,lifted]")
    explorer = explore(start, "crane-lifted-steel", *options, size=size, no_color=no_color)
    assert explorer.row("scores", "the") == ["0.028", "0.000", "0.000", "0.000"]
    shares = [float(cell) for cell in explorer.row("weights", "the")]
    assert all(share > 0.2 for share in shares[:4])
    told = explorer.explanation.split("\n")[1]
    assert told.startswith("blocked by causal: lifted (2) is after the (0): e^0.000") and "24.8 %" in told
