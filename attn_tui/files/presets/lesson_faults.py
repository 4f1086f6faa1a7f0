"""Every fault in a preset or a lesson at once, and the steps that can be played in spite of them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from attn_tui.files.presets.fault_list import FaultList
from attn_tui.files.presets.lesson import BORROWING, borrows, open_other, own_problem
from attn_tui.files.presets.preset import KEYS
from attn_tui.files.presets.preset_labels import read_columns, read_tokens
from attn_tui.files.presets.preset_projection import PROJECTION_KEYS, read_projection, read_words
from attn_tui.files.presets.preset_settings import KEYS as SETTINGS
from attn_tui.files.presets.preset_settings import SIZELESS, read_setting
from attn_tui.files.presets.preset_size import Size
from attn_tui.files.presets.preset_steps import read_steps
from attn_tui.files.presets.preset_tables import HEAD_KEYS, read_tables
from attn_tui.files.presets.toml_nodes import Node, unknown_keys
from attn_tui.files.presets.toml_parse import parse
from attn_tui.files.presets.toml_values import matrix, number, text
from attn_tui.session.faults import Fault
from attn_tui.session.lessons.lesson import Step


@dataclass(frozen=True, eq=False)
class Examined:
    """A file's values, its steps, None for each that can't be played, and all its faults in the order of lines."""

    preset: Node
    steps: list[Step | None]
    faults: list[Fault]


def examine(toml: str, name: str, where: str, folder: Path | None = None) -> Examined:
    """All that `read_lesson` would refuse. Fault where the text is no TOML at all."""
    preset = parse(toml, where)
    faults = FaultList()
    if borrows(preset):
        faults.faults += unknown_keys(preset, BORROWING)
    else:
        _examine_preset(preset, faults)
    _examine_texts(preset, faults)
    problem = faults.reading(lambda: own_problem(preset, name, folder), None)
    steps = read_steps(preset, problem, lambda other: open_other(other, folder), faults)
    return Examined(preset, steps, in_order(faults.faults, where))


def in_order(faults: Iterable[Fault], where: str) -> list[Fault]:
    """Each fault once, in the order of the lines of the file that they call `where`."""
    said = {str(fault): fault for fault in faults}
    return sorted(
        said.values(), key=lambda fault: int(str(fault).removeprefix(f"{where}:").partition(":")[0])
    )


def _examine_preset(preset: Node, faults: FaultList) -> None:
    faults.faults += unknown_keys(preset, KEYS)
    settings = preset["settings"]
    if settings.value is not None:
        faults.faults += unknown_keys(settings, SETTINGS)
    size = _examine_projection(preset, faults) if "projection" in preset else _examine_tables(preset, faults)
    known, size = (SETTINGS, size) if size is not None else (SIZELESS, Size(1, 1, 1))
    for key in (key for key in known if isinstance(settings.value, dict) and key in settings):
        faults.reading(lambda key=key: read_setting(settings, key, size), None)


def _examine_projection(preset: Node, faults: FaultList) -> Size | None:
    """The sizes of a preset with embeddings and weights, None where these can't be used."""
    node = preset["projection"]
    faults.faults += unknown_keys(node, PROJECTION_KEYS)
    for key in (
        key for key in ("x", "w_q", "w_k", "w_v", "w_o") if isinstance(node.value, dict) and key in node
    ):
        _examine_matrix(node[key], faults)
    if "words" in preset:
        faults.reading(lambda: read_words(preset["words"], np.float64), None)
    projected = faults.reading(lambda: read_projection(preset, np.float64), None)
    if projected is None:
        return None
    return Size(projected.projection.heads, len(projected.tokens), len(projected.tokens))


def _examine_tables(preset: Node, faults: FaultList) -> Size | None:
    """The sizes of a preset with Q, K and V written out, None where these can't be used."""
    for table in (preset, *_head_tables(preset, faults)):
        for letter in (letter for letter in "qkv" if letter in table):
            _examine_matrix(table[letter], faults)
    tables = faults.reading(lambda: read_tables(preset, np.float64), None)
    if tables is None:
        return None
    heads, queries, d_k = tables.q.shape
    keys, d_v = tables.v.shape[1:]
    faults.reading(lambda: read_tokens(preset, queries, keys), None)
    faults.reading(lambda: read_columns(preset, d_k, d_v), None)
    return Size(heads, queries, keys)


def _examine_texts(preset: Node, faults: FaultList) -> None:
    faults.reading(lambda: text(preset["title"]), "")
    for key in (key for key in ("about", "source") if key in preset):
        faults.reading(lambda key=key: text(preset[key]), "")


def _examine_matrix(node: Node, faults: FaultList) -> None:
    """Every entry that is no number, and then what else is wrong with the table."""
    rows = node.value if isinstance(node.value, list) else []
    for i in range(len(rows)):
        for j in range(len(rows[i]) if isinstance(rows[i], list) else 0):
            if type(rows[i][j]) is not float:
                faults.reading(lambda i=i, j=j: number(node[i][j]), 0.0)
    faults.reading(lambda: matrix(node), None)


def _head_tables(preset: Node, faults: FaultList) -> list[Node]:
    heads = preset["head"]
    if not isinstance(heads.value, list):
        return []
    tables = [heads[h] for h in range(len(heads.value)) if isinstance(heads[h].value, dict)]
    for table in tables:
        faults.faults += unknown_keys(table, HEAD_KEYS)
    return tables
