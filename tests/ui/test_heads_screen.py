"""All heads on the screen: opened, walked, read, shown on the board, computed while keys are answered."""

from threading import Event

import numpy as np
import pytest

from attn_tui.files.presets.lesson import read_lesson
from attn_tui.files.sources import open_source
from attn_tui.session.computing import overview as overview_module
from attn_tui.session.computing.overview import Overview
from attn_tui.session.labels import cell_width
from attn_tui.session.problem import Problem, numbered
from attn_tui.ui.app import Explorer, session_for
from attn_tui.ui.screens import heads as heads_module
from attn_tui.ui.screens.heads import HeadsScreen
from attn_tui.ui.views.heat import glyph
from attn_tui.ui.views.line import text_of
from attn_tui.ui.views.tiles import grid_of
from tests.engine.slow import slow_attention
from tests.session.lessons import CRANE
from tests.ui.driving import Driven, driving, hostile_problem, nasty_problem

SIZES = [(80, 24), (120, 36), (60, 18), (50, 14), (30, 8)]


def many_heads(heads=32, kv_heads=8, T=40, d=4):
    drawn = np.random.default_rng(heads)
    tables = (drawn.normal(size=(count, T, d)) for count in (heads, kv_heads, kv_heads))
    words = numbered(T)
    return Problem("many", "many", *tables, words, words, numbered(d), numbered(d), numbered(heads))


def screen_of(driven) -> HeadsScreen:
    screen = driven.app.screen
    assert isinstance(screen, HeadsScreen)
    return screen


def lines_of(driven) -> list[str]:
    """What stands on the screen; each line takes exactly its width, and none has what could do harm."""
    paper = screen_of(driven).paper
    texts = [text_of(line) for line in paper.lines]
    assert {cell_width(text) for text in texts} == {paper.size.width}
    assert len(texts) == paper.size.height
    assert all(text.isprintable() for text in texts)
    return texts


def text(driven) -> str:
    return " ".join(" ".join(lines_of(driven)).split())


async def until(driven, condition):
    for _ in range(2000):
        if condition():
            return
        await driven.pilot.pause(0.01)
    raise AssertionError("\n".join(lines_of(driven)))


def titles(driven) -> list[str]:
    """The titles of the pictures in view, read from the lines above the pictures."""
    drawn = screen_of(driven)._drawn
    grid, found = drawn.grid, []
    for line in range(grid.lines):
        told = lines_of(driven)[drawn.top + line * (grid.high + 1)]
        for column in range(grid.columns):
            left = 1 + column * (grid.wide + 2)
            found.append(told[left : left + grid.wide].strip())
    return [title for title in found if title]


# Opened, walked, closed


PROBLEMS = {
    "two": "it-two-heads",
    "one": "crane-lifted-steel",
    "grouped": "grouped-heads",
    "multi-query": "multi-query",
    "many": many_heads(),
    "hostile": hostile_problem(),
    "nasty": nasty_problem(),
    "one word": many_heads(3, 1, 1),
}


@pytest.mark.parametrize("colours", [0, 256])
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("problem", PROBLEMS.values(), ids=PROBLEMS.keys())
async def test_it_fits_every_screen_whatever_the_problem(problem, size, colours):
    async with driving(problem, size, colours) as driven:
        await driven.press("H")
        assert lines_of(driven)[0].startswith("── All heads ")
        for key in ("right", "down", "tab", "G", "tab", "pageup", "j", "k", "h", "l", "home", "x"):
            await driven.press(key)
            lines_of(driven)
        await driven.press("escape")
        assert driven.app.on_board


async def test_enter_shows_the_chosen_head_and_the_mean_is_none():
    async with driving("it-two-heads") as driven:
        await driven.press("H")
        assert titles(driven) == ["mean of 2 heads", "▸head 0 meaning", "head 1 position"]
        await driven.press("left", "enter")
        assert "the mean of 2 heads is no head to be shown on the board" in text(driven)
        await driven.press("right", "right", "right", "enter")
        assert driven.app.on_board and driven.session.head == 1
        assert "head 1 (2 of 2) position" in driven.message
        await driven.press("H")
        assert titles(driven)[2] == "▸head 1 position"
        assert "head 1 position reads k1 and v0" in text(driven)


@pytest.mark.parametrize("key", ["escape", "q", "H"])
async def test_it_closes_and_the_board_is_as_it_was(key):
    async with driving("it-two-heads") as driven:
        before = driven.screen[:-2]
        await driven.press("H", "right", key)
        assert driven.app.on_board and driven.screen[:-2] == before


async def test_the_command_line_opens_it_and_takes_nothing_more():
    async with driving("it-two-heads") as driven:
        await driven.command("heads")
        assert isinstance(driven.app.screen, HeadsScreen)
        await driven.press("escape")
        await driven.command("heads 3")
        assert driven.app.on_board


async def test_one_head_is_shown_by_itself_without_a_mean():
    async with driving("crane-lifted-steel") as driven:
        await driven.press("H")
        assert titles(driven) == ["▸head 0"] and "mean of" not in text(driven)
        assert "1 head, 4×4 weights" in text(driven)


@pytest.mark.parametrize("size", [(80, 24), (120, 36), (50, 14)])
async def test_every_one_of_32_heads_is_reached_by_arrows(size):
    async with driving(many_heads(), size) as driven:
        await driven.press("H", "g")
        seen = []
        for at in range(33):
            assert screen_of(driven).chosen == at
            seen += [title for title in titles(driven) if title not in seen]
            await driven.press("right")
        assert [title.strip("▸").split()[0] for title in seen] == ["mean", *map(str, range(32))]
        columns = screen_of(driven)._drawn.grid.columns
        await driven.press("up")
        assert screen_of(driven).chosen == 32 - columns


async def test_a_click_chooses_the_picture_under_it():
    async with driving("it-two-heads") as driven:
        await driven.press("H")
        drawn = screen_of(driven)._drawn
        await driven.pilot.click(offset=(1 + 2 * (drawn.grid.wide + 2) + 3, drawn.top + 2))
        assert screen_of(driven).chosen == 2
        await driven.pilot.click(offset=(2, 0))
        assert screen_of(driven).chosen == 2


# What is drawn


def slow_heads(problem):
    group = len(problem.q) // len(problem.k)
    tables = (problem.q, problem.k, problem.v)
    return [
        slow_attention(
            problem.q[h].tolist(), problem.k[h // group].tolist(), problem.v[h // group].tolist(),
            d_v=tables[2].shape[2],
        )["weights"]
        for h in range(len(problem.q))
    ]  # fmt: skip


def expected_step(value, top):
    """The step of the heat, from its definition: 0 only for 0, else 1 … 9 by the share of the largest."""
    return 0 if value <= 0 else max(1, round(9 * value / top))


async def test_each_square_has_the_glyph_of_its_weight_on_one_scale():
    problem = open_source("grouped-heads")
    async with driving(problem, (80, 24), 0) as driven:
        await driven.press("H")
        weights = slow_heads(problem)
        mean = np.mean(weights, axis=0).tolist()
        top = max(max(max(row) for row in head) for head in weights)
        drawn = screen_of(driven)._drawn
        grid, shown = drawn.grid, lines_of(driven)
        down = max(1, grid.high // 4)
        assert f"{top:.3f} in every picture" in text(driven)
        for at, rows in enumerate([mean, *weights]):
            left = 1 + at * (grid.wide + 2)
            for i in range(4):
                line = shown[drawn.top + 1 + i * down][left : left + 8 * down]
                assert line == "".join(glyph(expected_step(rows[i][j], top)) * 2 * down for j in range(4))


async def test_half_blocks_have_the_colours_of_two_rows():
    problem = many_heads(2, 2, 20)
    async with driving(problem, (80, 24)) as driven:
        await driven.press("H")
        weights = slow_heads(problem)
        top = max(max(max(row) for row in head) for head in weights)
        drawn = screen_of(driven)._drawn
        grid = drawn.grid
        n = -(-20 // grid.wide)
        assert f"a square: the largest of {n}×{n} weights" in text(driven) or n == 1
        left = 1 + grid.wide + 2
        cells = []
        for span in screen_of(driven).paper.lines[drawn.top + 1]:
            cells += [(one, span.look) for one in span.text]
        blocks = [
            [
                max(weights[0][i][j] for i in range(r * n, r * n + n) for j in range(c, min(c + n, 20)))
                for c in range(0, 20, n)
            ]
            for r in (0, 1)
        ]
        for at, (upper, lower) in enumerate(zip(*blocks, strict=True)):
            a, b = expected_step(upper, top), expected_step(lower, top)
            character, look = cells[left + at]
            assert (character, look) == ((" ", f"heat.{a}") if a == b else ("▀", f"halves.{a}.{b}"))


async def test_who_reads_which_keys_is_drawn_and_the_order_and_the_bytes_are_told():
    async with driving("grouped-heads") as driven:
        await driven.press("H", "right")
        shown = lines_of(driven)
        (at,) = [at for at, line in enumerate(shown) if line.startswith(" query heads")]
        assert shown[at].split()[2:] == ["q0", "q1", "q2", "q3"]
        assert shown[at + 1].split()[2:] == ["└kv0┘", "└kv1┘"]
        for first, last, shared in (("q0", "q1", "└kv0┘"), ("q2", "q3", "└kv1┘")):
            left = shown[at].index(first)
            assert shown[at + 1][left:].startswith(shared) and shown[at].index(last) + 2 == left + len(shared)
        assert "query heads 0 1 2 3 read 0 0 1 1, not 0 1 0 1" in text(driven)
        # 2 heads × 4 tokens × (2 + 2) numbers × 8 bytes
        assert "kept K and V: 256 bytes in float64, and 512 with one of each a head (×2)" in text(driven)
        assert "h·T²·d_k = 4·4²·2 = 128 multiplications" in text(driven)
        assert "T²·(h·d_k) = 4²·(4·2) = 128" in text(driven)
        assert "exponentials, and weights to hold, 64 against 16" in text(driven)


async def test_what_has_no_room_is_told_after_tab():
    async with driving(many_heads()) as driven:
        await driven.press("H")
        assert "multiplications" not in text(driven) and "Tab more" in text(driven)
        await driven.press("tab", "tab")
        assert "32 heads of width 4: h·T²·d_k = 32·40²·4 = 204,800 multiplications" in text(driven)


async def test_many_groups_are_told_around_the_chosen_one():
    async with driving(many_heads()) as driven:
        await driven.press("H")
        assert "q0–q3 q4–q7" in text(driven) and "q28–q31" not in text(driven)
        await driven.press("G")
        assert "q28–q31" in text(driven) and "└─kv7─┘" in text(driven) and "q0–q3" not in text(driven)


@pytest.mark.parametrize("count", [1, 2, 3, 5, 13, 33, 200])
@pytest.mark.parametrize("room", [(79, 13), (119, 24), (30, 4), (60, 2), (200, 60)])
def test_a_grid_stays_inside_its_room(count, room):
    grid = grid_of(count, *room)
    assert grid.columns * (grid.wide + 2) - 2 <= room[0] or grid.columns == 1
    assert grid.lines == 1 or grid.lines * (grid.high + 1) <= room[1]


# Computed while keys are answered


@pytest.fixture
def slow_tiles(monkeypatch):
    """Small tiles, and a gate that each of them waits at."""
    gate = Event()
    compute = overview_module.compute

    def waiting(*arguments):
        assert gate.wait(20)
        return compute(*arguments)

    monkeypatch.setattr(overview_module, "AT_ONCE", 80)
    monkeypatch.setattr(overview_module, "compute", waiting)
    monkeypatch.setattr(heads_module, "BATCH", 0.0)
    return gate


async def test_it_answers_while_it_computes_can_be_stopped_and_goes_on(slow_tiles):
    async with driving(many_heads(3, 1, 20)) as driven:
        await driven.press("H")
        assert "0 of 20 rows, computing" in text(driven)
        await driven.press("right", "right")
        assert screen_of(driven).chosen == 3 and "nothing read yet" in text(driven)
        await driven.press("space")
        assert "0 of 20 rows, stopped" in text(driven) and "space go on" in text(driven)
        slow_tiles.set()
        assert not screen_of(driven).is_computing
        await driven.press("space")
        await until(driven, lambda: not screen_of(driven).is_computing)
        assert "rows, " not in lines_of(driven)[0] and "space" not in lines_of(driven)[-1]
        whole = Overview(driven.session.state)
        for part in whole.parts():
            whole.take(part)
        for one, other in zip(screen_of(driven).overview.thumbnails, whole.thumbnails, strict=True):
            assert one.rows == 20 and one.cells.tolist() == other.cells.tolist()


async def test_what_was_computed_is_kept_when_it_is_closed(slow_tiles):
    slow_tiles.set()
    async with driving(many_heads(3, 1, 20)) as driven:
        await driven.press("H")
        await until(driven, lambda: screen_of(driven).overview.rows > 0)
        overview, rows = screen_of(driven).overview, screen_of(driven).overview.rows
        await driven.press("escape", "escape", "H")
        assert screen_of(driven).overview is overview and overview.rows >= rows
        await until(driven, lambda: overview.is_whole)


async def test_a_fault_in_the_work_is_said_and_ends_it(monkeypatch):
    def breaks(*_arguments):
        raise ValueError("no\x1b[31m")

    monkeypatch.setattr(overview_module, "compute", breaks)
    async with driving("it-two-heads") as driven:
        await driven.press("H")
        assert "internal fault (ValueError: no\\x1b[31m)" in text(driven)
        await driven.press("escape")
        assert driven.app.on_board


# In a lesson


LESSON = f"""{CRANE}
[[step]]
title = "One"
[[step]]
title = "All of them"
text = "Look at **every** head."
show = "heads"
[[step]]
title = "Three"
ask = {{ question = "How much?", answer = 1 }}
hide = ["weights"]
[[step]]
title = "Four"
ask = {{ question = "And now?", answer = 1 }}
hide = ["output"]
show = "heads"
"""


def taught(size=(80, 24)):
    lesson = read_lesson(LESSON, "lesson", "lesson")
    return Explorer(session_for(lesson.problem, head=0, at=None, source="lesson", lesson=lesson), 256), size


async def test_a_step_opens_it_below_its_text_and_the_lesson_goes_on_from_it():
    app, size = taught()
    async with app.run_test(size=size) as pilot:
        driven = Driven(app, pilot)
        await driven.press("n")
        shown = lines_of(driven)
        assert shown[0].startswith("── All of them ") and "step 2 of 4" in shown[0]
        assert "Look at every head." in shown[1]
        assert any(line.startswith("── All heads ") for line in shown) and titles(driven) == ["▸head 0"]
        await driven.press("n")
        assert app.on_board and driven.session.walk.at == 2
        await driven.press("H")
        assert app.on_board
        assert "the weights are covered until the step's question is answered" in driven.message
        await driven.press("n")
        assert "And now?" in text(driven)
        await driven.press("N")
        assert app.on_board and driven.session.walk.at == 2
