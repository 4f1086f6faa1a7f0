"""A copy is exact, and saving it never leaves half a file."""

import os
from pathlib import Path

import numpy as np
import pytest

from attn_tui.files.pasting.copy import as_tsv, copy_path, save_copy
from attn_tui.session.faults import Fault


def test_a_copy_has_every_digit_and_a_word_for_what_has_none():
    block = np.array([[0.1 + 0.2, -0.0], [np.inf, -np.inf], [np.nan, 1e-300]])
    assert as_tsv(block) == "0.30000000000000004\t-0.0\ninf\t-inf\nnan\t1e-300\n"


def test_a_float32_is_written_with_its_own_digits():
    assert as_tsv(np.array([[0.1, 1e-10]], dtype=np.float32)) == "0.1\t1e-10\n"


def test_a_saved_copy_is_the_text_for_its_owner_alone(tmp_path: Path):
    path = tmp_path / "state" / "attn_tui" / "copy.tsv"
    save_copy("1\t2\n", path)
    assert path.read_bytes() == b"1\t2\n"
    assert path.stat().st_mode & 0o777 == 0o600
    assert list(path.parent.iterdir()) == [path]


def test_a_copy_replaces_the_one_before(tmp_path: Path):
    path = tmp_path / "copy.tsv"
    path.write_text("before")
    save_copy("after", path)
    assert path.read_text() == "after"


def test_a_failed_save_names_path_and_reason_and_keeps_what_was_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    path = tmp_path / "copy.tsv"
    path.write_text("before")

    def full_disk(_descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full_disk)
    with pytest.raises(Fault, match=r"copy\.tsv could not be saved: No space left on device"):
        save_copy("after", path)
    assert path.read_text() == "before"
    assert list(tmp_path.iterdir()) == [path]


def test_a_folder_that_is_a_file_is_one_line(tmp_path: Path):
    (tmp_path / "file").write_text("")
    with pytest.raises(Fault, match="could not be saved"):
        save_copy("1\n", tmp_path / "file" / "copy.tsv")


@pytest.mark.parametrize(("named", "state"), [("/var/state", "/var/state"), ("", None), ("relative", None)])
def test_only_an_absolute_state_folder_counts(named: str, state: str | None, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("XDG_STATE_HOME", named)
    monkeypatch.setenv("HOME", "/home/ada")
    assert copy_path() == Path(state or "/home/ada/.local/state") / "attn_tui" / "copy.tsv"
