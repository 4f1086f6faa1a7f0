"""What the lessons that ship claim in their texts, each figure with the cell of the engine that it is."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from math import dist
from typing import Any

import numpy as np

from attn_tui.engine import Trace, attention_stream, by_id, default_scale, gradients
from attn_tui.files.sources import open_source
from attn_tui.session.computing.compute import compute, tables
from attn_tui.session.edits.vocabulary import vocabulary, with_ids_shuffled
from attn_tui.session.lessons.lesson import Ask, Scene
from attn_tui.session.selection import Pane
from attn_tui.session.settings import Causal
from tests.files import crane_words

THE, CRANE, LIFTED, STEEL = range(4)
ANIMAL, MACHINE = range(2)
ANIMAL_WORD, STREET, BECAUSE, IT = 1, 5, 6, 7
CHAT, NOIR, DORT = 1, 2, 3
BLACK, CAT, RESTING = 1, 2, 2
A_ANIMAL, A_STREET, A_CROSS, A_TIRED = range(4)


@dataclass(frozen=True)
class Claim:
    """A cell of a stage of the step's scene, under other settings or in another head where so said; or what `by` is."""

    stage: str
    row: int
    column: int
    changes: dict[str, Any] = field(default_factory=dict)
    head: int | None = None
    by: Callable[[], float] | None = None


def weight(row: int, column: int, **changes: Any) -> Claim:
    return Claim("weights", row, column, changes)


def raw(row: int, column: int, **changes: Any) -> Claim:
    return Claim("scores", row, column, changes)


def counted(by: Callable[[], float]) -> Claim:
    return Claim("", 0, 0, by=by)


def random_variance(scaled: bool) -> float:
    """Of 20,000 dot products of 64 standard normal numbers, the queries drawn before the keys."""
    drawn = np.random.default_rng(0)
    q, k = drawn.standard_normal((20_000, 64)), drawn.standard_normal((20_000, 64))
    return float(((q * k).sum(axis=1) * (1 / 8 if scaled else 1)).var())


def random_sharpness(scaled: bool) -> float:
    """The largest of sixteen weights at d_k = 512, the mean over 500 random rows."""
    drawn = np.random.default_rng(0).standard_normal((500, 17, 512))
    scores = np.einsum("rd,rkd->rk", drawn[:, 0], drawn[:, 1:]) / (np.sqrt(512) if scaled else 1)
    e = np.exp(scores - scores.max(axis=1, keepdims=True))
    return float((e / e.sum(axis=1, keepdims=True)).max(axis=1).mean())


def apart(one: str, other: str) -> float:
    """How far the embeddings of two words stand from each other."""
    return dist(crane_words.TABLE[one], crane_words.TABLE[other])


def crane_in(sentence: str, column: int) -> Claim:
    """What becomes of crane in a sentence of the same words."""
    return counted(lambda: crane_words.output(sentence, "crane")[column])


def output(row: int, column: int, **changes: Any) -> Claim:
    return Claim("output", row, column, changes)


def crane_sum(mistake: str, **changes: Any) -> float:
    """What crane's row of weights adds up to in the crane sentence under a mistake."""
    problem = open_source("crane-lifted-steel")
    settings = replace(problem.settings, mistakes=(mistake,), **changes)
    return float(compute(problem, settings, 0).weights[CRANE].sum())


CLAIMS: dict[str, dict[str, dict[str, Claim]]] = {
    "five-pieces": {
        "Score: which words matter to me?": {
            "0.70": Claim("q", CRANE, ANIMAL),
            "0.10": Claim("k", LIFTED, ANIMAL),
            "0.90": Claim("k", LIFTED, MACHINE),
        },
        "The best fit of two words": {
            "0.14": raw(CRANE, THE),
            "0.56": raw(CRANE, CRANE),
            "0.70": raw(CRANE, LIFTED),
            "0.63": raw(CRANE, STEEL),
            "0.10": Claim("q", LIFTED, ANIMAL),
            "0.00": Claim("k", STEEL, ANIMAL),
            "0.90": Claim("k", STEEL, MACHINE),
            "0.81": raw(LIFTED, STEEL),
            "0.73": raw(STEEL, LIFTED),
        },
        "Scale: am I being drowned out?": {"0.14": raw(CRANE, THE), "0.099": Claim("scaled", CRANE, THE)},
        "A hundred times as wide": {
            "0.14": raw(CRANE, THE, widen=1),
            "14.000": raw(CRANE, THE),
            "0.70": raw(CRANE, LIFTED, widen=1),
            "70.000": raw(CRANE, LIFTED),
        },
        "What the scale saves": {
            "50.0 %": weight(CRANE, LIFTED),
            "30.5 %": weight(CRANE, STEEL),
            "18.6 %": weight(CRANE, CRANE),
            "99.9 %": weight(CRANE, LIFTED, scale=False),
        },
        "Softmax: how much do I trust each word?": {
            "19 %": weight(CRANE, THE),
            "26 %": weight(CRANE, CRANE),
            "28 %": weight(CRANE, LIFTED),
            "27 %": weight(CRANE, STEEL),
        },
        "Mix: what do I become?": {
            "0.50": Claim("v", CRANE, MACHINE),
            "0.191": weight(CRANE, THE),
            "0.257": weight(CRANE, CRANE),
            "0.283": weight(CRANE, LIFTED),
            "0.270": weight(CRANE, STEEL),
        },
        "The same crane among others": {
            "0.70": Claim("q", CRANE, ANIMAL),
            "0.40": Claim("k", CRANE, ANIMAL),
            "0.50": Claim("v", CRANE, ANIMAL),
            "0.672": output(CRANE, ANIMAL),
            "0.176": output(CRANE, MACHINE),
        },
        "Minus infinity": {
            "43 %": weight(CRANE, THE),
            "57 %": weight(CRANE, CRANE),
            "100 %": weight(THE, THE),
        },
    },
    "row-of-a-table": {
        "A number for each word": {"0.40": Claim("x", CRANE, ANIMAL)},
        "A row is an arrow": {
            "0.10": Claim("x", LIFTED, ANIMAL),
            "0.90": Claim("x", LIFTED, MACHINE),
            "0.00": Claim("x", STEEL, ANIMAL),
            "0.42": counted(lambda: apart("the", "crane")),
            "0.58": counted(lambda: apart("crane", "lifted")),
        },
        "Three roles from one row": {
            "0.40": Claim("x", CRANE, ANIMAL),
            "0.70": Claim("q", CRANE, ANIMAL),
            "0.10": Claim("x", LIFTED, ANIMAL),
            "0.00": Claim("w_v", ANIMAL, MACHINE),
            "0.90": Claim("x", LIFTED, MACHINE),
            "1.25": Claim("w_v", MACHINE, MACHINE),
        },
        "Ask the neighbours": {"0.50": Claim("v", CRANE, ANIMAL), "1.125": Claim("v", LIFTED, ANIMAL)},
        "One word, two rows": {
            "0.77": output(CRANE, MACHINE),
            "0.19": output(CRANE, ANIMAL),
            "0.47": crane_in("the crane ate steel", ANIMAL),
            "0.49": crane_in("the crane ate steel", MACHINE),
        },
    },
    "no-reading-ahead": {
        "One word at a time": {"28.3 %": weight(CRANE, LIFTED), "27.0 %": weight(CRANE, STEEL)},
        "A row still adds up to one": {"19 %": weight(CRANE, THE, mask=())},
        "The classic mistake": {
            "0.000": Claim("masked", CRANE, STEEL),
            "4.590": Claim("total", CRANE, 0),
        },
        "What leaks": {
            "0.33": output(CRANE, MACHINE, blocked=-np.inf),
            "21.8 %": weight(CRANE, LIFTED),
        },
        "It can be worse": {
            "32.5 %": weight(CRANE, LIFTED),
            "24.5 %": weight(CRANE, THE),
            "10.5 %": weight(CRANE, CRANE),
        },
    },
    "two-heads": {
        "Who is tired?": {"75 %": weight(IT, ANIMAL_WORD)},
        "One question, one answer": {
            "2.50": Claim("q", IT, 0),
            "0.00": Claim("q", IT, 1),
            "2.00": Claim("k", STREET, 1),
        },
        "The other head": {"67.0 %": weight(IT, BECAUSE), "16.3 %": weight(IT, IT)},
        "Places on a clock": {"0.00": Claim("q", THE, 0), "8.3 %": weight(THE, IT)},
        "What each head tells": {
            "0.792": Claim("output", IT, 0, head=0),
            "0.065": Claim("output", IT, 0, head=1),
        },
    },
    "self-and-cross": {
        "Words change places": {
            "9.9 %": weight(NOIR, CAT),
            "82.6 %": weight(NOIR, BLACK),
            "2.5 %": weight(NOIR, THE),
        },
        "One verb out of two words": {"0.791": output(DORT, RESTING)},
    },
    "why-the-scale": {
        "Measured": {
            "64.59": counted(lambda: random_variance(scaled=False)),
            "1.009": counted(lambda: random_variance(scaled=True)),
        },
        "Scores of size 8": {
            "0.125": counted(lambda: default_scale(64)),
            "53.4 %": weight(CRANE, LIFTED, scale=0.125),
        },
        "What softmax makes of large scores": {
            "29.6 %": weight(CRANE, LIFTED, widen=1),
            "0.70": raw(CRANE, LIFTED, widen=1),
            "11.20": raw(CRANE, LIFTED),
            "1.12": Claim("lead", CRANE, 0),
            "3.06": counted(lambda: np.exp(1.12)),
        },
        "One word for all": {
            "0.937": counted(lambda: random_sharpness(scaled=False)),
            "0.240": counted(lambda: random_sharpness(scaled=True)),
        },
        "No slope, no learning": {
            "0.25": counted(lambda: 0.5 * (1 - 0.5)),
            "0.99": counted(lambda: 0.99),
            "0.01": counted(lambda: 1 - 0.99),
        },
        "The scale is no magic": {"98.9 %": weight(CRANE, LIFTED)},
        "But it comes by itself": {"46.1 %": weight(CRANE, LIFTED)},
    },
    "what-it-costs": {},
    "what-goes-wrong": {
        "A share of the total": {
            "0.14": raw(CRANE, THE),
            "0.56": raw(CRANE, CRANE),
            "0.70": raw(CRANE, LIFTED),
            "0.63": raw(CRANE, STEEL),
            "2.03": counted(lambda: 0.14 + 0.56 + 0.70 + 0.63),
            "6.9 %": weight(CRANE, THE),
            "19.1 %": weight(CRANE, THE, mistakes=()),
        },
        "Until a score is below 0": {
            "1.00": Claim("q", CRANE, ANIMAL),
            "-1.00": Claim("q", CRANE, MACHINE),
            "-0.90": raw(CRANE, STEEL),
            "-1.70": counted(lambda: 0.1 - 0.9 - 0.9),
            "52.9 %": weight(CRANE, STEEL),
        },
        "d in place of √d": {"50.0 %": weight(CRANE, LIFTED, mistakes=())},
        "The scale too late": {"0.707": counted(lambda: default_scale(2))},
        "The wrong axis": {
            "0.184": weight(THE, LIFTED),
            "0.262": weight(CRANE, LIFTED),
            "0.286": weight(LIFTED, LIFTED),
            "0.268": weight(STEEL, LIFTED),
            "1.060": counted(lambda: crane_sum("softmax-over-queries")),
        },
        "Times zero": {"8.039": Claim("total", 0, 0), "12.4 %": weight(0, 3)},
        "The mask at the end": {"19.1 %": weight(CRANE, THE), "25.7 %": weight(CRANE, CRANE)},
        "True for False": {"51.2 %": weight(CRANE, LIFTED)},
        "Training's dice": {"0.9": counted(lambda: 1 - float(by_id("dropout-left-on").value or 0))},
        "Which one is it?": {
            "0.617": output(CRANE, MACHINE, mistakes=("keys-values-swapped",)),
            "0.659": output(CRANE, MACHINE, mistakes=("scale-by-d",)),
            "0.766": output(CRANE, MACHINE, mistakes=("divide-by-total",)),
        },
    },
    "soft-lookup": {
        "Hard and soft": {
            "41.9 %": weight(0, A_ANIMAL),
            "24.8 %": weight(0, A_STREET),
            "20.9 %": weight(0, A_TIRED),
            "12.4 %": weight(0, A_CROSS),
        },
        "A vague query": {
            "0.05": Claim("q", 0, 0),
            "0.02": Claim("q", 0, 1),
            "26.9 %": weight(0, A_ANIMAL),
            "25.1 %": weight(0, A_STREET),
            "23.2 %": weight(0, A_CROSS),
            "24.9 %": weight(0, A_TIRED),
        },
        "Strength": {
            "2.00": Claim("q", 0, 0),
            "1.00": Claim("q", 0, 1),
            "90.4 %": weight(0, A_ANIMAL),
        },
        "Direction": {
            "0.00": Claim("q", 0, 0),
            "3.00": Claim("q", 0, 1),
            "1.80": Claim("k", A_ANIMAL, 0),
            "0.80": Claim("k", A_ANIMAL, 1),
            "-0.60": Claim("k", A_STREET, 0),
            "1.90": Claim("k", A_STREET, 1),
            "-1.90": Claim("k", A_CROSS, 0),
            "-0.40": Claim("k", A_CROSS, 1),
            "0.70": Claim("k", A_TIRED, 0),
            "8.8 %": weight(0, A_ANIMAL),
            "90.5 %": weight(0, A_STREET),
        },
        "What comes back": {
            "0.40": Claim("q", 0, 0),
            "0.20": Claim("q", 0, 1),
            "1.00": Claim("v", A_ANIMAL, 0),
            "0.00": Claim("v", A_STREET, 0),
            "0.30": Claim("v", A_CROSS, 0),
            "0.50": Claim("v", A_CROSS, 1),
            "0.80": Claim("v", A_TIRED, 0),
            "0.419": weight(0, A_ANIMAL),
            "0.248": weight(0, A_STREET),
            "0.124": weight(0, A_CROSS),
            "0.209": weight(0, A_TIRED),
        },
        "From soft to hard": {"99.9 %": weight(0, A_ANIMAL)},
    },
    "check-yourself": {
        "2: two equal scores": {"0.7071": Claim("scaled", 0, 0)},
        "3: a weight": {
            "0.7071": Claim("scaled", 1, 1),
            "2.0281": Claim("exp", 1, 1),
            "3.0281": Claim("total", 1, 0),
        },
        "4: a mix": {"0.3302": weight(1, 0), "0.6698": weight(1, 1)},
        "8: a zero for a mask": {"33.0 %": weight(0, 1)},
        "9: far too wide": {
            "35.84": raw(CRANE, THE),
            "143.36": raw(CRANE, CRANE),
            "179.20": raw(CRANE, LIFTED),
            "161.28": raw(CRANE, STEEL),
            "17.92": Claim("lead", CRANE, 0),
            "-17.92": Claim("lag", CRANE, 0),
        },
    },
}


def masked_cells(scene: Scene) -> int:
    return int((~compute(scene.problem, scene.problem.settings, scene.head).allowed).sum())


def row_is_as_without_mask(scene: Scene) -> list[bool]:
    problem, settings = scene.problem, scene.problem.settings
    with_mask, without = (compute(problem, replace(settings, mask=mask), 0) for mask in ((Causal(),), ()))
    return [bool(np.allclose(*rows)) for rows in zip(with_mask.weights, without.weights, strict=True)]


def best_pair(scene: Scene) -> str:
    scores = compute(scene.problem, scene.problem.settings, 0).scores.copy()
    np.fill_diagonal(scores, -np.inf)
    asks, answers = np.unravel_index(int(scores.argmax()), scores.shape)
    words = scene.problem.query_tokens
    return f"{words[asks]} asks {words[answers]}"


def leans(scene: Scene) -> str:
    animal, machine = compute(scene.problem, scene.problem.settings, 0).output[CRANE]
    return "on the animal side" if animal - machine > 0.4 else "elsewhere"


def dividing_by_the_total_fails(_scene: Scene, ask: Ask) -> bool:
    """Scores of both signs have shares below 0, though they add up to 1; e to them has not."""
    scores = np.array([0.5, -0.2, 0.1])
    shares, softmax = scores / scores.sum(), np.exp(scores) / np.exp(scores).sum()
    return bool(shares.min() < 0 and np.isclose(shares.sum(), 1) and softmax.min() > 0) and (
        ask.choices[ask.correct] == "scores can be negative"
    )


def only_minus_infinity_blocks(scene: Scene, ask: Ask) -> bool:
    problem, settings = scene.problem, scene.problem.settings
    smallest = float(compute(problem, replace(settings, mask=()), 0).scaled[CRANE].min())
    left = [
        compute(problem, replace(settings, blocked=blocked), 0).weights[CRANE, STEEL]
        for blocked in (0.0, smallest, -np.inf)
    ]
    return left[0] > 0 and left[1] > 0 and left[2] == 0 and ask.correct == 2


def of(scene: Scene) -> Trace:
    return compute(scene.problem, scene.problem.settings, scene.head)


def heard(scene: Scene, query: int) -> str:
    """The key that a query gives most."""
    return scene.problem.key_tokens[int(of(scene).weights[query].argmax())]


def with_query(scene: Scene, x: float, y: float) -> Scene:
    return replace(scene, problem=replace(scene.problem, q=np.array([[[x, y]]])))


def slope_of(weight: float) -> float:
    """The derivative of one of two weights by its own score, from the engine's exact backward pass."""
    score = float(np.log(weight / (1 - weight)))
    one, column = np.ones((1, 1)), np.array([[score], [0.0]])
    by = gradients(one, column, np.array([[1.0], [0.0]]), one, scale=1.0)
    return round(float(by.k[0, 0]), 6)


def products(length: int, width: int) -> int:
    """Multiplications of the scores for a text and vectors so many times as long and as wide."""
    return length**2 * width


def tiles_agree(scene: Scene) -> bool:
    """Whether the online softmax gives the output that whole scores give."""
    q, k, v = tables(scene.problem, scene.problem.settings, scene.head)
    return bool(np.allclose(attention_stream(q, k, v), of(scene).output))


def goes_to_animal(scene: Scene) -> bool:
    """As the scale grows the output is animal's value, and the mean of all as it falls to 0."""
    problem, v = scene.problem, scene.problem.v[0]
    far, near = (
        compute(problem, replace(problem.settings, scale=scale), 0).output[0] for scale in (1e4, 1e-6)
    )
    return bool(np.allclose(far, v[A_ANIMAL]) and np.allclose(near, v.mean(axis=0), atol=1e-5))


def rows_sum_to_one(scene: Scene) -> bool:
    return bool(np.allclose(of(scene).weights.sum(axis=1), 1))


def rows_add_up_to_one(scene: Scene, ask: Ask) -> bool:
    return rows_sum_to_one(scene) and ask.choices[ask.correct] == "1"


def spread_grows_with_the_root() -> bool:
    """Four times as many columns: raw scores of random words spread twice as far."""
    drawn = np.random.default_rng(0)
    spreads = [
        (drawn.standard_normal((20_000, d_k)) * drawn.standard_normal((20_000, d_k))).sum(axis=1).std()
        for d_k in (16, 64)
    ]
    return bool(abs(spreads[1] / spreads[0] - 2) < 0.05)


def is_the_mistake_that_gives_0_617(scene: Scene, ask: Ask) -> bool:
    """Whether the right choice alone gives crane's machine so and has rows that add up to 1."""
    fitting = []
    for name in ask.choices:
        settings = replace(scene.problem.settings, mistakes=(name,))
        trace = compute(scene.problem, settings, 0)
        sums = bool(np.allclose(trace.weights.sum(axis=1), 1))
        fitting += [name] * (sums and f"{trace.output[CRANE, MACHINE]:.3f}" == "0.617")
    return scene.problem.settings.mistakes == () and fitting == [ask.choices[ask.correct]]


CRANE_LIFTED = ("the", "crane", "lifted", "steel")


def embeddings(scene: Scene) -> Any:
    """X of a scene that has a projection."""
    assert scene.problem.projection is not None
    return scene.problem.projection.x


def only_the_ids_change(scene: Scene, ask: Ask) -> bool:
    """Shuffled, every word has another id, and no table and no weight has changed; before, crane is id 1."""
    problem = scene.problem
    shuffled = with_ids_shuffled(problem)
    before, after = vocabulary(problem).names, vocabulary(shuffled).names
    same = [np.array_equal(getattr(problem, table), getattr(shuffled, table)) for table in ("q", "k", "v")]
    same.append(np.array_equal(embeddings(scene), embeddings(replace(scene, problem=shuffled))))
    others = [before.index(word) != after.index(word) for word in before]
    return (
        all(same + others) and before.index("crane") == 1 and ask.choices[ask.correct] == "none but the ids"
    )


def mirrored(scene: Scene) -> bool:
    """Beside ate and fish crane becomes what it is beside lifted and steel, with the columns exchanged."""
    animal, machine = of(scene).output[CRANE]
    return bool(np.allclose(crane_words.output("the crane ate fish", "crane"), (machine, animal)))


Holds = Callable[[Scene, Ask], bool]
ANSWERS: dict[str, dict[str, Holds]] = {
    "five-pieces": {
        "The best fit of two words": lambda scene, ask: ask.choices[ask.correct] == best_pair(scene),
        "Softmax: how much do I trust each word?": dividing_by_the_total_fails,
        "The same crane among others": lambda scene, ask: ask.choices[ask.correct] == leans(scene),
        "Minus infinity": lambda scene, ask: (
            row_is_as_without_mask(scene) == [word == ask.choices[ask.correct] for word in ask.choices]
        ),
    },
    "row-of-a-table": {
        "A number for each word": only_the_ids_change,
        "A row is an arrow": lambda scene, ask: (
            ask.correct
            == int(np.argmin([apart("the", "crane"), apart("crane", "lifted"), apart("lifted", "steel")]))
            and f"They are {apart('lifted', 'steel'):.2f} apart." == ask.reasons[ask.correct]
            and embeddings(scene).tolist() == [list(crane_words.TABLE[word]) for word in CRANE_LIFTED]
        ),
        "Three roles from one row": lambda _, ask: (
            ask.answer == crane_words.times(crane_words.TABLE["lifted"], crane_words.W_V)[MACHINE]
        ),
        "One word, two rows": lambda scene, ask: (
            mirrored(scene)
            and np.ptp(crane_words.output("the crane ate steel", "crane")) < 0.05
            and ask.choices[ask.correct] == "in between"
        ),
    },
    "no-reading-ahead": {
        "Zero or minus infinity": lambda scene, ask: masked_cells(scene) == ask.answer,
        "It can be worse": only_minus_infinity_blocks,
        "A window": rows_add_up_to_one,
    },
    "two-heads": {
        "The other head": lambda scene, ask: ask.choices[ask.correct] == heard(scene, IT),
        "Places on a clock": lambda scene, ask: (
            bool(np.ptp(of(scene).weights[THE]) < 1e-12) and ask.correct == 1
        ),
        "What each head tells": lambda _, ask: (4 * 16 == 64) and ask.choices[ask.correct] == "as much",
    },
    "self-and-cross": {
        "Words change places": lambda scene, ask: ask.choices[ask.correct] == heard(scene, NOIR),
        "Shapes": lambda scene, ask: (
            ask.choices[ask.correct] == "{} rows of {}".format(*of(scene).output.shape)
        ),
        "A mask between two sentences": lambda scene, ask: (
            [bool(of(scene).allowed[cell]) for cell in ((THE, THE), (CHAT, CAT), (NOIR, BLACK))]
            == [at != ask.correct for at in range(3)]
        ),
    },
    "why-the-scale": {
        "A sum of many products": lambda _, ask: ask.answer == 1 / default_scale(64) ** 2,
        "Measured": lambda _, ask: (
            bool(np.isclose(random_variance(scaled=False) / random_variance(scaled=True), 64))
            and ask.choices[ask.correct] == "divides it by d"
        ),
        "No slope, no learning": lambda _, ask: ask.answer == slope_of(0.99),
    },
    "what-it-costs": {
        "Everybody asks everybody": lambda scene, ask: ask.answer == of(scene).scores.size,
        "Longer or wider": lambda _, ask: (
            products(2, 1) > products(1, 2) > products(1, 1) and ask.correct == 0
        ),
        "A long text": lambda _, ask: ask.answer == 131_072**2 * 4 / 2**30,
        "Never all at once": lambda scene, ask: tiles_agree(scene) and ask.correct == 0,
        "Half of it is blocked": lambda scene, ask: (
            int(of(scene).allowed.sum()) == 10 and ask.answer == np.tri(100).sum()
        ),
        "Shared keys": lambda scene, ask: (
            abs((ask.answer or 0) - scene.problem.k.shape[0] / scene.problem.q.shape[0]) < 1e-4
        ),
    },
    "what-goes-wrong": {
        "The scale too late": lambda scene, ask: bool(
            np.allclose(of(scene).weights.sum(axis=1), ask.answer, atol=1e-3)
        ),
        "The wrong axis": lambda scene, ask: (
            bool(np.allclose(of(scene).weights.sum(axis=0), 1))
            and not rows_sum_to_one(scene)
            and ask.correct == 1
        ),
        "The mask at the end": lambda scene, ask: (
            abs(float(of(scene).weights[CRANE].sum()) - float(ask.answer or 0)) < 1e-3
        ),
        "True for False": lambda scene, ask: (
            [scene.problem.query_tokens[i] for i in of(scene).empty_rows] == [ask.choices[ask.correct]]
        ),
        "Too large for half the bits": lambda scene, ask: (
            of(scene).scores.tolist() == [[np.inf, 4096.0]]
            and bool(np.isnan(of(scene).weights).all())
            and ask.correct == 0
        ),
        "Training's dice": lambda scene, ask: (
            bool((of(scene).weights[THE] > 0).all())
            and abs(float(of(scene).weights[THE].sum()) - float(ask.answer or 0)) < 1e-3
            and of(scene).weights[CRANE, CRANE] == 0
        ),
        "Which one is it?": is_the_mistake_that_gives_0_617,
    },
    "soft-lookup": {
        "A vague query": lambda scene, ask: ask.answer == of(with_query(scene, 0.0, 0.0)).weights[0, 0],
        "Direction": lambda scene, ask: ask.choices[ask.correct] == heard(scene, 0),
        "From soft to hard": lambda scene, ask: (
            goes_to_animal(scene) and ask.choices[ask.correct].endswith("animal's value")
        ),
    },
    "check-yourself": {
        "6: which axis": lambda scene, ask: (
            rows_sum_to_one(scene) and not np.allclose(of(scene).weights.sum(axis=0), 1) and ask.correct == 0
        ),
        "7: what a row adds up to": lambda scene, ask: rows_sum_to_one(scene) and ask.answer == 1,
        "8: a zero for a mask": lambda scene, ask: bool(of(scene).weights[0, 1] > 0.3) and ask.correct == 1,
        "10: why divide": lambda _, ask: spread_grows_with_the_root() and ask.correct == 1,
        "11: by how much": lambda _, ask: ask.answer == 1 / default_scale(64),
        "12: twice as long": lambda scene, ask: ask.answer == 8 * 8 / of(scene).scores.size,
        "13: two sentences": lambda scene, ask: ask.answer == of(scene).weights.size,
    },
}
GOALS: dict[str, dict[str, list[tuple[Pane, int, int, float]]]] = {
    "five-pieces": {"Never an exact zero": [("q", CRANE, MACHINE, -20.0)]},
    "row-of-a-table": {
        "Weights are what is learned": [("w_q", MACHINE, MACHINE, 10.0)],
        "Move a word": [("x", STEEL, MACHINE, 0.0), ("x", STEEL, ANIMAL, 0.9)],
    },
    "no-reading-ahead": {"A cure that is none": [("q", CRANE, MACHINE, 8.0)]},
    "two-heads": {"Teach a head": [("q", IT, 0, 0.0), ("q", IT, 1, 8.0)]},
    "why-the-scale": {"The scale is no magic": [("q", CRANE, ANIMAL, 0.01), ("q", CRANE, MACHINE, 0.01)]},
    "what-goes-wrong": {"Keys for values": [("v", LIFTED, MACHINE, 3.0)]},
    "soft-lookup": {
        "Drag the query": [("q", 0, 0, 0.0), ("q", 0, 1, 2.4)],
        "Strength": [("q", 0, 0, 4.0)],
    },
    "check-yourself": {"Last: with your own hands": [("q", 0, 3, 12.0)]},
}
