"""`attn-tui experiment NAME`: the published figures, the three formats, own numbers, faults and progress."""

import csv
import json
import shlex
import sys
from io import BytesIO, StringIO, TextIOWrapper
from typing import Any

import numpy as np
import pytest

from attn_tui.cli import experiment_values, main, progress
from attn_tui.cli.experiment_options import OPTIONS
from attn_tui.cli.experiment_parsers import NAMES, experiment_parser, overview_parser, own_options
from attn_tui.cli.options import NEW, PROBLEM, SHOT, TRACE
from attn_tui.files.shipped import shipped
from tests.files.crane import stage

Capture = pytest.CaptureFixture[str]
CRANE = "crane-lifted-steel"
SMALL = {
    "variance": ["--d-k", "4", "--pairs", "50"],
    "saturation": ["--d-k", "4", "--queries", "5"],
    "training": ["--d-k", "4", "--tokens", "3", "--steps", "7", "--goal", "0.999"],
    "cost": ["--tokens", "16", "--heads", "2"],
    "online-softmax": ["--tokens", "5"],
}
FIRST = {
    "variance": "points",
    "saturation": "points",
    "training": "steps",
    "cost": "cases",
    "online-softmax": "steps",
}


def printed(capsys: Capture, *words: str) -> str:
    assert main(["experiment", *words]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    return out


def found(capsys: Capture, *words: str) -> Any:
    return json.loads(printed(capsys, *words, "--format", "json"))


def refused(capsys: Capture, *words: str) -> str:
    assert main(["experiment", *words]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("attn-tui: ") and err.count("\n") == 1 and err[:-1].isprintable()
    return err


def test_the_published_variance(capsys: Capture):
    variance = found(capsys, "variance", "--d-k", "64", "--pairs", "20000", "--seed", "0")
    assert round(variance["raw_variance"], 2) == 64.59
    assert round(variance["scaled_variance"], 3) == 1.009
    assert {name: variance[name] for name in ("d_k", "pairs", "seed", "source", "scale")} == {
        "d_k": 64, "pairs": 20_000, "seed": 0, "source": None, "scale": 0.125,
    }  # fmt: skip
    assert "\n64   64.59  64.00 +- 0.65  0.125   1.009\n" in printed(capsys, "variance")
    assert found(capsys, "variance") == variance


def test_the_curve_has_every_power_of_two_and_the_same_figure_at_its_end(capsys: Capture):
    curve = found(capsys, "variance", "--d-k", "64", "--curve")
    assert [point["d_k"] for point in curve["points"]] == [1, 2, 4, 8, 16, 32, 64]
    assert curve["raw_variance"] == curve["points"][-1]["raw_variance"]
    assert round(curve["raw_variance"], 2) == 64.59
    assert sum(part["raw"] for part in curve["histogram"]) == 20_000


@pytest.mark.parametrize("name", NAMES)
def test_the_same_words_give_the_same_json_and_another_seed_another(name: str, capsys: Capture):
    words = [name, *SMALL[name], *(["--no-time"] if name == "cost" else [])]
    assert found(capsys, *words) == found(capsys, *words)
    assert found(capsys, *words)["experiment"] == name
    if name != "cost":
        other = found(capsys, *words, "--seed", "1")
        assert other["seed"] == 1
        assert other[FIRST[name]] != found(capsys, *words)[FIRST[name]]


@pytest.mark.parametrize("name", NAMES)
def test_csv_is_the_first_list_of_the_json_in_full_precision(name: str, capsys: Capture):
    words = [name, *SMALL[name], *(["--no-time"] if name == "cost" else [])]
    lines = list(csv.DictReader(StringIO(printed(capsys, *words, "--format", "csv"))))
    records = found(capsys, *words)[FIRST[name]]
    assert len(lines) == len(records) > 0
    for line, record in zip(lines, records, strict=True):
        for key, value in record.items():
            if isinstance(value, list):
                assert [float(line[f"{key}_{index}"]) for index in range(len(value))] == value
            elif isinstance(value, float):
                assert float(line[key]) == value
            else:
                assert line[key] == (
                    "" if value is None else str(int(value)) if isinstance(value, bool) else str(value)
                )


def test_text_says_what_was_measured_and_by_which_definition(capsys: Capture):
    says = {
        "variance": "mean square less the square of the mean",
        "saturation": "Frobenius norm of diag(w) - w w^T",
        "training": "loss: half the squared length",
        "cost": "operations: multiplications, additions",
        "online-softmax": "rescaled: e^(max before - max)",
    }
    for name in NAMES:
        text = printed(capsys, name, *SMALL[name])
        assert says[name] in text
        assert text.isascii()


def test_training_ends_when_both_attend_and_says_when_each_did(capsys: Capture):
    training = found(capsys, "training", "--d-k", "2", "--seed", "1", "--steps", "1000")
    reached = training["scaled_reached"], training["unscaled_reached"]
    assert None not in reached
    assert training["steps_taken"] == max(reached) == training["steps"][-1]["step"]
    assert training["weights_after"]["scaled"][1] > 0.9
    assert training["weights_before"]["scaled"][1] == training["steps"][0]["scaled_weight"]


def test_at_512_only_the_scale_trains(capsys: Capture):
    training = found(capsys, "training")
    assert (training["scaled_reached"], training["unscaled_reached"]) == (62, None)
    assert training["steps_taken"] == 200
    assert "without it: 90.0% not reached in 200 steps" in printed(capsys, "training")


def test_cost_without_time_has_none_and_with_time_says_it_was_measured(capsys: Capture):
    words = ["cost", *SMALL["cost"]]
    silent = found(capsys, *words, "--no-time")
    assert {case["measured_whole_seconds"] for case in silent["cases"]} == {None}
    assert "measured" not in printed(capsys, *words, "--no-time")
    assert all(case["measured_whole_seconds"] > 0 for case in found(capsys, *words)["cases"])
    assert "time: measured here and now in float32" in printed(capsys, *words)


def test_cost_doubles_t_and_d(capsys: Capture):
    cases = {
        case["case"]: case
        for case in found(capsys, "cost", "--no-time", "--heads", "8", "--kv-heads", "2")["cases"]
    }
    assert cases["T doubled"]["operations_ratio"] == cases["T doubled"]["score_bytes_ratio"] == 4
    assert 1.9 < cases["d doubled"]["operations_ratio"] < 2
    assert cases["K, V in every head"]["kv_bytes"] == 4 * cases["asked"]["kv_bytes"]


def test_the_longest_sentence_is_counted_and_not_tried(capsys: Capture):
    text = printed(
        capsys, "cost", "--tokens", "1048576", "--d-k", "4096", "--heads", "1024", "--dtype", "bfloat16"
    )
    assert "x4" in text


def test_the_online_softmax_of_crane_ends_where_the_trace_does(capsys: Capture):
    online = found(capsys, "online-softmax", "--from", CRANE, "--query", "crane")
    np.testing.assert_allclose(online["output"], stage("scale=on,mask=none", "output")[1], rtol=1e-10)
    assert [step["token"] for step in online["steps"]] == ["the", "crane", "lifted", "steel"]
    assert online["steps"][-1]["output"] == online["output"]
    assert (online["numbers_kept"], online["numbers_in_matrix"], online["head"]) == (4, 16, 0)
    causal = found(capsys, "online-softmax", "--from", CRANE, "--query", "1", "--mask", "causal")
    assert [step["takes_part"] for step in causal["steps"]] == [True, True, False, False]
    np.testing.assert_allclose(causal["output"], stage("scale=on,mask=causal", "output")[1], rtol=1e-10)


def test_the_last_row_is_taken_where_none_is_named(capsys: Capture):
    assert found(capsys, "online-softmax", "--from", CRANE)["token"] == "steel"


def test_minus_infinity_is_a_word_in_json(capsys: Capture):
    steps = found(capsys, "online-softmax", "--from", CRANE, "--query", "the", "--mask", "causal")["steps"]
    assert steps[1]["score"] == "-inf"


def test_training_takes_words(capsys: Capture):
    words = ["training", "--from", "it-two-heads", "--query", "it", "--key", "street"]
    training = found(capsys, *words)
    assert (training["query"], training["key"], training["d_k"], training["seed"]) == (7, 5, 2, None)
    assert training["scaled_reached"] is not None
    assert "until 'it' attends to 'street'" in printed(capsys, *words)
    other = found(capsys, *words, "--head", "1")
    assert other["head"] == 1 and other["steps"][0] != training["steps"][0]


def test_saturation_of_the_widened_crane_is_what_the_lesson_says(capsys: Capture):
    points = found(capsys, "saturation", "--from", CRANE, "--widen", "100")["points"]
    crane = next(point for point in points if point["token"] == "crane")
    assert crane["unscaled_largest_weight"] == pytest.approx(0.999, abs=5e-4)
    assert crane["scaled_largest_weight"] == pytest.approx(0.500, abs=5e-4)


def test_own_variance_and_cost_are_of_the_problem(capsys: Capture):
    variance = found(capsys, "variance", "--from", CRANE, "--rows", "1:2")
    row = stage("scale=on,mask=none", "scores")[1]
    assert variance["raw_variance"] == pytest.approx(np.var(np.array(row, float)), rel=1e-9)
    assert variance["pairs"] == 4 and variance["source"] == CRANE
    cost = found(capsys, "cost", "--from", "it-real", "--no-time")
    assert (cost["T_q"], cost["d_k"], cost["heads"], cost["k_heads"], cost["dtype"]) == (
        13,
        64,
        3,
        1,
        "float32",
    )
    assert found(capsys, "cost", "--from", "it-real", "--no-time", "--dtype", "float16")["dtype"] == "float16"


def test_a_problem_comes_from_standard_input_too(capsys: Capture, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("sys.stdin", TextIOWrapper(BytesIO(dict(shipped())[CRANE].read_bytes())))
    assert found(capsys, "variance", "--from", "-")["source"] == "-"


def test_tokens_leave_no_control_character(capsys: Capture, tmp_path: Any):
    path = tmp_path / "x.toml"
    path.write_text(
        'title = "x"\ntokens = ["a,\\u001b[2J", "b"]\nq = [[1.0], [2.0]]\nk = [[1.0], [2.0]]\nv = [[1.0], [2.0]]\n'
    )
    for form in ("text", "csv", "json"):
        for words in (["online-softmax"], ["saturation"], ["training", "--query", "0", "--key", "1"]):
            out = printed(capsys, *words, "--from", str(path), "--format", form)
            assert out.replace("\n", "").isprintable()
    lines = list(
        csv.reader(StringIO(printed(capsys, "online-softmax", "--from", str(path), "--format", "csv")))
    )
    assert lines[1][1] == "a,\\x1b[2J"


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ([], "NAME"),
        (["varianz"], "there is no experiment 'varianz': did you mean variance?"),
        (["\x1b"], "there is no experiment '\\x1b': choose from variance"),
        (["variance", "--d-k", "0"], "--d-k: '0' is no width: type a whole number from 1 to 1024"),
        (["variance", "--d-k", "1025"], "--d-k: '1025' is no width"),
        (["variance", "--pairs", "1"], "--pairs: '1' is no number of pairs"),
        (["variance", "--pairs", "1000001"], "--pairs: '1000001' is no number of pairs"),
        (["variance", "--seed", "-1"], "--seed: '-1' is no seed"),
        (["variance", "--pairs", "1000000", "--d-k", "1024"], "too many for one run: lower --pairs or --d-k"),
        (["saturation", "--queries", "9999", "--tokens", "1024"], "lower --queries, --tokens or --d-k"),
        (["saturation", "--tokens", "1"], "--tokens: '1' is no number of tokens"),
        (["training", "--rate", "0"], "--rate: '0' is not above zero"),
        (["training", "--rate", "inf"], "--rate: 'inf' is no number to use"),
        (["training", "--goal", "1"], "--goal: '1' is reached by no softmax"),
        (["training", "--steps", "0"], "--steps: '0' is no number of steps"),
        (["training", "--key", "16"], "--key: '16' is no position: type a whole number from 0 to 15"),
        (["training", "--steps", "10000", "--tokens", "256", "--d-k", "1024"], "choose at most 1,024"),
        (["training", "--learn", "v"], "--learn"),
        (["training", "--from", CRANE], "--from needs --query and --key"),
        (["training", "--from", CRANE, "--query", "bird", "--key", "steel"], "--query: there is no query 'bird'"),
        (["training", "--from", CRANE, "--query", "the", "--key", "steel", "--mask", "causal"], "may not look"),
        (["cost", "--heads", "8", "--kv-heads", "3"], "--kv-heads: 8 heads can't share 3 evenly"),
        (["cost", "--mask", "causal"], "has no option --mask"),
        (["online-softmax", "--query", "3"], "--query is for numbers of your own"),
        (["variance", "--mask", "causal"], "--mask is for numbers of your own: name them with --from SOURCE"),
        (["variance", "--edit", "q[0,0]=1"], "--edit is for numbers of your own"),
        (["variance", "--no-scale"], "--no-scale is for numbers of your own"),
        (["variance", "--from", CRANE, "--d-k", "4"], "--d-k is for random numbers"),
        (["variance", "--from", CRANE, "--curve"], "--curve is for random numbers"),
        (["variance", "--from", "it-two-heads", "--head", "all"], "an experiment takes one head"),
        (["variance", "--from", "no-such"], "no-such: no such preset or file"),
        (["variance", "--from", ""], "SOURCE is empty"),
        (["variance", "more"], "one word too many"),
        (["variance", "--pair", "3"], "has no option --pair: did you mean --pairs?"),
        (["variance", "--format", "yaml"], "yaml"),
    ],
)  # fmt: skip
def test_wrong_words_are_one_line_and_status_2(words: list[str], says: str, capsys: Capture):
    assert says in refused(capsys, *words)


@pytest.mark.parametrize("name", NAMES)
def test_help_leads_with_examples_and_names_every_option(name: str, capsys: Capture):
    assert main(["experiment", name, "--help"]) == 0
    text = capsys.readouterr().out
    assert text.startswith(f"Examples:\n  attn-tui experiment {name}")
    assert all(option.flag in text for option in (*OPTIONS[name], *own_options(name)))


def test_the_overview_names_every_experiment(capsys: Capture):
    assert main(["experiment", "--help"]) == 0
    text = capsys.readouterr().out
    assert all(f"\n  {name} " in text for name in NAMES)


def examples() -> list[str]:
    parsers = [overview_parser(), *map(experiment_parser, NAMES)]
    texts = "\n".join(parser.format_help().partition("usage:")[0] for parser in parsers)
    return [line.strip() for line in texts.splitlines() if line.startswith("  attn-tui")]


@pytest.mark.parametrize("line", sorted(set(examples())))
def test_the_examples_in_the_help_work(line: str, capsys: Capture):
    assert printed(capsys, *shlex.split(line)[2:])


class Terminal(StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        return True


def test_progress_is_said_on_a_terminal_and_wiped(monkeypatch: pytest.MonkeyPatch, capsys: Capture):
    shown = Terminal()
    monkeypatch.setattr(sys, "stderr", shown)
    monkeypatch.setattr(progress, "EVERY", 0.0)
    assert main(["experiment", "saturation", *SMALL["saturation"]]) == 0
    assert "\rd_k 4: 5 of 5 rows" in shown.getvalue()
    last_but_one, blank, end = shown.getvalue().split("\r")[-3:]
    assert last_but_one and blank.strip() == end == "" and len(blank) >= len(last_but_one.rstrip())
    assert capsys.readouterr().out.startswith("how sharp")


def test_an_interrupted_experiment_prints_nothing_and_has_status_130(
    monkeypatch: pytest.MonkeyPatch, capsys: Capture
):
    def stopped(*_args: object) -> Any:
        yield from ()
        raise KeyboardInterrupt

    monkeypatch.setattr("attn_tui.engine.experiments.variance.variance_points", stopped)
    assert main(["experiment", "variance"]) == 130
    assert capsys.readouterr() == ("", "")


def test_a_flag_takes_a_value_everywhere_or_nowhere():
    """Values are joined to their flags before the command is known."""
    kinds: dict[str, set[bool]] = {}
    for options in (PROBLEM, TRACE, SHOT, NEW, *OPTIONS.values()):
        for option in options:
            kinds.setdefault(option.flag, set()).add(option.value is None)
    assert all(len(kind) == 1 for kind in kinds.values())
    assert set(experiment_values.NOUNS) <= set(kinds)
