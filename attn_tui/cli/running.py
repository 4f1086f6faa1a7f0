"""Every way in which a run can end, as one sentence on standard error and an exit status."""

from __future__ import annotations

import contextlib
import os
import sys
import traceback
from collections.abc import Sequence

from attn_tui.cli import terminal
from attn_tui.cli.commands import run
from attn_tui.session.faults import Fault, SaveFault
from attn_tui.session.labels import plain


def run_safely(argv: Sequence[str] | None = None) -> int:
    """Run `attn-tui` with these words (those of the process if None); whatever happens ends in an exit status."""
    terminal.prepare()
    if sys.stdout is None:
        return _failed(1, "standard output is closed: there is nowhere to print to")
    try:
        status = run(sys.argv[1:] if argv is None else argv)
        sys.stdout.flush()
    except SaveFault as fault:
        return _failed(1, str(fault))
    except Fault as fault:
        return _failed(2, str(fault))
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        terminal.drop_output()
        return 0
    except OSError as error:
        terminal.drop_output()
        what = "" if error.filename is None else f"{plain(str(error.filename))}: "
        return _failed(1, f"{what}{error.strerror or error}")
    except Exception as error:
        if os.environ.get("ATTN_TUI_TRACEBACK") == "1":
            traceback.print_exc()
        return _failed(1, f"internal fault: {plain(f'{type(error).__name__}: {error}')}")
    return status


def _failed(status: int, sentence: str) -> int:
    with contextlib.suppress(OSError):
        print(f"attn-tui: {sentence}", file=sys.stderr, flush=True)
    return status
