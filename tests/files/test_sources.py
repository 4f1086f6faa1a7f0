"""What a source on the command line may be, and what is said of one that is nothing."""

import os
import sys
import threading
from io import BytesIO
from pathlib import Path

import pytest

from attn_tui.files import sources
from attn_tui.files.shipped import read_about, shipped
from attn_tui.files.sources import open_source
from attn_tui.session.faults import Fault
from tests.files.dumps import fault_of, opened_npz
from tests.files.presets_text import SMALL

JSON = b'{"q": [[1]], "k": [[1]], "v": [[1]], "layer": 9}'


def test_a_preset_opens_by_its_name_and_a_file_by_its_path(tmp_path: Path):
    path = tmp_path / "my.toml"
    path.write_text(SMALL)
    assert open_source("crane-lifted-steel").name == "crane-lifted-steel"
    assert (open_source(str(path)).name, open_source(str(path)).title) == (str(path), "a small one")


def test_a_file_with_the_name_of_a_preset_is_reached_by_its_path(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    (tmp_path / "two-tokens").write_text(SMALL)
    monkeypatch.chdir(tmp_path)
    assert open_source("two-tokens").title == "two tokens"
    assert open_source("./two-tokens").title == "a small one"


def test_standard_input_is_recognised_by_what_it_holds(tmp_path: Path):
    opened_npz(tmp_path)
    toml, archive = SMALL.encode(), (tmp_path / "dump.npz").read_bytes()
    assert open_source("-", stdin=BytesIO(toml)).title == "a small one"
    assert open_source("-", stdin=BytesIO(b"\n " + JSON)).title == "standard input"
    assert open_source("-", stdin=BytesIO(archive)).q.shape == (3, 2, 2)
    assert open_source("-", stdin=BytesIO(toml)).name == "-"


def test_standard_input_of_the_process_is_the_default(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(sys, "stdin", type("Stdin", (), {"buffer": BytesIO(SMALL.encode())}))
    assert open_source("-").title == "a small one"


def test_a_standard_input_that_is_closed_is_a_fault(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(sys, "stdin", None)
    assert fault_of("-") == "standard input: is closed, expected the content of a .toml, .npz or .json file"


@pytest.mark.parametrize(("ending", "content"), [("lesson", SMALL.encode()), ("json.txt", JSON), ("", JSON)])
def test_a_file_of_another_ending_is_recognised_by_what_it_holds(tmp_path: Path, ending: str, content: bytes):
    path = tmp_path / f"a.{ending}"
    path.write_bytes(content)
    assert open_source(str(path)).query_tokens


def test_a_byte_order_mark_is_no_part_of_the_text(tmp_path: Path):
    for name, content in (("a.toml", SMALL.encode()), ("a.json", JSON)):
        (tmp_path / name).write_bytes(b"\xef\xbb\xbf" + content)
        assert open_source(str(tmp_path / name)).query_tokens


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="named pipes are POSIX")
def test_a_pipe_is_read_to_its_end(tmp_path: Path):
    path = tmp_path / "pipe"
    os.mkfifo(path)
    writer = threading.Thread(target=path.write_text, args=(SMALL,))
    writer.start()
    assert open_source(str(path)).title == "a small one"
    writer.join()


@pytest.mark.parametrize(
    ("source", "near"),
    [
        ("crane-lifted-stel", "crane-lifted-steel"),
        ("two_tokens", "two-tokens"),
        ("soft-dictionary.toml", "soft-dictionary"),
    ],
)
def test_a_name_that_is_nearly_a_preset_s_is_answered_with_it(source: str, near: str):
    said = f"{source}: no such preset or file, did you mean {near}? `attn-tui presets` lists the presets"
    assert fault_of(source) == said


@pytest.mark.parametrize(
    "source", ["", "zzzz", "a\0b", "nowhere/at/all.npz", "\x1b[31m", "x" * 5000, "\udcff"]
)
def test_a_name_that_is_nothing_is_a_fault(source: str):
    assert "`attn-tui presets`" in fault_of(source) or "can't be read" in fault_of(source)


def test_a_directory_and_a_device_are_faults(tmp_path: Path):
    assert fault_of(str(tmp_path)) == f"{tmp_path.name}: is a directory, expected a .toml, .npz or .json file"
    assert fault_of("/dev/zero") == "zero: is a device, expected a .toml, .npz or .json file"


def test_a_file_that_may_not_be_read_is_a_fault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    def refuse(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    path = tmp_path / "my.toml"
    path.write_text(SMALL)
    monkeypatch.setattr(Path, "open", refuse)
    assert (
        fault_of(str(path))
        == "my.toml: can't be read (Permission denied), expected a .toml, .npz or .json file"
    )


def test_an_input_that_fails_while_it_is_read_is_a_fault():
    class Broken(BytesIO):
        def read(self, *_: object) -> bytes:
            raise OSError(5, "Input/output error")

    assert fault_of("-", stdin=Broken()).startswith("standard input: can't be read (Input/output error)")


@pytest.mark.parametrize("name", ["a.toml", "a.json", "a"])
def test_bytes_that_are_no_text_are_a_fault_with_their_line(tmp_path: Path, name: str):
    path = tmp_path / name
    path.write_bytes(b"title = 1\n\xe9\n")
    assert fault_of(str(path)) == f"{name}:2: found a byte 0xe9, expected text in UTF-8"
    path.write_bytes("title".encode("utf-16"))
    assert fault_of(str(path)).startswith(f"{name}:1: found a byte 0xff, expected text in UTF-8")


def test_an_ending_that_the_content_belies_is_a_fault(tmp_path: Path):
    path = tmp_path / "a.npz"
    path.write_bytes(JSON)
    assert fault_of(str(path)) == "a.npz: not an .npz archive, or cut short, expected a whole one"


def test_a_file_of_absurd_size_is_a_fault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    path = tmp_path / "a.toml"
    with path.open("wb") as stream:
        stream.truncate(5 << 20)
    assert fault_of(str(path)) == "a.toml: found more than 4 MiB, expected at most that"
    monkeypatch.setattr(sources, "JSON_BYTES", 1 << 20)
    assert (
        fault_of("-", stdin=BytesIO(bytes(2 << 20)))
        == "standard input: found more than 1 MiB, expected at most that"
    )


def test_a_preset_has_no_layers(tmp_path: Path):
    assert (
        fault_of("two-tokens", layer=0)
        == "two-tokens: --layer 0: a preset has no layers, expected no --layer"
    )
    (tmp_path / "a.json").write_bytes(JSON)
    assert open_source(str(tmp_path / "a.json"), layer=9).about == "layer 9"


def test_the_path_in_a_fault_can_not_move_the_terminal(tmp_path: Path):
    path = tmp_path / "\x1b[2J.toml"
    path.write_text("x")
    assert fault_of(str(path)).startswith("\\x1b[2J.toml:1: ")


def test_what_a_preset_says_of_itself_is_what_it_says_opened():
    for name, path in shipped():
        problem, about = open_source(name), read_about(path)
        assert (about.title, about.about, about.source) == (problem.title, problem.about, problem.source)


def test_what_a_preset_says_of_itself_may_stand_anywhere_in_it(tmp_path: Path):
    path = tmp_path / "a.toml"
    path.write_text('q = [[1]]\nabout = """two\nlines\n[x]"""\ntitle = "t"\n')
    about = read_about(path)
    assert (about.title, about.about, about.source) == ("t", "two\nlines\n[x]", "")


def test_a_preset_that_is_broken_is_a_fault_in_the_list(tmp_path: Path):
    path = tmp_path / "a.toml"
    path.write_text("title = 3\n")
    with pytest.raises(Fault, match=r"a\.toml:1: title: found 3, expected text in quotes"):
        read_about(path)
    path.write_bytes(b"\xff")
    with pytest.raises(Fault, match=r"a\.toml: can't be read"):
        read_about(path)
