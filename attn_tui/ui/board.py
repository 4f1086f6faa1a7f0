"""The board: the one widget that draws the session and hands it keys."""

from __future__ import annotations

from dataclasses import replace

from rich.segment import Segment
from textual import events
from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget

from attn_tui.acts import paste_text
from attn_tui.command import Request
from attn_tui.session.faults import Fault
from attn_tui.session.labels import cell_width
from attn_tui.session.plane.plane_editing import begin_drag, drag_to, end_drag
from attn_tui.session.plane.plane_showing import give_keys, select_mark
from attn_tui.session.selection import ALL_PANES
from attn_tui.session.session import Session
from attn_tui.ui.colour import has_braille
from attn_tui.ui.keys import press
from attn_tui.ui.looks import style_of
from attn_tui.ui.views.board_view import BoardView
from attn_tui.ui.views.changes import changed_spans
from attn_tui.ui.views.line import Line
from attn_tui.ui.views.sentence_view import word_at


class Board(Widget, can_focus=True):
    """Draws a session in the whole screen; after every key only the cells that changed are painted."""

    DEFAULT_CSS = "Board { width: 1fr; height: 1fr; }"
    ALLOW_SELECT = False

    def __init__(self, session: Session, colours: int) -> None:
        super().__init__()
        self.session = session
        if not has_braille():
            session.plane = replace(session.plane, plain=True)
        self.dragged = False
        self.colours = colours
        self.view = BoardView(colour=colours > 0)

    def get_line_filters(self) -> list[object]:  # type: ignore[override]  # none is needed: the styles are final
        return []

    def render_line(self, y: int) -> Strip:
        if not self.view.lines:
            self.view.draw(self.session, *self.size)
        return self._strip(self.view.lines[y]) if y < len(self.view.lines) else Strip.blank(self.size.width)

    def update(self) -> None:
        """Draw the session as it is now and paint the cells that differ from what was drawn before."""
        before = self.view.lines
        after = self.view.draw(self.session, *self.size)
        self.session.page = self.view.page
        if len(before) != len(after):
            self.refresh()
            return
        regions = [
            Region(left, y, right - left, 1)
            for y, (old, new) in enumerate(zip(before, after, strict=True))
            for left, right in changed_spans(old, new)
        ]
        if regions:
            self.refresh(*regions)

    def show(self, session: Session) -> None:
        """Draw another session, from its own selection on; whether the plane is drawn in characters stays."""
        session.plane = replace(session.plane, plain=self.session.plane.plain)
        self.session = session
        self.view = BoardView(colour=self.colours > 0)
        self.on_resize()

    def on_resize(self) -> None:
        """Draw everything anew at the new size; what is being typed stays."""
        self.view.draw(self.session, *self.size)
        self.session.page = self.view.page
        self.refresh()

    def take(self, event: events.Key | events.Paste) -> Request | None:
        """Do what a key or a paste by the terminal does, and show it; what only the program can do is given back."""
        if isinstance(event, events.Key):
            request = press(self.session, event.key, event.character)
        else:
            request = self._paste(event.text)
        self.update()
        return request

    def _paste(self, text: str) -> None:
        self.session.say("")
        try:
            paste_text(self.session, text)
        except Fault as fault:
            self.session.say_fault(str(fault))

    def on_click(self, event: events.Click) -> None:
        """Select the cell or the word under the mouse."""
        if self.dragged or self._is_typed_in():
            return
        for pane in ALL_PANES:
            view = self.view.panes.get(pane)
            if view is not None and (cell := view.cell_at(event.x, event.y)) is not None:
                self.session.anchor = None
                give_keys(self.session, False)
                self.session.select(pane, *cell)
        self._click_plane(event.x, event.y)
        self._click_word(event.x, event.y)
        self.update()

    def on_mouse_down(self, event: events.MouseDown) -> None:
        """Take hold of the arrow's tip in the plane."""
        plane, self.dragged = self.view.plane, False
        if plane is None or plane.picture is None or self._is_typed_in():
            return
        if event.button == 1 and plane.is_tip(event.x, event.y):
            begin_drag(self.session, plane.picture.bounds)
            self.capture_mouse()
            self.update()

    def on_mouse_move(self, event: events.MouseMove) -> None:
        """Move the arrow that is held to where the mouse is."""
        plane = self.view.plane
        if self.session.plane.drag is None or plane is None:
            return
        if (point := plane.point_at(event.x, event.y)) is not None:
            self.dragged = True
            try:
                drag_to(self.session, *point)
            except Fault as fault:
                self.session.say_fault(str(fault))
            self.update()

    def on_mouse_up(self) -> None:
        """Let go of the arrow; the drag is one undo step."""
        if self.session.plane.drag is not None:
            self.release_mouse()
            end_drag(self.session)
            self.update()

    def _is_typed_in(self) -> bool:
        """Whether a line is being typed or a question waits, which a click leaves alone."""
        session = self.session
        lines = (session.editor, session.seeking, session.answering, session.command, session.question)
        return any(line is not None for line in lines)

    def _click_plane(self, x: int, y: int) -> None:
        plane = self.view.plane
        if plane is not None and plane.has(x, y):
            give_keys(self.session, True)
            if (key := plane.key_at(x, y)) is not None:
                select_mark(self.session, key)

    def _click_word(self, x: int, y: int) -> None:
        place = self.view.layout
        if place is None:
            return
        word = word_at(self.session, place.width, place.sentence.height, x, y - place.sentence.y)
        if word is not None:
            self.session.select_on("i" if self.session.problem.self_attention else "j", word)

    def _strip(self, line: Line) -> Strip:
        segments = [Segment(span.text, style_of(span.look, self.colours)) for span in line]
        return Strip(segments, sum(cell_width(span.text) for span in line))
