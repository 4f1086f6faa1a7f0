"""`attn-tui lint`: every fault of a lesson, and what is off in it as a lesson, a line each."""

from __future__ import annotations

from attn_tui.files.lesson_faults import Examined, examine
from attn_tui.files.sources import read_toml
from attn_tui.files.toml_nodes import Node
from attn_tui.session.faults import Fault
from attn_tui.session.lesson_notes import step_notes

LONGEST_ABOUT = 76
"""Characters of `about` that the picker shows in a line."""


def lint(source: str) -> list[str]:
    """The faults in the order of the file's lines and then the notes, each `file:line: key: …`; none where all is well.

    Fault where `source` can't be read at all.
    """
    toml, where, folder = read_toml(source)
    try:
        examined = examine(toml, source, where, folder)
    except Fault as fault:
        return [str(fault)]
    return [str(fault) for fault in (*examined.faults, *_notes(examined))]


def _notes(examined: Examined) -> list[Fault]:
    preset, notes = examined.preset, []
    about = preset["about"]
    if about.value is None:
        notes.append(about.fault("missing, expected a line on what to look for, which the picker shows"))
    elif isinstance(about.value, str) and len(about.value) > LONGEST_ABOUT:
        wanted = f"expected at most {LONGEST_ABOUT}, the picker's line"
        notes.append(about.fault(f"found {len(about.value)} characters, {wanted}"))
    for at, step in enumerate(examined.steps):
        node = preset["step"][at]
        if isinstance(node.value, dict) and "title" not in node:
            notes.append(node["title"].fault("missing, expected a few words that name the step"))
        if step is not None:
            notes += [_at(node, key).fault(said) for key, said in step_notes(step)]
    return notes


def _at(node: Node, key: str) -> Node:
    """The value under a key such as `ask.choices[1]`."""
    for part in key.replace("[", ".").replace("]", "").split("."):
        node = node[int(part)] if part.isdecimal() else node[part]
    return node
