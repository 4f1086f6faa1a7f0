"""What the panes show, and how: the stage, what stands on the left and below the weights, digits, zoom."""

from __future__ import annotations

from attn_tui.session.computing.position_stage import changes, stage_name
from attn_tui.session.digits import DIGITS, Digits, digits_words
from attn_tui.session.edits.wording import require_projection
from attn_tui.session.faults import Fault
from attn_tui.session.labels import plain
from attn_tui.session.numbers import QUOTED
from attn_tui.session.selection import EDITABLE, MIXED, Pane
from attn_tui.session.session import Session
from attn_tui.session.stages import STAGE_TITLES, Stage, stages_of

_MIXED_WORDS: dict[Pane, str] = {
    "output": "the output of the head shown",
    "concat": "the outputs of all heads side by side",
    "result": "the result: the outputs of all heads, times W_O",
}
_BEHIND: dict[Pane, Pane] = {
    "q": "x",
    "k": "w_k",
    "v": "w_v",
    "x": "q",
    "w_q": "q",
    "w_k": "k",
    "w_v": "v",
    "w_o": "v",
}
"""Where the selection goes on the other level: from Q to the embeddings, from W_K to K."""


def next_stage(session: Session) -> None:
    """Pin the next stage of the score pane; below the weights, show the next of output, heads side by side, result."""
    if session.pane in MIXED:
        _next_mixed(session)
        return
    if changes(session.settings.position, session.pane):
        show_before(session, not session.shows_before)
        return
    stages = stages_of(session.settings)
    at = stages.index(session.stage) if session.stage in stages else -1
    _set_stage(session, stages[(at + 1) % len(stages)])


def stage_from(session: Session, text: str) -> None:
    """Pin the stage with this name, or show the pane of that name below the weights."""
    if text in MIXED:
        _show_mixed(session, next(pane for pane in MIXED if pane == text))
        return
    if text in ("before", "after"):
        show_before(session, text == "before")
        return
    stages = stages_of(session.settings)
    if text not in stages:
        raise Fault(f"there is no stage '{plain(text[:QUOTED])}' here: it is one of {', '.join(stages)}")
    _set_stage(session, stages[stages.index(text)])


def toggle_sources(session: Session) -> None:
    """Show X and the weights W on the left in place of Q, K and V, or these again."""
    require_projection(session)
    session.anchor = None
    session.shows_sources = not session.shows_sources
    if session.pane in EDITABLE:
        session.pane = _BEHIND[session.pane]
    shown = (
        "X and the weights that make Q, K and V"
        if session.shows_sources
        else "Q, K and V, which follow from X and W"
    )
    session.say(f"on the left: {shown}; L goes back")


def show_before(session: Session, before: bool) -> None:
    """Show the panes that the stage changes as they are before it, or after it. Fault where there is no stage."""
    position = session.settings.position
    if position == "none":
        raise Fault("no position is in force, so there is no before and after: :position rotary makes one")
    session.shows_before = before
    when, other = ("before", "after") if before else ("after", "before")
    read = "" if before else ", as the scores read them"
    session.say(f"Q and K are shown {when} {stage_name(position)}{read}: t shows {other}")


def _next_mixed(session: Session) -> None:
    there: list[Pane] = [pane for pane in MIXED if session.problem.has_pane(pane)]
    if len(there) == 1:
        raise Fault("one head and no W_O: its output is all there is below the weights")
    _show_mixed(session, there[(there.index(session.mixed) + 1) % len(there)])


def _show_mixed(session: Session, pane: Pane) -> None:
    if not session.problem.has_pane(pane):
        raise Fault(
            f"there is no {pane} here: this problem has no W_O" if pane == "result" else "there is one head"
        )
    session.show_pane(pane)
    session.say(f"below the weights: {_MIXED_WORDS[pane]}")


def _set_stage(session: Session, stage: Stage) -> None:
    session.stage = stage
    if session.stage == "auto":
        session.say("the score pane shows what softmax reads")
    else:
        session.say(f"the score pane shows: {STAGE_TITLES[session.stage].removeprefix('scores · ')}")


def next_digits(session: Session) -> None:
    """Show computed numbers with the next number of digits."""
    _set_digits(session, DIGITS[(DIGITS.index(session.digits) + 1) % len(DIGITS)])


def digits_from(session: Session, text: str) -> None:
    """Show computed numbers with the digits of this name."""
    if text not in DIGITS:
        raise Fault(f"'{plain(text[:QUOTED])}' names no digits: it is one of {', '.join(DIGITS)}")
    _set_digits(session, DIGITS[DIGITS.index(text)])


def _set_digits(session: Session, digits: Digits) -> None:
    session.digits = digits
    session.say(f"computed numbers are shown in {digits_words(digits)}")


def toggle_zoom(session: Session) -> None:
    """Give the active pane the whole screen, or give it back."""
    session.zoomed = not session.zoomed
