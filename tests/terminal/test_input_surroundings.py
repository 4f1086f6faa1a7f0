"""What the environment says of size and encoding is not what the terminal is."""

import pytest

from tests.terminal.explorer import explore


def test_the_size_that_the_terminal_has_wins_over_an_exported_one_and_a_resize_is_followed(start):
    explorer = explore(start, env={"COLUMNS": "300", "LINES": "80"})
    assert explorer.footer.startswith("? help")
    assert explorer.row("q", "crane") == ["0.70", "0.70"]
    for size in ((60, 20), (120, 36)):
        explorer.terminal.resize(*size)
        explorer.terminal.settle()
        assert explorer.footer.startswith("? help") and len(explorer.lines) == size[1]


@pytest.mark.parametrize(
    "env", [{"PYTHONIOENCODING": "ascii"}, {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}]
)
def test_the_screen_is_drawn_in_utf_8_whatever_the_locale_says(start, env):
    explorer = explore(start, env=env)
    assert explorer.formula == "softmax( Q·Kᵀ ÷ √2 + 0 ) · V"
    assert "\\" not in explorer.text
