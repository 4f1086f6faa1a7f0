"""From a key to what it does: the line being typed takes it first, then the question asked, then the commands."""

from __future__ import annotations

from attn_tui.command import Request
from attn_tui.commands import BY_KEY, KEYS_IN_PLANE, TYPED, run
from attn_tui.session import moving
from attn_tui.session.edits import editing
from attn_tui.session.faults import Fault
from attn_tui.session.labels import plain
from attn_tui.session.lessons import asking
from attn_tui.session.line_edit import LineEdit
from attn_tui.session.session import Session
from attn_tui.ui.command_line import press_in

_COMMITS = {"enter": (1, 0), "tab": (0, 1), "shift+tab": (0, -1), "down": (1, 0), "up": (-1, 0)}
_ELSEWHERE = {"ctrl+c": "ctrl+c does nothing here: q quits, y copies", "ctrl+z": "u takes back the last edit"}
_GIVES_UP = ("escape", "ctrl+c")


def press(session: Session, key: str, character: str | None) -> Request | None:
    """Do what the key does. `key` is Textual's name of it, `character` what it types, if anything."""
    typed = character if character and character.isprintable() else None
    if session.command is not None:
        return press_in(session, session.command, key, typed)
    if session.editor is not None:
        _edit(session, key, typed)
    elif session.seeking is not None:
        _seek(session, key, typed)
    elif session.answering is not None:
        _reply(session, session.answering, key, typed)
    elif session.question is not None:
        return _answer(session, key, typed)
    else:
        return _command(session, key, typed)
    return None


def _command(session: Session, key: str, typed: str | None) -> Request | None:
    name = key if key == "space" or typed is None else typed
    in_plane = session.plane.has_keys
    command = (KEYS_IN_PLANE if in_plane else BY_KEY).get(name)
    if command is None:
        where = "in the plane: Tab gives the panes the keys" if in_plane else "here: ? lists the keys"
        session.say_fault(_ELSEWHERE.get(key) or f"the key {plain(typed or key)} does nothing {where}")
        return None
    return run(session, command, name if command.argument and name in TYPED else "")


def _edit(session: Session, key: str, typed: str | None) -> None:
    assert session.editor is not None
    if key in _COMMITS:
        editing.commit_edit(session, *_COMMITS[key])
    elif key in _GIVES_UP:
        editing.give_up_edit(session)
    elif (line := session.editor.key(key)) is not None:
        session.editor = line
    elif typed:
        session.editor = session.editor.insert(typed)


def _seek(session: Session, key: str, typed: str | None) -> None:
    assert session.seeking is not None
    if key == "enter":
        text, session.seeking = session.seeking.text, None
        try:
            moving.search(session, text)
        except Fault as fault:
            session.say_fault(str(fault))
    elif key in _GIVES_UP:
        session.seeking = None
    elif (line := session.seeking.key(key)) is not None:
        session.seeking = line
    elif typed:
        session.seeking = session.seeking.insert(typed)


def _reply(session: Session, answering: LineEdit, key: str, typed: str | None) -> None:
    """What a key makes of the answer to a lesson's question; one that can't be read stays, with the reason said."""
    session.say("")
    if key == "enter":
        try:
            asking.answer(session, answering.text)
        except Fault as fault:
            session.say_fault(str(fault))
    elif key in _GIVES_UP:
        session.answering = None
    elif (line := answering.key(key)) is not None:
        session.answering = line
    elif typed:
        session.answering = answering.insert(typed)


def _answer(session: Session, key: str, typed: str | None) -> Request | None:
    question = session.question
    assert question is not None
    if typed in ("y", "Y"):
        session.question = None
        try:
            answer = question.yes(session)
        except Fault as fault:
            session.say_fault(str(fault))
            return None
        return answer if isinstance(answer, Request) else None
    if typed in ("n", "N") or key in _GIVES_UP or typed == "q":
        session.question = None
        session.say("left as it is")
    return None
