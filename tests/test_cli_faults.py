"""What can't be used ends in one line on standard error and the status of the contract, never a traceback."""

import builtins
import os
import subprocess
import sys
from pathlib import Path

import pytest

from attn_tui.cli import main
from attn_tui.session.faults import Fault, SaveFault

Capture = pytest.CaptureFixture[str]
CRANE = "crane-lifted-steel"


def refused(capsys: Capture, *words: str) -> str:
    """The one line that `words` end in, with status 2."""
    assert main(list(words)) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("attn-tui: ")
    assert err.endswith("\n")
    assert err[:-1].isprintable()
    return err


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["tarce", CRANE], "did you mean `attn-tui trace`?"),
        (["preset"], "did you mean `attn-tui presets`?"),
        (["two-tokns"], "did you mean two-tokens?"),
        ([CRANE, CRANE], "one word too many"),
        (["trace"], "SOURCE"),
        (["trace", CRANE, "more"], "one word too many"),
        (["trace", CRANE, "--haed", "1"], "attn-tui trace has no option --haed: did you mean --head?"),
        (["trace", CRANE, "--\x1b[2J"], "no option --\\x1b[2J"),
        (["trace", CRANE, "--format", "yaml"], "yaml"),
        (["trace", CRANE, "--head"], "expected one argument"),
        (["trace", CRANE, "--head", "1"], "--head: '1' is no head: type a whole number from 0 to 0"),
        (["trace", CRANE, "--head", "-1"], "--head: '-1' is no head"),
        (["trace", CRANE, "--layer", "x"], "--layer: 'x' is no layer"),
        (["trace", CRANE, "--layer", "1"], "--layer 1"),
        (["trace", CRANE, "--mask", "casual"], "--mask:"),
        (["trace", CRANE, "--scale", "big"], "--scale: 'big' is not a number"),
        (["trace", CRANE, "--scale", "nan"], "--scale: 'nan' is no scale"),
        (["trace", CRANE, "--scale", "1", "--no-scale"], "--scale and --no-scale"),
        (["trace", CRANE, "--widen", "0"], "--widen: '0' is no width: type a whole number from 1 to 512"),
        (["trace", CRANE, "--blocked", "x"], "--blocked: 'x' is not a number"),
        (["trace", CRANE, "--dtype", "int8"], "int8"),
        (
            ["trace", CRANE, "--rows", "4:5"],
            "--rows: 4:5 holds nothing or more than there is: choose from 0:4",
        ),
        (["trace", CRANE, "--rows", "2:2"], "--rows: 2:2 holds nothing"),
        (["trace", CRANE, "--rows", "-1:2"], "--rows: '-1:2' is no range"),
        (["trace", CRANE, "--rows", "2"], "--rows: '2' is no range"),
        (["trace", CRANE, "--keys", "3:9"], "--keys: 3:9 holds nothing or more"),
        (["trace", CRANE, "--top", "0"], "--top: '0' is no number of keys"),
        (["trace", CRANE, "--at", "q[9,0]"], "--at: there is no query 9"),
        (["trace", CRANE, "--at", "w[0,0]"], "--at: there is no pane 'w'"),
        (["trace", CRANE, "--edit", "q[1,0]"], "--edit: 'q[1,0]' has no number"),
        (["trace", CRANE, "--edit", "q[1,0]=x"], "--edit: 'x' is not a number"),
        (["trace", CRANE, "--edit", "q[-1,0]=1"], "--edit: there is no query -1"),
        (["trace", CRANE, "--edit", "scores[1,0]=1"], "--edit: scores follows from other numbers"),
        (["trace", "it-two-heads", "--head", "all", "--edit", "q[0,0]=1"], "say which with --head N"),
        (["it-two-heads", "--head", "all"], "--head all is for trace"),
        (["trace", "no/such.toml"], "no/such.toml"),
        (["trace", "/"], "is a directory"),
        (["trace", ""], "SOURCE is empty"),
        (["trace", "a\x00b"], "a\\x00b"),
        (["presets", "--format", "json"], "attn-tui presets has no option --format"),
        (["shot", CRANE], "-o"),
        (["shot", CRANE, "-o", "crane.png"], "give a name that ends in .svg"),
        (["shot", CRANE, "-o", "crane.svg", "--size", "80"], "--size: '80' is no size"),
        (["shot", CRANE, "-o", "crane.svg", "--size", "0x9"], "--size: 0x9 is too large or too small"),
        (["new"], "--tokens"),
        (["new", "--tokens", " "], "a problem can't have 0 words"),
        (["new", "--tokens", "a", "--columns", "0"], "'0' is no number of columns"),
        (["new", "--tokens", "a", "--columns", "-2"], "'-2' is no number of columns"),
        (["new", "--tokens", "a", "--columns", "x,,y"], "a column has no name"),
    ],
)
def test_wrong_words_are_one_line_and_status_2(words: list[str], says: str, capsys: Capture):
    assert says in refused(capsys, *words)


def test_a_file_called_as_a_command_is_opened_by_its_path(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
):
    (tmp_path / "trace").write_text("title = ")
    monkeypatch.chdir(tmp_path)
    assert "SOURCE" in refused(capsys, "trace")
    assert "./trace" in refused(capsys, "./trace")


def test_a_fault_in_a_file_names_it(tmp_path: Path, capsys: Capture):
    path = tmp_path / "bad.toml"
    path.write_text('title = "x"\nq = [[1.0, "two"]]\nk = [[1.0, 2.0]]\nv = [[1.0]]\n')
    assert "bad.toml:2" in refused(capsys, "trace", str(path))


def test_an_internal_fault_is_one_line_and_status_1(monkeypatch: pytest.MonkeyPatch, capsys: Capture):
    monkeypatch.setattr("attn_tui.cli.commands._DO", {})
    monkeypatch.delenv("ATTN_TUI_TRACEBACK", raising=False)
    assert main(["presets"]) == 1
    assert capsys.readouterr().err == "attn-tui: internal fault: KeyError: 'presets'\n"
    monkeypatch.setenv("ATTN_TUI_TRACEBACK", "1")
    assert main(["presets"]) == 1
    assert "Traceback" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("error", "status", "says"),
    [
        (KeyboardInterrupt(), 130, ""),
        (Fault("x.toml:1: no"), 2, "attn-tui: x.toml:1: no\n"),
        (SaveFault("x.svg could not be saved: no"), 1, "attn-tui: x.svg could not be saved: no\n"),
        (BrokenPipeError(), 0, ""),
        (OSError(28, "No space left on device"), 1, "attn-tui: No space left on device\n"),
        (PermissionError(13, "Permission denied", "x.svg"), 1, "attn-tui: x.svg: Permission denied\n"),
    ],
)
def test_what_interrupts_a_command_has_its_status(
    error: BaseException, status: int, says: str, monkeypatch: pytest.MonkeyPatch, capsys: Capture
):
    def stopped(_args: object) -> int:
        raise error

    monkeypatch.setattr("attn_tui.cli.commands._DO", {"presets": stopped})
    assert main(["presets"]) == status
    assert capsys.readouterr().err == says


SHORT = ["presets"]
LONG = ["trace", "it-two-heads", "--format", "csv"]


def into(output: int, words: list[str]) -> tuple[int, str]:
    """Status and standard error of the program with `output`, buffered, as standard output."""
    program = [sys.executable, "-m", "attn_tui", *words]
    buffered = {name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"}
    done = subprocess.run(
        program, stdout=output, stderr=subprocess.PIPE, text=True, check=False, env=buffered
    )
    return done.returncode, done.stderr


@pytest.mark.parametrize("words", [SHORT, LONG])
def test_a_reader_that_goes_away_is_no_fault(words: list[str]):
    reading, writing = os.pipe()
    os.close(reading)
    assert into(writing, words) == (0, "")
    os.close(writing)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
@pytest.mark.parametrize("words", [SHORT, LONG])
def test_a_full_disk_is_one_line_and_status_1(words: list[str]):
    with Path("/dev/full").open("w") as full:
        assert into(full.fileno(), words) == (1, "attn-tui: No space left on device\n")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a device that takes nothing")
@pytest.mark.parametrize("words", [["--help"], ["trace", "--help"], ["trace", "two-tokens"], ["presets"]])
def test_output_that_cannot_be_written_is_a_failure(words):
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "attn_tui", *words],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert done.returncode == 1
    assert done.stderr == "attn-tui: No space left on device\n"


@pytest.mark.parametrize("words", ["trace nope", "two-tokens"])
def test_with_standard_error_closed_nothing_but_data_is_printed(words):
    line = f'"{sys.executable}" -m attn_tui {words} 2>&- < /dev/null'
    done = subprocess.run(["sh", "-c", line], stdout=subprocess.PIPE, text=True, check=False)
    assert "attn-tui:" not in done.stdout
    assert done.returncode == (2 if "nope" in words else 0)


def test_an_interrupt_while_the_program_is_being_loaded_ends_quietly(monkeypatch):
    monkeypatch.delitem(sys.modules, "attn_tui.cli.running", raising=False)

    def interrupted(name, *rest):
        if name == "attn_tui.cli.running":
            raise KeyboardInterrupt
        return importing(name, *rest)

    importing = builtins.__import__
    monkeypatch.setattr(builtins, "__import__", interrupted)
    assert main(["presets"]) == 130


def test_an_offset_beside_causal_end_is_refused(capsys):
    assert main(["trace", "two-tokens", "--mask", "causal-end", "--offset", "1"]) == 2
    assert "causal-end has an offset of its own" in capsys.readouterr().err
