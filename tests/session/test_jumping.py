"""From the explanation to the cells: each line's cell has the number that the line names."""

import re
from collections.abc import Callable
from math import sqrt
from typing import Any

import numpy as np
import pytest

from attn_tui.session.edits import toggles
from attn_tui.session.explaining.whole import whole_explanation
from attn_tui.session.jumping import Target, jump, target_name
from attn_tui.session.panes import selected_values
from attn_tui.session.plane.plane_showing import toggle_plane
from attn_tui.session.session import Session

Build = Callable[..., Session]


def target_of(session: Session, beginning: str) -> Target | None:
    """Where the one line that begins so, after its indentation and mark, leads."""
    (line,) = [line for line in whole_explanation(session) if line.text.strip(" ▸").startswith(beginning)]
    return line.target


def section(session: Session, heading: str) -> list[tuple[str, Target]]:
    """The lines under a heading that lead somewhere."""
    told = whole_explanation(session)
    start = next(at for at, line in enumerate(told) if line.text.startswith(heading))
    end = next((at for at in range(start, len(told)) if not told[at].text), len(told))
    return [(text, target) for text, target in told[start:end] if target is not None]


def test_every_line_leads_to_the_cell_it_tells_of(crane: Session):
    assert target_of(crane, "weights [crane, lifted]") == ("weights", 1, 2, None)
    score = [target for _, target in section(crane, "The score")]
    assert score[:2] == [("k", 2, 0, None), ("k", 2, 1, None)]
    assert [target[3] for target in score[2:]] == ["raw", "scaled", "M", "scaled"]
    assert {target[:3] for target in score[2:]} == {("scores", 1, 2)}
    weights = [target for _, target in section(crane, "The weights")]
    assert weights[:4] == [("weights", 1, j, None) for j in range(4)]
    output = [target for _, target in section(crane, "The output")]
    assert output == [*(("v", j, 0, None) for j in range(4)), ("output", 1, 0, None)]


def test_headings_lengths_and_angles_lead_nowhere(crane: Session):
    for text, target in whole_explanation(crane):
        if not text.startswith(" "):
            assert target is None
    for beginning in ("row 1, column 2", "length of the query", "cosine of the angle", "Q, K and V are"):
        assert target_of(crane, beginning) is None


@pytest.mark.parametrize("pane", ["q", "k", "v", "scores", "weights", "output"])
def test_the_number_of_a_line_is_the_number_of_its_cell(open_session: Build, pane: Any):
    rng = np.random.default_rng(11)
    session = open_session(
        *(rng.normal(size=(4, d)) for d in (3, 3, 2)), softcap=2.5, bias=rng.normal(size=(4, 4))
    )
    toggles.widen_from(session, "2")
    toggles.mask_from(session, "window:1,2")
    session.select(pane, 1, 1)
    seen = 0
    for text, target in whole_explanation(session):
        if target is None:
            continue
        jump(session, target)
        assert (session.pane, session.cell) == (target.pane, (target.row, target.column))
        numbers = [float(number) for number in re.findall(r"-?\d+(?:\.\d+)?(?:e-?\d+)?", text)]
        if target.stage == "exp":
            assert np.exp(session.trace()[0].masked[target.row]).sum() == pytest.approx(numbers[-1])
        elif "add up to" not in text:
            assert selected_values(session)[0, 0] in numbers, text
        seen += 1
        session.stage = "auto"
    assert seen > 20


def test_a_blocked_key_leads_to_its_weight_and_a_value_that_takes_no_part_nowhere(crane: Session):
    toggles.mask_from(crane, "causal")
    assert target_of(crane, "steel   blocked") == ("weights", 1, 3, None)
    assert target_of(crane, "2 of 4 keys are blocked") is None
    assert [target.row for _, target in section(crane, "The output")][:-1] == [0, 1]


def test_the_score_pane_shows_the_stage_of_the_number_meant(crane: Session):
    jump(crane, Target("scores", 1, 2, "scaled"))
    assert crane.stage == "auto"
    assert crane.message.text == "scores · scaled[crane, lifted]"
    jump(crane, Target("scores", 1, 2, "raw"))
    assert crane.stage == "raw"
    assert selected_values(crane)[0, 0] == pytest.approx(0.7)
    assert crane.message.text == "scores · raw[crane, lifted], pinned: t shows other stages"
    jump(crane, Target("scores", 1, 2, "exp"))
    assert selected_values(crane)[0, 0] == pytest.approx(np.exp(0.7 / sqrt(2)))


def test_a_jump_lets_go_of_a_block_and_leaves_the_plane(crane: Session):
    crane.anchor = (0, 0)
    toggle_plane(crane)
    assert crane.plane.has_keys
    jump(crane, Target("k", 3, 1))
    assert crane.anchor is None and not crane.plane.has_keys
    assert (crane.selection.i, crane.selection.j, crane.selection.c) == (1, 3, 1)
    assert target_name(crane, Target("k", 3, 1)) == "K[steel, machine]"
