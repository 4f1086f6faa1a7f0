"""Labels that could do harm are shown as what they are, and the columns beside them stay where they were."""

from tests.terminal.explorer import PANES, Explorer, either, everywhere, explore, saved_crane

HOSTILE = ["[/red]", "\x1b[2J\x1b]0;owned\x07", "東京都", "e\u0301tude"]
FORBIDDEN = (b"\x1b[2J\x1b]0", b"owned\x07", b"\x1b]0;owned", "\u202e".encode())


def quoted(labels: list[str]) -> str:
    """The labels as a list in TOML."""
    escaped = ["".join(c if c.isprintable() else f"\\u{ord(c):04x}" for c in label) for label in labels]
    return "[" + ", ".join(f'"{label}"' for label in escaped) + "]"


@everywhere
def test_hostile_words_change_neither_the_terminal_nor_the_columns(start, tmp_path, size, no_color):
    plain = explore(start, str(saved_crane(tmp_path)), size=size, no_color=no_color)
    expected = numbers_in_cells(plain)
    path = saved_crane(
        tmp_path,
        title='"[bold] \\u001b[31m \\u202e"',
        tokens=quoted(HOSTILE),
        columns=quoted(["\x1b[H", "漢字の列"]),
    )
    explorer = explore(start, str(path), size=size, no_color=no_color)
    assert numbers_in_cells(explorer) == expected
    explorer.press(
        "down", "tab", "tab", "tab", "t", "m", "m", "z", "z", "/", "东", "esc", "e", "esc", "o", "esc"
    )
    written = explorer.terminal.bytes_since_mark()
    for forbidden in FORBIDDEN:
        assert forbidden not in written
    assert "[/red]" in explorer.text and "東京都" in explorer.text and "étude" in explorer.text
    assert "\\x1b" in explorer.text
    explorer.terminal.send("q")
    explorer.terminal.send("y")
    assert explorer.terminal.exit_status() == 0
    assert explorer.terminal.left_behind() == []


def numbers_in_cells(explorer: Explorer) -> list[tuple[int, int, str]]:
    """Where each digit of each pane stands."""
    return [digit for pane in PANES for digit in explorer.digits(pane)]


def test_what_is_pasted_into_a_line_is_made_plain(start):
    explorer = explore(start)
    for pasted in ("\x1b[31mred", "a\x07b", "\u202eleft"):
        explorer.press("R")
        explorer.terminal.mark()
        explorer.paste(pasted)
        explorer.press("enter")
        written = explorer.terminal.bytes_since_mark()
        assert b"\x07" not in written and "\u202e".encode() not in written and b"\x1b[31mred" not in written
        assert explorer.message.startswith("word 0: the → ")
        explorer.press("u")


@either
def test_hostile_labels_renamed_by_hand_leave_the_columns_where_they_were(start, size, no_color):
    explorer = explore(start, size=size, no_color=no_color)
    before = numbers_in_cells(explorer)
    for label in ("東京都", "e\u0301e\u0301e\u0301", "[red]x", "a·b"):
        explorer.press("R", f"{label}\r", "down")
    explorer.press("g")
    assert numbers_in_cells(explorer) == before
