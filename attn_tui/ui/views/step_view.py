"""A lesson's step: its title, which one it is, and its text; and the question, with the line that answers it."""

from __future__ import annotations

from collections.abc import Sequence

from attn_tui.session.labels import cell_width, plain
from attn_tui.session.lessons.asking import question_pieces, question_words
from attn_tui.session.lessons.goals import goal_status
from attn_tui.session.lessons.lesson import Ask
from attn_tui.session.lessons.markdown import Piece, inline_lines, markdown_lines
from attn_tui.session.lessons.walk import Walk
from attn_tui.session.line_edit import LineEdit
from attn_tui.session.selection import AXES, Pane
from attn_tui.session.session import Session
from attn_tui.ui.views.line import Line, Span, around_cursor, fitted, line_width
from attn_tui.ui.views.panes_there import panes_there

MARGIN = 2
_LOOKS = {"text": "text", "em": "text.em", "strong": "text.strong", "code": "text.code"}
_MORE = "… ; shows the whole text"
_ON_BOARD = "… Esc, and then ; shows the whole text"


def step_lines(walk: Walk, width: int, height: int) -> list[Line]:
    """The step in exactly `height` lines of `width` cells; where its text has no room, the last line says so."""
    body = _body(walk, width, height - 1)
    if len(body) > height - 1:
        body = [*body[: height - 2], [Span(" " * MARGIN), Span(_MORE, "label")]]
    lines = [step_title(walk, width), *(fitted(line, width) for line in body)]
    return (lines + [fitted([], width)] * (height - len(lines)))[:height]


def step_above(walk: Walk, width: int, most: int) -> list[Line]:
    """The step above what it opens over the board: its title, its text and the question that waits, in `most` lines."""
    told = [step_title(walk, width, "n N "), *_asking(walk, _told(walk, width), width)]
    if len(told) > most:
        told = [*told[: most - 1], [Span(" " * MARGIN), Span(_ON_BOARD, "label")]]
    return [fitted(line, width) for line in told[:most]]


def step_whole(walk: Walk, width: int) -> list[Line]:
    """The step as the beginning of a text: its title in the first line, its text, the question that waits."""
    return _asking(walk, _titled(walk), width)


def _asking(walk: Walk, text: str, width: int) -> list[Line]:
    """The text, and below it the question while it waits."""
    room = max(width - 2 * MARGIN, 8)
    lines = [[Span(" " * MARGIN), *map(_span, line)] for line in markdown_lines(text, room, spaced=False)]
    ask = walk.step.ask
    if ask is not None and walk.waits:
        lines += [[Span(" " * MARGIN), *spans(line, "asked")] for line in inline_lines(asked(ask), room)]
    return lines


def asked(ask: Ask) -> list[Piece]:
    """The question, its choices and the key that answers it."""
    return [*question_pieces(ask), Piece("  (Q answers)")]


def spans(line: Sequence[Piece], look: str) -> Line:
    """A piece of a question or of a reply as it is drawn: emphasis is underlined, code is as in a text."""
    looks = {"em": f"{look}.em", "code": _LOOKS["code"]}
    return [Span(text, looks.get(kind, look)) for text, kind in line]


def lines_needed(walk: Walk, width: int) -> int:
    """The lines that the step takes with its title, paragraphs close together, and with what an answer was told."""
    told = markdown_lines(_told(walk, width), width - 2 * MARGIN, spaced=False)
    return 1 + len(told) + len(_reply(walk, width))


def tells_reply(walk: Walk, said: str, width: int, height: int) -> bool:
    """Whether `said` is what the answer was told, and the step has room for it beside its title and a line."""
    if not is_reply(walk, said) or is_reply_below(walk, width, height):
        return False
    return len(_reply(walk, width)) + 2 <= height


def is_reply(walk: Walk, said: str) -> bool:
    """Whether `said` is what the last answer to the step's question was told."""
    return walk.reply is not None and said == plain(walk.reply.said)


def is_reply_below(walk: Walk, width: int, height: int) -> bool:
    """Whether the answer was told a line for which the text leaves no room, so that it stands in the message area."""
    reply = _reply(walk, width)
    told = markdown_lines(_told(walk, width), max(width - 2 * MARGIN, 8), spaced=False)
    return len(reply) == 1 and len(told) + 2 > height


def step_title(walk: Walk, width: int, keys: str = "") -> Line:
    """`── Scale ───────── step 2 of 7 ──`; a title that has no room is left to the text.

    `keys` stand before which step it is where there is room for them as well.
    """
    where = _where(walk, width)
    left: Line = []
    if _title_fits(walk, width):
        fits = cell_width(plain(walk.step.title) + keys + where) + 9 <= width
        where = keys * fits + where
        left = [Span("── ", "title"), Span(plain(walk.step.title), "text.strong"), Span(" ", "title")]
    fill = "─" * max(width - line_width(left) - cell_width(where) - 4, 0)
    return fitted([*left, Span(f"{fill} {where} ──", "title")], width, "title", "─")


def _where(walk: Walk, width: int) -> str:
    where = f"step {walk.at + 1} of {len(walk.steps)}"
    return where if cell_width(where) + 10 <= width else f"{walk.at + 1}/{len(walk.steps)}"


def _title_fits(walk: Walk, width: int) -> bool:
    return cell_width(plain(walk.step.title)) + cell_width(_where(walk, width)) + 9 <= width


def _told(walk: Walk, width: int) -> str:
    """The text, below its title where that does not fit the rule."""
    text = walk.step.text
    return text if _title_fits(walk, width) else _titled(walk)


def _titled(walk: Walk) -> str:
    return f"# {' '.join(walk.step.title.split())}\n{walk.step.text}"


def _body(walk: Walk, width: int, height: int) -> list[Line]:
    """The text, and below it what the answer was told; where both have no room the latter comes first.

    A reply of one line then stands in the message area, and leaves the text whole.
    """
    reply = _reply(walk, width)
    lines: list[Line] = []
    for spaced in (True, False):
        pieces = markdown_lines(_told(walk, width), max(width - 2 * MARGIN, 8), spaced)
        lines = [[Span(" " * MARGIN), *map(_span, line)] for line in pieces]
        if len(lines) + spaced * bool(reply) + len(reply) <= height:
            return [*lines, *[[]] * (spaced * bool(reply)), *reply]
    return lines if len(reply) == 1 else reply + lines


def _reply(walk: Walk, width: int) -> list[Line]:
    """What the last answer to the step's question was told."""
    if walk.reply is None:
        return []
    told = inline_lines(walk.reply.told, max(width - 2 * MARGIN, 8))
    return [[Span(" " * MARGIN), *spans(line, "reply")] for line in told]


def _span(piece: Piece) -> Span:
    return Span(piece.text, _LOOKS[piece.kind])


def row_given_up(session: Session, walk: Walk) -> int:
    """Which pair of panes, from the top, makes room for the step: never the weights' nor the active pane's.

    Where both others could, it is the one that the step's question and goal do not look at, else the last.
    """
    row_of = panes_there(session).row_of
    active = row_of(session.pane)
    free = [row for row in (2, 0) if row != active]
    step = walk.step
    cells = [step.ask.cell if step.ask else None, step.goal.cell if step.goal else None]
    looked_at = {row_of(cell[0]) for cell in cells if cell is not None}
    looked_at |= {row_of(pane) for pane in (step.goal.only if step.goal else ())}
    return next((row for row in free if row not in looked_at), free[0])


def lesson_line(session: Session, walk: Walk, width: int, is_below: bool) -> tuple[list[Piece], str]:
    """What the message area says when nothing else is to be said, and its look: the question, the goal, or how on.

    Where the reply stands there (`is_below`), how on follows it if both fit `width`.
    """
    ask, reply, goal = walk.step.ask, walk.reply, goal_status(session)
    if ask is not None and reply is None:
        return asked(ask), "asked"
    if goal:
        return [Piece(goal)], "asked"
    if reply is None:
        return [], "message"
    how = "n goes on" if reply.is_right else "Q answers again, n goes on"
    if not is_below:
        return [Piece(f"answered {'right' if reply.is_right else 'wrong'}: {how}")], "message"
    fits = cell_width(f" {reply.said}  ({how})") <= width
    return [*reply.told, *[Piece(f"  ({how})")] * fits], "reply"


def answer_line(answering: LineEdit, width: int) -> Line:
    """The answer being typed."""
    return fitted([Span(f" answer: {around_cursor(answering, width - 9)}", "edit")], width)


def whole_step(walk: Walk) -> list[str]:
    """The step's text, its question and what the answer was told, to be read on a screen of its own."""
    lines = ["".join(piece.text for piece in line) for line in markdown_lines(walk.step.text, 76)]
    ask, reply = walk.step.ask, walk.reply
    lines += [] if ask is None else ["", question_words(ask)]
    return lines if reply is None else [*lines, "", plain(reply.said)]


def covered_lines(session: Session, pane: Pane, title: Line, width: int, height: int) -> list[Line]:
    """A pane of which only the title and the labels are told until the question is answered."""
    row_axis = AXES[pane][0]
    rows = max(min(height - 2, session.size(row_axis)), 0)
    told = " answer first: Q "
    shade = "░" * max((width - cell_width(told)) // 2 - 1, 0)
    middle = fitted([Span(f" {shade}{told}{shade}", "title")], width)
    plain_row = fitted([Span(" " + "░" * max(width - 2, 0), "title")], width)
    lines = [title, fitted([], width)]
    lines += [middle if at == (rows - 1) // 2 else plain_row for at in range(rows)]
    return (lines + [fitted([], width)] * (height - len(lines)))[:height]
