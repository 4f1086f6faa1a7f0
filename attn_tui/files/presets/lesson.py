"""A lesson as a file holds it: a preset, and the steps through it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from attn_tui.files.limits import MIB, TOML_BYTES
from attn_tui.files.presets.fault_list import FaultList
from attn_tui.files.presets.preset import problem_of, read_preset, told
from attn_tui.files.presets.preset_steps import read_steps
from attn_tui.files.presets.toml_nodes import Node, only
from attn_tui.files.presets.toml_parse import parse
from attn_tui.files.presets.toml_values import text
from attn_tui.files.shipped import shipped
from attn_tui.session.faults import Fault
from attn_tui.session.labels import plain
from attn_tui.session.lessons.lesson import Lesson
from attn_tui.session.problem import Problem

BORROWING = ("title", "about", "source", "step")
"""The keys of a lesson without tables of its own."""


def read_lesson(toml: str, name: str, where: str, folder: Path | None = None) -> Lesson:
    """The problem in a preset's text and its steps, none where it is no lesson. Arguments as `read_preset` has them.

    A step may name another preset that ships, or a .toml file that stands in `folder`, beside the lesson. Any
    fault is one line: file, line, key, what was found and what was expected.
    """
    preset = parse(toml, where)
    problem = own_problem(preset, name, folder)
    faults = FaultList()
    steps = read_steps(preset, problem, lambda other: open_other(other, folder), faults)
    if faults.faults:
        raise faults.faults[0]
    return Lesson(problem, tuple(step for step in steps if step is not None))


def own_problem(preset: Node, name: str, folder: Path | None) -> Problem:
    """The problem of a parsed file: its own tables, or those that its first step names where it has none."""
    if not borrows(preset):
        return problem_of(preset, name)
    only(preset, BORROWING)
    title = text(preset["title"])
    node = preset["step"][0]["problem"]
    try:
        return replace(open_other(text(node), folder), name=name, title=title, **told(preset))
    except Fault as fault:
        if not isinstance(node.value, str):
            raise
        raise node.fault(str(fault)) from None


def borrows(preset: Node) -> bool:
    """Whether a file has no tables of its own and a first step that names a problem."""
    steps = preset["step"].value
    named = isinstance(steps, list) and bool(steps) and isinstance(steps[0], dict) and "problem" in steps[0]
    return named and not any(key in preset for key in ("q", "k", "v", "head", "projection"))


def open_other(name: str, folder: Path | None) -> Problem:
    """The problem that a step names. Fault where there is none, and for what is wrong in it."""
    path = dict(shipped()).get(name)
    if path is None and folder is not None and name == Path(name).name and name.endswith(".toml"):
        path = folder / name
    if path is None or not path.is_file():
        said = f"there is no preset '{plain(name[:40])}'"
        raise Fault(f"{said}: name one that ships, or a .toml file beside this one")
    return read_preset(_text(path, plain(name)), name, plain(name))


def _text(path: Path, where: str) -> str:
    try:
        with path.open("rb") as stream:
            content = stream.read(TOML_BYTES + 1)
        if len(content) > TOML_BYTES:
            raise Fault(f"{where}: found more than {TOML_BYTES // MIB} MiB, expected at most that")
        return content.decode("utf-8-sig")
    except (OSError, UnicodeDecodeError):
        raise Fault(f"{where}: can't be read, expected a preset in UTF-8") from None
