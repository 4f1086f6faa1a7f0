"""The options of `attn-tui experiment NAME` besides those that set a problem: for each name its own."""

from __future__ import annotations

from attn_tui.cli.option import Option

_FORMAT = Option(
    "--format", "F", "text (default), json or csv", choices=("text", "json", "csv"), default="text"
)
_FROM = Option("--from", "SOURCE", "your own numbers: a preset's name, a file, or -, in place of random ones")
_SEED = Option("--seed", "N", "the seed of the random numbers (default: 0)")
_TOKENS = "--tokens", "N"

VARIANCE = (
    Option("--d-k", "N", "numbers in a vector, 1 to 1024 (default: 64)"),
    Option("--pairs", "N", "pairs of a query and a key, 2 to 1000000 (default: 20000)"),
    Option("--curve", None, "every power of two up to d_k, too"),
)
SATURATION = (
    Option(
        "--d-k", "N", "the widest vectors, 1 to 1024; every power of two up to it is tried (default: 512)"
    ),
    Option(*_TOKENS, "keys that a query sees, 2 to 1024 (default: 16)"),
    Option("--queries", "N", "rows that the means are over, 1 to 10000 (default: 500)"),
)
TRAINING = (
    Option("--d-k", "N", "numbers in a vector, 1 to 1024 (default: 512)"),
    Option(*_TOKENS, "keys that the query sees, 2 to 256 (default: 16)"),
    Option("--query", "TOKEN", "the query that is to attend, a word or a position (default: 0)"),
    Option("--key", "TOKEN", "the key that it is to attend to, a word or a position (default: 1)"),
    Option("--learn", "WHAT", "qk (default) or qkv", choices=("qk", "qkv"), default="qk"),
    Option("--rate", "X", "what a gradient is multiplied by before it is subtracted (default: 1)"),
    Option("--steps", "N", "the most steps, 1 to 10000; it ends when both sides attend (default: 200)"),
    Option("--goal", "X", "the share of the key at which a side attends, above 0, below 1 (default: 0.9)"),
)
COST = (
    Option(*_TOKENS, "T, queries as well as keys, 1 to 1048576 (default: 512)"),
    Option("--d-k", "N", "numbers in a vector of q, k or v, 1 to 4096 (default: 64)"),
    Option("--heads", "N", "query heads, 1 to 1024 (default: 8)"),
    Option("--kv-heads", "N", "heads of K and V, a divisor of the heads (default: as many)"),
    Option("--no-time", None, "measure no time"),
)
ONLINE = (
    Option("--d-k", "N", "numbers in a vector, 1 to 1024 (default: 64)"),
    Option(*_TOKENS, "keys that the row has, 1 to 4096 (default: 8)"),
    Option("--query", "TOKEN", "with --from: the row, a word or a position (default: the last)"),
)
OPTIONS: dict[str, tuple[Option, ...]] = {
    "variance": (*VARIANCE, _SEED, _FROM, _FORMAT),
    "saturation": (*SATURATION, _SEED, _FROM, _FORMAT),
    "training": (*TRAINING, _SEED, _FROM, _FORMAT),
    "cost": (*COST, _FROM, _FORMAT),
    "online-softmax": (*ONLINE, _SEED, _FROM, _FORMAT),
}
"""By the name of the experiment."""
EXPERIMENT = tuple(option for options in OPTIONS.values() for option in options)

RANDOM = ("--d-k", "--pairs", "--curve", "--tokens", "--queries", "--heads", "--kv-heads", "--seed")
"""What says how many random numbers there are, and does not go with --from."""
