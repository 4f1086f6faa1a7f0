"""What the lessons that ship claim in their texts, each figure with the cell of the engine that it is."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from attn_tui.session.compute import compute
from attn_tui.session.lesson import Ask, Scene
from attn_tui.session.selection import Pane
from attn_tui.session.settings import Causal

THE, CRANE, LIFTED, STEEL = range(4)
ANIMAL, MACHINE = range(2)


@dataclass(frozen=True)
class Claim:
    """A cell of a stage of the step's scene, under other settings or in another problem or head where so said."""

    stage: str
    row: int
    column: int
    changes: dict[str, Any] = field(default_factory=dict)
    problem: str = ""
    head: int | None = None


def weight(row: int, column: int, **changes: Any) -> Claim:
    return Claim("weights", row, column, changes)


def raw(row: int, column: int, **changes: Any) -> Claim:
    return Claim("scores", row, column, changes)


def output(row: int, column: int, **changes: Any) -> Claim:
    return Claim("output", row, column, changes)


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
        "The same crane among others": {"0.672": output(CRANE, ANIMAL), "0.176": output(CRANE, MACHINE)},
        "Minus infinity": {
            "43 %": weight(CRANE, THE),
            "57 %": weight(CRANE, CRANE),
            "100 %": weight(THE, THE),
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


def rows_add_up_to_one(scene: Scene, ask: Ask) -> bool:
    sums = compute(scene.problem, scene.problem.settings, scene.head).weights.sum(axis=1)
    return bool(np.allclose(sums, 1)) and ask.choices[ask.correct] == "1"


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
    "no-reading-ahead": {
        "Zero or minus infinity": lambda scene, ask: masked_cells(scene) == ask.answer,
        "It can be worse": only_minus_infinity_blocks,
        "A window": rows_add_up_to_one,
    },
}
GOALS: dict[str, dict[str, list[tuple[Pane, int, int, float]]]] = {
    "five-pieces": {"Never an exact zero": [("q", CRANE, MACHINE, -20.0)]},
    "no-reading-ahead": {"The mend": [("q", CRANE, MACHINE, 8.0)]},
}
