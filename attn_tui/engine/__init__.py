"""The arithmetic of scaled dot-product attention: pure functions on NumPy arrays, and nothing else."""

from attn_tui.engine.attention import attention
from attn_tui.engine.masks import additive, may_look
from attn_tui.engine.stages import default_scale, exponentials
from attn_tui.engine.trace import Trace

__all__ = ["Trace", "additive", "attention", "default_scale", "exponentials", "may_look"]
