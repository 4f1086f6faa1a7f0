"""The `[[step]]` tables that make a preset a lesson."""

from __future__ import annotations

from attn_tui.files.limits import MOST_STEPS
from attn_tui.files.presets.fault_list import FaultList
from attn_tui.files.presets.preset_ask import read_ask, read_goal
from attn_tui.files.presets.preset_places import read_panes, read_select
from attn_tui.files.presets.preset_scene import Open, read_scene
from attn_tui.files.presets.toml_nodes import Node, unknown_keys
from attn_tui.files.presets.toml_values import filled, text
from attn_tui.session.lessons.lesson import VIEWS, Scene, Step, View
from attn_tui.session.problem import Problem

STEP_KEYS = ("title", "text", "problem", "show", "hide", "select", "set", "ask", "goal")


def read_steps(
    preset: Node, problem: Problem | None, open_other: Open, faults: FaultList
) -> list[Step | None]:
    """The steps of a parsed preset, None for one that can't be played; what is wrong with each is noted.

    `problem` is the file's own, None where that can't be used: then places in it are not looked up. Nor are they
    from a step on whose problem can't be opened, up to one that names another.
    """
    if "step" not in preset:
        return []
    tables = faults.reading(lambda: _tables(preset["step"]), [])
    steps: list[Step | None] = []
    scene = None if problem is None else Scene(problem)
    for at in range(len(tables)):
        node = preset["step"][at]
        faults.faults += unknown_keys(node, STEP_KEYS)
        if not isinstance(node.value, dict):
            steps.append(None)
            continue
        scene = read_scene(node, scene, open_other, faults)
        steps.append(_step(node, at, scene, faults))
    return steps


def _tables(node: Node) -> list[object]:
    tables = filled(node, "[[step]] tables")
    if len(tables) > MOST_STEPS:
        raise node.expected(f"at most {MOST_STEPS} steps")
    return tables


def _step(node: Node, at: int, scene: Scene | None, faults: FaultList) -> Step | None:
    title = faults.reading(lambda: text(node["title"]), "") if "title" in node else f"Step {at + 1}"
    told = faults.reading(lambda: text(node["text"]), "") if "text" in node else ""
    show: View = faults.reading(lambda: _view(node, at), "") if "show" in node else ""
    hide = (
        faults.reading(lambda: read_panes(node["hide"], scene and scene.problem), ())
        if "hide" in node
        else ()
    )
    if hide and "ask" not in node:
        faults.add(node["hide"].fault("found without a question, expected an ask that uncovers them"))
    problem = None if scene is None else scene.problem
    select = read_select(node["select"], problem, faults) if "select" in node else None
    ask = read_ask(node["ask"], problem, faults) if "ask" in node else None
    goal = read_goal(node["goal"], problem, faults) if "goal" in node else None
    if scene is None:
        return None
    return Step(scene, title, told, show, hide, select, ask, goal)


def _listed(node: Node) -> list[object]:
    return node.value if isinstance(node.value, list) else []


def _view(step: Node, at: int) -> View:
    """The view that a step opens. One that is a screen of its own must hide no beginning and tell nothing covered."""
    node = step["show"]
    name = text(node)
    if name in VIEWS and name != "plane":
        if at == 0:
            raise node.fault(f"found {name} in the first step, expected it in a later one, which n goes to")
        if "hide" in step and (name != "heads" or "weights" in _listed(step["hide"])):
            tells = "it shows the weights" if name == "heads" else "it tells numbers of every pane"
            raise node.fault(f"found {name} beside hide, expected one of them: {tells}")
    for view in VIEWS:
        if name == view:
            return view
    raise node.expected(f"a view that there is: {', '.join(VIEWS)}")
