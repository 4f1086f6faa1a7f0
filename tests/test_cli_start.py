"""How the explorer is started: with which problem, cell and head, and what is done where there is no screen."""

import os
import subprocess
import sys
from dataclasses import dataclass, field
from io import BytesIO, TextIOWrapper
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from attn_tui.cli import main, terminal
from attn_tui.files.shipped import shipped

Capture = pytest.CaptureFixture[str]
CRANE = "crane-lifted-steel"


@dataclass
class Screen:
    """Stands for the screen: remembers what it was asked to show."""

    asked: list[tuple[Any, dict[str, Any]]] = field(default_factory=list)
    lessons: list[Any] = field(default_factory=list)

    def explore(self, problem: Any, *, lesson: Any, **asked: Any) -> int:
        self.lessons.append(lesson)
        self.asked.append((problem, asked))
        return 0

    shot = explore


@pytest.fixture
def screen(monkeypatch: pytest.MonkeyPatch) -> Screen:
    """A terminal that can show the explorer."""
    shown = Screen()
    for name, function in (("app", "explore"), ("shot", "shot")):
        module = ModuleType(f"attn_tui.ui.{name}")
        setattr(module, function, getattr(shown, function))
        monkeypatch.setitem(sys.modules, module.__name__, module)
    monkeypatch.setattr(terminal, "why_no_screen", lambda: None)
    return shown


def test_with_no_words_the_first_lesson_opens_on_its_first_step(screen: Screen):
    assert main([]) == 0
    problem, asked = screen.asked[0]
    assert problem.query_tokens == ("the", "crane", "lifted", "steel")
    assert asked == {"head": 0, "at": None, "source": "five-pieces"}
    assert screen.lessons[0].steps[0].scene.problem is problem


def test_options_change_the_step_that_a_lesson_opens_on(screen: Screen):
    assert main(["five-pieces", "--mask", "causal", "--edit", "q[crane,animal]=2"]) == 0
    first, second, *_ = screen.lessons[0].steps
    assert len(first.scene.problem.settings.mask) == 1
    assert first.scene.problem.q[0, 1, 0] == 2
    assert (second.scene.problem.settings.mask, second.scene.problem.q[0, 1, 0]) == ((), 0.7)


def test_a_preset_is_no_lesson(screen: Screen):
    assert main([CRANE]) == 0
    assert screen.lessons == [None]
    assert screen.asked[0][1] == {"head": 0, "at": None, "source": CRANE}


def test_options_come_before_or_after_the_source(screen: Screen):
    words = [
        "--head",
        "1",
        "it-two-heads",
        "--mask=causal",
        "--at",
        "weights[it,animal]",
        "--edit",
        "q[it,0]=-1",
    ]
    assert main(words) == 0
    problem, asked = screen.asked[0]
    assert asked == {"head": 1, "at": ("weights", 7, 1), "source": "it-two-heads"}
    assert problem.q[1, 7, 0] == -1
    assert len(problem.settings.mask) == 1


def test_rows_select_the_first_of_them(screen: Screen):
    main([CRANE, "--rows", "2:4"])
    main([CRANE, "--rows", "2:4", "--at", "v[1,1]"])
    assert [asked["at"] for _, asked in screen.asked] == [("q", 2, 0), ("v", 1, 1)]


def test_an_option_may_stand_before_the_command(capsys: Capture):
    assert main(["--head", "1", "trace", "it-two-heads", "--rows", "0:1", "--format", "csv"]) == 0
    assert capsys.readouterr().out.startswith("stage,row,column,value\n")


def test_new_begins_with_zeros_under_the_options(screen: Screen):
    assert main(["new", "--tokens", "i like cats", "--columns", "fur, legs", "--mask", "causal"]) == 0
    problem, asked = screen.asked[0]
    assert problem.query_tokens == ("i", "like", "cats")
    assert problem.columns == ("fur", "legs")
    assert problem.q.shape == (1, 3, 2)
    assert not problem.q.any()
    assert problem.settings.mask
    assert asked["source"] == "new"


def test_a_shot_is_asked_for_with_size_and_keys(screen: Screen):
    assert main(["shot", CRANE, "-o", "a.svg", "--size", "80x24", "--keys", "m s  right", "--head", "0"]) == 0
    assert screen.asked[0][1] == {
        "head": 0, "at": None, "source": CRANE, "size": (80, 24), "keys": ["m", "s", "right"], "output": Path("a.svg"),
    }  # fmt: skip


def test_without_a_terminal_the_trace_is_printed_and_said_to_be(capsys: Capture):
    assert main([CRANE, "--mask", "causal"]) == 0
    out, err = capsys.readouterr()
    assert err == "attn-tui: standard output is no terminal: here is the trace in place of the explorer\n"
    assert main(["trace", CRANE, "--mask", "causal"]) == 0
    assert capsys.readouterr().out == out


class Terminal(TextIOWrapper):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("lacking", "term", "reason"),
    [
        (None, "xterm-256color", None),
        ("stdout", "xterm-256color", "standard output is no terminal"),
        ("stderr", "xterm-256color", "standard error, which draws the screen, is no terminal"),
        ("stdin", "xterm-256color", "no terminal can be opened for keys"),
        (None, "dumb", "TERM is dumb"),
        (None, None, "TERM is not set"),
    ],
)
def test_a_screen_needs_three_streams_and_a_terminal_that_can_draw(
    lacking: str | None, term: str | None, reason: str | None, monkeypatch: pytest.MonkeyPatch
):
    for name in ("stdin", "stdout", "stderr"):
        kind = TextIOWrapper if name == lacking else Terminal
        monkeypatch.setattr(sys, name, kind(BytesIO()))
    if term is None:
        monkeypatch.delenv("TERM", raising=False)
    else:
        monkeypatch.setenv("TERM", term)
    assert terminal.why_no_screen() == reason


@pytest.mark.parametrize(("given", "left"), [("", None), ("1", "1")])
def test_only_an_empty_no_color_is_taken_away(given: str, left: str | None, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("NO_COLOR", given)
    terminal.prepare()
    assert os.environ.get("NO_COLOR") == left


def test_what_the_user_set_stays_set(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("TEXTUAL_ANIMATIONS", "full")
    monkeypatch.delenv("OPENBLAS_NUM_THREADS", raising=False)
    terminal.prepare()
    assert os.environ["TEXTUAL_ANIMATIONS"] == "full"
    assert os.environ["OPENBLAS_NUM_THREADS"] == "1"


PIPED = """
import os, sys, types
os.open(sys.argv[1], os.O_RDWR)  # the first terminal that a new session opens is its controlling one
app = types.ModuleType("attn_tui.ui.app")
def explore(problem, **asked):
    print(asked["source"], problem.title, os.read(0, 9).decode().strip(), flush=True)
    return 0
app.explore = explore
sys.modules["attn_tui.ui.app"] = app
from attn_tui.cli import main
sys.exit(main(["-"]))
"""


def test_after_a_pipe_was_read_keys_come_from_the_terminal():
    outer, inner = os.openpty()
    try:
        os.write(outer, b"key\n")
        done = subprocess.run(
            [sys.executable, "-c", PIPED, os.ttyname(inner)],
            input=dict(shipped())[CRANE].read_bytes(),
            env={**os.environ, "TERM": "xterm-256color"},
            stdout=inner,
            stderr=inner,
            start_new_session=True,
            check=False,
        )
        shown = os.read(outer, 4096).decode()
    finally:
        os.close(outer)
        os.close(inner)
    assert done.returncode == 0, shown
    assert "- the crane lifted steel key" in shown
