"""What a dump may hold. Anything else in it is for other programs and is not read."""

from __future__ import annotations

KEYS = (
    "q", "k", "v", "tokens", "query_tokens", "key_tokens", "scale", "causal", "offset", "mask", "layout",
    "layer", "heads", "text", "model", "source", "license",
)  # fmt: skip
