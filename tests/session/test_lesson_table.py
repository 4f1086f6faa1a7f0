"""Every line of the computation with its shape and its numbers, for any problem."""

from attn_tui.files.sources import open_source
from attn_tui.session.edits import toggles
from attn_tui.session.explaining.lines_table import lines_table
from attn_tui.session.session import Session
from tests.session.lessons import learner


def test_every_line_of_the_crane_sentence_has_its_shape_and_its_numbers():
    session = learner()
    lines = lines_table(session)
    assert lines[0] == "softmax( Q·Kᵀ ÷ √2 + 0 ) · V"
    assert lines[1].startswith("T_q = 4, T_k = 4, d_k = 2, d_v = 2:")
    assert "scores = Q·Kᵀ   (T_q × T_k = 4 × 4)" in lines
    assert lines[lines.index("scores = Q·Kᵀ   (T_q × T_k = 4 × 4)") + 3].split() == [
        "crane", "0.140", "0.560", "0.700", "0.630",
    ]  # fmt: skip
    assert "output = weights · V   (T_q × d_v = 4 × 2)" in lines
    assert lines[-2].split() == ["lifted", "0.159", "0.697"]
    assert not any(line.startswith("masked") for line in lines)


def test_lines_that_are_not_in_force_are_left_out_and_the_mask_adds_one():
    session = learner()
    toggles.mask_from(session, "causal")
    toggles.scale_from(session, "off")
    lines = lines_table(session)
    assert not any(line.startswith("scaled") for line in lines)
    at = next(at for at, line in enumerate(lines) if line.startswith("masked"))
    assert lines[at + 2].split() == ["the", "0.040", "-∞", "-∞", "-∞"]


def test_a_large_problem_shows_its_beginning_and_says_how_much_more_there_is():
    lines = lines_table(Session(open_source("it-real"), head=2))
    assert any(line.endswith("… 52 more") for line in lines)
    assert sum(line == "  … 1 more" for line in lines) >= 5
    assert max(map(len, lines)) < 200
