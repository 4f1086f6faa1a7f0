"""Only what changed is painted, and only what is in view is written."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from attn_tui.session import digits
from attn_tui.session.labels import cell_width
from attn_tui.ui.views.changes import changed_spans
from attn_tui.ui.views.line import Span
from tests.ui.driving import Desk, Driven, driving, long_problem


class Painted:
    """The regions that the board was told to paint, key by key."""

    def __init__(self, driven: Driven, monkeypatch) -> None:
        self.driven = driven
        self.calls: list[tuple] = []
        refresh = driven.app.board.refresh

        def recorded(*regions, **how):
            self.calls.append(regions)
            return refresh(*regions, **how)

        monkeypatch.setattr(driven.app.board, "refresh", recorded)

    async def by(self, *keys: str) -> list[tuple]:
        """What these keys had painted."""
        await self.driven.pilot.pause()
        self.calls.clear()
        await self.driven.press(*keys)
        return list(self.calls)


def area(calls: list[tuple]) -> int:
    return sum(region.area for regions in calls for region in regions)


async def test_moving_the_cell_paints_few_cells_and_never_everything(monkeypatch):
    async with driving("crane-lifted-steel") as driven:
        painted = Painted(driven, monkeypatch)
        await painted.by("down", "up")
        for key in ("right", "left"):
            calls = await painted.by(key)
            assert () not in calls
            assert 0 < area(calls) < 150
        calls = await painted.by("down")
        assert () not in calls
        assert 0 < area(calls) < 400


@pytest.mark.parametrize("key", ["up", "left", "home", "g", "pageup"])
async def test_a_key_that_changes_nothing_paints_nothing(key, monkeypatch):
    async with driving("crane-lifted-steel") as driven:
        painted = Painted(driven, monkeypatch)
        await painted.by("down", "up")
        assert await painted.by(key) == []


async def test_every_key_paints_regions_and_never_the_whole_board(monkeypatch):
    async with driving("it-two-heads") as driven:
        painted = Painted(driven, monkeypatch)
        for key in [
            "5",
            "enter",
            "m",
            "s",
            "w",
            "t",
            "f",
            "tab",
            "z",
            "z",
            "]",
            "G",
            "u",
            ":",
            "escape",
            "/",
            "escape",
        ]:
            assert () not in await painted.by(key), key


async def test_what_is_painted_is_what_differs(monkeypatch):
    async with driving("crane-lifted-steel") as driven:
        painted = Painted(driven, monkeypatch)
        before = driven.strips
        calls = await painted.by("down")
        (regions,) = calls
        covered = {(x, region.y) for region in regions for x in range(region.x, region.right)}
        differ = {
            (x, y)
            for y, (old, new) in enumerate(zip(before, driven.strips, strict=True))
            for x in range(80)
            if old[x] != new[x]
        }
        assert differ <= covered


def test_a_long_problem_has_no_more_numbers_written_a_key_than_a_short_one(monkeypatch):
    counts: Counter[str] = Counter()
    for name in ("typed", "computed", "weight", "percent", "share", "full"):
        real = getattr(digits, name)

        def counted(*given, name=name, real=real, **named):
            counts[name] += 1
            return real(*given, **named)

        monkeypatch.setattr(digits, name, counted)
        for module in ("phrases", "computing.leak", "explaining.sentence", "explaining.explain"):
            monkeypatch.setattr(f"attn_tui.session.{module}.{name}", counted, raising=False)

    def written(words: int) -> int:
        desk = Desk(long_problem(words))
        desk.press("down", "pagedown")
        counts.clear()
        desk.press("pagedown", "down", "down")
        return counts.total()

    few = written(60)
    assert few > 100
    assert written(2000) < 1.5 * few


TEXT = st.text(st.sampled_from("ab 漢字e\u0301·"), max_size=8)
LINES = st.lists(st.builds(Span, TEXT, st.sampled_from(["text", "number", "heat.3"])), max_size=5)


def by_cell(line: list[Span]) -> list[tuple[str, str]]:
    """Each cell's character and look, written without regard to speed."""
    cells: list[tuple[str, str]] = []
    for span in line:
        for character in span.text:
            if cell_width(character) == 0:
                if cells:
                    at = len(cells) - 1
                    while at > 0 and cells[at][0] == "":
                        at -= 1
                    cells[at] = (cells[at][0] + character, cells[at][1])
            else:
                cells += [(character, span.look), *[("", span.look)] * (cell_width(character) - 1)]
    return cells


@given(LINES, LINES)
def test_the_spans_that_changed_cover_every_cell_that_differs(before, after):
    old, new = by_cell(before), by_cell(after)
    width = max(len(old), len(new))
    old += [("", "")] * (width - len(old))
    new += [("", "")] * (width - len(new))
    spans = changed_spans(before, after)
    covered = {x for left, right in spans for x in range(left, right)}
    assert {x for x in range(width) if old[x] != new[x]} <= covered <= set(range(width))
    assert all(left < right for left, right in spans)
    assert spans == sorted(spans)


@given(LINES)
def test_a_line_drawn_the_same_again_has_no_changed_span(line):
    assert changed_spans(line, list(line)) == []
