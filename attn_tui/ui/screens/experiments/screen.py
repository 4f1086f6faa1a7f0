"""The screen of an experiment: it runs in slices of a few milliseconds, and every key is answered in between."""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.screen import ModalScreen
from textual.timer import Timer

from attn_tui.files.experiments.report import report_as
from attn_tui.session.faults import Fault
from attn_tui.session.labels import plain
from attn_tui.session.line_edit import LineEdit
from attn_tui.session.selection import PANE_NAMES
from attn_tui.ui.copying import copy_out
from attn_tui.ui.screens.experiments.controls import Choice, Control, Panel
from attn_tui.ui.screens.experiments.page import Page, page_lines
from attn_tui.ui.screens.experiments.run import OWN, RANDOM, Experiment, Own, Run
from attn_tui.ui.screens.paper import Paper
from attn_tui.ui.views.line import Line

SLICE = 0.008
"""Seconds of work after which keys are looked at again."""
FRAME = 0.1
"""Seconds between two drawings of what is under way; a key is answered at once."""
_LESSON = {"n": "next", "N": "previous", "Q": "answer"}
"""The command of each key that goes back to the board where a lesson's step opened the screen."""
NUMBERS = Choice("numbers", (RANDOM, OWN), RANDOM)


class ExperimentScreen(ModalScreen[str | None]):
    """One experiment, on random numbers or on those of the problem on the screen.

    Where a lesson's step opens it, `step_at(width, most)` has the step, which stands at the top, and the keys of a
    lesson are the lesson's: the screen then gives the name of the command that is to follow on the board.
    """

    AUTO_FOCUS: ClassVar[str | None] = None
    ALLOW_SELECT: ClassVar[bool] = False

    def __init__(
        self,
        experiment: Experiment,
        own: Own,
        colours: int,
        *,
        characters: bool = False,
        step_at: Callable[[int, int], list[Line]] | None = None,
    ) -> None:
        super().__init__()
        self.experiment = experiment
        self.state = "paused"
        self.run: Run | None = None
        self.panel = Panel((NUMBERS, *experiment.controls(None)), chosen=1)
        self._own = own
        self._step_at = step_at
        self._kept: tuple[Control, ...] = ()
        self._plain = characters
        self._said, self._is_fault = "", False
        self._first, self._hidden = 0, 0
        self._timer: Timer | None = None
        self._drawn_at = 0.0
        self.paper = Paper(self._lines, colours)

    def compose(self) -> ComposeResult:
        yield self.paper

    def on_mount(self) -> None:
        self.restart()

    def on_unmount(self) -> None:
        self._rest("stopped")

    def on_key(self, event: events.Key) -> None:
        """Do what the key does, and show it; once the screen is closed, nothing."""
        event.stop()
        event.prevent_default()
        if not self.is_current:
            return
        typed = event.character if event.is_printable else None
        self._say("")
        try:
            self._press(event.key, typed)
        except Fault as fault:
            self._say(str(fault), is_fault=True)
        self.show()

    def show(self) -> None:
        """Draw the page as it is now."""
        self._drawn_at = perf_counter()
        self.paper.update()

    # What is done

    def restart(self) -> None:
        """Begin anew with the controls as they stand. Where that can't be, there is a reason to read."""
        self._rest("stopped")
        self.run, self._first = None, 0
        try:
            self.run = self.experiment.start(self.panel.values, self._own if self._is_own else None)
        except Fault as fault:
            self._say(str(fault), is_fault=True)
        else:
            self.state = "paused"
            if self.run.begins:
                self.go_on()
        self.show()

    def go_on(self) -> None:
        """Run until the end, a pause or a stop."""
        if self.run is not None and self._timer is None:
            self.state = "running"
            self._timer = self.set_interval(self.run.interval, self.tick)

    def tick(self) -> None:
        """A slice of the work."""
        if self.run is None or self.state != "running":
            return
        until = perf_counter() + SLICE
        for _ in range(self.run.pace):
            if not self._advance():
                break
            if perf_counter() >= until:
                break
        if self.state != "running" or perf_counter() - self._drawn_at >= min(FRAME, self.run.interval * 2):
            self.show()

    def _advance(self) -> bool:
        """One step further, unless it is at its end or fails."""
        assert self.run is not None
        try:
            more = self.run.advance()
        except Exception as fault:
            self._say(f"internal fault ({plain(f'{type(fault).__name__}: {fault}')})", is_fault=True)
            self._rest("stopped")
            return False
        if not more:
            self._rest("finished")
        return more

    def _rest(self, state: str) -> None:
        """Do no more work, and write nothing."""
        self.state = state
        if self._timer is not None:
            self._timer.stop()
            self._timer = None

    # Keys

    def _press(self, key: str, typed: str | None) -> None:
        if self.panel.editor is not None:
            self._edit(self.panel.editor, key, typed)
        elif key in ("escape", "q"):
            self.dismiss()
        elif key in ("left", "right", "tab", "shift+tab") or typed in ("h", "l"):
            self.panel = self.panel.choosing(1 if key in ("right", "tab", "l") else -1)
        elif key in ("up", "down") or typed in ("j", "k"):
            self._take(self.panel.moved(1 if key in ("up", "k") else -1))
        elif key in ("pageup", "pagedown", "home", "end"):
            self._scroll(key)
        elif typed and typed in "0123456789.-":
            if isinstance(self.panel.control, Choice):
                self.panel.control.typed(typed)
            self.panel = Panel(self.panel.controls, self.panel.chosen, LineEdit.on(typed))
        else:
            self._command(" " if key == "space" else typed or key)

    def _edit(self, editor: LineEdit, key: str, typed: str | None) -> None:
        """What a key makes of the number being typed; one that can't be taken stays, with the reason."""
        if key in ("enter", "tab", "up", "down"):
            self._take(self.panel.typed())
        elif key in ("escape", "ctrl+c"):
            self.panel = Panel(self.panel.controls, self.panel.chosen)
        else:
            line = editor.key(key) or (editor.insert(typed) if typed else editor)
            self.panel = Panel(self.panel.controls, self.panel.chosen, line)

    def _command(self, name: str) -> None:
        if self._step_at is not None and name in _LESSON:
            self.dismiss(_LESSON[name])
            return
        act = {
            " ": self._pause, "enter": self._pause, "n": self._step, "N": self._back, "s": self._stop,
            ">": self._step, "<": self._back,
            "r": self.restart, "y": self._copy_csv, "Y": self._copy_text, "b": self._change_drawing,
        }.get(name)  # fmt: skip
        if act is None:
            raise Fault(f"the key {plain(name)} does nothing here: the last line has those that do")
        act()

    def _take(self, panel: Panel) -> None:
        """Let the controls stand so; what can go on with them does, anything else begins anew."""
        if panel.values[NUMBERS.name] == OWN:
            self._require_uncovered()
        before, self.panel = self.panel, panel
        if self._is_own != (before.values[NUMBERS.name] == OWN):
            kept = self._kept or self.experiment.controls(self._own)
            self._kept = before.controls[1:]
            self.panel = Panel((panel.controls[0], *kept))
        elif panel.values == before.values:
            raise Fault(f"{panel.control.name} is at {panel.control.shown}, which is as far as it goes")
        elif self.run is not None and self.run.follow(panel.values):
            if self.state == "finished":
                self.go_on()
            return
        self.restart()

    def _require_uncovered(self) -> None:
        """Fault where the problem's own numbers would tell of what a lesson's question covers."""
        told = [PANE_NAMES[pane] for pane in self.experiment.tells if pane in self._own.covered]
        if told:
            names = " and ".join([", ".join(told[:-1])] * (len(told) > 1) + told[-1:])
            raise Fault(f"own numbers would tell of {names}, covered until the step's question is answered")

    @property
    def _is_own(self) -> bool:
        return self.panel.values[NUMBERS.name] == OWN

    def _pause(self) -> None:
        if self.state == "running":
            self._rest("paused")
        elif self.state in ("finished", "stopped"):
            raise Fault(f"this run is {self.state}: r runs it again")
        else:
            self.go_on()

    def _step(self) -> None:
        """One step, and rest."""
        if self.state in ("finished", "stopped") or self.run is None:
            raise Fault(f"this run is {self.state}: r runs it again")
        self._rest("paused")
        self._advance()

    def _back(self) -> None:
        if self.run is None or not self.run.steps_back:
            raise Fault("this experiment goes forward only: r begins it again")
        self._rest("paused")
        self.run.back()

    def _stop(self) -> None:
        if self.state not in ("running", "paused"):
            raise Fault(f"this run is {self.state}: r runs it again")
        self._rest("stopped")

    def _scroll(self, key: str) -> None:
        page = max(1, self.paper.size.height // 2)
        to = {"pageup": self._first - page, "pagedown": self._first + page, "home": 0, "end": self._hidden}[
            key
        ]
        self._first = min(max(0, to), self._hidden)

    def _change_drawing(self) -> None:
        self._plain = not self._plain
        self._say("drawn in plain characters" if self._plain else "drawn in Braille dots")

    def _copy_csv(self) -> None:
        self._copy("csv")

    def _copy_text(self) -> None:
        self._copy("text")

    def _copy(self, form: str) -> None:
        report = None if self.run is None else self.run.report()
        if report is None:
            raise Fault("nothing was copied: there are no numbers yet")
        self._say(copy_out(self.app, report_as(form, report), f"copied as {form}"))

    def _say(self, text: str, *, is_fault: bool = False) -> None:
        self._said, self._is_fault = text, is_fault

    # What is shown

    def _lines(self, width: int, height: int) -> list[Line]:
        page = Page(
            self.experiment.title, self.panel, self.run, self.state, self._said, self._is_fault, self._plain,
            self._first, self._keys(), self._step_at,
        )  # fmt: skip
        lines, self._hidden = page_lines(page, width, height)
        return lines

    def _keys(self) -> list[tuple[str, str]]:
        """The keys that do something now, the most needed first."""
        if self.panel.editor is not None:
            return [("Enter", "takes it"), ("Esc", "gives up")]
        keys = [("Esc", "closes"), ("← →", "choose"), ("↑ ↓", "change")]
        if self.state == "running":
            keys += [("space", "pause"), ("s", "stop")]
        elif self.state == "paused":
            on, back = ("n", "N") if self._step_at is None else (">", "<")
            keys += [(f"{on} {back}" if self.run and self.run.steps_back else on, "step"), ("space", "run")]
        return [*keys, ("r", "restart"), ("y Y", "copy"), ("b", "dots")]
