"""A keyboard-driven terminal explorer of scaled dot-product attention.

Importing it costs only the name. What it exports is loaded on first use: `attn_tui.attention(q, k, v)`.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from attn_tui.engine import Trace, attention, attention_stream, gradients

__version__ = "0.1.0"
__all__ = ["Trace", "__version__", "attention", "attention_stream", "gradients"]


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module 'attn_tui' has no attribute '{name}'")
    return getattr(import_module("attn_tui.engine"), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
