"""Every figure of the three published explanations is reached by keyboard from the program as it opens.

The paragraphs are those of the digest of the sources: A is Attention in Five Pieces, B is Attention, Intuitively, C is
Attention Mechanism Explained. A lesson is walked from its first step; each stop's keys go on from the stop before.
"""

from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import pytest

from tests.ui.driving import Driven
from tests.ui.on_screen import (
    Figure,
    cells,
    first_lesson,
    most,
    number,
    play,
    read,
    report,
    shares,
    text_of_screen,
)

PARAGRAPHS = [
    *(f"A.{number}" for number in range(1, 10)),
    *(f"B.{number}" for number in range(1, 9)),
    *(f"C.{number}" for number in range(1, 7)),
]
WITHOUT = {
    "B.8": "Its comparison with PyTorch is code to write, no screen: tests/engine/test_pytorch.py makes it.",
}
CRANE_KEYS = {
    "the, animal": "0.1", "the, machine": "0.1", "crane, animal": "0.4", "crane, machine": "0.4",
    "lifted, animal": "0.1", "lifted, machine": "0.9", "steel, animal": "0.0", "steel, machine": "0.9",
}  # fmt: skip
CRANE_READS = {"the": "19 %", "crane": "26 %", "lifted": "28 %", "steel": "27 %"}
FISH_KEYS = {"ate, animal": "0.9", "ate, machine": "0.1", "fish, animal": "0.9", "fish, machine": "0.0"}
CORNERS = ("one, one", "one, two", "two, one", "two, two")
CORNERS_OF_TABLES = ("one, 0", "one, 1", "two, 0", "two, 1")
WORDS = ["The", "animal", "didn't", "cross", "the", "street", "because", "it", "was", "too", "tired", "."]


@dataclass(frozen=True)
class Stop:
    """Keys to press, and what is on the screen then."""

    keys: str
    figures: tuple[Figure, ...]


def at(keys: str, *figures: Figure) -> Stop:
    return Stop(keys, figures)


def everything(driven: Driven, pane) -> list[float]:
    """All numbers of a pane."""
    return [number(shown) for row in driven.rows(pane).values() for shown in row]


def best_of_different_words(driven: Driven) -> bool:
    scores = cells(driven, "scores")
    apart = {(i, j): number(scores[i][j]) for i in scores for j in scores if i != j}
    return max(apart, key=lambda pair: apart[pair]) == ("lifted", "steel")


def weights_are_positive_and_sum_to_one(driven: Driven) -> bool:
    rows = [[number(shown) for shown in row] for row in driven.rows("weights").values()]
    return all(min(row) > 0 and row[-1] == 1 for row in rows) and len(rows) == 4


def rows_sum_to_one_and_columns_do_not(driven: Driven) -> bool:
    rows = [[number(shown) for shown in row] for row in driven.rows("weights").values()]
    columns = [sum(column) for column in zip(*(row[:-1] for row in rows), strict=True)]
    return all(row[-1] == 1 for row in rows) and all(abs(total - 1) > 0.1 for total in columns)


def leans(driven: Driven, to: str, away: str) -> bool:
    return read(driven, f"output[crane, {to}]") > 3 * read(driven, f"output[crane, {away}]")


def last_row_sees_all(driven: Driven) -> bool:
    return all(number(shown) > 0 for shown in driven.row("weights", "steel"))


def steel_is_small(driven: Driven) -> bool:
    return cells(driven, "weights")["crane"]["steel"] == "<.001"


def evenly(driven: Driven) -> bool:
    return set(shares(driven).values()) == {25.0}


def only(driven: Driven, word: str) -> bool:
    """Whether a word has all but a hundredth."""
    return most(driven) == word and shares(driven)[word] >= 99


def products() -> str:
    """Those of Q·Kᵀ and weights · V in the first line of the report copied last."""
    return report("products")[0]


OF_ALL_HEADS = str(2 * 2 * 64 * 64 * 512)
"""Multiplications and additions, of scores and of output: T·T·d each, where d is that of all heads together."""

FIVE_PIECES = (
    at(
        "",
        Figure("A.2", "two numbers a word", "Q queries 4×2"),
        Figure("A.2", "a question asked of the class", "a query is the question a word puts to the others"),
        *(Figure("A.2", "0.7", f"q[crane, {column}]") for column in ("animal", "machine")),
        *(Figure("A.2", value, f"k[{cell}]") for cell, value in CRANE_KEYS.items()),
    ),
    at("tab tab", Figure("A.2", "three tables", "V values 4×2")),
    at(
        'n Q "0.7" enter',
        Figure("A.3", "sixteen dot products", check=lambda driven: len(everything(driven, "scores")) == 16),
        Figure("A.3", "0.14", "scores[crane, the]"),
        Figure("A.3", "0.56", "scores[crane, crane]"),
        Figure("A.3", "0.70", "scores[crane, lifted]"),
        Figure("A.3", "0.63", "scores[crane, steel]"),
        Figure(
            "A.3", "lifted–steel is the highest of any two different words", check=best_of_different_words
        ),
        Figure("A.3", "the crane tables: crane's query", "0.70·0.10 + 0.70·0.90 = 0.70"),
    ),
    at("n", Figure("A.3", "lifted–steel is asked for", "who asks whom with the highest score?")),
    at(
        "n",
        Figure("A.4", "0.14", "0.70·0.10 + 0.70·0.10 ="),
        Figure("A.4", "0.099", "scores[crane, the]"),
    ),
    at(
        'n Q "99.9%" enter',
        Figure("A.4", "d = 200", "÷ √200 off"),
        Figure("A.4", "14", "scores[crane, the]"),
        Figure("A.4", "56", "scores[crane, crane]"),
        Figure("A.4", "70", "scores[crane, lifted]"),
        Figure("A.4", "63", "scores[crane, steel]"),
        Figure("A.4", "99.9 %", "reads lifted"),
    ),
    at(
        "n",
        Figure("A.4", "dividing by √200", "softmax( Q·Kᵀ ÷ √200 + 0 ) · V"),
        Figure("A.4", "about half", "weights[crane, lifted]", bounds=(0.45, 0.55)),
    ),
    at("s", Figure("A.4", "99.9 %", "reads lifted")),
    at(
        "n",
        Figure("A.5", "19 %", "reads the"),
        Figure("A.5", "26 %", "reads crane"),
        Figure("A.5", "28 %", "reads lifted"),
        Figure("A.5", "27 %", "reads steel"),
        Figure("A.5", "19 %", "weights[crane, the]"),
        Figure("A.5", "positive shares that sum to one", check=weights_are_positive_and_sum_to_one),
    ),
    at("Q b enter", Figure("A.5", "scores can be negative", "right: b) scores can be negative.")),
    at(
        'n "-20" enter',
        Figure("A.5", "never an exact zero", "reached: weights[crane, steel] below 0.001"),
        Figure("A.5", "<.001", check=steel_is_small),
    ),
    at(
        'n Q "0.67" enter',
        Figure("A.6", "to the machine side", check=lambda driven: leans(driven, "machine", "animal")),
        Figure("A.6", "its own share holds it back", "0.257·0.50"),
    ),
    at(
        "n Q c enter",
        Figure("A.6", "on the animal side", check=lambda driven: leans(driven, "animal", "machine")),
        *(Figure("A.6", value, f"k[{cell}]") for cell, value in FISH_KEYS.items()),
    ),
    at(
        'n Q "30%" enter',
        Figure("A.7", "about 30 %", "weights[lifted, steel]", bounds=(0.285, 0.315)),
        Figure("A.7", "30 %", "reads steel"),
    ),
    at(
        "n",
        Figure("A.7", "43 %", "reads the"),
        Figure("A.7", "57 %", "reads crane"),
        Figure("A.7", "0", "weights[crane, lifted]"),
        Figure("A.7", "0", "weights[crane, steel]"),
        Figure("A.7", "-∞", "scores[crane, lifted]"),
        Figure("A.7", "the last row still sees all", check=last_row_sees_all),
        Figure("B.7", "the causal mask", "softmax( Q·Kᵀ ÷ √2 + causal ) · V"),
    ),
    at(
        "n",
        Figure("A.8", "T×d", "Q (T_q × d_k = 4 × 2)"),
        Figure("A.8", "T×d of the keys", "K (T_k × d_k = 4 × 2)"),
    ),
    at("pagedown", Figure("A.8", "T×T", "scores = Q·Kᵀ (T_q × T_k = 4 × 4)")),
    at(
        "end",
        Figure("A.8", "subtracting each row's maximum changes nothing", "no weight changes, none overflows"),
        Figure("A.8", "T×d", "output = weights · V (T_q × d_v = 4 × 2)"),
    ),
    at(
        "escape",
        Figure("A.9", "it is repeated over heads and layers", "does this in many heads and layers"),
        Figure("A.2", "in a trained model, weight matrices", "computed by weights that were learned"),
        Figure("C.1", "projections", "with Q, K and V computed by weights that were learned"),
    ),
)
EMBEDDINGS = {
    "the, animal": "0.1", "the, machine": "0.1", "crane, animal": "0.4", "crane, machine": "0.4",
    "lifted, animal": "0.1", "lifted, machine": "0.9", "steel, animal": "0.0", "steel, machine": "0.9",
}  # fmt: skip
ROW_OF_A_TABLE = (
    at(
        "",
        Figure("A.1", "arbitrary ids", "crane is id 1 of 6, an arbitrary number"),
        Figure("A.1", "two columns", check=lambda driven: driven.lines("x")[1].split()[-1] == "machine"),
        *(Figure("A.1", "0.4", f"x[crane, {column}]") for column in ("animal", "machine")),
    ),
    at(
        ': "shuffle-ids" enter',
        Figure("A.1", "shuffle the vocabulary", "ids shuffled: the"),
        Figure("A.1", "another id", check=lambda driven: "id 1 of 6" not in text_of_screen(driven)),
        Figure("A.1", "the embedding went along", "its row of the table is (0.40, 0.40)"),
        *(Figure("A.1", share, f"reads {word}") for word, share in CRANE_READS.items()),
    ),
    at("Q c enter", Figure("A.1", "the ids alone are others", "right: c) none but the ids.")),
    at(
        "n",
        Figure("A.1", "each word can be drawn as an arrow", "plane · embeddings"),
        Figure("A.1", "an arrow to its row", "length 0.566 at 45°"),
        Figure("A.1", "half of it across, half upward", "▸crane 26% 0.40 0.40"),
    ),
    at(
        'Q c enter n : "sentence the crane ate fish" enter',
        *(Figure("A.1", "0.4", f"x[crane, {column}]") for column in ("animal", "machine")),
        Figure("A.1", "one row in both sentences", "its row of the table is (0.40, 0.40)"),
    ),
    at('Q "0.4" enter', Figure("A.1", "half bird", "right: X[crane, animal] is 0.400")),
    at(
        "n",
        *(Figure("A.2", value, f"x[{cell}]") for cell, value in list(EMBEDDINGS.items())[2:4]),
        Figure("C.1", "X·W_Q", "crane's animal in Q = X·W_Q: 0.40·1.25 + 0.40·0.50 = 0.70"),
        Figure(
            "A.2", "weight matrices turn each embedding into its query", "Q = X·W_Q, K = X·W_K, V = X·W_V"
        ),
    ),
    at("tab", Figure("C.1", "X·W_K", "crane's animal in K = X·W_K: 0.40·1.00 + 0.40·0.00 = 0.40")),
    at("tab", Figure("C.1", "X·W_V", "crane's animal in V = X·W_V: 0.40·1.25 + 0.40·0.00 = 0.50")),
    at(
        "L",
        Figure("C.1", "the key", check=lambda driven: driven.numbers("k", "crane") == [0.4, 0.4]),
        Figure("C.1", "the value", check=lambda driven: driven.numbers("v", "crane") == [0.5, 0.5]),
    ),
    at(
        "tab tab tab tab",
        Figure("C.1", "the query", check=lambda driven: driven.numbers("q", "crane") == [0.7, 0.7]),
    ),
    at('Q "1.125" enter', Figure("C.1", "a number of V", "right: it is 1.125")),
    at(
        'n "10" enter',
        Figure("A.2", "in a trained model", "reached: weights[crane, lifted] above 0.4, by W_Q alone"),
    ),
    at(
        'n Q "0.77" enter',
        Figure("A.1", "rebuilt from the neighbours", check=lambda driven: leans(driven, "animal", "machine")),
        Figure("A.1", "0.77", "output[crane, animal]"),
        Figure("A.1", "0.19", "output[crane, machine]"),
    ),
    at(
        "n",
        Figure("A.1", "only the neighbours decide", check=lambda driven: leans(driven, "machine", "animal")),
        Figure("A.1", "0.19", "output[crane, animal]"),
        Figure("A.1", "0.77", "output[crane, machine]"),
    ),
    at(
        ': "sentence the crane ate steel" enter',
        Figure("A.1", "0.47", "output[crane, animal]"),
        Figure("A.1", "0.49", "output[crane, machine]"),
    ),
    at(
        'n "0.9 0" enter',
        Figure("A.1", "steel moved to where fish is", "reached: output[crane, animal] above 0.7, by X alone"),
    ),
)
SOFT_LOOKUP = (
    at(
        "",
        Figure(
            "B.2", "this one blends all the values", check=lambda driven: min(shares(driven).values()) > 10
        ),
        Figure("B.4", "score", "0.40·1.80 + 0.20·0.80 = 0.88"),
        Figure("B.4", "scale", "÷ √2 = 0.622"),
        Figure("B.4", "softmax", "e^0.622 = 1.863 of 4.451 in the row"),
    ),
    at(
        "n",
        Figure("B.3", "four words sit in a 2-D plane", check=lambda driven: len(shares(driven)) == 4),
        Figure("B.3", "the query is dragged", "it asks (0.40, 0.20)"),
    ),
    at(
        "h h h h j j",
        Figure("B.3", "the weights are nearly uniform", check=evenly),
        Figure("B.3", "nearly uniform, in bits", "entropy", bounds=(1.99, 2.0)),
    ),
    at(
        "L L L L L L L L K K K K",
        Figure("B.3", "collapses onto animal", check=lambda driven: only(driven, "animal")),
        Figure("B.3", "collapses, in bits", "entropy", bounds=(0.0, 0.1)),
    ),
    at(
        "H H H H H H H H K K K K",
        Figure("B.3", "direction decides", "reads street", bounds=(90, 100)),
    ),
    at(
        "n",
        Figure(
            "B.3",
            "near the centre",
            check=lambda driven: set(map(round, shares(driven).values())) <= {23, 25, 27},
        ),
    ),
    at("n", Figure("B.3", "strength decides", "weights[it, animal]", bounds=(0.9, 0.91))),
    at(
        'n Q b enter n Q "0.62" enter',
        Figure("B.4", "blend", "0.419·1.00 + 0.248·0.00 + 0.124·0.30 + 0.209·0.80 = 0.623"),
    ),
    at(
        "n", Figure("B.2", "a hard dictionary returns one value", check=lambda driven: only(driven, "animal"))
    ),
)
WHY_THE_SCALE = (
    at('Q "64" enter', Figure("C.2", "a dot product of d_k terms has variance d_k", "right: it is 64")),
    at(
        'n : "experiment variance" enter',
        Figure("C.2", "20,000", "d_k:[64] pairs:"),
        Figure("C.2", "64.59", "d_k = 64: raw"),
        Figure("C.2", "1.009", "(expected 64 ± 0.65) scaled"),
        Figure("C.2", "default_rng(0)", "seed 0: the variance of q·k"),
    ),
    at(
        'escape n Q "99.9%" enter',
        Figure("C.2", "size 8", "scores[crane, lifted]", bounds=(8, 8)),
        Figure("C.2", "saturate the softmax", "reads lifted", bounds=(99.9, 99.9)),
        Figure("C.2", "saturate: nothing is left to the others", check=steel_is_small),
    ),
    at(
        'n Q "70%" enter n',
        Figure("B.5", "larger dot products", "scores[crane, lifted]", bounds=(11.2, 11.2)),
    ),
    at(
        "w w w w",
        Figure("B.5", "a slider over dₖ", "Q queries 4×512"),
        Figure("B.5", "wider vectors, larger dot products", "scores[crane, lifted]", bounds=(179.2, 179.2)),
        Figure("B.5", "spiky softmax", check=lambda driven: only(driven, "lifted")),
    ),
    at(
        'n : "experiment training" enter right right right right "80" enter',
        Figure("B.5", "training stalls", "without: loss", bounds=(0.999, 1.0)),
        Figure("B.5", "vanishing gradient", "without: loss 1.000 gradient", bounds=(0, 1e-6)),
        Figure("B.5", "the scale keeps the layer trainable", "with the scale: loss", bounds=(0, 0.01)),
    ),
    at(
        "escape x 2",
        Figure("C.2", "gradients to the others: with the scale", "bits gradient", bounds=(0.3, 0.31)),
        Figure(
            "C.2",
            "gradients to the others vanish",
            "largest 0.937 entropy 0.220 bits gradient",
            bounds=(0, 0.1),
        ),
    ),
)
TWO_HEADS = (
    at(
        "",
        Figure("B.1", "it must reach back to animal", check=lambda driven: most(driven) == "animal"),
        Figure("B.6", "head A follows meaning", check=lambda driven: "meaning" in driven.screen[0]),
    ),
    at(
        "down down down",
        Figure("B.3", "any word of the real sentence and where it attends", "tired reads The 3% animal"),
    ),
    at(
        "n n Q b enter n",
        Figure("B.6", "head B follows position", check=lambda driven: "position" in driven.screen[0]),
    ),
    *(
        at(
            "down",
            Figure(
                "B.6",
                f"{word} looks at the word before",
                check=lambda driven, one=before: most(driven) == one,
            ),
        )
        for before, word in pairwise(WORDS)
    ),
    at('n Q b enter : "experiment cost" enter "64" enter'),
    at("y", Figure("B.6", "eight heads of 64 columns", check=lambda _driven: products() == OF_ALL_HEADS)),
    at(
        'right right right "1" enter left "1" enter left "512" enter',
        Figure("B.6", "one big attention", "Attention at T = 64, d = 512, heads 1, 1 of K, 1 of V"),
    ),
    at("y", Figure("B.6", "slices cost the same", check=lambda _driven: products() == OF_ALL_HEADS)),
)
NO_READING_AHEAD = (
    at(
        "n",
        Figure("A.7", "0", "scores[crane, crane]"),
        Figure("A.7", "-∞", "scores[crane, lifted]"),
    ),
    at(
        'n Q "0.43" enter n Q "21.8%" enter',
        Figure("C.3", "the future leaks in", "weights[crane, steel]", bounds=(0.217, 0.219)),
    ),
    at(
        "t t t t t",
        Figure("C.3", "e⁰ = 1", "scores · e to the score"),
        Figure("C.3", "1", "scores[crane, lifted]"),
        Figure("C.3", "1", "scores[crane, steel]"),
    ),
)
SELF_AND_CROSS = (
    at(
        "",
        Figure("B.7", "queries from one sentence, keys and values from another", "weights 4×5"),
        Figure("B.7", "same operation", "softmax( Q·Kᵀ ÷ √4 + 0 ) · V"),
    ),
)
WHAT_IT_COSTS = (
    at("Z", Figure("B.7", "n×n", "T_q = 12, T_k = 12")),
    at('escape Q "144" enter', Figure("B.7", "quadratic", "right: it is 144")),
    at("n", Figure("C.4", "O(T²·d)", "the work grows with T·T·d")),
    at(
        'n : "experiment cost" enter "64" enter',
        Figure("C.4", "quadratic in length", "T doubled 34.3 M x", bounds=(4, 4)),
        Figure("C.4", "linear in width", "d doubled 17.0 M x", bounds=(1.95, 2)),
    ),
    at("escape n", Figure("B.7", "FlashAttention", "That is the idea of FlashAttention")),
    at(
        "n n",
        Figure("B.7", "grouped-query attention", "which is called grouped-query attention"),
        Figure("A.9", "heads and layers with learned weights", "head 0 (1 of 3) L13H6"),
    ),
)
CHECK_YOURSELF = (
    at(
        'Q "0" enter',
        Figure("C.5", "d_k = 2", "softmax( Q·Kᵀ ÷ √2 + 0 ) · V"),
        *(Figure("C.5", value, f"q[{cell}]") for value, cell in zip("1001", CORNERS_OF_TABLES, strict=True)),
        *(Figure("C.5", value, f"k[{cell}]") for value, cell in zip("1011", CORNERS_OF_TABLES, strict=True)),
        *(Figure("C.5", value, f"scores[{cell}]") for value, cell in zip("1101", CORNERS, strict=True)),
        Figure("C.1", "(T, T) scores", "scores · raw (pinned) 2×2"),
    ),
    at(
        'n Q "0.5" enter',
        Figure("C.5", "0.7071", "scores[one, one]"),
        Figure("C.5", "0.7071", "scores[one, two]"),
        Figure("C.5", "0", "scores[two, one]"),
        Figure("C.5", "0.7071", "scores[two, two]"),
        Figure("C.5", "0.5", "weights[one, one]"),
        Figure("C.5", "0.5", "weights[one, two]"),
    ),
    at(
        'n Q "0.67" enter',
        Figure("C.5", "0.3302", "weights[two, one]"),
        Figure("C.5", "0.6698", "weights[two, two]"),
    ),
    at(
        'n Q "2.34" enter',
        *(Figure("C.5", value, f"v[{cell}]") for value, cell in zip("1234", CORNERS_OF_TABLES, strict=True)),
        Figure("C.5", "2.0", "output[one, 0]"),
        Figure("C.5", "3.0", "output[one, 1]"),
        Figure("C.5", "2.3395", "output[two, 0]"),
        Figure("C.5", "3.3395", "output[two, 1]"),
        Figure("C.1", "weighted average of values", "two's 0: 0.3302·1.00 + 0.6698·3.00 = 2.3395"),
    ),
    at(
        'n Q "2" enter',
        Figure("C.5", "1.0000", "weights[one, one]"),
        Figure("C.5", "·", "weights[one, two]"),
        Figure("C.5", "1.0000", "output[one, 0]"),
        Figure("C.5", "2.0000", "output[one, 1]"),
    ),
    at("n", Figure("C.6", "which axis softmax runs over", "Along what does softmax run?")),
    at("m", Figure("C.1", "softmax along the key axis", check=rows_sum_to_one_and_columns_do_not)),
    at('m n Q "1" enter', Figure("C.6", "what a row sums to after masking", "right: it is 1")),
    at("n Q b enter", Figure("C.6", "why 0 fails as a mask", "right: b) e to 0 is 1")),
    at(
        'n Q "100%" enter',
        Figure("C.6", "d_k = 512", "÷ √512 off"),
        Figure("C.6", "what happens without the scale", check=lambda driven: only(driven, "lifted")),
    ),
    at("n Q b enter", Figure("C.6", "why divide", "right: b) their spread grows with √d_k")),
)
WALKS = {
    "five-pieces": FIVE_PIECES,
    "row-of-a-table": ROW_OF_A_TABLE,
    "soft-lookup": SOFT_LOOKUP,
    "why-the-scale": WHY_THE_SCALE,
    "two-heads": TWO_HEADS,
    "no-reading-ahead": NO_READING_AHEAD,
    "self-and-cross": SELF_AND_CROSS,
    "what-it-costs": WHAT_IT_COSTS,
    "check-yourself": CHECK_YOURSELF,
}


@pytest.mark.parametrize("lesson", WALKS)
async def test_a_walk_through_a_lesson_shows_every_figure_where_the_table_says(lesson: str):
    app = first_lesson()
    async with app.run_test(size=(80, 24)) as pilot:
        driven = Driven(app, pilot)
        if lesson != "five-pieces":
            await play(driven, f'o "{lesson}" enter')
        assert driven.session.walk is not None and driven.session.source == lesson
        for stop in WALKS[lesson]:
            await play(driven, stop.keys)
            for figure in stop.figures:
                assert figure.holds(driven), f"{figure}\n{text_of_screen(driven)}"


def test_every_paragraph_has_its_figures_or_says_why_it_has_none():
    walked = {figure.paragraph for walk in WALKS.values() for stop in walk for figure in stop.figures}
    assert walked.isdisjoint(WITHOUT)
    assert walked | set(WITHOUT) == set(PARAGRAPHS)


def test_the_published_exercise_is_done_where_the_table_says():
    text = Path(__file__).parents[1].joinpath("engine/test_pytorch.py").read_text(encoding="utf-8")
    B, H, T, d = 2, 4, 16, 32
    assert f"random_tables(0, {B}, {H}, {H}, {T}, {T}, {d}, {d}, " in text and "atol=1e-5" in text
