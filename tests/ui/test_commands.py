"""The one list of commands: its keys, its names, what is made from it, and that no command can do harm."""

import re
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import settings as examples
from hypothesis import strategies as st

from attn_tui.command import key_shown
from attn_tui.commands import BY_KEY, BY_NAME, COMMANDS, KEYS_IN_PLANE, footer, key_table, run_line
from attn_tui.files.sources import open_source
from attn_tui.session.faults import Fault
from attn_tui.session.selection import PANES
from attn_tui.session.session import Session
from attn_tui.ui.catalogue import help_sections
from attn_tui.ui.command_line import found
from tests.session.lessons import asked
from tests.ui.driving import Desk, hostile_problem, long_problem, nasty_problem

README = Path(__file__).parents[2] / "README.md"
NAMED_KEYS = {
    "up", "down", "left", "right", "home", "end", "pageup", "pagedown", "tab", "shift+tab", "enter", "escape", "space",
    "delete", "f1", "f2", "f6", "shift+up", "shift+down", "shift+left", "shift+right",
}  # fmt: skip
MISTAKEN_FOR_OTHERS = {"ctrl+h", "ctrl+i", "ctrl+j", "ctrl+m", "ctrl+left_square_bracket", "ctrl+["}

DESIGNED = {
    "up": "up k", "down": "down j", "left": "left h", "right": "right l", "first-column": "home", "last-column": "end",
    "page-up": "pageup", "page-down": "pagedown", "first-row": "g", "last-row": "G", "next-pane": "tab f6",
    "previous-pane": "shift+tab", "type": "0 1 2 3 4 5 6 7 8 9 - .", "edit": "enter f2", "block": "v",
    "extend-up": "shift+up", "extend-down": "shift+down", "extend-left": "shift+left", "extend-right": "shift+right",
    "decrease": "<", "increase": ">", "mask": "m", "scale": "s", "head-previous": "[", "head": "]",
    "allow": "space", "stage": "t", "digits": "f", "widen": "w", "narrow": "W", "zoom": "z", "undo": "u",
    "redo": "ctrl+r", "reset": "r", "copy": "y", "paste": "p", "go": "/", "next-match": "n", "previous-match": "N",
    "open": "o", "explain": "e", "moved": "T", "help": "? f1", "quit": "q ctrl+q", "commands": ":", "close": "escape",
}  # fmt: skip

ARGUMENTS = {
    "mask": ["causal", "window:1,*", "crooked", "padding:2", "padding-left:1 + causal", "blocks:2,2",
             "blocks:1,3 + padding:1", "blocks:3,9", "window:0,0 + padding:1"],
    "softcap": ["2", "1e-30", "off", "0"], "sink": ["3", "-inf", "1,2", "off"],
    "alibi": ["0.5", "-2", "on", "off", "1,0"],
    "blocked": ["0", "-1e4", "nan", "off"], "offset": ["1", "-3", "1000000000", "x"],
    "scale": ["0.05", "off", "x", "inf"], "widen": ["3", "512", "0"],
    "set": ["1e308", "inf", "nan", "-0", "word"], "stage": ["exp", "M", "none"], "digits": ["full", "heat", "7"],
    "rename-word": ["[/red]"], "insert-word": ["\x1b[1m"], "insert-column": ["z"], "rename-column": ["東京"],
    "head": ["1", "99"], "step": ["0", "25"], "go": ["e", "nowhere"],
    "at": ["1 -2", "3", "1e308 1e308", "nan inf", "x y"], "plane-across": ["1", "nowhere"], "plane-upward": ["0"],
    "plane-plain": ["on", "grey"], "zoom": ["x"], "type": ["0.5"], "quit": ["!"],
}  # fmt: skip
LINES = [
    *(command.name for command in COMMANDS),
    *(f"{name} {argument}" for name, arguments in ARGUMENTS.items() for argument in arguments),
]
PROBLEMS = [
    *map(open_source, ("crane-lifted-steel", "it-two-heads", "translation", "soft-dictionary")),
    hostile_problem(),
    long_problem(40, 5),
    nasty_problem(),
]
KEYS = st.sampled_from(
    [
        *(key for command in COMMANDS for key in command.keys),
        "backspace",
        "ctrl+c",
        "ctrl+u",
        "~",
        "é",
        "東",
        "e",
        "y",
        "n",
    ]
)
STEPS = st.lists(st.one_of(KEYS, st.sampled_from([f":{line}" for line in LINES])), max_size=25)


def remembered(session: Session) -> tuple:
    """All of a session but what it says."""
    return (
        session.state, session.selection, session.pane, session.head, session.anchor, session.zoomed, session.stage,
        session.digits, session.step, session.copied, session.editor, session.seeking, session.search,
        session.question, session.plane, tuple(session.history.done), tuple(session.history.undone),
    )  # fmt: skip


def why_not(session: Session, line: str) -> str:
    """Carry out a line; why it could not be."""
    try:
        run_line(session, line)
    except Fault as fault:
        return str(fault)
    return ""


def check(desk: Desk) -> None:
    """What must hold of a session and its board whatever was done."""
    session = desk.session
    problem = session.problem
    for axis in "ijce":
        assert 0 <= session.selection.of(axis) < session.size(axis)
    assert 0 <= session.head < session.heads
    rows, columns = session.shape(session.pane)
    block = session.block
    assert 0 <= block.top < block.bottom <= rows and 0 <= block.left < block.right <= columns
    assert problem.q.shape[1:] == (len(problem.query_tokens), len(problem.columns))
    assert problem.k.shape[1:] == (len(problem.key_tokens), len(problem.columns))
    assert problem.v.shape[1:] == (len(problem.key_tokens), len(problem.v_columns))
    assert session.message.text.isprintable()
    lines = desk.screen
    assert len(lines) == desk.size[1]
    assert all(line.isprintable() for line in lines)


def test_names_aliases_and_keys_stand_for_one_command_each():
    names = Counter(name for command in COMMANDS for name in (command.name, *command.aliases))
    keys = Counter((key, command.in_plane) for command in COMMANDS for key in command.keys)
    assert [name for name, count in (names + keys).items() if names[name] > 1 or keys[name] > 1] == []
    assert all(re.fullmatch(r"[a-z]+(-[a-z]+)*", command.name) for command in COMMANDS)


def test_every_key_is_one_that_every_terminal_can_send_and_tell_from_others():
    for key in BY_KEY | KEYS_IN_PLANE:
        assert key not in MISTAKEN_FOR_OTHERS
        assert (
            (len(key) == 1 and key.isascii() and key.isprintable() and key != " ")
            or key in NAMED_KEYS
            or re.fullmatch(r"ctrl\+[a-z]", key)
        ), key


@pytest.mark.parametrize("name", DESIGNED)
def test_the_designed_keys_do_what_was_designed(name):
    assert set(DESIGNED[name].split()) <= set(BY_NAME[name].keys)


def test_the_key_table_of_the_readme_is_the_list():
    assert key_table() in README.read_text(encoding="utf-8")
    for command in COMMANDS:
        (row,) = [
            row for row in key_table().splitlines() if re.search(rf"\| `{command.name}( [^`]*)?` \|", row)
        ]
        assert command.help in row
        digits = [key for key in command.keys if key.isdigit()]
        assert all(f"`{key_shown(key)}`" in row for key in command.keys if key not in digits)
        assert ("| a digit " in row) == bool(digits)


def test_help_has_every_command_once_with_its_keys():
    rows = [row for section in help_sections() for row in section.rows]
    assert sorted(row[1].split()[0] for row in rows) == sorted(f":{command.name}" for command in COMMANDS)
    for keys, call, told in rows:
        command = BY_NAME[call[1:].split()[0]]
        assert (keys, told) == (command.keys_shown, command.help)


def test_the_command_line_offers_every_command_by_its_name_first():
    assert found("") == list(COMMANDS)
    assert [found(name)[0] for name in BY_NAME] == list(BY_NAME.values())


def test_the_last_line_offers_heads_only_where_there_are_several():
    assert ("[ ]", "head") in footer(Session(open_source("it-two-heads")))
    assert ("[ ]", "head") not in footer(Session(open_source("two-tokens")))
    for command in COMMANDS:
        if command.footer:
            assert (key_shown(command.keys[0]), command.footer) in footer(Session(open_source("two-tokens")))


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.name)
def test_every_command_can_be_run_by_its_name(command):
    desk = Desk("it-real")
    if command.name == "answer":
        desk.session = asked('{ question = "?", answer = 1 }')
    if command.name in ("projection", "shuffle-ids"):
        desk = Desk("crane-words")
    desk.press(
        "]", "down", "right", "w", "5", "enter", "6", "enter", "u", "/", "t", "enter", "n", "shift+down"
    )
    desk.session.copied = "1"
    if command.name == "allow":
        desk.go("weights")
    before = remembered(desk.session), desk.screen
    argument = {"head": "2", "set": "2", "step": "0.2", "type": "7"}.get(command.name, "")
    request = run_line(desk.session, f":{command.name} {argument}")
    desk.draw()
    assert request is not None or (remembered(desk.session), desk.screen) != before


@pytest.mark.parametrize("pane", PANES)
def test_every_key_does_something_or_says_why_not_from_every_pane(pane):
    problem = long_problem(40, 5)
    for key, command in BY_KEY.items():
        if command.name in (
            "help",
            "quit",
            "open",
            "redraw",
            "explain",
            "table",
            "text",
            "experiment",
            "heads",
            "mistake",
            "decode",
            "copy",
        ):
            assert command.act(Session(problem), "") is not None
        elif command.name != "close":
            desk = Desk(problem)
            desk.session.select(pane, 2, 2)
            desk.draw()
            before = desk.screen
            desk.press(key)
            assert desk.screen != before, key


@examples(max_examples=150)
@given(st.sampled_from(PROBLEMS), st.sampled_from([(80, 24), (120, 36), (60, 18), (30, 8)]), STEPS)
def test_no_keys_and_no_commands_break_the_session_or_its_board(problem, size, steps):
    desk = Desk(problem, size)
    for step in steps:
        if step.startswith(":") and len(step) > 1:
            before = remembered(desk.session)
            reason = why_not(desk.session, step)
            assert reason.isprintable()
            assert not reason or remembered(desk.session) == before
            desk.draw()
        else:
            desk.press(step)
        check(desk)


@examples(max_examples=60)
@given(st.sampled_from(PROBLEMS), STEPS)
def test_undoing_everything_brings_back_the_problem_to_the_bit(problem, steps):
    desk = Desk(problem)
    desk.press(
        *(step for step in steps if step not in ("u", "ctrl+r") and not (step.startswith(":") and step[1:]))
    )
    desk.press(*["escape"] * 4)
    session = desk.session
    while session.history.done:
        desk.press("u")
    for table in ("q", "k", "v"):
        assert getattr(session.problem, table).tobytes() == getattr(problem, table).tobytes()
    assert session.settings == session.opened.settings
    assert session.problem.query_tokens == problem.query_tokens


@pytest.mark.parametrize(
    "command", [command for command in COMMANDS if not command.argument], ids=lambda c: c.name
)
def test_a_command_that_takes_nothing_says_so_where_something_is_typed(command):
    with pytest.raises(Fault, match="takes nothing after its name, and 'foo' was typed"):
        run_line(Session(open_source("two-tokens")), f":{command.name} foo")
