"""What keeping every stage costs: `attention` against a few lines of NumPy and, where it is installed, PyTorch."""

import os

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
os.environ.setdefault("OMP_NUM_THREADS", "1")

import numpy as np

from attn_tui.engine import attention
from tests.benchmarks.rounds import medians

SIZES = {
    "the crane sentence": (1, 4, 2),
    "twelve tokens": (2, 12, 8),
    "a short text": (8, 128, 64),
    "a page": (8, 512, 64),
    "a long page": (8, 1024, 64),
}
"""Heads, tokens and d_k."""
TOKENS, IN_VIEW = 16384, 40


def naive(q, k, v):
    """Causal attention as it is written on one's first day."""
    scores = q @ k.swapaxes(-1, -2) / np.sqrt(q.shape[-1])
    scores = np.where(np.tri(*scores.shape[-2:], dtype=bool), scores, -np.inf)
    exponentials = np.exp(scores - scores.max(axis=-1, keepdims=True))
    weights = exponentials / exponentials.sum(axis=-1, keepdims=True)
    return weights @ v


def sides(q, k, v):
    """What is compared, each checked to give the same output."""
    compared = {
        "attn_tui": lambda: attention(q, k, v, causal=True).output,
        "a few lines of NumPy": lambda: naive(q, k, v),
    }
    try:
        import torch
    except ImportError:
        pass
    else:
        torch.set_num_threads(1)
        tensors = [torch.from_numpy(array) for array in (q, k, v)]
        fused = torch.nn.functional.scaled_dot_product_attention
        compared["PyTorch, no stage kept"] = lambda: fused(*tensors, is_causal=True).numpy()
    for act in compared.values():
        np.testing.assert_allclose(act(), naive(q, k, v), rtol=1e-3, atol=1e-4)
    return compared


def report(name, times):
    """A line for each side, with how many times as long it takes as the first."""
    print(name)
    first = next(iter(times.values()))
    for side, seconds in times.items():
        print(f"  {side:26} {1000 * seconds:10.4f} ms   {seconds / first:6.2f}")


def main():
    drawn = np.random.default_rng(0)
    for name, (heads, tokens, d_k) in SIZES.items():
        q, k, v = (drawn.normal(size=(heads, tokens, d_k)).astype(np.float32) for _ in "qkv")
        repeats = max(1, 20_000 // (heads * tokens))
        times = medians(sides(q, k, v), rounds=21, repeats=repeats)
        report(f"{name}: {heads} heads, {tokens} tokens, d_k {d_k}, float32, causal", times)
    q, k, v = (drawn.normal(size=(1, TOKENS, 64)).astype(np.float32) for _ in "qkv")
    begin = TOKENS - IN_VIEW
    in_view = {
        "attn_tui, rows=": lambda: attention(q, k, v, rows=(begin, TOKENS)),
        "NumPy on those rows": lambda: naive(q[:, begin:], k, v),
    }
    report(f"{IN_VIEW} rows in view of {TOKENS} tokens", medians(in_view, rounds=21))


if __name__ == "__main__":
    main()
