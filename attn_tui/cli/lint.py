"""`attn-tui lint`: every fault of a lesson, and what is off in it as a lesson, a line each."""

from __future__ import annotations

from collections.abc import Iterator

from attn_tui.files.presets.lesson_faults import Examined, examine, in_order
from attn_tui.files.presets.toml_nodes import Node
from attn_tui.files.sources import read_toml
from attn_tui.session.faults import Fault
from attn_tui.session.lessons.lesson_notes import step_notes, text_notes
from attn_tui.ui.views.step_seen import seen_notes

LONGEST_ABOUT = 76
"""Characters of `about` that the picker shows in a line."""


def lint(source: str) -> list[str]:
    """The faults and the notes in the order of the file's lines, each `file:line: key: …`; none where all is well.

    Fault where `source` can't be read at all.
    """
    toml, where, folder = read_toml(source)
    try:
        examined = examine(toml, source, where, folder)
    except Fault as fault:
        return [str(fault)]
    return [str(fault) for fault in in_order((*examined.faults, *_notes(examined)), where)]


def _notes(examined: Examined) -> Iterator[Fault]:
    """What is off in a lesson that can be played nonetheless, of one step after the other."""
    about = examined.preset["about"]
    if about.value is None:
        yield about.fault("missing, expected a line on what to look for, which the picker shows")
    elif isinstance(about.value, str) and len(about.value) > LONGEST_ABOUT:
        wanted = f"expected at most {LONGEST_ABOUT}, the picker's line"
        yield about.fault(f"found {len(about.value)} characters, {wanted}")
    for at, step in enumerate(examined.steps):
        node = examined.preset["step"][at]
        if isinstance(node.value, dict):
            yield from _told_notes(node)
        if step is not None:
            yield from (_at(node, key).fault(said) for key, said in step_notes(step))
    yield from _out_of_sight(examined)


def _told_notes(node: Node) -> Iterator[Fault]:
    """Of a step's title and text, whether the step can be played or not."""
    if "title" not in node:
        yield node["title"].fault("missing, expected a few words that name the step")
    title, text = node.value.get("title", ""), node.value.get("text", "")
    if isinstance(title, str) and isinstance(text, str):
        yield from (_at(node, key).fault(said) for key, said in text_notes(title, text))


def _out_of_sight(examined: Examined) -> Iterator[Fault]:
    """What a learner who goes through the steps that can be played does not see of what they speak of."""
    played = [at for at, step in enumerate(examined.steps) if step is not None]
    notes = seen_notes([step for step in examined.steps if step is not None])
    yield from (_at(examined.preset["step"][played[at]], key).fault(said) for at, key, said in notes)


def _at(node: Node, key: str) -> Node:
    """The value under a key such as `ask.choices[1]`."""
    for part in key.replace("[", ".").replace("]", "").split("."):
        node = node[int(part)] if part.isdecimal() else node[part]
    return node
