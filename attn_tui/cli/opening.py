"""From the words of the command line to a problem, opened and with its options in force."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, TypeVar

import numpy as np

from attn_tui.files.sources import open_lesson
from attn_tui.session.addresses import parse_cell
from attn_tui.session.computing.compute import table_head
from attn_tui.session.computing.mask_arrays import has_own_offset
from attn_tui.session.computing.mask_fit import check_masks
from attn_tui.session.computing.mistakes import check_mistakes, read_mistakes
from attn_tui.session.computing.position_stage import require_position
from attn_tui.session.computing.projection import stored, with_block
from attn_tui.session.faults import Fault
from attn_tui.session.labels import plain
from attn_tui.session.lessons.lesson import Lesson
from attn_tui.session.mask_text import parse_mask
from attn_tui.session.numbers import parse_entry, parse_finite, parse_whole, stored_as
from attn_tui.session.problem import Problem
from attn_tui.session.selection import TABLES, Pane
from attn_tui.session.settings import WIDEST, Mask, Matrix, Settings
from attn_tui.session.term_text import parse_alibi, parse_blocked, parse_offset, parse_sink, parse_softcap

T = TypeVar("T")
_RANGE = re.compile(r"([0-9]{0,12}):([0-9]{0,12})")
_MOST_LAYERS = 100_000


@dataclass(frozen=True, eq=False)
class Opening:
    """A problem with its options in force, and where to begin: `heads` to print, a cell to select, rows [A, B).

    `lesson` is what it was opened from, its first step on this problem, or None where there are no steps.
    """

    problem: Problem
    source: str
    heads: Sequence[int]
    at: tuple[Pane, int, int] | None
    rows: tuple[int, int] | None
    lesson: Lesson | None = None

    @property
    def head(self) -> int:
        """The head to show."""
        return self.heads[0]


def open_problem(args: argparse.Namespace) -> Opening:
    """The problem that `args.source` names, under the other options. Raises Fault for what can't be used."""
    if not args.source:
        raise Fault("SOURCE is empty: name a preset or a file")
    if args.source == "-" and sys.stdin is None:
        raise Fault("standard input is closed: there is nothing to read")
    layer = None
    if args.layer is not None:
        layer = option("--layer", lambda: parse_whole(args.layer, "layer", 0, _MOST_LAYERS))
    lesson = open_lesson(args.source, layer=layer)
    if not lesson.steps:
        return with_options(lesson.problem, args.source, args)
    first, *rest = lesson.steps
    opening = with_options(first.scene.problem, args.source, args)
    head = first.scene.head if args.head is None else opening.head
    first = replace(first, scene=replace(first.scene, problem=opening.problem, head=head))
    heads = (head,) if args.head is None else opening.heads
    return replace(opening, heads=heads, lesson=Lesson(lesson.problem, (first, *rest)))


def with_options(problem: Problem, source: str, args: argparse.Namespace) -> Opening:
    """`problem` under the options in `args`: settings first, then edits, then where to begin."""
    problem = replace(problem, settings=_settings(problem, args))
    heads = option("--head", lambda: _heads(args.head, len(problem.head_names)))
    if args.edit and len(heads) > 1:
        raise Fault("--edit changes the numbers of one head: say which with --head N")
    problem = option("--edit", lambda: _edited_all(problem, heads[0], args.edit))
    option("--position", lambda: require_position(problem, problem.settings))
    option("--mistake", lambda: check_mistakes(problem, problem.settings))
    rows = None
    if args.rows is not None:
        rows = parse_range("--rows", args.rows, len(problem.query_tokens))
    at: tuple[Pane, int, int] | None = None if rows is None else ("q", rows[0], 0)
    if args.at is not None:
        at = option("--at", lambda: parse_cell(problem, args.at))
    return Opening(problem, source, heads, at, rows)


def _edited_all(problem: Problem, head: int, texts: Sequence[str]) -> Problem:
    for text in texts:
        problem = edited(problem, head, text)
    return problem


def edited(problem: Problem, head: int, text: str) -> Problem:
    """`problem` after an edit such as `q[1,0]=0.9` of what query head `head` reads; `problem` stays as it is."""
    cell, equals, number = text.rpartition("=")
    if not equals:
        raise Fault(f"'{plain(text)}' has no number: write an edit as q[1,0]=0.9")
    pane, row, column = parse_cell(problem, cell)
    movable = TABLES if problem.projection is None else problem.projection.sources
    if pane not in movable:
        names = ", ".join(movable)
        raise Fault(f"{pane} follows from other numbers: change one of {names}")
    here = table_head(problem, pane, head)
    numbers = stored(problem, pane, here)
    value = stored_as(np.array([[parse_entry(number)]]), numbers.dtype)
    return with_block(problem, pane, here, row, column % numbers.shape[1], value)


def parse_range(flag: str, text: str, count: int) -> tuple[int, int]:
    """The half-open range `A:B` of `count`; either side may be left out. Raises Fault where it is none or empty."""
    written = _RANGE.fullmatch(text.strip())
    if written is None:
        raise Fault(
            f"{flag}: '{plain(text)}' is no range: write the first and the one after the last, as 0:{count}"
        )
    first, last = int(written[1] or 0), int(written[2] or count)
    if not 0 <= first < last <= count:
        raise Fault(f"{flag}: {first}:{last} holds nothing or more than there is: choose from 0:{count}")
    return first, last


def _settings(problem: Problem, args: argparse.Namespace) -> Settings:
    """The file's settings with those replaced that were given."""
    heads = len(problem.head_names)
    given: dict[str, Any] = {}
    if args.scale is not None and args.no_scale:
        raise Fault("--scale and --no-scale can't both be: give one of them")
    if args.no_scale:
        given["scale"] = False
    if args.scale is not None:
        given["scale"] = option("--scale", lambda: parse_finite(args.scale, "scale"))
    if args.mask is not None:
        given["mask"] = option("--mask", lambda: _mask(problem, args.mask))
    if args.widen is not None:
        given["widen"] = option("--widen", lambda: parse_whole(args.widen, "width", 1, WIDEST))
    if args.blocked is not None:
        given["blocked"] = option("--blocked", lambda: parse_blocked(args.blocked))
    if args.softcap is not None:
        given["softcap"] = option("--softcap", lambda: parse_softcap(args.softcap))
    if args.sink is not None:
        given["sink"] = option("--sink", lambda: parse_sink(args.sink, heads))
    if args.alibi is not None:
        given["alibi"] = option("--alibi", lambda: parse_alibi(args.alibi, heads))
    if args.offset is not None:
        given["offset"] = option("--offset", lambda: parse_offset(args.offset))
    if args.dtype is not None:
        given["dtype"] = args.dtype
    if args.position is not None:
        given["position"] = args.position
    if args.mistake:
        none = args.mistake == ["none"]
        given["mistakes"] = () if none else option("--mistake", lambda: read_mistakes(args.mistake))
    settings = replace(problem.settings, **given)
    if given.get("offset") and has_own_offset(settings):
        raise Fault("--offset: causal-end has an offset of its own, T_k - T_q: leave one of the two out")
    return settings


def _mask(problem: Problem, text: str) -> tuple[Mask, ...]:
    """The masks that `text` names, `matrix` among them that of the file."""
    masks = parse_mask(text, [mask for mask in problem.settings.mask if isinstance(mask, Matrix)])
    check_masks(masks, len(problem.query_tokens), len(problem.key_tokens))
    return masks


def _heads(text: str | None, count: int) -> Sequence[int]:
    if text == "all":
        return range(count)
    return (0 if text is None else parse_whole(text, "head", 0, count - 1),)


def option(flag: str, read: Callable[[], T]) -> T:
    """What `read` returns; its fault names the option."""
    try:
        return read()
    except Fault as fault:
        raise Fault(f"{flag}: {fault}") from None
