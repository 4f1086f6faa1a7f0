"""The command line. Standard output is data, standard error says what happened, the exit status is a contract.

0 done; 1 a failed save or an internal fault; 2 wrong arguments or an input that can't be used; 130 interrupted.
"""

from __future__ import annotations

from collections.abc import Sequence


def main(argv: Sequence[str] | None = None) -> int:
    """Run `attn-tui` with these words (those of the process if None) and return the exit status.

    What it needs is imported here, so that an interrupt meanwhile ends as quietly as one later.
    """
    try:
        from attn_tui.cli.running import run_safely

        return run_safely(argv)
    except KeyboardInterrupt:
        return 130
