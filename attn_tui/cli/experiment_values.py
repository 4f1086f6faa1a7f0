"""What the options of an experiment say: numbers within bounds, random ones, or those of a problem."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Any

from attn_tui.cli.experiment_options import RANDOM
from attn_tui.cli.experiment_parsers import own_options
from attn_tui.cli.opening import Opening, open_problem, option
from attn_tui.session.faults import Fault
from attn_tui.session.labels import plain
from attn_tui.session.numbers import parse_finite, parse_whole

LARGEST_SEED = (1 << 63) - 1
NOUNS = {
    "--d-k": "width",
    "--tokens": "number of tokens",
    "--pairs": "number of pairs",
    "--queries": "number of queries",
    "--steps": "number of steps",
    "--heads": "number of heads",
    "--kv-heads": "number of heads",
    "--query": "position",
    "--key": "position",
    "--seed": "seed",
}
"""What each whole number is, for a sentence."""
MOST_DRAWN = 1 << 29
"""Random numbers of one run, about ten seconds."""


def own_opening(args: argparse.Namespace, *, also_random: Sequence[str] = ()) -> Opening | None:
    """The problem to start `--from`, under its options; None where the numbers are random.

    Raises Fault where an option says how many random numbers there are although there are none, or sets a
    problem although there is none; those in `also_random` have a meaning without one.
    """
    args.source = value_of(args, "--from")
    if args.source is None:
        for flag in (item.flag for item in own_options(args.experiment)):
            if flag not in also_random and value_of(args, flag) not in (None, False, []):
                raise Fault(f"{flag} is for numbers of your own: name them with --from SOURCE")
        return None
    for flag in RANDOM:
        if value_of(args, flag) not in (None, False):
            raise Fault(f"{flag} is for random numbers: with --from they are those of {plain(args.source)}")
    opening = open_problem(args)
    if len(opening.heads) > 1:
        raise Fault("--head all is for trace: an experiment takes one head, choose it with --head N")
    return opening


def value_of(args: argparse.Namespace, flag: str) -> Any:
    """What was given for `flag`; None where nothing was, or there is no such option here."""
    return getattr(args, flag.lstrip("-").replace("-", "_"), None)


def whole(args: argparse.Namespace, flag: str, default: int, low: int, high: int) -> int:
    """The whole number that was given for `flag`, or the default. Raises Fault where it is out of bounds."""
    text = value_of(args, flag)
    return default if text is None else option(flag, lambda: parse_whole(text, NOUNS[flag], low, high))


def seed_of(args: argparse.Namespace) -> int:
    """The seed that was given, or 0."""
    return whole(args, "--seed", 0, 0, LARGEST_SEED)


def above_zero(args: argparse.Namespace, flag: str, default: float) -> float:
    """The number that was given for `flag`, or the default. Raises Fault where it is not above zero."""
    text = value_of(args, flag)
    if text is None:
        return default
    value = option(flag, lambda: parse_finite(text, "number to use"))
    if value <= 0:
        raise Fault(f"{flag}: '{plain(text)}' is not above zero: give a number such as {default:g}")
    return value


def bounded(drawn: int, flags: str) -> None:
    """Raise Fault where one run would draw too many random numbers; `flags` are those that decide it."""
    if drawn > MOST_DRAWN:
        raise Fault(f"{drawn:,} random numbers are too many for one run: lower {flags}")
