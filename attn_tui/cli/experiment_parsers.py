"""The parsers of `attn-tui experiment NAME`, each with its examples."""

from __future__ import annotations

from difflib import get_close_matches
from typing import Any

from attn_tui.cli.experiment_options import OPTIONS
from attn_tui.cli.option import Option
from attn_tui.cli.options import PROBLEM, Parser
from attn_tui.session.faults import Fault
from attn_tui.session.labels import plain

NAMES = tuple(OPTIONS)

_OVERVIEW = """\
Examples:
  attn-tui experiment variance --d-k 64 --pairs 20000 --seed 0
  attn-tui experiment saturation
  attn-tui experiment training --from it-two-heads --query it --key animal
  attn-tui experiment cost --tokens 4096 --heads 32 --kv-heads 8 --no-time
  attn-tui experiment online-softmax --from crane-lifted-steel --query crane
"""
_NAMES = """\
experiments, each with its own --help:
  variance         how widely dot products of d_k numbers spread, and what 1/sqrt(d_k) does about it
  saturation       how sharp the softmax gets as d_k grows, and what is left of its gradient
  training         Q and K learnt by gradient descent, with the scale and without
  cost             operations, bytes and time: T doubled, d doubled, shared heads, tiles
  online-softmax   a row key by key: running maximum, running sum, output rescaled

Each draws its numbers from --seed, or starts --from a preset or file of yours.
json is one object with full precision, and "-inf", "inf", "nan" as words. csv is its first list, a width, row,
step, case or key a line, under the names that the json has; a list in it is a column a number, output_0, output_1.
"""
_EXAMPLES = {
    "variance": """\
Examples:
  attn-tui experiment variance --d-k 64 --pairs 20000 --seed 0 --format json
  attn-tui experiment variance --d-k 1024 --curve
  attn-tui experiment variance --from it-real --head 2
""",
    "saturation": """\
Examples:
  attn-tui experiment saturation
  attn-tui experiment saturation --d-k 64 --tokens 128 --format csv
  attn-tui experiment saturation --from crane-lifted-steel --widen 100
""",
    "training": """\
Examples:
  attn-tui experiment training
  attn-tui experiment training --d-k 64 --learn qkv --format csv
  attn-tui experiment training --from it-two-heads --query it --key street
""",
    "cost": """\
Examples:
  attn-tui experiment cost
  attn-tui experiment cost --tokens 131072 --heads 32 --kv-heads 8 --d-k 128 --dtype bfloat16 --no-time
  attn-tui experiment cost --from it-real
""",
    "online-softmax": """\
Examples:
  attn-tui experiment online-softmax --tokens 12
  attn-tui experiment online-softmax --from crane-lifted-steel --query crane --mask causal
""",
}
_WORDS = {
    "variance": "The variance of dot products of random vectors, raw and times 1/sqrt(d_k).\n"
    "With --from: of the scores of one head, over the queries and the keys they may look at.",
    "saturation": "The mean largest weight, entropy and size of the softmax's gradient at each d_k, scaled and not.\n"
    "With --from: of the rows of one head, under its mask and settings.",
    "training": "Q and K (and V) learnt until a row attends where it was asked to, with the scale and without.\n"
    "With --from: from the Q, K and V of one head, by its words; computed in float64.",
    "cost": "Operations and bytes by the sizes alone, and a time measured here. Standard sizes double T and d.\n"
    "With --from: at the sizes of a problem, all its heads.",
    "online-softmax": "The softmax of one row key by key, which ends where the ordinary softmax does.\n"
    "With --from: of a row of one head, under its mask and settings; computed in float64.",
}
_LEFT_OUT = {
    "variance": {"--at", "--mistake"},
    "saturation": {"--at", "--mistake"},
    "training": {"--at", "--rows", "--mistake"},
    "cost": {option.flag for option in PROBLEM} - {"--layer", "--widen", "--dtype"},
    "online-softmax": {"--at", "--rows", "--mistake"},
}
"""Options of a problem that say nothing to an experiment."""


def named_experiment(words: list[str]) -> str:
    """The command that `words` name, "experiment variance", whose name is taken out of them; else "experiment".

    Raises Fault for a name that there is not.
    """
    at = next((index for index, word in enumerate(words) if not word.startswith("-")), None)
    if at is None:
        return "experiment"
    name = words.pop(at)
    if name not in NAMES:
        near = get_close_matches(name, NAMES, n=1, cutoff=0.5)
        hint = f"did you mean {near[0]}?" if near else f"choose from {', '.join(NAMES)}"
        raise Fault(f"there is no experiment '{plain(name)}': {hint}")
    return f"experiment {name}"


def overview_parser() -> Parser:
    """The parser of `experiment` without a name, which is there for its help."""
    words = "Run one of five experiments, without a screen."
    parser = Parser("experiment", _OVERVIEW, (), description=words, epilog=_NAMES)
    parser.add_argument("name", metavar="NAME", choices=NAMES, help=", ".join(NAMES))
    return parser


def experiment_parser(name: str) -> Parser:
    """The parser of one experiment. What of a problem it has no option for is as if it was not given."""
    parser = Parser(
        f"experiment {name}", _EXAMPLES[name], (*OPTIONS[name], *own_options(name)), description=_WORDS[name]
    )
    parser.set_defaults(experiment=name)
    for option in PROBLEM:
        if option.flag in _LEFT_OUT[name]:
            parser.set_defaults(**{option.flag.lstrip("-").replace("-", "_"): _not_given(option)})
    return parser


def own_options(name: str) -> tuple[Option, ...]:
    """The options of a problem that this experiment reads."""
    return tuple(option for option in PROBLEM if option.flag not in _LEFT_OUT[name])


def _not_given(option: Option) -> Any:
    if option.repeats:
        return []
    return False if option.value is None else option.default
