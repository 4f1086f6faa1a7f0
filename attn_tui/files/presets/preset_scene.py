"""What a step of a lesson opens on: what the step before it opened on, with its `problem` and its `set` put in."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, TypeAlias, cast

from attn_tui.files.limits import MOST_HEADS
from attn_tui.files.plain_values import sized
from attn_tui.files.presets.fault_list import FaultList
from attn_tui.files.presets.preset_settings import KEYS as SETTINGS
from attn_tui.files.presets.preset_settings import SIZELESS, checked, read_setting
from attn_tui.files.presets.preset_size import Size
from attn_tui.files.presets.toml_nodes import Node, unknown_keys
from attn_tui.files.presets.toml_values import matrix, text, whole
from attn_tui.session.computing.compute import table_head
from attn_tui.session.computing.projection import stored, with_block
from attn_tui.session.digits import DIGITS, Digits
from attn_tui.session.edits.vocabulary import known_sentence, with_sentence
from attn_tui.session.faults import Fault
from attn_tui.session.lessons.lesson import Scene
from attn_tui.session.problem import Problem
from attn_tui.session.selection import EDITABLE, MIXED, TABLES, Pane
from attn_tui.session.stages import STAGES, Stage, stages_of
from attn_tui.session.state import State

SET_KEYS = (*SETTINGS, "sentence", "head", "stage", "digits", "left", "below", *EDITABLE)
Open: TypeAlias = Callable[[str], Problem]
"""Opens the problem that a lesson names."""


def read_scene(step: Node, before: Scene | None, open_other: Open, faults: FaultList) -> Scene | None:
    """The scene of a step, None where there is no telling: its problem can't be opened, or its sentence not built.

    What can't be used in `set` is noted and left out.
    """
    scene = before
    if "problem" in step:
        problem = faults.reading(lambda: _problem(step["problem"], open_other), None)
        scene = None if problem is None else Scene(problem)
    if "set" not in step:
        return scene
    faults.faults += unknown_keys(step["set"], SET_KEYS)
    if not isinstance(step["set"].value, dict):
        return scene
    if "sentence" in step["set"]:
        scene = _built(step["set"]["sentence"], scene, faults)
    if scene is None:
        _check(step["set"], faults)
        return None
    return _changed(step["set"], scene, faults)


def _built(sentence: Node, scene: Scene | None, faults: FaultList) -> Scene | None:
    """The scene with another sentence, None where that can't be built."""
    if scene is None:
        faults.reading(lambda: text(sentence), "")
        return None
    return faults.reading(lambda: _with_sentence(sentence, scene), None)


def _check(given: Node, faults: FaultList) -> None:
    """Note what can't be used in `given`, whatever the problem is."""
    for key in (key for key in SIZELESS if key in given):
        faults.reading(lambda key=key: read_setting(given, key, Size(1, 1, 1)), None)
    for table in (table for table in EDITABLE if table in given):
        faults.reading(lambda table=table: matrix(given[table]), None)
    if "head" in given:
        faults.reading(lambda: whole(given["head"], 0, MOST_HEADS - 1), 0)
    if "stage" in given:
        faults.reading(lambda: _stage(given["stage"], STAGES), "auto")
    if "digits" in given:
        faults.reading(lambda: _digits(given["digits"]), "3")


def _problem(node: Node, open_other: Open) -> Problem:
    name = text(node)
    try:
        return open_other(name)
    except Fault as fault:
        raise node.fault(str(fault)) from None


def _changed(given: Node, scene: Scene, faults: FaultList) -> Scene:
    """`scene` with what is given: the settings first, then the head, whose tables follow, then what is shown."""
    problem = scene.problem
    size = Size(len(problem.head_names), len(problem.query_tokens), len(problem.key_tokens))
    settings: dict[str, Any] = {}
    for key in (key for key in SETTINGS if key in given):
        faults.reading(lambda key=key: settings.update({key: read_setting(given, key, size)}), None)
    problem = replace(problem, settings=replace(problem.settings, **settings))
    without = replace(problem, settings=replace(problem.settings, mistakes=(), position="none"))
    scene = replace(scene, problem=faults.reading(lambda: checked(given, problem), without))
    if "head" in given:
        head = faults.reading(lambda: whole(given["head"], 0, size.heads - 1), scene.head)
        scene = replace(scene, head=head)
    tables: list[Pane] = [table for table in EDITABLE if table in given]
    for table in tables:
        scene = faults.reading(lambda s=scene, table=table: _with_table(given[table], s, table), scene)
    there = stages_of(scene.problem.settings)
    if "stage" in given:
        scene = replace(scene, stage=faults.reading(lambda: _stage(given["stage"], there), scene.stage))
    if "digits" in given:
        scene = replace(scene, digits=faults.reading(lambda: _digits(given["digits"]), scene.digits))
    if "left" in given:
        shows = faults.reading(lambda: _left(given["left"], problem), scene.shows_sources)
        scene = replace(scene, shows_sources=shows)
    if "below" in given:
        scene = replace(scene, mixed=faults.reading(lambda: _below(given["below"], problem), scene.mixed))
    return scene


def _with_sentence(node: Node, scene: Scene) -> Scene:
    """The scene with other words of its vocabulary."""
    projection = scene.problem.projection
    if projection is None or projection.words is None:
        raise node.fault(
            "found without [words], expected a problem that has them: its words are looked up there"
        )
    state = State(scene.problem, scene.problem.settings)
    try:
        after = with_sentence(state, known_sentence(projection.words, text(node)))
    except Fault as fault:
        if not isinstance(node.value, str):
            raise
        raise node.fault(str(fault)) from None
    return replace(scene, problem=after.problem)


def _with_table(node: Node, scene: Scene, table: Pane) -> Scene:
    """The scene with other numbers in what its head reads as `table`."""
    problem = scene.problem
    if not problem.has_pane(table) or (table in TABLES and problem.projection is not None):
        there = TABLES if problem.projection is None else problem.projection.sources
        raise node.fault(f"found {table}, expected a table to edit, one of {', '.join(there)}")
    head = table_head(problem, table, scene.head)
    before = stored(problem, table, head)
    numbers = matrix(node, cast(Any, before.dtype.type))
    if numbers.shape != before.shape:
        raise node.fault(f"found {sized(*numbers.shape)}, expected {sized(*before.shape)} as it has been")
    return replace(scene, problem=with_block(problem, table, head, 0, 0, numbers))


def _left(node: Node, problem: Problem) -> bool:
    """Whether the left shows what Q, K and V follow from: "projection" or "tables"."""
    if node.value == "projection" and problem.projection is None:
        raise node.fault('found "projection", expected a problem that has one')
    if node.value not in ("projection", "tables"):
        raise node.expected('what stands on the left, "projection" or "tables"')
    return node.value == "projection"


def _below(node: Node, problem: Problem) -> Pane:
    """What stands below the weights."""
    for pane in MIXED:
        if node.value == pane and problem.has_pane(pane):
            return pane
    there = (pane for pane in MIXED if problem.has_pane(pane))
    raise node.expected(f"what stands below the weights, one of {', '.join(there)}")


def _stage(node: Node, stages: tuple[Stage, ...]) -> Stage:
    for stage in stages:
        if node.value == stage:
            return stage
    raise node.expected(f"a stage of the scores, one of {', '.join(stages)}")


def _digits(node: Node) -> Digits:
    value = (
        str(node.value) if isinstance(node.value, int) and not isinstance(node.value, bool) else node.value
    )
    for digits in DIGITS:
        if value == digits:
            return digits
    raise node.expected(f"how many digits, one of {', '.join(DIGITS)}")
