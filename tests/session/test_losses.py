"""Where a narrow number type loses something is marked, counted and told, with the exact number and the rounded one."""

import struct
from collections.abc import Callable
from fractions import Fraction

import numpy as np
import pytest

from attn_tui.commands import BY_NAME, run, run_line
from attn_tui.files.sources import open_source
from attn_tui.session.computing.losses import counts, loss_marks
from attn_tui.session.explaining.explain import explanation
from attn_tui.session.explaining.side import side_explanation
from attn_tui.session.explaining.whole import whole_explanation
from attn_tui.session.faults import Fault
from attn_tui.session.selection import Block, Pane
from attn_tui.session.session import Session

Build = Callable[..., Session]


@pytest.fixture
def half() -> Session:
    """128 entries of 32 each in float16, on the score that overflows."""
    session = Session(open_source("half-precision"))
    session.select("scores", 0, 0)
    return session


def rounded(x: float) -> Fraction:
    """float16 as `struct` rounds it."""
    return Fraction(struct.unpack("e", struct.pack("e", x))[0])


def marks(session: Session, pane: Pane) -> list[list[str]] | None:
    rows, columns = session.shape(pane)
    return loss_marks(session, pane, Block(0, 0, rows, columns))


def told(session: Session) -> str:
    return "\n".join(line.text for line in whole_explanation(session))


def test_the_key_goes_through_the_number_types_and_undo_takes_it_back(crane: Session):
    seen = []
    for _ in range(4):
        run(crane, BY_NAME["dtype"])
        seen.append(crane.settings.dtype)
    assert seen == ["float32", "float16", "bfloat16", "float64"]
    crane.undo()
    assert crane.settings.dtype == "bfloat16"
    run_line(crane, "dtype float16")
    done = "number type float16: Q, K, V and every stage are rounded to it"
    assert crane.message.text == done
    crane.undo()
    assert crane.message.text == f"undone: {done}"
    with pytest.raises(
        Fault, match="'float8' is no number type here: it is one of float16, bfloat16, float32, float64"
    ):
        run_line(crane, "dtype float8")


def test_q_times_k_over_128_entries_of_32_overflows_and_scaled_first_it_does_not(half: Session):
    assert half.size("c") == 128
    trace, _ = half.trace()
    exact = [[Fraction(128) * q * k for k in (32, 16, 8)] for q in (Fraction(32), rounded(32 / 128**0.5))]
    for i, j in np.ndindex(2, 3):
        beyond = exact[i][j] >= 65520
        assert (trace.scores[i, j] == np.inf) == beyond
        assert beyond or trace.scores[i, j] == rounded(float(exact[i][j]))
    assert float(f"{trace.scores[1, 0]:.4g}") == 11580
    assert marks(half, "scores") == [["^", "^", ""], ["", "", ""]]
    assert counts(half, "scores", range(2)) == (2, 0, "")
    line, lost = explanation(half, 78)
    assert line.endswith("= inf")
    assert lost == "raw: 131072 is above 65504, float16's largest: ∞"
    assert "their sum, Q·Kᵀ: inf  (131072 is above 65504, float16's largest: ∞)" in told(half)
    half.select("scores", 0, 1)
    assert explanation(half, 78)[1] == "raw: 65536 is above 65504, float16's largest: ∞"
    half.select("scores", 1, 0)
    assert "largest" not in explanation(half, 78)[1]


def test_another_type_or_a_later_scale_changes_where_it_arises(half: Session):
    run_line(half, "dtype bfloat16")
    assert marks(half, "scores") is None
    assert half.trace()[0].scores[0, 0] == 131072
    run_line(half, "dtype float16")
    run_line(half, "scale on")
    assert marks(half, "scores") is None  # scaled: it reads ∞ and passes it on
    assert counts(half, "scores", range(2)) == (2, 0, "scores")
    assert explanation(half, 78)[1] == "raw: 131072 is above 65504, float16's largest: ∞"
    run_line(half, "stage raw")
    assert counts(half, "scores", range(2)) == (2, 0, "")


def test_what_is_below_the_lowest_is_said_so(open_session: Build):
    session = open_session(
        np.full((1, 1), -300.0), np.full((1, 1), 300.0), [[1.0]], dtype="float16", scale=False
    )
    session.select("scores", 0, 0)
    assert explanation(session, 78)[1] == "raw: -90000 is below -65504, float16's lowest: -∞"


def test_a_number_typed_beyond_the_type_is_marked_in_its_table(open_session: Build):
    session = open_session([[70000.0, 1e-8]], [[1.0, 1.0]], [[1.0, -1e6]], dtype="float16")
    assert marks(session, "q") == [["^", "_"]]
    assert counts(session, "q", range(1)) == (1, 1, "")
    assert explanation(session, 78)[1] == "Q: 70000 is above 65504, float16's largest: ∞"
    session.select("q", 0, 1)
    assert explanation(session, 78)[1] == "Q: 1e-8 is nearer to 0 than to 5.96046e-8, float16's smallest: 0"
    assert marks(session, "k") is None
    assert marks(session, "v") == [["", "^"]]
    session.select("v", 0, 1)
    assert explanation(session, 78)[1] == "V: -1e6 is below -65504, float16's lowest: -∞"


def test_a_weight_that_vanishes_is_marked_and_its_exact_share_told(open_session: Build):
    session = open_session([[1.0]], [[0.0], [-20.0]], [[1.0], [1.0]], dtype="float16", scale=False)
    exact = np.exp(-20.0) / (1 + np.exp(-20.0))
    assert session.trace()[0].weights[0].tolist() == [1, 0]
    assert marks(session, "weights") == [["", "_"]]
    session.select("weights", 0, 1)
    text = explanation(session, 78)[1]
    assert text == f"weights: {exact:.6g} is nearer to 0 than to 5.96046e-8, float16's smallest: 0".replace(
        "e-0", "e-"
    )
    run_line(session, "dtype bfloat16")
    assert marks(session, "weights") is None


def test_rounding_says_by_how_much_it_moved_a_number(crane: Session):
    run_line(crane, "dtype float16")
    crane.select("scores", 1, 2)
    run_line(crane, "stage raw")
    exact = sum(rounded(q) * rounded(k) for q, k in ((0.7, 0.1), (0.7, 0.9)))
    got = rounded(float(exact))
    by = f"{float(100 * abs(got / exact - 1)):.2g}"
    assert by == "0.012"
    assert f"  (exactly {float(exact):.9g}, moved by {by} % in float16)" in told(crane)
    assert explanation(crane, 100)[0].endswith(f"  (float16 moved it by {by} %)")
    assert f"raw: exactly {float(exact):.9g}, moved by {by} % in float16" in "\n".join(
        side_explanation(crane, 90)
    )
    crane.select("weights", 1, 2)
    assert "moved it by 0.03 %" in explanation(crane, 120)[1]


@pytest.mark.parametrize(
    ("stored", "dtype"),
    [("float64", None), ("float64", "float64"), ("float32", None), ("float32", "float32")],
)
def test_where_nothing_is_narrowed_nothing_is_told(open_session: Build, stored, dtype):
    session = open_session(stored=stored, dtype=dtype)
    session.select("scores", 1, 2)
    assert "moved by" not in told(session)
    assert marks(session, "scores") is None
    assert counts(session, "scores", range(4)) == (0, 0, "")


def test_float32_of_float64_tables_tells_what_it_lost(open_session: Build):
    session = open_session([[1e30]], [[1e30]], [[1.0]], dtype="float32", scale=False)
    session.select("scores", 0, 0)
    assert marks(session, "scores") == [["^"]]
    assert explanation(session, 78)[1] == "raw: 1e60 is above 3.40282e38, float32's largest: ∞"


def test_what_a_position_turned_is_rounded_after_the_turn(crane: Session):
    run_line(crane, "dtype float16")
    run_line(crane, "position rotary")
    crane.select("q", 1, 0)
    turned = 0.7 * (np.cos(1) - np.sin(1))
    by = abs(float(rounded(turned)) / turned - 1)
    assert f"moved by {100 * by:.2g} % in float16" in told(crane)
    run_line(crane, "stage before")
    assert "Q [crane, animal] = 0.7\n" in told(crane)
