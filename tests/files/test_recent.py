"""Files opened before are remembered, the latest first, and a list that is broken harms nothing."""

import json
from pathlib import Path

import pytest

from attn_tui.files.recent import MOST, recent, remember


@pytest.fixture(autouse=True)
def state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    return tmp_path / "state" / "attn_tui" / "recent.json"


def made(folder: Path, name: str) -> Path:
    path = folder / name
    path.write_text("x")
    return path


def test_the_latest_is_first_and_stands_once(tmp_path: Path):
    one, two = made(tmp_path, "one.toml"), made(tmp_path, "two.toml")
    for path in (one, two, one):
        remember(str(path))
    assert recent() == [one, two]


def test_only_the_last_few_are_kept(tmp_path: Path):
    paths = [made(tmp_path, f"{number}.toml") for number in range(MOST + 3)]
    for path in paths:
        remember(str(path))
    assert recent() == paths[: -MOST - 1 : -1]


def test_a_relative_name_is_remembered_whole(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    made(tmp_path, "mine.toml")
    monkeypatch.chdir(tmp_path)
    remember("mine.toml")
    assert recent() == [tmp_path / "mine.toml"]


def test_what_is_gone_is_not_told_of(tmp_path: Path):
    path = made(tmp_path, "gone.toml")
    remember(str(path))
    path.unlink()
    assert recent() == []


@pytest.mark.parametrize("source", ["-", "crane-lifted-steel", "no-such.toml", "", "a\0b"])
def test_what_is_no_file_is_not_remembered(source: str, state: Path):
    remember(source)
    assert not state.exists()


@pytest.mark.parametrize(
    "content", ["", "{", "[1, null]", '{"a": 1}', '"text"', "[" * 100_000, '["relative.toml"]']
)
def test_a_broken_list_is_an_empty_one(content: str, state: Path, tmp_path: Path):
    state.parent.mkdir(parents=True)
    state.write_text(content)
    assert recent() == []
    path = made(tmp_path, "new.toml")
    remember(str(path))
    assert json.loads(state.read_text()) == [str(path)]


def test_where_nothing_can_be_saved_nothing_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("XDG_STATE_HOME", str(made(tmp_path, "a-file")))
    remember(str(made(tmp_path, "mine.toml")))
    assert recent() == []
