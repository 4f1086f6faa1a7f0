"""A file is written whole, through links, and never in the place of what is no file."""

import os
import stat
from pathlib import Path

import pytest

from attn_tui.files.saving import save_text
from attn_tui.session.faults import SaveFault


def test_a_link_is_followed_and_stays_a_link(tmp_path: Path):
    target, link = tmp_path / "target.svg", tmp_path / "link.svg"
    target.write_text("old")
    link.symlink_to(target)
    save_text("new", link)
    assert link.is_symlink() and target.read_text() == "new"


def test_a_device_is_written_to_and_not_replaced(tmp_path: Path):
    link = tmp_path / "full.svg"
    link.symlink_to("/dev/full")
    with pytest.raises(SaveFault, match="No space left on device"):
        save_text("new", link)
    assert stat.S_ISCHR(Path("/dev/full").stat().st_mode) and link.is_symlink()


def test_what_can_not_be_written_leaves_what_was_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    path = tmp_path / "old.svg"
    path.write_text("old")

    def no_space(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", no_space)
    with pytest.raises(SaveFault, match=r"old\.svg could not be saved: No space left on device"):
        save_text("new", path)
    assert path.read_text() == "old" and [entry.name for entry in tmp_path.iterdir()] == ["old.svg"]


def test_who_may_read_it_is_as_asked(tmp_path: Path):
    save_text("x", tmp_path / "private", private=True)
    save_text("x", tmp_path / "open")
    assert stat.S_IMODE((tmp_path / "private").stat().st_mode) == 0o600
    assert stat.S_IMODE((tmp_path / "open").stat().st_mode) & 0o400
