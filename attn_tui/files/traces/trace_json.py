"""A trace as JSON, for scripts: the names and the layout are a contract."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from attn_tui.files.dumps.json_numbers import json_numbers
from attn_tui.files.traces.trace_report import KEY_STAGES, STAGES, TraceReport
from attn_tui.session.mask_text import mask_text
from attn_tui.session.problem import Problem
from attn_tui.session.selection import Axis, Pane
from attn_tui.session.settings import Mask, Matrix, Settings


def trace_json(reports: Sequence[TraceReport], *, many: bool) -> str:
    """One object, or with `many` a list with one a head, on one line.

    Numbers have their full precision; what JSON has no number for is "-inf", "inf" or "nan". With `top` the
    stages that have a column a key give way to "top": for each row its keys of the largest weights, each with
    its token and its number in every one of these stages. "keys" is there where `top` is not and a part of
    the keys was asked for.
    """
    objects = [_report(report) for report in reports]
    return json.dumps(objects if many else objects[0], allow_nan=False) + "\n"


def _report(report: TraceReport) -> dict[str, Any]:
    problem = report.problem
    T_k = len(problem.key_tokens)
    stages = *(STAGES if report.top is None else ("output",)), *report.mixed
    return {
        "source": report.source,
        "tokens": {"query": problem.query_tokens, "key": problem.key_tokens},
        "head": report.head,
        "settings": settings_table(problem),
        "shapes": _shapes(problem) | _shapes_of_projection(problem),
        "rows": report.rows,
        **({"keys": report.keys} if report.keys != (0, T_k) else {}),
        "stages": {stage: json_numbers(report.stage(stage)) for stage in stages},
        **({"top": [_top(report, row) for row in range(*report.rows)]} if report.top is not None else {}),
        "empty_rows": report.trace.empty_rows,
    }


def settings_table(problem: Problem) -> dict[str, Any]:
    """The settings of `problem` under the names and in the values of the TOML; what is not set is None."""
    settings = problem.settings
    return {
        "scale": settings.scale,
        "mask": _mask(settings),
        "cells": [[query, key, int(may)] for query, key, may in settings.cells],
        "softcap": settings.softcap,
        "sink": json_numbers(settings.sink),
        "bias": json_numbers(settings.bias),
        "alibi": settings.alibi,
        "blocked": json_numbers(settings.blocked),
        "offset": settings.offset,
        "widen": settings.widen,
        "dtype": settings.dtype or problem.q.dtype.name,
        "position": settings.position,
        "mistakes": list(settings.mistakes),
    }


def _mask(settings: Settings) -> Any:
    """ "none", a mask, or a list of several, of which those written out are matrices of 0 and 1."""
    masks = [_one_mask(mask) for mask in settings.mask]
    return masks if len(masks) > 1 else (masks or ["none"])[0]


def _one_mask(mask: Mask) -> Any:
    return mask.allowed.astype(int).tolist() if isinstance(mask, Matrix) else mask_text((mask,))


def _shapes(problem: Problem) -> dict[str, tuple[int, int]]:
    """Of one head, whole, as computed: `widen` is in d_k."""
    (T_q, d_k), (T_k, d_v) = problem.q.shape[1:], problem.v.shape[1:]
    d_k *= problem.settings.widen
    shapes = {"q": (T_q, d_k), "k": (T_k, d_k), "v": (T_k, d_v)}
    return shapes | dict.fromkeys(KEY_STAGES, (T_q, T_k)) | {"output": (T_q, d_v)}


def _shapes_of_projection(problem: Problem) -> dict[str, tuple[int, ...]]:
    """Of what Q, K and V follow from, all heads in one, and of what is behind the heads."""
    projection = problem.projection
    if projection is None:
        return {}
    shapes = {pane: getattr(projection, pane).shape for pane in projection.sources}
    behind: tuple[tuple[Pane, Axis], ...] = (("concat", "z"), ("result", "o"))
    T_q = len(problem.query_tokens)
    return shapes | {
        pane: (T_q, len(problem.labels(axis))) for pane, axis in behind if problem.has_pane(pane)
    }


def _top(report: TraceReport, row: int) -> list[dict[str, Any]]:
    return [
        {"key": key, "token": report.problem.key_tokens[key]}
        | {
            stage: json_numbers(getattr(report.trace, stage)[row - report.rows[0], key])
            for stage in KEY_STAGES
        }
        for key in report.top_keys(row)
    ]
