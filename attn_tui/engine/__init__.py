"""The arithmetic of scaled dot-product attention: pure functions on NumPy arrays, and nothing else."""

from attn_tui.engine.attention import attention
from attn_tui.engine.biases import alibi, alibi_slopes
from attn_tui.engine.decoding import DecodeStep, decode
from attn_tui.engine.entropy import entropies
from attn_tui.engine.gradients import Gradients, gradients
from attn_tui.engine.leak import FutureWeight, future_weight, keys_seen
from attn_tui.engine.losses import Loss, losses, rounding_loss, stage_losses
from attn_tui.engine.masks import additive, may_look
from attn_tui.engine.mistakes import MISTAKES, Mistake, by_id, missing, mistaken, read_with
from attn_tui.engine.position import angles, rotary, sinusoidal
from attn_tui.engine.precision import attention_as, round_to
from attn_tui.engine.projection import (
    Multiplications,
    after_output_weights,
    concatenated,
    group_size,
    kv_head,
    multiplications,
    project,
    readers,
)
from attn_tui.engine.stages import default_scale, exponentials
from attn_tui.engine.stream import attention_stream
from attn_tui.engine.trace import Trace

__all__ = [
    "MISTAKES",
    "DecodeStep",
    "FutureWeight",
    "Gradients",
    "Loss",
    "Mistake",
    "Multiplications",
    "Trace",
    "additive",
    "after_output_weights",
    "alibi",
    "alibi_slopes",
    "angles",
    "attention",
    "attention_as",
    "attention_stream",
    "by_id",
    "concatenated",
    "decode",
    "default_scale",
    "entropies",
    "exponentials",
    "future_weight",
    "gradients",
    "group_size",
    "keys_seen",
    "kv_head",
    "losses",
    "may_look",
    "missing",
    "mistaken",
    "multiplications",
    "project",
    "read_with",
    "readers",
    "rotary",
    "round_to",
    "rounding_loss",
    "sinusoidal",
    "stage_losses",
]
