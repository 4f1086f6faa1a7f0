"""Keys that change the formula, and keys that change only what is shown."""

from tests.terminal.explorer import either, explore


@either
def test_a_space_on_a_weight_blocks_it_and_another_allows_it(start, size, no_color):
    explorer = explore(start, "--at", "weights[crane,lifted]", size=size, no_color=no_color)
    assert explorer.active == "weights"
    explorer.press("space")
    assert explorer.message == "crane → lifted: blocked by hand"
    assert explorer.selected("weights") == "·" and explorer.selected("scores") == "-∞"
    assert explorer.row("weights", "crane")[-1] == "1.000"
    assert "lifted ·" in explorer.sentence
    assert "blocked by hand" in explorer.explanation
    explorer.press("space")
    assert explorer.selected("weights") == "0.283"
    explorer.press("u", "u")
    assert explorer.formula == "softmax( Q·Kᵀ ÷ √2 + 0 ) · V"


@either
def test_a_row_that_may_see_nothing_says_so_and_weighs_nothing(start, size, no_color):
    explorer = explore(start, "--mask", "causal", "--at", "scores[the,the]", size=size, no_color=no_color)
    explorer.press("space")
    assert explorer.sentence == "the sees nothing: every key is blocked"
    assert explorer.row("weights", "the") == ["·", "·", "·", "·", "nothing"]
    assert explorer.row("output", "the") == ["0.000", "0.000", "sees", "nothing"]
    assert "nan" not in explorer.text.lower()


@either
def test_the_stages_go_round_and_each_names_itself(start, size, no_color):
    explorer = explore(start, "--mask", "causal", size=size, no_color=no_color)
    explorer.press("down")
    seen = []
    for _ in range(6):
        explorer.press("t")
        seen.append((explorer.title("scores").split(" 4×4")[0][3:], explorer.row("scores", "crane")))
    assert seen == [
        ("scores · raw (pinned)", ["0.140", "0.560", "0.700", "0.630"]),
        ("scores · scaled (pinned)", ["0.099", "0.396", "0.495", "0.445"]),
        ("scores · M itself (pinned)", ["0", "0", "-∞", "-∞"]),
        ("scores · masked (pinned)", ["0.099", "0.396", "-∞", "-∞"]),
        ("scores · e to the score (pinned)", ["1.104", "1.486", "0.000", "0.000", "2.590"]),
        ("scores · masked", ["0.099", "0.396", "-∞", "-∞"]),
    ]


@either
def test_the_digits_go_round_and_the_footer_says_how_many(start, size, no_color):
    explorer = explore(start, size=size, no_color=no_color)
    seen = []
    for _ in range(5):
        explorer.press("f")
        seen.append((explorer.footer.rpartition("f ")[2], explorer.row("weights", "steel")[0]))
    assert seen[0] == ("2 digits", "0.19")
    assert seen[1] == ("4 digits", "0.1871")
    assert seen[2][0] == "all digits" and len(seen[2][1]) > 15 and seen[2][1].startswith("0.1871")
    assert seen[3] == ("per cent", "18.7%")
    assert seen[4][0] == "heat alone"
    assert explorer.row("q", "crane") == ["0.70", "0.70"]
    explorer.press("f")
    assert explorer.row("weights", "steel")[0] == "0.187"


@either
def test_zoom_gives_one_pane_the_whole_screen_and_back(start, size, no_color):
    explorer = explore(start, "it-real", "--at", "weights[0,0]", size=size, no_color=no_color)
    before = explorer.lines
    explorer.press("z")
    titles = [line for line in explorer.lines if line.startswith(("━━", "──"))]
    assert len(titles) == 1 and titles[0].startswith("━━ weights 13×13 ")
    assert sum(line[2:8].strip() == "it" for line in explorer.lines) == 1
    explorer.press("z")
    assert explorer.lines[:-2] == before[:-2]
    explorer.press("z", "esc")
    assert explorer.lines[:-2] == before[:-2]


@either
def test_wider_and_narrower_double_and_halve_the_width(start, size, no_color):
    explorer = explore(start, size=size, no_color=no_color)
    explorer.press("down", "w")
    assert explorer.title("q").startswith("━━ Q queries 4×4")
    assert "÷ √4" in explorer.formula
    explorer.press("w", "right", "right", "9", "enter")
    assert explorer.message == "Q[crane, animal] 0.70 → 9.00"
    explorer.press("W", "W")
    assert explorer.row("q", "crane") == ["9.00", "0.70"]
    explorer.press("W")
    assert explorer.message.startswith("! ")


@either
def test_the_heads_go_round_and_the_number_is_the_files(start, size, no_color):
    explorer = explore(start, "it-two-heads", size=size, no_color=no_color)
    assert "[ ] head" in explorer.footer
    assert "head 0 (1 of 2)" in explorer.lines[0]
    explorer.press("/", "it\r")
    assert float(explorer.row("weights", "it")[1]) > 0.5
    explorer.press("]")
    assert "head 1 (2 of 2)" in explorer.lines[0]
    before = explorer.row("weights", "it")
    assert before[1] == "<.001"
    explorer.press("[")
    assert "head 0 (1 of 2)" in explorer.lines[0]
    explorer.command("head 1")
    assert explorer.row("weights", "it") == before


@either
def test_the_masks_and_the_scale_go_round(start, size, no_color):
    explorer = explore(start, "translation", size=size, no_color=no_color)
    masks = []
    for _ in range(3):
        explorer.press("m")
        masks.append(explorer.message)
    assert masks == ["mask: causal", "mask: causal-end", "mask: none"]
    explorer.press("s")
    assert explorer.message == "scale: off"
    explorer.press("s")
    assert explorer.message == "scale: ÷ √d_k"
    explorer.command("scale 0.05")
    assert "× 0.05" in explorer.formula
