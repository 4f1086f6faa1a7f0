"""A small preset that is right, and ways to write others from it."""

SMALL = """\
title = "a small one"
tokens = ["red", "blue"]
q = [
    [1, 2.5, 0],
    [3, 4, -1e-3],
]
k = [
    [5, 6, 0],
    [7, 8, 1],
]
v = [
    [0.1, 0.2],
    [0.3, 0.4],
]
"""

HEADS = """\
title = "two heads"
k = [[1, 2], [3, 4], [5, 6]]

[settings]
scale = false

[[head]]
name = "first"
q = [[1, 0]]
v = [[1], [2], [3]]

[[head]]
q = [[0, 1]]
v = [[4], [5], [6]]
"""


def with_settings(lines: str, preset: str = SMALL) -> str:
    """`preset` followed by [settings] with these lines, the first of which stands on line 16 of `SMALL`."""
    return f"{preset}[settings]\n{lines}\n"
