"""`--mistake`: the numbers against loops in plain floats, what is printed of it, and how it is refused."""

import json
from pathlib import Path

import numpy as np
import pytest

from attn_tui.cli import main
from attn_tui.files.sources import open_lesson
from tests.session.mistaken_cases import HEAD, IDS, WORDS, arrays, by_plain_floats, named

Capture = pytest.CaptureFixture[str]


@pytest.fixture
def dump(tmp_path: Path) -> str:
    path = tmp_path / "dump.npz"
    np.savez(path, **arrays())
    return str(path)


def printed(capsys: Capture, *words: str) -> str:
    assert main(["trace", *words]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    return out


def refused(capsys: Capture, *words: str) -> str:
    assert main(["trace", *words]) == 2
    out, err = capsys.readouterr()
    assert out == "" and err.count("\n") == 1
    return err


@pytest.mark.parametrize("wrong", IDS)
def test_trace_prints_what_the_mistake_makes(wrong: str, dump: str, capsys: Capture):
    trace = json.loads(
        printed(capsys, dump, *WORDS, "--mistake", named(wrong), "--rows", "1:5", "--format", "json")
    )
    assert trace["settings"]["mistakes"] == [named(wrong)]
    assert trace["head"] == HEAD
    expected = by_plain_floats(wrong)
    for stage in ("weights", "output"):
        np.testing.assert_allclose(trace["stages"][stage], expected[stage][1:], rtol=1e-9, atol=1e-12)


def test_mistakes_are_made_together_and_in_order(capsys: Capture):
    words = (
        "crane-lifted-steel",
        "--mask",
        "causal",
        "--mistake",
        "no-scale",
        "--mistake",
        "mask-after-softmax",
    )
    trace = json.loads(printed(capsys, *words, "--format", "json"))
    assert trace["settings"]["mistakes"] == ["no-scale", "mask-after-softmax"]
    e = np.exp([0.14, 0.56, 0.70, 0.63])
    np.testing.assert_allclose(trace["stages"]["weights"][1], np.where([1, 1, 0, 0], e, 0) / e.sum())


def test_text_and_markdown_name_the_mistake_in_ascii_and_say_that_the_settings_are_but_for_it(
    capsys: Capture,
):
    words = ("crane-lifted-steel", "--mistake", "scale-by-d")
    text = printed(capsys, *words)
    assert text.isascii()
    assert "softmax(Q K^T / sqrt(2)) V ! scale-by-d\n" in text
    assert "mistake scale-by-d: Divides the scores by d_k instead of by sqrt d_k.\n" in text
    assert "\nbut for the mistake, scale: every score times 0.707107\n" in text
    markdown = printed(capsys, *words, "--format", "markdown")
    assert "- mistake scale-by-d: Divides the scores" in markdown
    assert "! scale-by-d" not in printed(capsys, "crane-lifted-steel")


@pytest.mark.parametrize("form", ["text", "markdown"])
def test_what_is_said_but_for_the_mistake_is_so_without_it_and_what_differs_with_it(
    form: str, capsys: Capture
):
    words = ("crane-words", "--mask", "causal", "--rows", "1:4", "--format", form, "--mistake")
    text = printed(capsys, *words, "mask-reversed")
    assert "but for the mistake, keys that each query may look at: 2 3 4\n" in text
    assert "but for the mistake, future: 0% of the weight is on later keys\n" in text
    assert "with the mistake, keys that each query may look at: 2 1 0\n" in text
    assert "with the mistake, future: 100% of the weight is on later keys\n" in text
    text = printed(capsys, *words, "scale-by-d")
    assert "but for the mistake, keys that each query may look at: 2 3 4\n" in text
    assert "with the mistake" not in text


def test_csv_has_the_wrong_numbers(capsys: Capture):
    lines = printed(capsys, "two-tokens", "--mistake", "key-not-transposed", "--format", "csv").splitlines()
    assert "scores,0,1,0.0" in lines and "scores,1,0,1.0" in lines


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--mistake", "scale-by-e"), "there is no mistake scale-by-e; near it are scale-by-d"),
        (("--mistake", "no-scale", "--mistake", "scale-by-d"), "exclude one another"),
        (("--mistake", "no-scale", "--mistake", "no-scale"), "are one, which is made once"),
        (("--mistake", "key-not-transposed"), "T_k differs from d_k"),
        (("--mistake", "\x1b[31m"), r"there is no mistake \x1b[31m"),
    ],
)
def test_what_cannot_be_made_is_refused_in_a_line(words: tuple[str, ...], said: str, capsys: Capture):
    assert said in refused(capsys, "crane-lifted-steel", *words)


def preset(tmp_path: Path, mistakes: str, step: str = "") -> str:
    path = tmp_path / "wrong.toml"
    tables = (
        'title = "t"\ntokens = ["a", "b"]\n'
        "q = [[1, 0], [0, 1]]\nk = [[1, 0], [1, 1]]\nv = [[1, 2, 3], [4, 5, 6]]\n"
    )
    path.write_text(f"{tables}[settings]\nmistakes = {mistakes}\n{step}", encoding="utf-8")
    return str(path)


def test_a_preset_names_its_mistakes_and_an_option_takes_their_place(tmp_path: Path, capsys: Capture):
    source = preset(tmp_path, '["no-scale"]')
    for words, expected in (
        ((), ["no-scale"]),
        (("--mistake", "scale-by-d"), ["scale-by-d"]),
        (("--mistake", "none"), []),
    ):
        trace = json.loads(printed(capsys, source, "--format", "json", *words))
        assert trace["settings"]["mistakes"] == expected


@pytest.mark.parametrize(
    ("mistakes", "said"),
    [
        ('"no-scale"', 'expected a list of mistakes, such as ["scale-by-d"]'),
        (
            '["no-scale", "no-scal"]',
            "settings.mistakes[1]: there is no mistake no-scal; near it are no-scale",
        ),
        (
            '["no-scale", "scale-by-d"]',
            "settings.mistakes: the mistakes no-scale and scale-by-d exclude one another",
        ),
        ('["keys-values-swapped"]', "settings.mistakes: keys-values-swapped: d_k differs from d_v"),
        ("[7]", "expected text in quotes"),
    ],
)
def test_a_fault_in_a_preset_names_the_line(mistakes: str, said: str, tmp_path: Path, capsys: Capture):
    err = refused(capsys, preset(tmp_path, mistakes))
    assert "wrong.toml:7: " in err and said in err


def test_a_step_makes_mistakes_and_the_next_one_unmakes_them(tmp_path: Path, capsys: Capture):
    step = '[[step]]\ntitle = "x"\ntext = "x"\n[step.set]\nmistakes = {}\n'
    steps = step.format('["scale-by-d"]') + step.format("[]")
    lesson = open_lesson(preset(tmp_path, "[]", steps))
    assert [step.scene.problem.settings.mistakes for step in lesson.steps] == [("scale-by-d",), ()]
    bad = preset(tmp_path, "[]", step.format('["keys-values-swapped"]'))
    assert main(["lint", bad]) == 2
    assert "d_k differs from d_v" in capsys.readouterr().out


def test_an_experiment_measures_the_formula_and_says_so(tmp_path: Path, capsys: Capture):
    source = preset(tmp_path, '["no-scale"]')
    assert main(["experiment", "saturation", "--from", source]) == 2
    err = capsys.readouterr().err
    assert "no-scale is in force, and experiments measure the formula: make no mistake in the file, or" in err
