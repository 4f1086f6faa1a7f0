"""The screens over the board, filled from the session, the one list of commands and the presets that ship."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Literal

from rich.segment import Segment

from attn_tui.command import Command
from attn_tui.commands import COMMANDS
from attn_tui.files.recent import recent
from attn_tui.files.shipped import About, read_about, shipped
from attn_tui.session.computing.all_heads import all_heads
from attn_tui.session.covers import require_all_uncovered
from attn_tui.session.explaining.lines_table import lines_table
from attn_tui.session.explaining.whole import whole_explanation
from attn_tui.session.jumping import target_name
from attn_tui.session.labels import plain
from attn_tui.session.lessons.walk import Walk
from attn_tui.session.lessons.walking import require_walk
from attn_tui.session.session import Session
from attn_tui.ui.looks import style_of
from attn_tui.ui.screens.explanation import ExplanationScreen
from attn_tui.ui.screens.help import HelpScreen
from attn_tui.ui.screens.help_lines import Section
from attn_tui.ui.screens.lines import Line
from attn_tui.ui.screens.mistakes import MistakesScreen
from attn_tui.ui.screens.picker import Entry, PickerScreen
from attn_tui.ui.screens.reading import ReadingScreen
from attn_tui.ui.screens.text import StepTextScreen, TextScreen
from attn_tui.ui.views.step_view import step_above, step_whole, whole_step

if TYPE_CHECKING:
    from attn_tui.ui.screens.decoding.screen import DecodingScreen
    from attn_tui.ui.screens.experiments.chooser import ChooserScreen
    from attn_tui.ui.screens.experiments.screen import ExperimentScreen
    from attn_tui.ui.screens.heads import HeadsScreen

INTRO = """\
Q, K and V on the left are yours to edit; scores, weights and output on the right follow at once. \
Rows ask (queries), columns answer (keys): a score is how well a question fits a key, a weight is that \
score's share of its row, and a row of the output is the values mixed by the row's weights. \
The formula in the first line shows what is in force. The line below it tells what the selected query reads. \
One selection runs through all panes: ▸ and ▾ mark its words, [ ] its number in each. The two lines under the \
panes say where the selected number comes from. `·` and -∞ are blocked, <.001 is small but not zero, \
≈ stands where a table's numbers are longer than their columns."""

LESSONS = (
    "five-pieces",
    "row-of-a-table",
    "soft-lookup",
    "why-the-scale",
    "two-heads",
    "no-reading-ahead",
    "self-and-cross",
    "what-it-costs",
    "what-goes-wrong",
    "check-yourself",
)
"""The lessons in the order in which they are best taken."""


def help_screen() -> HelpScreen:
    """Every key, section by section."""
    return HelpScreen(help_sections(), INTRO)


def explanation_screen(session: Session) -> ExplanationScreen:
    """The explanation of the selection, whole. Fault where it would tell of what a question covers."""
    require_all_uncovered(session, "the explanation is")
    named = partial(target_name, session)
    return ExplanationScreen("The explanation, whole", whole_explanation(session), named)


def heads_screen(session: Session, colours: int, walk: Walk | None = None) -> HeadsScreen:
    """All heads at once; `walk` is given where a lesson's step opens it. Fault where the weights are covered."""
    from attn_tui.ui.screens.heads import HeadsScreen

    step_at = None if walk is None else partial(step_above, walk)
    return HeadsScreen(session, all_heads(session), colours, step_at)


def mistakes_screen(session: Session) -> MistakesScreen:
    """Every mistake on the session's problem. Fault where it would tell of what a question covers."""
    require_all_uncovered(session, "the mistakes are")
    return MistakesScreen(session)


def decoding_screen(session: Session, colours: int) -> DecodingScreen:
    """The tokens of the head shown, one at a time. Fault where it can't be decoded."""
    from attn_tui.ui.screens.decoding.screen import DecodingScreen

    return DecodingScreen(session, colours)


def chooser_screen() -> ChooserScreen:
    """The list of all experiments."""
    from attn_tui.ui.screens.experiments import opening

    return opening.chooser_screen()


def experiment_screen(
    name: str, session: Session, colours: int, walk: Walk | None = None
) -> ExperimentScreen:
    """The experiment of this name; `walk` is given where a lesson's step opens it."""
    from attn_tui.ui.screens.experiments import opening

    return opening.experiment_screen(name, session, colours, walk)


def text_screen(
    session: Session, what: Literal["table", "text"], colours: int, walk: Walk | None = None
) -> ReadingScreen:
    """Every line of the computation, or a step's text; `walk` is given where a lesson's step opens it.

    Fault where it would tell of what a question covers, and for a step where there is no lesson.
    """
    title, lines = _text_about(session, what)
    if walk is None:
        return TextScreen(title, lines)

    def step_at(width: int) -> list[Line]:
        return [
            tuple(Segment(span.text, style_of(span.look, colours)) for span in line)
            for line in step_whole(walk, width)
        ]

    return StepTextScreen(f"step {walk.at + 1} of {len(walk.steps)}", step_at, title, lines)


def _text_about(session: Session, what: Literal["table", "text"]) -> tuple[str, list[str]]:
    if what == "text":
        walk = require_walk(session)
        return plain(walk.step.title), whole_step(walk)
    require_all_uncovered(session, "the explanation is")
    return "Every line, its shape and its numbers", lines_table(session)


def help_sections() -> list[Section]:
    """The commands by section, in the order of the list."""
    names = list(dict.fromkeys(command.section for command in COMMANDS))
    return [
        Section(name, [help_row(command) for command in COMMANDS if command.section == name])
        for name in names
    ]


def help_row(command: Command) -> tuple[str, str, str]:
    """Keys, the words of the command line, and what it does."""
    return command.keys_shown, f":{command.name} {command.argument}".rstrip(), command.help


def picker_screen(fault: str = "", typed: str = "") -> PickerScreen:
    """Lessons, presets and recent files, a line each."""
    return PickerScreen(entries(), fault=fault, typed=typed)


def entries() -> Sequence[Entry]:
    """Name, title, what to look for and origin: the lessons that ship in their order, the presets, recent files."""
    told = [(name, read_about(path)) for name, path in shipped()]
    places = {name: place for place, name in enumerate(LESSONS)}
    told.sort(key=lambda one: (one[1].steps == 0, places.get(one[0], len(places))))
    ours = [Entry(name, titled(about), about.about, about.source) for name, about in told]
    return [*ours, *(Entry(str(path), path.name, "opened before", str(path.parent)) for path in recent())]


def titled(about: About) -> str:
    """A title, which tells of a lesson that it is one and how long."""
    return f"Lesson, {about.steps} steps: {about.title}" if about.steps else about.title
