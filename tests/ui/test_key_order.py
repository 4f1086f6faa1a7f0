"""Keys that come in one burst, over screens that they open and close, do what they do one by one."""

import random

import pytest
from textual import events

from attn_tui.ui.key_order import LONGEST
from attn_tui.ui.screens.experiments.screen import ExperimentScreen
from tests.session.lessons import CRANE
from tests.ui.driving import Driven, driving, in_words

SHOWS = ["", 'show = "table"', 'show = "experiment:online-softmax"', ""]
BURSTS = [
    ["x", "3", "right", "5", "enter"],
    ["x", "5", "escape", "tab", "down"],
    ["x", "down", "down", "down", "down", "enter", "n", "n", "N"],
    ["o", *"two-tok", "enter", "tab", "down"],
    ["o", "escape", "tab", "right", *"7.5", "enter"],
    ["?", "escape", "tab", "down", "?", "q", "tab"],
    ["e", "down", "enter", "tab", "e", "escape", "left"],
    ["Z", "pagedown", "q", "tab", "down", "x", "1", "escape", "x", "2", "escape", "right"],
    ["o", *"no-such-file.toml", "enter", "escape", "down"],
    [":", *"experiment cost", "enter", "right", "escape", "m"],
]


def state(driven: Driven) -> tuple:
    """Where the keys have led: the screens, the session, the controls of an experiment."""
    session, screen = driven.session, driven.app.screen
    values = tuple(screen.panel.values.items()) if isinstance(screen, ExperimentScreen) else ()
    names = tuple(type(one).__name__ for one in driven.app.screen_stack)
    return (
        names,
        values,
        session.problem.name,
        session.pane,
        session.cell,
        repr(session.settings),
        session.problem.q.tolist(),
    )


async def both(keys: list[str]) -> tuple[tuple, tuple]:
    """The state after the keys in one burst, and after the same keys one by one."""
    found = []
    for parts in ([keys], [[key] for key in keys]):
        async with driving("crane-lifted-steel") as driven:
            for part in parts:
                await driven.press(*part)
            found.append(state(driven))
    return found[0], found[1]


@pytest.mark.parametrize("keys", BURSTS, ids=" ".join)
async def test_a_burst_over_screens_does_what_its_keys_do_one_by_one(keys: list[str]):
    at_once, one_by_one = await both(keys)
    assert at_once == one_by_one


@pytest.mark.parametrize("seed", range(6))
async def test_any_burst_does_what_its_keys_do_one_by_one(seed: int):
    drawn = random.Random(seed)
    keys = [key for _ in range(12) for key in drawn.choice(BURSTS)[: drawn.randint(1, 8)]]
    at_once, one_by_one = await both(keys)
    assert at_once == one_by_one


async def test_a_paste_keeps_its_place_among_keys():
    async with driving("crane-lifted-steel") as driven:
        for event in ("o", "two-tokens", "enter", "tab"):
            if len(event) > 5:
                driven.app.post_message(events.Paste(event))
            else:
                driven.app.post_message(events.Key(event, event if len(event) == 1 else None))
        await driven.pilot.pause()
        assert (driven.session.problem.title, driven.session.pane) == ("two tokens", "k")


async def test_the_steps_of_a_lesson_are_gone_through_in_one_burst(tmp_path):
    path = tmp_path / "over.toml"
    steps = "".join(
        f'[[step]]\ntitle = "{at}"\ntext = "x"\n{"" if at in (0, 3) else SHOWS[at]}\n' for at in range(4)
    )
    path.write_text(f"{CRANE}{steps}", encoding="utf-8")
    async with driving(str(path)) as driven:
        driven.app.replace_session(str(path))
        await driven.press("n", "n", "n", "N", "n", "tab")
        assert driven.session.walk is not None
        assert (driven.session.walk.at, driven.app.on_board, driven.session.pane) == (3, True, "k")


async def test_quitting_comes_after_the_keys_before_it():
    async with driving("crane-lifted-steel") as driven:
        await driven.press("x", "5", "escape", "5", "enter", "ctrl+q")
        assert in_words(driven.message) == "quit and lose 1 edit? y quits, Esc stays"


async def test_a_screen_that_does_not_answer_holds_keys_for_a_while_only(monkeypatch):
    async with driving("crane-lifted-steel") as driven:
        await driven.press("?")
        order, now = driven.app._key_order, [0.0]
        monkeypatch.setattr("attn_tui.ui.key_order.monotonic", lambda: now[0])
        monkeypatch.setattr(order, "_follow", lambda _: None)
        await driven.press("down", "escape")
        assert not driven.app.on_board
        now[0] = LONGEST + 0.1
        await driven.press("tab")
        assert driven.app.on_board
