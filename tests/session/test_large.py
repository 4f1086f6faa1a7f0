"""Of a large problem only the rows in view are computed."""

from collections.abc import Callable

import numpy as np
import pytest

from attn_tui import engine
from attn_tui.session import explored as sessions
from attn_tui.session import moving
from attn_tui.session.edits import toggles
from attn_tui.session.explaining.explain import explanation
from attn_tui.session.explaining.sentence import sentence
from attn_tui.session.explaining.side import side_explanation
from attn_tui.session.panes import selected_values, shown
from attn_tui.session.selection import PANES, Block
from attn_tui.session.session import Session

Build = Callable[..., Session]
T = 2000


@pytest.fixture
def computed(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many query rows each computation was asked for."""
    rows: list[int] = []
    compute = sessions.compute

    def counted(problem, settings, head, wanted, *read):
        rows.append(wanted[1] - wanted[0])
        return compute(problem, settings, head, wanted, *read)

    monkeypatch.setattr(sessions, "compute", counted)
    return rows


@pytest.fixture
def large(open_session: Build) -> Session:
    rng = np.random.default_rng(0)
    return open_session(*(rng.normal(size=(T, d)) for d in (16, 16, 8)))


def test_only_the_rows_in_view_are_computed(large: Session, computed: list[int]):
    large.select("weights", 1500, 3)
    window = Block(1490, 0, 1514, 6)
    for pane in PANES:
        shown(large, pane, window)
    for told in (
        explanation(large, 78),
        side_explanation(large, 39),
        sentence(large).words,
        selected_values(large),
    ):
        assert len(told) > 0
    assert computed == [24]
    moving.move(large, 5, 0)
    explanation(large, 78)
    assert computed == [24]
    toggles.toggle_cells(large)
    shown(large, "weights", window)
    assert computed == [24, 24]


def test_the_rows_in_view_are_those_of_the_whole(large: Session):
    window = Block(777, 10, 790, 20)
    problem = large.problem
    whole = engine.attention(problem.q[0], problem.k[0], problem.v[0])
    assert np.allclose(shown(large, "weights", window).values, whole.weights[777:790, 10:20], rtol=1e-12)
    assert np.allclose(
        shown(large, "output", Block(777, 0, 790, 8)).values, whole.output[777:790], rtol=1e-12
    )
    assert np.allclose(shown(large, "weights", window).totals, 1)


def test_a_large_cell_is_blocked_like_any_other(large: Session):
    toggles.mask_from(large, "causal")
    large.select("weights", 1999, 1000)
    toggles.toggle_cells(large)
    assert shown(large, "weights", Block(1999, 999, 2000, 1002)).blocked.tolist() == [[False, True, False]]
    assert large.settings.cells == ((1999, 1000, False),)


def test_the_sentence_of_a_large_problem_has_the_words_that_matter(large: Session):
    large.select("weights", 7, 1234)
    told = sentence(large)
    weights = large.trace(7, 8)[0].weights[7 - large.trace(7, 8)[1]]
    kept = [word.key for word in told.words]
    assert (len(kept), told.count) == (100, T) and kept == sorted(kept) and 1234 in kept
    others = sorted(set(range(T)) - set(kept), key=lambda j: -weights[j])
    assert weights[others[0]] <= min(weights[j] for j in kept if j != 1234)
