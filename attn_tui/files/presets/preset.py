"""A preset: a problem that a teacher writes by hand as TOML."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from attn_tui.files.presets.preset_labels import read_columns, read_tokens
from attn_tui.files.presets.preset_projection import read_projection
from attn_tui.files.presets.preset_settings import checked, read_dtype, read_settings
from attn_tui.files.presets.preset_size import Size
from attn_tui.files.presets.preset_tables import read_tables
from attn_tui.files.presets.toml_nodes import Node, only
from attn_tui.files.presets.toml_parse import parse
from attn_tui.files.presets.toml_values import Dtype, text
from attn_tui.session.problem import Problem

KEYS = (
    "title", "about", "source", "tokens", "query_tokens", "key_tokens", "columns", "v_columns",
    "q", "k", "v", "head", "projection", "words", "settings", "step",
)  # fmt: skip


def read_preset(toml: str, name: str, where: str) -> Problem:
    """The problem in a preset's text; `name` is what the command line called it, `where` what a fault calls it.

    The steps of a lesson are not looked at. The tables are float64, or float32 where `settings.dtype` says so.
    Any fault is one line: file, line, key, what was found and what was expected.
    """
    return problem_of(parse(toml, where), name)


def problem_of(preset: Node, name: str) -> Problem:
    """The problem in a preset that was parsed."""
    only(preset, KEYS)
    title = text(preset["title"])
    stored = np.float32 if read_dtype(preset["settings"]) == "float32" else np.float64
    if "projection" in preset:
        return _with_projection(preset, name, title, stored)
    if "words" in preset:
        raise preset["words"].fault("found without [projection], expected one: words are looked up for its x")
    tables = read_tables(preset, stored)
    heads, queries, d_k = tables.q.shape
    keys, d_v = tables.v.shape[1:]
    query_tokens, key_tokens, self_attention = read_tokens(preset, queries, keys)
    columns, v_columns = read_columns(preset, d_k, d_v)
    problem = Problem(
        name=name,
        title=title,
        q=tables.q,
        k=tables.k,
        v=tables.v,
        query_tokens=query_tokens,
        key_tokens=key_tokens,
        columns=columns,
        v_columns=v_columns,
        head_names=tables.head_names,
        self_attention=self_attention,
        settings=read_settings(preset["settings"], Size(heads, queries, keys)),
        **told(preset),
    )
    return checked(preset["settings"], problem)


def _with_projection(preset: Node, name: str, title: str, stored: Dtype) -> Problem:
    problem = read_projection(preset, stored).problem
    heads, T, _ = problem.q.shape
    settings = read_settings(preset["settings"], Size(heads, T, T))
    problem = replace(problem, name=name, title=title, settings=settings, **told(preset))
    return checked(preset["settings"], problem)


def told(preset: Node) -> dict[str, Any]:
    """The line on what to look for and where the preset comes from, where they are given."""
    return {key: text(preset[key]) for key in ("about", "source") if key in preset}
