"""A catalogue of what goes wrong with attention: named departures from the formula, each of them computable."""

from attn_tui.engine.mistakes.catalogue import MISTAKES, by_id
from attn_tui.engine.mistakes.mistake import Mistake
from attn_tui.engine.mistakes.mistaken import missing, mistaken, read_with

__all__ = ["MISTAKES", "Mistake", "by_id", "missing", "mistaken", "read_with"]
