"""The presets are found alike from a checkout, a wheel, a source archive and an editable install."""

import os
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import numpy as np
import pytest

ROOT = Path(__file__).resolve().parents[2]
NAMES = sorted(path.stem for path in (ROOT / "presets").glob("*.toml"))
LIST = """
import attn_tui
from attn_tui.files.shipped import shipped
from attn_tui.files.sources import open_source
print(attn_tui.__file__)
for name, path in shipped():
    assert path.is_file() and open_source(name).name == name
    print(name)
"""
EDITABLE = "import sys, hatchling.build; hatchling.build.build_editable(sys.argv[1])"
AS_INSTALLED = """
import site, sys
site.addsitedir({site!r})
sys.path.append({libraries!r})
"""


def run(*command: str, cwd: Path, **environment: str) -> str:
    """What a Python command prints, in an environment of its own; what it says is shown where it fails."""
    done = subprocess.run(
        [sys.executable, *command],
        cwd=cwd,
        env=os.environ | environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def found_from(package_root: Path, cwd: Path) -> list[str]:
    """The presets that a fresh interpreter finds which imports the package from `package_root`."""
    where, *names = run("-c", LIST, cwd=cwd, PYTHONPATH=str(package_root)).splitlines()
    assert Path(where).is_relative_to(package_root)
    return names


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A directory with the source archive and the wheel that is built from it."""
    out = tmp_path_factory.mktemp("built")
    run("-m", "build", "--no-isolation", "--outdir", str(out), str(ROOT), cwd=out)
    return out


def test_there_are_presets():
    assert "crane-lifted-steel" in NAMES


def test_from_a_checkout(tmp_path: Path):
    assert found_from(ROOT, tmp_path) == NAMES


def test_from_a_wheel_that_is_built_from_the_checkout(tmp_path: Path):
    run("-m", "build", "--no-isolation", "--wheel", "--outdir", str(tmp_path), str(ROOT), cwd=tmp_path)
    (wheel,) = tmp_path.glob("*.whl")
    zipfile.ZipFile(wheel).extractall(tmp_path / "site")
    assert found_from(tmp_path / "site", tmp_path) == NAMES


def test_from_a_wheel_that_is_built_from_the_source_archive_and_installed(built: Path, tmp_path: Path):
    (wheel,) = built.glob("*.whl")
    install = [
        "pip",
        "install",
        "--no-deps",
        "--no-index",
        "--quiet",
        "--target",
        str(tmp_path / "site"),
        str(wheel),
    ]
    run("-m", *install, cwd=tmp_path)
    assert found_from(tmp_path / "site", tmp_path) == NAMES


def test_from_the_source_archive_unpacked(built: Path, tmp_path: Path):
    (archive,) = built.glob("*.tar.gz")
    with tarfile.open(archive) as unpacked:
        unpacked.extractall(tmp_path, filter="data")
    (root,) = tmp_path.iterdir()
    assert (root / "presets" / "LICENSE.Apache-2.0").is_file()
    assert found_from(root, tmp_path) == NAMES


def test_from_an_editable_install(tmp_path: Path):
    site = tmp_path / "site"
    run("-c", EDITABLE, str(tmp_path), cwd=ROOT)
    (wheel,) = tmp_path.glob("*.whl")
    zipfile.ZipFile(wheel).extractall(site)
    before = AS_INSTALLED.format(site=str(site), libraries=str(Path(np.__file__).parents[1]))
    where, *names = run("-S", "-c", before + LIST, cwd=tmp_path, PYTHONPATH="").splitlines()
    assert Path(where).is_relative_to(ROOT)
    assert names == NAMES


def test_the_licence_of_what_ships_is_in_the_wheel(built: Path):
    (wheel,) = built.glob("*.whl")
    assert "attn_tui/presets/LICENSE.Apache-2.0" in zipfile.ZipFile(wheel).namelist()
