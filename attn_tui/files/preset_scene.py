"""What a step of a lesson opens on: what the step before it opened on, with its `problem` and its `set` put in."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, TypeAlias, cast

import numpy as np

from attn_tui.files.fault_list import FaultList
from attn_tui.files.plain_values import sized
from attn_tui.files.preset_settings import KEYS as SETTINGS
from attn_tui.files.preset_settings import read_setting
from attn_tui.files.preset_size import Size
from attn_tui.files.toml_nodes import Node, unknown_keys
from attn_tui.files.toml_values import matrix, text, whole
from attn_tui.session.compute import table_head
from attn_tui.session.digits import DIGITS, Digits
from attn_tui.session.faults import Fault
from attn_tui.session.lesson import Scene
from attn_tui.session.problem import Problem
from attn_tui.session.selection import TABLES
from attn_tui.session.stages import Stage, stages_of

SET_KEYS = (*SETTINGS, "head", "stage", "digits", *TABLES)
Open: TypeAlias = Callable[[str], Problem]
"""Opens the problem that a lesson names."""


def read_scene(step: Node, before: Scene | None, open_other: Open, faults: FaultList) -> Scene | None:
    """The scene of a step, None where there is no telling because its problem can't be opened.

    What can't be used in `set` is noted and left out.
    """
    scene = before
    if "problem" in step:
        problem = faults.reading(lambda: _problem(step["problem"], open_other), None)
        scene = None if problem is None else Scene(problem)
    if "set" not in step:
        return scene
    faults.faults += unknown_keys(step["set"], SET_KEYS)
    return _changed(step["set"], scene, faults) if scene and isinstance(step["set"].value, dict) else scene


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
    scene = replace(scene, problem=replace(problem, settings=replace(problem.settings, **settings)))
    if "head" in given:
        head = faults.reading(lambda: whole(given["head"], 0, size.heads - 1), scene.head)
        scene = replace(scene, head=head)
    for table in (table for table in TABLES if table in given):
        scene = faults.reading(lambda s=scene, table=table: _with_table(given[table], s, table), scene)
    if "stage" in given:
        scene = replace(scene, stage=faults.reading(lambda: _stage(given["stage"], scene), scene.stage))
    if "digits" in given:
        scene = replace(scene, digits=faults.reading(lambda: _digits(given["digits"]), scene.digits))
    return scene


def _with_table(node: Node, scene: Scene, table: str) -> Scene:
    """The scene with other numbers in what its head reads as `table`."""
    stored: Any = getattr(scene.problem, table)
    numbers = matrix(node, cast(Any, stored.dtype.type))
    if numbers.shape != stored.shape[1:]:
        raise node.fault(f"found {sized(*numbers.shape)}, expected {sized(*stored.shape[1:])} as it has been")
    changed = np.array(stored)
    changed[table_head(scene.problem, table, scene.head)] = numbers
    return replace(scene, problem=replace(scene.problem, **{table: changed}))


def _stage(node: Node, scene: Scene) -> Stage:
    stages = stages_of(scene.problem.settings)
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
