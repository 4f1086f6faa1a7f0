"""The line behind `:`, palette and command line in one: which commands it finds, and what each key makes of it."""

from __future__ import annotations

from dataclasses import replace

from attn_tui.command import Command, Request
from attn_tui.commands import BY_NAME, COMMANDS, run_line
from attn_tui.session.faults import Fault
from attn_tui.session.line_edit import LineEdit
from attn_tui.session.prompts import CommandLine
from attn_tui.session.session import Session
from attn_tui.ui.screens.matching import Terms, matching


def found(typed: str) -> list[Command]:
    """The commands that the line finds, the best first; once an argument is being typed, the one it is for."""
    name, gap, _ = typed.lstrip().partition(" ")
    named = [command for command in COMMANDS if name in command.names] if gap else []
    return named or matching(typed, COMMANDS, lambda command: Terms(command.names, command.help))


def press_in(session: Session, command: CommandLine, key: str, typed: str | None) -> Request | None:
    """Do what a key does while the command line is open."""
    commands = found(command.line.text)
    chosen = commands[min(command.chosen, len(commands) - 1)] if commands else None
    if key == "enter":
        return _accept(session, chosen, command.line.text.strip())
    if key in ("escape", "ctrl+c") or (key == "backspace" and not command.line.text):
        session.command = None
    elif key == "tab":
        session.command = CommandLine(LineEdit.on(completed(chosen, command.line.text)))
    elif key in ("up", "down"):
        step = -1 if key == "up" else 1
        session.command = replace(
            command, chosen=min(max(command.chosen + step, 0), max(len(commands) - 1, 0))
        )
    elif (line := command.line.key(key)) is not None:
        session.command = CommandLine(line)
    elif typed:
        session.command = CommandLine(command.line.insert(typed))
    return None


def completed(command: Command | None, line: str) -> str:
    """`line` with the command's name in full, ready for its argument; a line that has its name is kept."""
    name, gap, _ = line.lstrip().partition(" ")
    if command is None or (gap and name in command.names):
        return line
    return f"{command.name} " if command.argument else command.name


def _accept(session: Session, chosen: Command | None, line: str) -> Request | None:
    """Carry out a line that begins with a name, or the chosen command; one that may take an argument is completed."""
    if not line or chosen is None or line.partition(" ")[0] in chosen.names:
        return _carry_out(session, line)
    if chosen.argument:
        session.command = CommandLine(LineEdit.on(completed(chosen, line)))
        return None
    return _carry_out(session, chosen.name)


def _carry_out(session: Session, line: str) -> Request | None:
    """Do what the line says. One that fails opens again with the reason, unless a question asks how to go on."""
    session.command = None
    if not line:
        return None
    try:
        request = run_line(session, line)
        if session.command is not None and session.command.line.text.split() == line.split():
            session.command = replace(session.command, fault=f"{line} wants more: {_wanted(line)}")
        return request
    except Fault as fault:
        if session.question is None:
            session.command = CommandLine(LineEdit.on(line), fault=str(fault))
        return None


def _wanted(line: str) -> str:
    """How a command is written with its argument: `at X Y`."""
    command = BY_NAME[line.removeprefix(":").split()[0]]
    return f"{command.name} {command.argument}"
