"""`python -m attn_tui` is `attn-tui`."""

from attn_tui.cli import main

raise SystemExit(main())
