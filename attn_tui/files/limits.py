"""How large a file and its tables may be: checked before anything of that size is built."""

from __future__ import annotations

MIB = 1 << 20
TOML_BYTES = 4 * MIB
JSON_BYTES = 64 * MIB
NPZ_BYTES = 2048 * MIB
"""Of an archive as it is stored, and of all the arrays that are read from it, unpacked."""

MOST_HEADS = 1024
MOST_TOKENS = 1 << 20
MOST_COLUMNS = 1 << 16
MOST_STEPS = 500
