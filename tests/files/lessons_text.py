"""A lesson of two steps with every key in it, and a way to write others from it."""

LESSON = """\
title = "a small lesson"
tokens = ["the", "crane", "the"]
columns = ["animal", "machine"]
q = [[0.2, 0.2], [0.7, 0.7], [0.1, 0.9]]
k = [[0.1, 0.1], [0.4, 0.4], [0.1, 0.9]]
v = [[0.1, 0.1], [0.5, 0.5], [0.1, 0.9]]

[[step]]
title = "First"
text = "Some *text*."
hide = ["weights", "output"]
select = { pane = "scores", row = "crane", column = "the#2" }
ask = { question = "How much?", answer = 0.43, tolerance = 0.01 }

[[step]]
title = "Second"
show = "table"
set = { mask = "causal", scale = false, stage = "masked", digits = 4, widen = 2, q = [[1, 2], [3, 4], [5, 6]] }
goal = { cell = "weights[crane, the#1]", above = 0.9, only = "q" }
"""


def with_step(lines: str) -> str:
    """The lesson with a third step, whose lines begin on line 21."""
    return f"{LESSON}[[step]]\n{lines}\n"
