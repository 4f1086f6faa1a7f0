"""`trace` and `presets`: data on standard output, the published figures, every option of a problem."""

import cmath
import json
from io import BytesIO, TextIOWrapper
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from attn_tui.cli import main
from attn_tui.files.shipped import shipped
from tests.files.crane import GOLDEN, stage

Capture = pytest.CaptureFixture[str]
CRANE = "crane-lifted-steel"


def traced(capsys: Capture, *words: str) -> Any:
    assert main(["trace", *words, "--format", "json"]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    return json.loads(out)


def weights(capsys: Capture, *words: str) -> list[list[float]]:
    return traced(capsys, CRANE, *words)["stages"]["weights"]


def test_crane_gives_its_neighbours_the_published_shares(capsys: Capture):
    assert weights(capsys)[1] == pytest.approx([0.190632, 0.256551, 0.283248, 0.269569], abs=5e-7)


def test_behind_a_causal_mask_crane_sees_two_words(capsys: Capture):
    assert weights(capsys, "--mask", "causal")[1] == pytest.approx([0.426295, 0.573705, 0, 0], abs=5e-7)


def test_blocked_at_zero_the_future_leaks(capsys: Capture):
    leaking = weights(capsys, "--mask", "causal", "--blocked", "0")
    np.testing.assert_allclose(leaking, stage("scale=on,mask=causal,blocked=0", "weights"), atol=1e-12)
    assert leaking[0][3] > 0


def test_widened_without_the_scale_one_word_has_it_all(capsys: Capture):
    assert weights(capsys, "--widen", "100", "--no-scale")[1][2] == pytest.approx(0.999, abs=5e-4)
    assert weights(capsys, "--widen", "100")[1][2] == pytest.approx(0.500, abs=5e-4)


def test_the_scale_can_be_a_number(capsys: Capture):
    stages = traced(capsys, CRANE, "--scale", "0.05")["stages"]
    assert stages["scaled"][1][2] == pytest.approx(0.05 * 0.70, rel=1e-12)


@pytest.mark.parametrize("example", GOLDEN)
def test_every_published_example_ships_and_has_its_numbers(example: str, capsys: Capture):
    stages = traced(capsys, example)["stages"]
    for name, numbers in GOLDEN[example]["scale=on,mask=none"].items():
        np.testing.assert_allclose(stages[name], numbers, atol=1e-12, err_msg=name)


def test_options_replace_the_settings_and_are_in_the_json(capsys: Capture):
    words = [
        "--mask",
        "window:1,0",
        "--scale",
        "2",
        "--widen",
        "3",
        "--blocked",
        "-inf",
        "--dtype",
        "float32",
    ]
    settings = traced(capsys, CRANE, *words)["settings"]
    wanted = {"mask": "window:1,0", "scale": 2.0, "widen": 3, "blocked": "-inf", "dtype": "float32"}
    assert {name: settings[name] for name in wanted} == wanted


def test_a_position_is_an_option_in_force_said_and_checked(capsys: Capture):
    turned = traced(capsys, CRANE, "--position", "rotary")
    assert turned["settings"]["position"] == "rotary"
    q, k = complex(0.7, 0.7), complex(0.1, 0.9)
    score = (q * k.conjugate() * cmath.exp(1j * (1 - 2))).real
    assert turned["stages"]["scores"][1][2] == pytest.approx(score)
    assert main(["trace", CRANE, "--position", "rotary-halves"]) == 0
    told = capsys.readouterr().out
    assert "softmax(rot(Q) rot(K)^T / sqrt(2)) V" in told
    assert "position: rotary-halves, Q and K turned by where their word stands" in told
    assert main(["trace", CRANE, "--position", "sinusoidal"]) == 2
    said = "--position: position sinusoidal is added to embeddings, and there are none"
    assert said in capsys.readouterr().err


def test_what_is_added_to_the_scores_can_be_given_and_taken_away(capsys: Capture):
    given = traced(
        capsys, CRANE, "--mask", "causal + window:2,0 + padding:1", "--softcap", "2", "--sink", "-1", "--alibi", "0.5",
        "--offset", "-1", "--blocked", "off",
    )["settings"]  # fmt: skip
    wanted = {
        "mask": ["causal", "window:2,0", "padding:1"],
        "softcap": 2.0,
        "sink": -1.0,
        "alibi": 0.5,
        "offset": -1,
    }
    assert {name: given[name] for name in wanted} == wanted
    assert given["blocked"] == "-inf"
    slopes = traced(capsys, "it-two-heads", "--alibi", "0.5,0.25", "--sink", "1,2")["settings"]
    assert (slopes["alibi"], slopes["sink"]) == ([0.5, 0.25], [1.0, 2.0])
    off = traced(capsys, "sink", "--sink", "off")["stages"]["weights"]
    assert sum(off[1]) == pytest.approx(1)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--mask", "blocks:2,3"], "--mask: blocks:2,3 adds up to 5, expected 4"),
        (["--mask", "padding:5"], "--mask: padding:5 is more than the 4 keys"),
        (["--softcap", "0"], "--softcap: a soft cap of 0.0 can't be"),
        (["--alibi", "0.5,0.25"], "--alibi: 2 slopes are for 2 heads, and there is 1: type one"),
        (["--alibi", "steep"], "--alibi: 'steep' is not a number"),
        (["--sink", "1,2,3"], "--sink: 3 logits are for 3 heads, and there is 1: type one"),
        (["--offset", "0.5"], "--offset: '0.5' is no offset"),
    ],
)
def test_what_cannot_be_added_is_said_with_its_option(words: list[str], said: str, capsys: Capture):
    assert main(["trace", CRANE, *words]) == 2
    assert said in capsys.readouterr().err


def test_an_edit_changes_one_number_by_words_or_positions(capsys: Capture):
    by_words = traced(capsys, CRANE, "--edit", "q[crane,animal]=0.9")["stages"]
    by_positions = traced(capsys, CRANE, "--edit", "q[1,0]=0.9")["stages"]
    plain = traced(capsys, CRANE)["stages"]
    assert by_words == by_positions
    assert by_words["scores"][1][1] == pytest.approx(0.9 * 0.4 + 0.7 * 0.4, rel=1e-12)
    assert by_words["scores"][0] == plain["scores"][0]


def test_edits_follow_one_another(capsys: Capture):
    edits = ["--edit", "q[1,0]=5", "--edit=q[1,0]=-1", "--edit", "q[1,1]=0"]
    assert traced(capsys, CRANE, *edits)["stages"]["scores"][1] == pytest.approx([-0.1, -0.4, -0.1, 0])


def test_an_edit_is_of_the_head_that_is_shown(capsys: Capture):
    edit = ["--edit", "q[0,0]=9"]
    before = [head["stages"]["scores"][0] for head in traced(capsys, "it-two-heads", "--head", "all")]
    after = traced(capsys, "it-two-heads", "--head", "1", *edit)["stages"]["scores"][0]
    assert after != before[1]
    assert traced(capsys, "it-two-heads", "--head", "0")["stages"]["scores"][0] == before[0]


def test_editing_a_copy_that_widen_makes_edits_the_original(capsys: Capture):
    copy = traced(capsys, CRANE, "--widen", "2", "--edit", "q[1,2]=0.9")
    assert copy["stages"] == traced(capsys, CRANE, "--widen", "2", "--edit", "q[1,0]=0.9")["stages"]


def test_rows_keys_and_top_limit_what_is_printed(capsys: Capture):
    part = traced(capsys, CRANE, "--rows", "1:3", "--keys", ":2")
    assert (part["rows"], part["keys"], np.shape(part["stages"]["weights"])) == ([1, 3], [0, 2], (2, 2))
    top = traced(capsys, CRANE, "--rows", "1:2", "--top", "2")["top"]
    assert [entry["token"] for entry in top[0]] == ["lifted", "steel"]


def test_all_heads_are_a_list_even_of_one(capsys: Capture):
    assert [head["head"] for head in traced(capsys, CRANE, "--head", "all")] == [0]
    assert [head["head"] for head in traced(capsys, "it-two-heads", "--head", "all")] == [0, 1]


def test_csv_of_all_heads_begins_with_the_head(capsys: Capture):
    assert main(["trace", "it-two-heads", "--head", "all", "--format", "csv"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "head,stage,row,column,value"
    assert {line.split(",")[0] for line in lines[1:]} == {"0", "1"}


def test_text_is_what_trace_prints_when_nothing_is_said(capsys: Capture):
    assert main(["trace", CRANE]) == 0
    out = capsys.readouterr().out
    assert out.startswith("the crane lifted steel\nsoftmax(Q K^T / sqrt(2)) V\n")
    assert main(["trace", CRANE, "--format", "text"]) == 0
    assert capsys.readouterr().out == out


def test_markdown_has_a_table_a_stage(capsys: Capture):
    assert main(["trace", CRANE, "--format", "markdown"]) == 0
    assert "| crane | 0.191 | 0.257 | 0.283 | 0.270 | 1.000 |" in capsys.readouterr().out


def test_the_source_in_json_is_what_was_given(
    capsys: Capture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    preset = dict(shipped())[CRANE].read_bytes()
    (tmp_path / "my.toml").write_bytes(preset)
    monkeypatch.chdir(tmp_path)
    assert traced(capsys, "my.toml")["source"] == "my.toml"
    monkeypatch.setattr("sys.stdin", TextIOWrapper(BytesIO(preset)))
    from_input = traced(capsys, "-")
    assert from_input["source"] == "-"
    assert from_input["stages"] == traced(capsys, CRANE)["stages"]


def test_presets_are_a_line_each(capsys: Capture):
    assert main(["presets"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == [name for name, _ in shipped()]
    assert CRANE in [line.split()[0] for line in lines]


@pytest.mark.parametrize(
    ("edit", "row"),
    [
        # crane's embedding (0.9, 0.4): its query (1.325, 0.95) asks the, itself, lifted and steel
        ("x[crane,animal]=0.9", (1.325, 0.95)),
        ("w_q[animal,machine]=2", (0.7, 0.4 * 2 + 0.4 * 1.25)),
    ],
)
def test_embeddings_and_weights_can_be_edited_and_q_follows(edit, row, capsys):
    assert main(["trace", "crane-words", "--edit", edit, "--format", "json"]) == 0
    scores = json.loads(capsys.readouterr().out)["stages"]["scores"][1]
    keys = [(0.1, 0.1), (0.9 if edit[0] == "x" else 0.4, 0.4), (0.1, 0.9), (0.0, 0.9)]
    assert scores == pytest.approx([row[0] * key[0] + row[1] * key[1] for key in keys])


def test_q_of_a_projection_is_edited_through_what_it_follows_from(capsys):
    assert main(["trace", "crane-words", "--edit", "q[0,0]=1"]) == 2
    assert capsys.readouterr().err == (
        "attn-tui: --edit: q follows from other numbers: change one of x, w_q, w_k, w_v\n"
    )
