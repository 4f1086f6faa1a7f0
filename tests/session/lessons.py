"""A lesson on the crane sentence, and a learner at its beginning."""

from attn_tui.files.presets.lesson import read_lesson
from attn_tui.session.lessons.walking import begin
from attn_tui.session.session import Session

CRANE = """\
title = "the crane lesson"
tokens = ["the", "crane", "lifted", "steel"]
columns = ["animal", "machine"]
q = [[0.2, 0.2], [0.7, 0.7], [0.1, 0.9], [0.1, 0.8]]
k = [[0.1, 0.1], [0.4, 0.4], [0.1, 0.9], [0.0, 0.9]]
v = [[0.1, 0.1], [0.5, 0.5], [0.1, 0.9], [0.0, 1.0]]
"""
THREE = f"""{CRANE}
[[step]]
title = "One"
select = {{ pane = "scores", row = "crane", column = "lifted" }}

[[step]]
title = "Two"
set = {{ mask = "causal" }}

[[step]]
title = "Three"
problem = "crane-ate-fish"
"""


def learner(toml: str = THREE) -> Session:
    """A session on the first step."""
    return begin(read_lesson(toml, "lesson", "lesson"), source="lesson")


def asked(ask: str, more: str = "") -> Session:
    """A session on a lesson of one step with this question."""
    return learner(f"{CRANE}[[step]]\nask = {ask}\n{more}\n")


def aiming(goal: str, more: str = "") -> Session:
    """A session on a lesson of one step with this goal."""
    return learner(f"{CRANE}[[step]]\ngoal = {goal}\n{more}\n")
