"""A trace for scripts: JSON and CSV hold every number of every stage, under the names of the contract."""

import csv
import json
from io import StringIO
from math import inf
from typing import Any

import numpy as np
import pytest

from attn_tui.files.sources import open_source
from attn_tui.files.traces import trace_report as report_file
from attn_tui.files.traces.trace_csv import trace_csv
from attn_tui.files.traces.trace_json import trace_json
from attn_tui.files.traces.trace_report import KEY_STAGES, STAGES, trace_reports
from attn_tui.session.faults import Fault
from attn_tui.session.problem import Problem
from attn_tui.session.settings import Blocks, Causal, Matrix, Padding, Settings, Window
from tests.files.crane import WORDS, crane, stage
from tests.session.projections import result_by_hand

CAUSAL = Settings(mask=(Causal(),))
UNSET = {
    "scale": True, "mask": "none", "cells": [], "softcap": None, "sink": None, "bias": None, "alibi": None,
    "blocked": "-inf", "offset": 0, "widen": 1, "dtype": "float64", "position": "none", "mistakes": [],
}  # fmt: skip


def as_json(problem: Problem, head: int = 0, **asked: Any) -> dict[str, Any]:
    return json.loads(trace_json(trace_reports(problem, "crane.toml", [head], **asked), many=False))


def as_csv(problem: Problem, **asked: Any) -> list[dict[str, str]]:
    return list(csv.DictReader(StringIO(trace_csv(trace_reports(problem, "x", [0], **asked), many=False))))


def test_the_json_of_one_head_has_exactly_the_keys_of_the_contract():
    trace = as_json(crane())
    assert list(trace) == ["source", "tokens", "head", "settings", "shapes", "rows", "stages", "empty_rows"]
    assert trace["source"] == "crane.toml"
    assert trace["tokens"] == {"query": list(WORDS), "key": list(WORDS)}
    assert trace["head"] == 0
    assert trace["settings"] == UNSET
    assert trace["shapes"] == {
        **{table: [4, 2] for table in ("q", "k", "v", "output")},
        **{name: [4, 4] for name in KEY_STAGES},
    }
    assert trace["rows"] == [0, 4]
    assert list(trace["stages"]) == ["scores", "scaled", "capped", "masked", "weights", "output"]
    assert trace["empty_rows"] == []


@pytest.mark.parametrize(
    ("case", "settings"),
    [
        ("scale=on,mask=none", Settings()),
        ("scale=on,mask=causal", CAUSAL),
        ("scale=off,mask=causal", Settings(scale=False, mask=(Causal(),))),
        ("scale=on,mask=causal,blocked=0", Settings(mask=(Causal(),), blocked=0.0)),
        ("widen=100,scale=on,mask=none", Settings(widen=100)),
        ("widen=100,scale=off,mask=none", Settings(widen=100, scale=False)),
    ],
)
def test_the_json_holds_the_published_numbers(case: str, settings: Settings):
    stages = as_json(crane(settings))["stages"]
    for name in ("scores", "scaled", "masked", "weights", "output"):
        numbers = np.array([[float(number) for number in row] for row in stages[name]])
        np.testing.assert_allclose(numbers, stage(case, name), rtol=0, atol=1e-12, err_msg=name)


def test_what_json_has_no_number_for_is_a_word():
    masked = as_json(crane(CAUSAL))["stages"]["masked"]
    assert masked[0][1:] == ["-inf", "-inf", "-inf"]


def test_every_json_number_reads_back_to_its_bits():
    report = trace_reports(crane(), "x", [0])[0]
    weights = json.loads(trace_json([report], many=False))["stages"]["weights"]
    assert np.array_equal(np.array(weights), report.trace.weights)


@pytest.mark.parametrize(
    ("settings", "written"),
    [
        (Settings(scale=0.05), {"scale": 0.05}),
        (Settings(scale=False), {"scale": False}),
        (Settings(mask=(Causal(end=True),)), {"mask": "causal-end"}),
        (Settings(mask=(Window(2, None),)), {"mask": "window:2,*"}),
        (Settings(mask=(Causal(), Window(1, 0))), {"mask": ["causal", "window:1,0"]}),
        (Settings(mask=(Matrix(np.eye(4, dtype=bool)),)), {"mask": np.eye(4, dtype=int).tolist()}),
        (Settings(cells=((0, 3, False), (1, 2, True))), {"cells": [[0, 3, 0], [1, 2, 1]]}),
        (Settings(softcap=7.5, sink=3.0), {"softcap": 7.5, "sink": 3.0}),
        (Settings(sink=(3.0,)), {"sink": [3.0]}),
        (Settings(mask=(Padding(1), Blocks((2, 2)))), {"mask": ["padding:1", "blocks:2,2"]}),
        (Settings(alibi=True), {"alibi": True}),
        (Settings(alibi=0.5), {"alibi": 0.5}),
        (Settings(alibi=(0.5,)), {"alibi": [0.5]}),
        (Settings(bias=np.diag([inf, -inf, 1.0, 0.5])),
         {"bias": [["inf", 0, 0, 0], [0, "-inf", 0, 0], [0, 0, 1, 0], [0, 0, 0, 0.5]]}),
        (Settings(blocked=0.0, offset=1, widen=3, dtype="float16"),
         {"blocked": 0.0, "offset": 1, "widen": 3, "dtype": "float16"}),
    ],
)  # fmt: skip
def test_settings_stand_under_the_names_of_the_toml(settings: Settings, written: dict[str, Any]):
    assert as_json(crane(settings))["settings"] == UNSET | written


def test_widen_is_in_the_shapes():
    shapes = as_json(crane(Settings(widen=100)))["shapes"]
    assert (shapes["q"], shapes["k"], shapes["v"]) == ([4, 200], [4, 200], [4, 2])


def test_rows_are_those_of_the_whole_and_keep_their_numbers():
    nobody_first = np.array([[1, 1, 1, 1], [1, 1, 1, 1], [0, 0, 0, 0], [1, 1, 1, 1]], dtype=bool)
    settings = Settings(mask=(Matrix(nobody_first),))
    whole, part = as_json(crane(settings)), as_json(crane(settings), rows=(1, 3))
    assert part["rows"] == [1, 3]
    assert part["empty_rows"] == [2]
    assert part["shapes"] == whole["shapes"]
    assert part["stages"] == {name: whole["stages"][name][1:3] for name in STAGES}


def test_keys_limit_the_columns_and_say_so():
    whole, part = as_json(crane()), as_json(crane(), keys=(1, 3))
    assert part["keys"] == [1, 3]
    assert part["stages"]["weights"] == [row[1:3] for row in whole["stages"]["weights"]]
    assert part["stages"]["output"] == whole["stages"]["output"]


def test_top_lists_the_largest_weights_of_each_row_with_every_stage():
    whole, part = as_json(crane(CAUSAL)), as_json(crane(CAUSAL), top=2)
    assert list(part["stages"]) == ["output"]
    assert [[entry["key"] for entry in row] for row in part["top"]] == [[0], [1, 0], [2, 1], [2, 3]]
    entry = part["top"][2][0]
    assert entry == {"key": 2, "token": "lifted"} | {name: whole["stages"][name][2][2] for name in KEY_STAGES}


def test_blocked_keys_that_take_part_are_among_the_top():
    leaking = as_json(crane(Settings(mask=(Causal(),), blocked=0.0)), rows=(0, 1), top=4)
    assert {entry["key"] for entry in leaking["top"][0]} == {0, 1, 2, 3}


def test_all_heads_are_a_list_of_these_objects():
    problem = crane(heads=2)
    reports = trace_reports(problem, "x", (0, 1))
    heads = json.loads(trace_json(reports, many=True))
    assert [head["head"] for head in heads] == [0, 1]
    assert heads[1] | {"head": 0} == heads[0]


def test_hostile_labels_leave_json_as_escapes():
    text = trace_json(
        trace_reports(crane(words=("\x1b[2J", "\u202e", "a\nb", "\ud800")), "x", [0]), many=False
    )
    assert text.rstrip("\n").isascii()
    assert text.rstrip("\n").isprintable()


def test_csv_has_one_number_a_line_with_row_and_column_from_0():
    lines = as_csv(crane(CAUSAL))
    assert len(lines) == 5 * 16 + 8
    assert lines[0] == {"stage": "scores", "row": "0", "column": "0", "value": "0.04000000000000001"}
    at = {(line["stage"], line["row"], line["column"]): line["value"] for line in lines}
    assert at["masked", "0", "1"] == "-inf"
    assert float(at["weights", "1", "0"]) == pytest.approx(0.426295, abs=5e-7)
    assert float(at["output", "1", "1"]) == pytest.approx(
        stage("scale=on,mask=causal", "output")[1][1], rel=1e-12
    )


def test_csv_of_all_heads_leads_with_the_head():
    problem = crane(heads=2)
    text = trace_csv(trace_reports(problem, "x", (0, 1)), many=True)
    lines = text.splitlines()
    assert lines[0] == "head,stage,row,column,value"
    assert lines[1].startswith("0,scores,0,0,")
    assert lines[-1].startswith("1,output,3,1,")


def test_csv_keeps_the_numbers_of_rows_and_keys():
    lines = as_csv(crane(), rows=(2, 3), keys=(1, 3))
    assert {(line["row"], line["column"]) for line in lines if line["stage"] == "weights"} == {
        ("2", "1"),
        ("2", "2"),
    }
    top = as_csv(crane(), rows=(1, 2), top=2)
    assert [line["column"] for line in top if line["stage"] == "weights"] == ["2", "3"]


def test_more_scores_than_can_be_printed_is_one_line(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(report_file, "LARGEST", 8)
    with pytest.raises(Fault, match="heads of 4 queries × 4 keys are too many to print: choose at most 2"):
        trace_reports(crane(), "x", [0])
    with pytest.raises(Fault, match="choose one head"):
        trace_reports(crane(heads=4), "x", range(4))
    assert trace_reports(crane(), "x", [0], rows=(2, 4))[0].trace.weights.shape == (2, 4)


def test_behind_the_heads_of_a_projection_stand_their_outputs_side_by_side_and_the_result():
    problem = open_source("two-head-projection")
    assert problem.projection is not None
    concat, result = result_by_hand(problem.projection)
    one, other = (json.loads(trace_json(trace_reports(problem, "it", [head]), many=False)) for head in (0, 1))
    assert np.allclose(one["stages"]["concat"], concat) and np.allclose(one["stages"]["result"], result)
    assert one["stages"]["result"] == other["stages"]["result"]
    assert (
        one["shapes"] | {"x": [4, 4], "w_q": [4, 4], "w_o": [4, 2], "concat": [4, 4], "result": [4, 2]}
        == one["shapes"]
    )
    part = json.loads(trace_json(trace_reports(problem, "it", [0], rows=(1, 3)), many=False))
    assert part["stages"]["result"] == one["stages"]["result"][1:3]
    lines = trace_csv(trace_reports(problem, "it", [0]), many=False).splitlines()
    assert [float(line.split(",")[3]) for line in lines if line.startswith("result,1,")] == one["stages"][
        "result"
    ][1]
    assert (
        "concat"
        not in json.loads(trace_json(trace_reports(open_source("it-two-heads"), "it", [0]), many=False))[
            "stages"
        ]
    )


def test_without_output_weights_one_head_has_nothing_behind_it():
    data = json.loads(trace_json(trace_reports(open_source("crane-words"), "it", [0]), many=False))
    assert list(data["stages"])[-1] == "output" and data["shapes"]["w_k"] == [2, 2]
