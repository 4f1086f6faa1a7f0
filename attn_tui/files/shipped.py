"""The presets that ship, found alike in an installed wheel, a source archive and a checkout."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from pathlib import Path

from attn_tui.files.presets.toml_nodes import Node
from attn_tui.files.presets.toml_parse import parse
from attn_tui.files.presets.toml_values import text
from attn_tui.session.faults import Fault

_PACKAGE = Path(__file__).resolve().parents[1]
_STEP = re.compile(r"^[ \t]*\[\[[ \t]*step[ \t]*\]\]", re.MULTILINE)
_TABLE_OR_LIST = re.compile(r"^[ \t]*(?:\[|[\w-]+[ \t]*=[ \t]*\[)", re.MULTILINE)


@dataclass(frozen=True)
class About:
    """What a preset says of itself: its title, one line on what to look for, and where it comes from.

    `steps` is how many it has as a lesson, 0 where it is none.
    """

    title: str
    about: str
    source: str
    steps: int = 0


def shipped() -> list[tuple[str, Path]]:
    """Name and file of every preset that ships, in the order of their names.

    An installed package holds them inside itself, a checkout and a source archive beside it.
    """
    inside = _PACKAGE / "presets"
    directory = inside if inside.is_dir() else _PACKAGE.parent / "presets"
    return sorted((path.stem, path) for path in directory.glob("*.toml"))


def read_about(path: Path) -> About:
    """What the preset at `path` says of itself. Where that stands before its tables, they are not read."""
    try:
        toml = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        raise Fault(f"{path.name}: can't be read, expected a preset in UTF-8") from None
    keys = ("title", "about", "source")
    preset = _beginning(toml, path.name)
    if not all(key in preset for key in keys):
        preset = parse(toml, path.name)
    told = (text(preset[key]) if key in preset else "" for key in keys)
    return About(*told, steps=len(_STEP.findall(toml)))


def _beginning(toml: str, where: str) -> Node:
    """The lines before the first table or list, or an empty table where these are not TOML by themselves."""
    first = _TABLE_OR_LIST.search(toml)
    try:
        return Node(tomllib.loads(toml[: first.start()] if first else toml), where, toml)
    except ValueError:
        return Node({}, where, toml)
