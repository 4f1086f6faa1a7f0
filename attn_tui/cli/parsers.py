"""The commands' names, and for each the parser with its examples."""

from __future__ import annotations

from functools import partial

from attn_tui.cli.experiment_parsers import NAMES, experiment_parser, overview_parser
from attn_tui.cli.options import ABOUT, NEW, PROBLEM, SHOT, TRACE, Parser

COMMANDS = ("trace", "presets", "shot", "new", "lint", "experiment")

_SOURCE = "a preset's name, a .toml, .npz or .json file, or - for standard input"
_EXPLORE = """\
Examples:
  attn-tui                                        the first lesson, on the crane sentence
  attn-tui it-two-heads --head 1                  another preset, its second head
  attn-tui lesson.toml --mask causal              your own file, with a mask of your choice
  attn-tui dump.npz --head 2 --at 'weights[it,animal]'
  attn-tui new --tokens "i like cats" --columns 3
  attn-tui trace crane-lifted-steel               every stage as text, without a screen
  attn-tui presets                                what there is to open
"""
_COMMANDS = """\
commands, each with its own --help:
  trace SOURCE              print every stage as text, JSON, CSV or Markdown
  presets                   list what ships, a line each
  shot SOURCE -o FILE.svg   write a picture of the real screen
  new --tokens WORDS        explore your own words, beginning with zeros
  lint FILE                 check a lesson: all its faults at once, a line each
  experiment NAME           variance, saturation, training, cost or online-softmax, without a screen

A file that is called as a command is opened as ./trace. Where no screen can be opened, the trace is printed.
Exit status: 0 done, 1 a failed save or an internal fault, 2 wrong arguments or input, 130 interrupted.
"""
_TRACE = """\
Examples:
  attn-tui trace crane-lifted-steel
  attn-tui trace crane-lifted-steel --mask causal --format json
  attn-tui trace dump.npz --head all --format csv > stages.csv
  attn-tui trace dump.npz --head 2 --rows 7:8 --top 3
  attn-tui trace crane-lifted-steel --edit 'q[crane,animal]=0.9'
"""
_TRACE_FORMATS = """\
text and markdown are for people: three digits, and what is rounded to nothing is <.001. A label longer than 32
cells is cut in text. json and csv have full precision, and "-inf", "inf", "nan" as words. json is one object,
with --head all a list of objects. csv is stage,row,column,value with numbers counted from 0; with --head all
there is a first column head. In csv --top keeps the lines of those keys only.
"""
_PRESETS = """\
Examples:
  attn-tui presets
  attn-tui presets | grep heads
"""
_SHOT = """\
Examples:
  attn-tui shot crane-lifted-steel -o crane.svg
  attn-tui shot crane-lifted-steel -o causal.svg --size 80x24 --keys "m right right"
"""
_LINT = """\
Examples:
  attn-tui lint my-lesson.toml
  attn-tui lint five-pieces
"""
_LINT_STATUS = "Exit status: 0 nothing to mend, 2 something was found."
_NEW = """\
Examples:
  attn-tui new --tokens "i like cats" --columns 3
  attn-tui new --tokens "the crane ate fish" --columns animal,machine --mask causal
"""


def parser_of(command: str) -> Parser:
    """The parser of a command, of "experiment variance" too; that of "" explores."""
    return _PARSERS[command]()


def _explore() -> Parser:
    words = "Explore scaled dot-product attention: edit Q, K and V, and see every later number follow."
    parser = Parser("", _EXPLORE, (*PROBLEM, *ABOUT), description=words, epilog=_COMMANDS)
    parser.add_argument(
        "source", nargs="*", metavar="SOURCE", help=f"{_SOURCE} (default: the lesson five-pieces)"
    )
    return parser


def _trace() -> Parser:
    words = "Print every stage of attention: scores, scaled, capped, masked, weights, output."
    parser = Parser("trace", _TRACE, (*PROBLEM, *TRACE), description=words, epilog=_TRACE_FORMATS)
    parser.add_argument("source", metavar="SOURCE", help=_SOURCE)
    return parser


def _presets() -> Parser:
    return Parser("presets", _PRESETS, (), description="List the presets that ship, a line each.")


def _shot() -> Parser:
    words = "Write a picture of the real screen as SVG."
    parser = Parser("shot", _SHOT, (*PROBLEM, *SHOT), description=words)
    parser.add_argument("source", metavar="SOURCE", help=_SOURCE)
    return parser


def _lint() -> Parser:
    words = "Check a lesson or a preset: every fault in it, and what is off in it as a lesson, a line each."
    parser = Parser("lint", _LINT, (), description=words, epilog=_LINT_STATUS)
    parser.add_argument("source", metavar="FILE", help="a .toml file, or the name of a preset that ships")
    return parser


def _new() -> Parser:
    words = "Explore a problem of your own: words and columns of your choice, Q, K and V all zero."
    return Parser("new", _NEW, (*NEW, *PROBLEM), description=words)


_PARSERS = {
    "": _explore,
    "trace": _trace,
    "presets": _presets,
    "shot": _shot,
    "new": _new,
    "lint": _lint,
    "experiment": overview_parser,
    **{f"experiment {name}": partial(experiment_parser, name) for name in NAMES},
}
