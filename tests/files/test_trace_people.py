"""A trace for people: text and Markdown say every setting, align every column and hide nothing."""

from typing import Any

import numpy as np
import pytest
from rich.cells import cell_len

from attn_tui.files.traces.trace_markdown import trace_markdown
from attn_tui.files.traces.trace_report import trace_reports
from attn_tui.files.traces.trace_text import trace_text
from attn_tui.session.problem import Problem
from attn_tui.session.settings import Causal, Matrix, Padding, Settings
from tests.files.crane import crane


def text(problem: Problem, **asked: Any) -> str:
    return trace_text(trace_reports(problem, "x", [0], **asked))


def block(whole: str, stage: str) -> list[str]:
    """The lines of one stage, its title first."""
    return next(part for part in whole.split("\n\n") if part.startswith(stage)).splitlines()


def test_the_text_begins_with_the_sentence_and_the_formula():
    assert text(crane()).splitlines()[:4] == [
        "the crane lifted steel",
        "softmax(Q K^T / sqrt(2)) V",
        "scale: every score times 0.707107",
        "mask: none, every query may look at every key",
    ]


def test_weights_have_labels_and_row_sums():
    assert block(text(crane()), "weights")[:3] == [
        "weights 4 x 4",
        "          the  crane  lifted  steel    sum",
        "the     0.232  0.252   0.260  0.256  1.000",
    ]
    assert "crane   0.191  0.257   0.283  0.270  1.000" in text(crane())


def test_blocked_is_minus_infinity_among_scores_and_a_dot_among_weights():
    causal = text(crane(Settings(mask=(Causal(),))))
    assert block(causal, "masked")[3] == "crane   0.099  0.396    -inf   -inf"
    assert block(causal, "weights")[3] == "crane   0.426  0.574       .      .  1.000"
    assert "softmax(Q K^T / sqrt(2) + causal) V" in causal


def test_a_stage_that_changes_nothing_says_so():
    assert block(text(crane()), "masked") == ["masked 4 x 4: the same as capped"]
    assert block(text(crane(Settings(scale=False))), "scaled") == ["scaled 4 x 4: the same as scores"]


def test_a_weight_above_zero_is_never_zero_and_a_share_below_one_never_one():
    wide = block(text(crane(Settings(scale=False, widen=100))), "weights")
    assert wide[3] == "crane   <.001  <.001   0.999  0.001  1.000"
    sunk = block(text(crane(Settings(widen=512, scale=False, sink=0.0))), "weights")
    assert ">.999" in sunk[3]


def test_a_row_that_sees_nothing_says_so_wherever_it_is_printed():
    mask = np.ones((4, 4), dtype=bool)
    mask[1] = False
    for asked in ({}, {"top": 2}, {"rows": (1, 2)}):
        lines = text(crane(Settings(mask=(Matrix(mask),))), **asked).splitlines()
        assert [line.split()[0] for line in lines if line.endswith("sees nothing")] == ["crane", "crane"]


@pytest.mark.parametrize(
    ("settings", "says"),
    [
        (Settings(scale=0.05), "softmax(Q K^T * 0.05) V"),
        (Settings(scale=False), "softmax(Q K^T) V"),
        (Settings(softcap=7.5), "softmax(7.5 tanh(Q K^T / sqrt(2) / 7.5)) V"),
        (Settings(bias=np.eye(4)), "bias: numbers from 0 to 1 are added"),
        (Settings(sink=3.0), "sink: e to 3 is added"),
        (Settings(alibi=0.25), "softmax(Q K^T / sqrt(2) + ALiBi) V"),
        (Settings(alibi=0.25), "ALiBi: -0.25 times the distance of query and key is added\n"),
        (Settings(alibi=0.25, offset=2), "is added, a query standing 2 keys further"),
        (Settings(mask=(Causal(), Padding(1))), "keys that each query may look at: 1 2 3 3\n"),
        (Settings(mask=(Causal(),)), "future: 0% of the weight is on later keys"),
        (Settings(scale=False, softcap=1e-9), "future: 37.5% of the weight is on later keys"),
        (Settings(mask=(Causal(),), blocked=0.0), "blocked scores become 0, not -inf"),
        (Settings(mask=(Causal(),), offset=1), "mask: causal, moved by 1 key\n"),
        (Settings(mask=(Causal(),), offset=2), "mask: causal, moved by 2 keys\n"),
        (Settings(widen=100), "width: every number of Q and K 100 times, so d_k is 200"),
        (Settings(widen=100), "softmax(Q K^T / sqrt(200)) V"),
        (Settings(dtype="float16"), "computed in float16"),
        (Settings(cells=((0, 3, False),)), "cells: [0,3] blocked"),
    ],
)
def test_every_setting_is_said(settings: Settings, says: str):
    assert says in text(crane(settings))


def test_what_is_left_out_is_said():
    part = text(crane(), rows=(1, 2), keys=(0, 2))
    assert "rows 1 to 1 of 4 queries, counted from 0" in part
    assert "keys 0 to 1 of 4 keys, counted from 0" in part
    assert block(part, "weights")[1:] == [
        "         the  crane  sum of all",
        "crane  0.191  0.257       1.000",
    ]


def test_top_lists_the_largest_and_the_rest_in_one_number():
    assert (
        block(text(crane(), top=2), "weights")[2] == "crane   lifted 0.283  steel 0.270  (all others 0.447)"
    )


def test_without_labels_the_text_is_ascii():
    assert text(crane(Settings(mask=(Causal(),), softcap=2.0, sink=1.0))).isascii()


def test_wide_and_combining_labels_stay_aligned_and_hostile_ones_harmless():
    printed = text(crane(words=("漢字", "e\u0301", "[/red]\x1b[2J", "x" * 99)))
    rows = block(printed, "weights")[1:]
    assert len({cell_len(row) for row in rows}) == 1
    assert "\x1b" not in printed
    assert "[/red]\\x1b[2J" in printed
    assert "x" * 31 + "…" in printed


def test_a_number_too_long_for_a_column_is_written_with_an_exponent():
    problem = crane()
    problem.q[0, 0, 0] = 1e300
    assert "1e299" in block(text(problem), "scores")[2]


def test_markdown_has_a_table_a_stage_with_labels_taken_literally():
    problem = crane(Settings(mask=(Causal(),)), words=("a|b", "*c*", "<d>", "\\"))
    printed = trace_markdown(trace_reports(problem, "x", [0]))
    assert printed.startswith("# the crane lifted steel\n\n- softmax(Q K^T / sqrt(2) + causal) V\n")
    assert (
        "\n## weights 4 x 4, . is blocked\n\n|  | a\\|b | \\*c\\* | \\<d\\> | \\\\ | sum |\n|---|---:|"
        in printed
    )
    assert "| \\*c\\* | 0.426 | 0.574 | . | . | 1.000 |" in printed


def test_every_markdown_row_has_as_many_cells_as_its_heading():
    mask = np.eye(4, dtype=bool)
    mask[2] = False
    for asked in ({}, {"top": 1}):
        reports = trace_reports(crane(Settings(mask=(Matrix(mask),))), "x", [0], **asked)
        for part in trace_markdown(reports).split("\n\n"):
            assert len({line.count("|") for line in part.splitlines() if line.startswith("|")}) <= 1
