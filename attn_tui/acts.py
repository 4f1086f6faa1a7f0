"""What commands do that is more than one call on the session: quit, paste, let go, step through a lesson."""

from __future__ import annotations

from difflib import get_close_matches
from functools import partial

from attn_tui.command import Act, Request, plainly
from attn_tui.files.pasting.paste import parse_block
from attn_tui.session import moving
from attn_tui.session.edits import editing, structure
from attn_tui.session.edits.mistake_toggles import mistake_from
from attn_tui.session.faults import Fault
from attn_tui.session.labels import plain
from attn_tui.session.lessons import walking
from attn_tui.session.lessons.lesson import VIEWS
from attn_tui.session.line_edit import LineEdit
from attn_tui.session.numbers import QUOTED
from attn_tui.session.plane import plane_editing, plane_showing
from attn_tui.session.prompts import CommandLine, Question
from attn_tui.session.session import Session


def moving_by(down: int, right: int, extend: bool = False) -> Act:
    """A command that moves the selected cell."""
    return plainly(partial(moving.move, down=down, right=right, extend=extend))


def moving_to_edge(down: int, right: int) -> Act:
    """A command that moves to a first or last row or column."""
    return plainly(partial(moving.move_to_edge, down=down, right=right))


def moving_arrow(right: int, up: int) -> Act:
    """A command that moves the arrow of the plane by so many steps."""
    return plainly(partial(plane_editing.move_arrow, right=right, up=up))


def quit_program(session: Session, text: str) -> Request | None:
    """Quit at once, or ask where edits would be lost; `:q!` does not ask."""
    if text not in ("", "!"):
        raise Fault(f"quit takes nothing after its name but '!', and '{plain(text)}' was typed")
    return Request("quit") if text == "!" else losing_edits(session, Request("quit"), "quit", "quits")


def losing_edits(session: Session, request: Request, what: str, does: str) -> Request | None:
    """The request at once, or None where it would lose edits: then it is asked about, and `y` gives it."""
    count = session.edits_to_lose
    if not count:
        return request
    edits = "1 edit" if count == 1 else f"{count} edits"
    session.question = Question(f"{what} and lose {edits}? y {does}, Esc stays", lambda _: request)
    return None


def paste_copied(session: Session) -> None:
    """Paste what `y` copied."""
    if not session.copied:
        raise Fault("nothing was copied here yet: y copies a block, and the terminal's own paste works too")
    paste_text(session, session.copied)


def paste_text(session: Session, text: str) -> None:
    """Put a pasted block of numbers into the active table, or its words into the line being typed.

    While a question waits for its answer, nothing is pasted.
    """
    words = plain(" ".join(text.split()))
    if session.answering is not None:
        session.answering = session.answering.insert(words)
    elif session.command is not None:
        session.command = CommandLine(session.command.line.insert(words))
    elif session.seeking is not None:
        session.seeking = session.seeking.insert(words)
    elif session.editor is not None:
        if len(text.split()) > 1:
            raise Fault("a number is being typed: Enter or Esc first, then paste the block")
        session.editor = session.editor.insert(plain(text.strip()))
    elif session.question is None:
        editing.require_table(session)
        structure.paste(session, parse_block(text))


def mistakes(session: Session, text: str) -> Request | None:
    """Show the list of mistakes, or make the one named, or take it out."""
    if not text:
        return Request("mistakes")
    mistake_from(session, text)
    return None


def experiment(session: Session, text: str) -> Request:  # noqa: ARG001 - an act's
    """Show the list of experiments, or the one named. Fault where there is none of this name."""
    names = [view.removeprefix("experiment:") for view in VIEWS if view.startswith("experiment:")]
    if text and text not in names:
        near = get_close_matches(text[:60], names, n=1, cutoff=0.5)
        hint = f"did you mean {near[0]}?" if near else f"choose from {', '.join(names)}"
        raise Fault(f"there is no experiment '{plain(text[:QUOTED])}': {hint}")
    return Request("experiment", text)


def open_command_line(session: Session) -> None:
    """Open the line that takes a command by its name."""
    session.command = CommandLine(LineEdit())


def close(session: Session) -> None:
    """Let go of the block, the search, the zoom and the plane that has the keys, one after the other."""
    if session.anchor is not None:
        session.anchor = None
    elif session.search is not None:
        session.search = None
    elif session.zoomed:
        session.zoomed = False
    elif session.plane.has_keys:
        plane_showing.toggle_plane(session)


def stepping(by: int) -> Act:
    """The next or previous step of a lesson, or match of the search that is open. A step may open a screen."""
    return plainly(partial(step_or_match, by=by))


def step_or_match(session: Session, by: int) -> Request | None:
    """Go `by` matches on in the search that is open, or else `by` steps in the lesson; the view that it opens."""
    if session.search is not None:
        moving.next_match(session, by)
        return None
    if session.walk is None:
        raise Fault("no search is open and this is no lesson: / begins a search, o opens a lesson")
    opened = walking.go_on(session, by)
    if opened is None:
        return None
    if opened.show in ("heads", "table"):
        return Request(opened.show, of_step=True)
    kind, _, name = opened.show.partition(":")
    return Request("experiment", name, of_step=True) if kind == "experiment" else None
