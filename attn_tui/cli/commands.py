"""The commands: what each one reads from its words and does. NumPy and Textual are loaded by those that need them."""

from __future__ import annotations

import argparse
import os
import platform
import sys
from collections.abc import Sequence
from difflib import get_close_matches
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import TYPE_CHECKING

import attn_tui
from attn_tui.cli import terminal
from attn_tui.cli.experiment_parsers import named_experiment
from attn_tui.cli.options import join_values
from attn_tui.cli.parsers import COMMANDS, parser_of
from attn_tui.session.faults import Fault
from attn_tui.session.labels import plain

if TYPE_CHECKING:
    from attn_tui.cli.opening import Opening

DEFAULT_SOURCE = "five-pieces"


def run(words: Sequence[str]) -> int:
    """Carry out the command that `words` name, else explore. Returns the exit status; raises Fault for wrong words."""
    joined, first = join_values(words)
    command = ""
    if first is not None and joined[first] in COMMANDS:
        command = joined.pop(first)
    if command == "experiment":
        command = named_experiment(joined)
    try:
        args = parser_of(command).parse_args(joined)
    except SystemExit as shown_help:
        return int(shown_help.code or 0)
    return _DO[command.partition(" ")[0]](args)


def explore(args: argparse.Namespace) -> int:
    """Open the explorer, or print the trace where no screen can be opened."""
    if args.version:
        return show_versions()
    args.source = _one_source(args.source)
    from attn_tui.cli.opening import open_problem

    opening = open_problem(args)
    if args.source == "-":
        terminal.read_keys_from_terminal()
    return _explore(opening)


def new(args: argparse.Namespace) -> int:
    """Open the explorer on one's own words and zeros."""
    from attn_tui.cli.opening import option, with_options
    from attn_tui.session.new import MOST_COLUMNS, new_problem
    from attn_tui.session.numbers import parse_whole

    if args.columns.strip().lstrip("+-").isdecimal():
        columns = option("--columns", lambda: parse_whole(args.columns, "number of columns", 1, MOST_COLUMNS))
    else:
        columns = [name.strip() for name in args.columns.split(",")]
        if not all(columns):
            raise Fault(
                f"--columns: a column has no name in '{plain(args.columns)}': write them as animal,machine"
            )
    return _explore(with_options(new_problem(args.tokens.split(), columns), "new", args))


def _explore(opening: Opening) -> int:
    _require_one_head(opening)
    if (reason := terminal.why_no_screen()) is not None:
        print(f"attn-tui: {reason}: here is the trace in place of the explorer", file=sys.stderr)
        return _print_trace(opening, "text")
    terminal.prepare_screen()
    from attn_tui.ui.app import explore

    return explore(
        opening.problem, head=opening.head, at=opening.at, source=opening.source, lesson=opening.lesson
    )


def trace(args: argparse.Namespace) -> int:
    """Print every stage."""
    from attn_tui.cli.opening import open_problem, option, parse_range
    from attn_tui.session.numbers import parse_whole

    opening = open_problem(args)
    T_k = len(opening.problem.key_tokens)
    keys = None if args.keys is None else parse_range("--keys", args.keys, T_k)
    top = (
        None if args.top is None else option("--top", lambda: parse_whole(args.top, "number of keys", 1, T_k))
    )
    return _print_trace(opening, args.format, keys, top, many=args.head == "all")


def _print_trace(
    opening: Opening,
    form: str,
    keys: tuple[int, int] | None = None,
    top: int | None = None,
    *,
    many: bool = False,
) -> int:
    from attn_tui.files.traces.trace import trace_as
    from attn_tui.files.traces.trace_report import trace_reports

    reports = trace_reports(
        opening.problem, opening.source, opening.heads, rows=opening.rows, keys=keys, top=top
    )
    sys.stdout.write(trace_as(form, reports, many=many))
    return 0


def presets(_args: argparse.Namespace) -> int:
    """Print what ships, a line each."""
    from attn_tui.files.shipped import read_about, shipped

    for name, path in shipped():
        about = read_about(path)
        lesson = f"lesson, {about.steps} steps: " if about.steps else ""
        print(f"{name:<20}  {lesson}{plain(about.title)}{' - ' if about.about else ''}{plain(about.about)}")
    return 0


def shot(args: argparse.Namespace) -> int:
    """Write a picture of the real screen."""
    from attn_tui.cli.opening import open_problem

    output = Path(args.o)
    if output.suffix.lower() != ".svg":
        raise Fault(f"-o {plain(args.o)}: the picture is an SVG: give a name that ends in .svg")
    size = _size(args.size)
    opening = open_problem(args)
    _require_one_head(opening)
    from attn_tui.ui.shot import shot

    shot(
        opening.problem,
        head=opening.head,
        at=opening.at,
        source=opening.source,
        size=size,
        keys=args.keys.split(),
        output=output,
        lesson=opening.lesson,
    )
    return 0


def experiment(args: argparse.Namespace) -> int:
    """Run one experiment and print what it found."""
    from attn_tui.cli.experiment import run_experiment

    return run_experiment(args)


def lint(args: argparse.Namespace) -> int:
    """Print what is to be mended in a lesson, or that it is fine."""
    from attn_tui.cli.lint import lint as faults_of

    if not args.source:
        raise Fault("FILE is empty: name a .toml file")
    lines = faults_of(args.source)
    print("\n".join(lines) if lines else f"{plain(args.source)}: fine")
    return 2 if lines else 0


def show_versions() -> int:
    """Print our version and those of what it stands on."""
    print(f"attn-tui {attn_tui.__version__}")
    for name, package in (("Textual", "textual"), ("NumPy", "numpy")):
        try:
            print(f"{name} {version(package)}")
        except PackageNotFoundError:
            print(f"{name} is not installed")
    print(f"Python {platform.python_version()}")
    return 0


def _one_source(words: Sequence[str]) -> str:
    """The one source among `words`, or the default; a word that is nearly a command suggests it."""
    source = words[0] if words else DEFAULT_SOURCE
    near = get_close_matches(source, COMMANDS, n=1, cutoff=0.7)
    if near and (len(words) > 1 or not _is_source(source)):
        raise Fault(f"'{plain(source)}' is no command, preset or file: did you mean `attn-tui {near[0]}`?")
    if len(words) > 1:
        raise Fault(f"'{plain(words[1])}' is one word too many: attn-tui opens one source")
    return source


def _is_source(word: str) -> bool:
    from attn_tui.files.shipped import shipped

    return word in dict(shipped()) or os.path.lexists(word)


def _require_one_head(opening: Opening) -> None:
    if len(opening.heads) > 1:
        raise Fault("--head all is for trace: the screen shows one head, choose it with --head N")


def _size(text: str) -> tuple[int, int]:
    """Columns and rows, as in 80x24."""
    columns, x, rows = text.lower().partition("x")
    if not (x and columns.isdecimal() and rows.isdecimal() and len(columns) < 5 and len(rows) < 5):
        raise Fault(f"--size: '{plain(text)}' is no size: write columns and rows, as in 120x36")
    size = int(columns), int(rows)
    if not (1 <= size[0] <= 1000 and 1 <= size[1] <= 1000):
        raise Fault(f"--size: {text} is too large or too small: choose from 1x1 to 1000x1000")
    return size


_DO = {
    "": explore,
    "trace": trace,
    "presets": presets,
    "shot": shot,
    "new": new,
    "lint": lint,
    "experiment": experiment,
}
