"""The report of `training`."""

from __future__ import annotations

from collections.abc import Sequence

from attn_tui.engine.experiments.training import Task, TrainingPair, TrainingStep, first_reaching
from attn_tui.files.experiments.report import Origin, Record, Report, TextTable
from attn_tui.files.experiments.words import three
from attn_tui.session.digits import percent, weight

PRINTED = (0, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000)
"""The steps that people get to see, and the last one."""

_V_MOVES = "V can bring the loss to nothing by itself: the weights then have no reason left to move."


def training_report(
    pairs: Sequence[TrainingPair], task: Task, goal: float, words: tuple[str, str], origin: Origin
) -> Report:
    """Both sides of `pairs`, the steps from 0 on; `words` are the query and the key, `goal` the share asked for."""
    scaled, unscaled = [pair.scaled for pair in pairs], [pair.unscaled for pair in pairs]
    reached = first_reaching(scaled, goal), first_reaching(unscaled, goal)
    facts = {
        "experiment": "training",
        "d_k": task.q.shape[1],
        "tokens": len(task.k),
        "query": task.query,
        "key": task.key,
        "learn": "qkv" if task.learn_v else "qk",
        "rate": task.rate,
        "goal": goal,
        **origin.facts,
        "steps_taken": pairs[-1].scaled.step,
        "scaled_reached": reached[0],
        "unscaled_reached": reached[1],
        "weights_before": {"scaled": scaled[0].weights, "unscaled": unscaled[0].weights},
        "weights_after": {"scaled": scaled[-1].weights, "unscaled": unscaled[-1].weights},
    }
    return Report(
        about=_about(task, words, origin),
        facts=facts,
        series={"steps": [_record(pair) for pair in pairs]},
        tables=(_table(pairs),),
        remarks=(
            f"with the scale: {_outcome(reached[0], scaled[-1], goal)}",
            f"without it: {_outcome(reached[1], unscaled[-1], goal)}",
            *(_V_MOVES,) * task.learn_v,
        ),
    )


def _about(task: Task, words: tuple[str, str], origin: Origin) -> tuple[str, ...]:
    learnt = "Q, K and V" if task.learn_v else "Q and K"
    of_what = (
        "output of the row less the value that the key had at the start"
        if task.learn_v
        else "row of weights less 1 at the key and 0 elsewhere"
    )
    query, key = words
    return (
        f"{learnt} learnt by gradient descent until {query} attends to {key}, with the scale and without",
        f"d_k = {task.q.shape[1]}, {len(task.k)} keys, rate {task.rate:g}, {origin.words()}",
        f"loss: half the squared length of the {of_what}",
        f"gradient: the length of the loss's derivative by every number of {learnt}; weight: the share of the key",
    )


def _record(pair: TrainingPair) -> Record:
    sides = (("scaled", pair.scaled), ("unscaled", pair.unscaled))
    return {"step": pair.scaled.step} | {
        f"{name}_{what}": getattr(side, what)
        for name, side in sides
        for what in ("loss", "gradient_norm", "weight")
    }


def _table(pairs: Sequence[TrainingPair]) -> TextTable:
    shown = [pair for pair in pairs if pair.scaled.step in PRINTED or pair is pairs[-1]]
    rows = tuple((str(pair.scaled.step), *_cells(pair)) for pair in shown)
    return TextTable(("step", "loss", "no scale", "gradient", "no scale", "weight", "no scale"), rows)


def _cells(pair: TrainingPair) -> tuple[str, ...]:
    a, b = pair.scaled, pair.unscaled
    return (
        *(three(a.loss), three(b.loss)),
        *(three(a.gradient_norm), three(b.gradient_norm)),
        *(weight(a.weight, 3), weight(b.weight, 3)),
    )


def _outcome(reached: int | None, last: TrainingStep, goal: float) -> str:
    if reached is not None:
        return f"{percent(goal)} reached at step {reached}"
    return (
        f"{percent(goal)} not reached in {last.step} steps; "
        f"loss {three(last.loss)}, gradient {three(last.gradient_norm)}"
    )
