"""`attn-tui experiment training`: from which numbers, which row and which key, and for how many steps."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from attn_tui.cli.experiment_values import above_zero, own_opening, seed_of, whole
from attn_tui.cli.opening import option
from attn_tui.cli.progress import narrated
from attn_tui.engine.experiments import training
from attn_tui.files.experiments.report import Origin, Report
from attn_tui.files.experiments.training import training_report
from attn_tui.session.addresses import position
from attn_tui.session.computing import own_numbers
from attn_tui.session.faults import Fault
from attn_tui.session.labels import plain

MOST_LEARNT = 1 << 28
"""Steps × keys × d_k of one training, about ten seconds."""


def run_training(args: argparse.Namespace) -> Report:
    """Train both sides from what `args` name. Raises Fault for what can't be used."""
    rate, goal = above_zero(args, "--rate", 1.0), above_zero(args, "--goal", 0.9)
    if goal >= 1:
        raise Fault(
            f"--goal: '{plain(args.goal)}' is reached by no softmax: give a share below 1, such as 0.9"
        )
    most = whole(args, "--steps", 200, 1, 10_000)
    task, words, origin = _task(args, rate)
    if most * task.k.size > MOST_LEARNT:
        raise Fault(f"--steps: {most:,} are too many for {len(task.k):,} keys of {task.k.shape[1]:,} numbers: "
                    f"choose at most {max(1, MOST_LEARNT // task.k.size):,}")  # fmt: skip
    pairs = list(
        narrated(
            _until(training.train(task), most, goal),
            lambda pair: (
                f"step {pair.scaled.step:,} of {most:,}: "
                f"loss {pair.scaled.loss:.3g} with the scale, {pair.unscaled.loss:.3g} without"
            ),
        )
    )
    return training_report(pairs, task, goal, words, origin)


def _task(args: argparse.Namespace, rate: float) -> tuple[training.Task, tuple[str, str], Origin]:
    """What is trained, the words of its query and its key, and where the numbers are from."""
    learn_v = args.learn == "qkv"
    if (own := own_opening(args)) is not None:
        if args.query is None or args.key is None:
            raise Fault(
                "--from needs --query and --key: say who is to attend to whom, as --query it --key animal"
            )
        problem = own.problem
        query = option("--query", lambda: position(problem, "i", args.query))
        key = option("--key", lambda: position(problem, "j", args.key))
        task = own_numbers.own_task(problem, own.head, query, key, learn_v=learn_v, rate=rate)
        words = f"'{plain(problem.query_tokens[query])}'", f"'{plain(problem.key_tokens[key])}'"
        return task, words, Origin(source=own.source, head=own.head)
    d_k, tokens = whole(args, "--d-k", 512, 1, 1024), whole(args, "--tokens", 16, 2, 256)
    query, key = whole(args, "--query", 0, 0, tokens - 1), whole(args, "--key", 1, 0, tokens - 1)
    seed = seed_of(args)
    task = training.random_task(d_k, tokens, seed, query=query, key=key, learn_v=learn_v, rate=rate)
    return task, (f"query {query}", f"key {key}"), Origin(seed=seed)


def _until(pairs: Iterator[training.TrainingPair], most: int, goal: float) -> Iterator[training.TrainingPair]:
    """The pairs up to the one after which both sides have reached the goal, or up to step `most`."""
    scaled = unscaled = False
    for pair in pairs:
        yield pair
        scaled, unscaled = scaled or pair.scaled.weight >= goal, unscaled or pair.unscaled.weight >= goal
        if pair.scaled.step == most or (scaled and unscaled):
            return
