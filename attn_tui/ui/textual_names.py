"""Whether Textual has the private names that are used of it; its version alone does not say so."""

from __future__ import annotations

import importlib
import inspect
from collections.abc import Mapping
from typing import Any, TypeAlias

Names: TypeAlias = Mapping[tuple[str, str], tuple[str, ...]]
"""What each name takes, by the module it is in and the name."""


def missing(names: Names) -> tuple[str, ...]:
    """Those that this Textual does not have, or has with other parameters."""
    return tuple(name for (module, name), wanted in names.items() if not _takes(module, name, wanted))


def _takes(module: str, name: str, wanted: tuple[str, ...]) -> bool:
    try:
        found: Any = importlib.import_module(module)
        for part in name.split("."):
            found = getattr(found, part)
        return tuple(inspect.signature(found).parameters) == wanted
    except (ImportError, AttributeError, TypeError, ValueError):
        return False
