"""All heads at once: what is computed of each, tile by tile, against attention as a loop over plain floats."""

from dataclasses import replace
from math import log2, nan

import numpy as np
import pytest

from attn_tui.files.sources import open_source
from attn_tui.session.computing import overview as module
from attn_tui.session.computing.all_heads import all_heads
from attn_tui.session.computing.overview import Overview, in_squares
from attn_tui.session.explaining.overview_words import chosen_words, square_words, tile_titles
from attn_tui.session.faults import Fault
from attn_tui.session.session import Session
from attn_tui.session.settings import Causal, Matrix, Settings
from tests.engine.slow import slow_attention
from tests.session.conftest import build
from tests.session.lessons import asked


def random_session(heads=4, kv_heads=2, T=6, T_k=None, d=3, **settings):
    drawn = np.random.default_rng(heads * 10 + kv_heads)
    shapes = (heads, T, d), (kv_heads, T_k or T, d), (kv_heads, T_k or T, 2)
    return build(*(drawn.normal(size=shape) * 2 for shape in shapes), **settings)


def slow_weights(session, **settings):
    """The weights of each head, (T_q, T_k) lists, by a loop; head h reads h // (H / H_kv)."""
    q, k, v = (getattr(session.problem, table) for table in "qkv")
    group = len(q) // len(k)
    return [
        slow_attention(q[h].tolist(), k[h // group].tolist(), v[h // group].tolist(), d_v=2, **settings)[
            "weights"
        ]
        for h in range(len(q))
    ]


def computed(overview):
    for part in overview.parts():
        overview.take(part)
    assert overview.is_whole
    return overview


def entropy(rows):
    return sum(-sum(w * log2(w) for w in row if w > 0) for row in rows) / len(rows)


@pytest.mark.parametrize("at_once", [1 << 18, 20, 7, 1])
@pytest.mark.parametrize("causal", [False, True])
def test_each_head_and_the_mean_are_those_of_the_loop_however_they_are_cut(monkeypatch, at_once, causal):
    monkeypatch.setattr(module, "AT_ONCE", at_once)
    session = random_session(mask=(Causal(),) if causal else ())
    found = computed(Overview(session.state))
    weights = slow_weights(session, causal=causal)
    mean = np.mean(weights, axis=0).tolist()
    for thumbnail, rows in zip(found.thumbnails, [mean, *weights], strict=True):
        assert np.allclose(thumbnail.cells, rows, rtol=0, atol=1e-12)
        assert thumbnail.entropy == pytest.approx(entropy(rows), abs=1e-10)
        assert thumbnail.largest == pytest.approx(max(map(max, rows)), abs=1e-12)
        i, j = thumbnail.place
        assert rows[i][j] == pytest.approx(thumbnail.largest, abs=1e-12)
    assert found.largest == pytest.approx(max(max(map(max, rows)) for rows in weights))


def test_the_rows_come_from_the_top_in_every_head_before_the_next(monkeypatch):
    monkeypatch.setattr(module, "AT_ONCE", 12)
    overview = Overview(random_session(heads=2, kv_heads=1).state)
    seen = []
    for part in overview.parts():
        overview.take(part)
        seen.append((part[0], overview.thumbnails[part[0]].rows, overview.rows))
    assert seen == [
        (1, 2, 0), (2, 2, 0), (0, 2, 2), (1, 4, 2), (2, 4, 2), (0, 4, 4), (1, 6, 4), (2, 6, 4), (0, 6, 6),
    ]  # fmt: skip


@pytest.mark.parametrize("stops_after", range(10))
def test_work_that_was_left_is_taken_up_where_it_was(monkeypatch, stops_after):
    session = random_session(heads=2, kv_heads=1)
    whole = computed(Overview(session.state))
    monkeypatch.setattr(module, "AT_ONCE", 12)
    overview = Overview(session.state)
    for part, _ in zip(overview.parts(), range(stops_after), strict=False):
        overview.take(part)
    computed(overview)
    for one, other in zip(overview.thumbnails, whole.thumbnails, strict=True):
        assert np.allclose(one.cells, other.cells, atol=1e-14)
        assert (one.counted, one.rows) == (6, 6)
        assert one.entropy == pytest.approx(other.entropy, abs=1e-12)


def test_a_row_that_sees_nothing_is_counted_and_a_sink_takes_its_share():
    allowed = np.ones((6, 6), bool)
    allowed[2] = False
    session = random_session(heads=2, kv_heads=2, mask=(Matrix(allowed),), sink=3.0)
    found = computed(Overview(session.state))
    weights = slow_weights(session, mask=allowed.tolist(), sink=3.0)
    for thumbnail, rows in zip(found.thumbnails[1:], weights, strict=True):
        rest = [[*row, 1 - sum(row)] for at, row in enumerate(rows) if at != 2]
        assert (thumbnail.empty, thumbnail.counted) == (1, 5)
        assert thumbnail.entropy == pytest.approx(entropy(rest), abs=1e-10)
    assert found.thumbnails[0].empty == 1
    assert "1 row sees nothing" in chosen_words(session, found, 1)


def test_nan_stays_in_its_head_and_in_the_mean():
    session = random_session(heads=2, kv_heads=2)
    session.problem.q[1, 3, 0] = nan
    found = computed(Overview(session.state))
    assert [thumbnail.odd for thumbnail in found.thumbnails] == [1, 0, 1]
    assert np.isnan(found.thumbnails[2].cells[3]).all() and not np.isnan(found.thumbnails[1].cells).any()
    assert chosen_words(session, found, 2).endswith("1 row with nan, infinite or negative weights")


def test_one_head_has_no_mean():
    found = computed(Overview(build().state))
    assert len(found.thumbnails) == 1 and found.head(0) == 0 and found.place(0) == 0


def test_it_is_kept_until_a_number_or_a_setting_changes():
    session = random_session()
    first = all_heads(session)
    session.show_head(2)
    assert all_heads(session) is first
    session.replace("causal", settings=replace(session.settings, mask=(Causal(),)))
    assert all_heads(session) is not first
    session.undo()
    assert all_heads(session).state is session.state


def test_a_question_that_covers_the_weights_covers_them_here():
    session = asked('{ question = "?", answer = 1 }', 'hide = ["weights"]')
    with pytest.raises(Fault, match="the weights are covered until the step's question is answered"):
        all_heads(session)
    assert all_heads(asked('{ question = "?", answer = 1 }', 'hide = ["output"]')).heads == 1


def test_squares_are_the_largest_of_larger_blocks():
    session = random_session(heads=1, kv_heads=1, T=300, T_k=7)
    (thumbnail,) = computed(Overview(session.state)).thumbnails
    (weights,) = slow_weights(session)
    squares, (n, m) = in_squares(thumbnail, 10, 3)
    assert (n, m) == (30, 3)
    assert squares.shape == (10, 3)
    for i, line in enumerate(squares):
        for j, one in enumerate(line):
            there = [row[j * m : (j + 1) * m] for row in weights[i * n : (i + 1) * n]]
            assert one == pytest.approx(max(map(max, there)), abs=1e-12)


def test_what_is_told_names_the_head_its_keys_and_its_largest_weight():
    session = Session(open_source("it-two-heads"))
    found = computed(all_heads(session))
    assert [tile_titles(session, found, at)[0] for at in range(3)] == [
        "mean of 2 heads", "head 0 meaning", "head 1 position",
    ]  # fmt: skip
    problem = session.problem
    for head in (0, 1):
        rows = slow_attention(
            problem.q[head].tolist(), problem.k[head].tolist(), problem.v[0].tolist(), d_v=2
        )
        most = max(map(max, rows["weights"]))
        places = [(i, j) for i in range(12) for j in range(12) if abs(rows["weights"][i][j] - most) < 1e-12]
        words = [f"{problem.query_tokens[i]} gives {problem.key_tokens[j]}" for i, j in places]
        assert chosen_words(session, found, 1 + head) in [
            f"head {head} {problem.head_names[head]} reads k{head} and v0 · largest weight {most:.3f}: {one} · "
            f"mean entropy {entropy(rows['weights']):.2f} bits · no empty row"
            for one in words
        ]
    assert chosen_words(session, found, 0).startswith(
        "the mean of the weights of 2 heads, which no head need have · "
    )


def test_what_a_square_stands_for_is_said():
    assert square_words((1, 1))[0] == "a square is one weight; queries ↓ keys →"
    assert square_words((2048, 4))[1] == "a square: the largest of 2,048×4 weights"


def test_half_computed_is_said(monkeypatch):
    monkeypatch.setattr(module, "AT_ONCE", 12)
    session = random_session()
    overview = Overview(session.state)
    assert not Overview(session.state).is_quick
    parts = overview.parts()
    for _ in range(5):
        overview.take(next(parts))
    assert "head 1 reads kv0, rows 1–2 of 6 so far · largest weight" in chosen_words(session, overview, 2)
    assert "nothing read yet" not in chosen_words(session, overview, 2)
    assert "nothing read yet" in chosen_words(session, Overview(session.state), 2)


def test_settings_are_those_in_force():
    session = random_session()
    session.replace("no scale", settings=Settings(scale=False))
    found = computed(all_heads(session))
    (weights, *_) = slow_weights(session, scale=1.0)
    assert np.allclose(found.thumbnails[1].cells, weights, atol=1e-12)
