"""The command line, and above it the commands that it finds."""

from __future__ import annotations

from attn_tui.command import Command
from attn_tui.session.labels import fit
from attn_tui.session.prompts import CommandLine
from attn_tui.ui.command_line import found
from attn_tui.ui.views.bottom_view import said
from attn_tui.ui.views.line import Line, Span, around_cursor, fitted

MOST = 8


def command_lines(command: CommandLine, width: int, room: int) -> list[Line]:
    """At most `room` lines: a rule, why the last line could not be carried out, what is found, and the line typed."""
    typed = fitted([Span(f" :{around_cursor(command.line, width - 2)}", "edit")], width)
    commands = found(command.line.text)
    fault = command.fault or command.line.fault
    told = said(f" ! {fault}", "fault", width, 3) if fault else []
    count = max(min(MOST, room - 2 - len(told)), 0)
    first = max(0, min(command.chosen - count + 1, len(commands) - count))
    rows = [
        _row(commands[at], at == command.chosen, width)
        for at in range(first, min(first + count, len(commands)))
    ]
    rule = fitted([Span(f"━━ {_told(len(commands))} ", "title.active")], width, "title.active", "━")
    return [rule, *told, *rows, typed][-room:] if room > 0 else []


def _told(count: int) -> str:
    return "no command has these words" if count == 0 else f"{count} command{'s' * (count > 1)}"


def _row(command: Command, chosen: bool, width: int) -> Line:
    call = fit(f"{command.name} {command.argument}".rstrip(), min(30, max(width // 3, 12)))
    keys = fit(command.keys_shown, 12) if width >= 60 else ""
    mark = "▸ " if chosen else "  "
    return fitted(
        [
            Span(f"{mark}{call} ", "label.marked" if chosen else "text"),
            Span(f"{keys} ", "label"),
            Span(command.help),
        ],
        width,
    )
