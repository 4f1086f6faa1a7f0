"""The options of every command, as data, and the parser that reads them. Loads neither NumPy nor Textual."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from difflib import get_close_matches
from typing import TYPE_CHECKING, NoReturn

from attn_tui.cli.experiment_options import EXPERIMENT
from attn_tui.cli.option import Option
from attn_tui.session.faults import Fault
from attn_tui.session.labels import plain

if TYPE_CHECKING:
    from _typeshed import SupportsWrite

PROBLEM = (
    Option("--layer", "N", "the layer of a dump, the number in the tensor's name (default: the first)"),
    Option("--head", "N", "the head, from 0; trace also takes 'all' (default: 0)"),
    Option("--mask", "MASK", "none, causal, causal-end, window:L,R (as window:2,0; * is open), padding:N, "
           "padding-left:N, blocks:N,N, or several as 'causal + padding:1', for the file's mask"),
    Option("--no-scale", None, "do not divide the scores"),
    Option("--scale", "X", "multiply the scores by X in place of 1/sqrt(d_k)"),
    Option("--widen", "N", "repeat every number of Q and K N times, 1 to 512"),
    Option("--softcap", "X", "cap the scores softly, X·tanh(score ÷ X), before the mask; or off"),
    Option("--sink", "X", "add e to this logit to the sum that each row is divided by; one, one a head as 3,1, or off"),
    Option("--alibi", "X", "take X off a score a key of distance; one slope, one a head as 0.5,0.25, on, or off"),
    Option("--offset", "N", "let query i stand at key i + N, for causal, windows and ALiBi (default: 0)"),
    Option("--blocked", "X", "what a blocked score becomes (default: -inf; 0 is the classic mistake)"),
    Option("--dtype", "D", "compute in float16, bfloat16, float32 or float64",
           choices=("float16", "bfloat16", "float32", "float64")),
    Option("--position", "P", "where words stand: none, sinusoidal (added to X), rotary, rotary-halves (Q, K turned)",
           choices=("none", "sinusoidal", "rotary", "rotary-halves")),
    Option("--mistake", "ID", "make this mistake, as scale-by-d or dropout-left-on:0.5; repeatable; none makes none",
           repeats=True),
    Option("--rows", "A:B", "the queries A up to but not B: those that trace prints, the first of them selected"),
    Option("--at", "CELL", "the cell to begin on: weights[1,2], or by words, q[crane,animal]"),
    Option("--edit", "CELL=X", "change a number of this head first: 'q[crane,animal]=0.9'; may be repeated",
           repeats=True),
)  # fmt: skip
TRACE = (
    Option("--format", "F", "text (default), json, csv or markdown",
           choices=("text", "json", "csv", "markdown"), default="text"),
    Option("--keys", "A:B", "print the keys A up to but not B; all of them are computed"),
    Option("--top", "N", "print of each row only the N keys with the largest weights; in JSON a list 'top' a row "
           "with each key's token and number in every stage, in place of these stages"),
)  # fmt: skip
SHOT = (
    Option("-o", "FILE.svg", "the picture to write", required=True),
    Option("--size", "WxH", "columns and rows of the terminal (default: 120x36)", default="120x36"),
    Option("--keys", "KEYS", "keys to press first, with spaces between: 'm s right'", default=""),
)
NEW = (
    Option("--tokens", "WORDS", "the words, with spaces between: 'i like cats'", required=True),
    Option(
        "--columns",
        "N",
        "how many numbers a word has, or their names: 'animal,machine' (default: 2)",
        default="2",
    ),
)
ABOUT = (Option("--version", None, "print the versions of attn-tui, Textual, NumPy and Python"),)


class Parser(argparse.ArgumentParser):
    """Leads its help with examples, and has one sentence for what it can't use."""

    def __init__(
        self, command: str, examples: str, options: Sequence[Option], *, description: str, epilog: str = ""
    ) -> None:
        super().__init__(
            prog=f"attn-tui {command}".rstrip(),
            allow_abbrev=False,
            formatter_class=argparse.RawDescriptionHelpFormatter,
            description=description,
            epilog=epilog,
        )
        self._examples = examples
        self._flags = ["--help", *(option.flag for option in options)]
        for option in options:
            self._add(option)

    def _add(self, option: Option) -> None:
        if option.value is None:
            self.add_argument(option.flag, action="store_true", help=option.help)
            return
        self.add_argument(
            option.flag,
            action="append" if option.repeats else "store",
            metavar=option.value,
            choices=option.choices,
            default=[] if option.repeats else option.default,
            required=option.required,
            help=option.help,
        )

    def format_help(self) -> str:
        """The examples, then usage and options."""
        return f"{self._examples.strip()}\n\n{super().format_help()}"

    def print_help(self, file: SupportsWrite[str] | None = None) -> None:
        """Print the help. Raises OSError where that fails, of which argparse says nothing."""
        print(self.format_help(), end="", file=file)

    def error(self, message: str) -> NoReturn:
        """Raise Fault instead of printing the usage; an unknown option suggests the nearest."""
        unknown = message.removeprefix("unrecognized arguments: ")
        if unknown == message:
            raise Fault(f"{plain(message)} ({self.prog} --help says what is possible)")
        raise Fault(self._unknown(unknown.split(" ")[0].split("=")[0]))

    def _unknown(self, word: str) -> str:
        if not word.startswith("-"):
            return f"'{plain(word)}' is one word too many ({self.prog} --help says what is possible)"
        near = get_close_matches(word, self._flags, n=1, cutoff=0.6)
        hint = f"did you mean {near[0]}?" if near else f"{self.prog} --help lists them"
        return f"{self.prog} has no option {plain(word)}: {hint}"


def join_values(words: Sequence[str]) -> tuple[list[str], int | None]:
    """The words with each option and its value as one, and where among them the first that is no option stands.

    So a value may begin with a minus (`--blocked -inf`), and an option may stand before the command.
    """
    joined: list[str] = []
    first: int | None = None
    rest = iter(words)
    for word in rest:
        if word == "--":
            return [*joined, word, *rest], first
        if word in _VALUED and (value := next(rest, None)) is not None:
            joined.append(f"{word}={value}")
            continue
        if first is None and (word == "-" or not word.startswith("-")):
            first = len(joined)
        joined.append(word)
    return joined, first


_VALUED = {option.flag for option in (*PROBLEM, *TRACE, *SHOT, *NEW, *EXPERIMENT) if option.value is not None}
