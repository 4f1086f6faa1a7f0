"""The keys of the number type that is computed in."""

from __future__ import annotations

from attn_tui.session.edits.setting import change
from attn_tui.session.faults import Fault
from attn_tui.session.labels import plain
from attn_tui.session.numbers import QUOTED
from attn_tui.session.session import Session
from attn_tui.session.settings import DTYPE_NAMES, DtypeName

_ORDER: tuple[DtypeName, ...] = ("float64", "float32", "float16", "bfloat16")
"""In which the key goes through them."""


def next_dtype(session: Session) -> None:
    """Compute in the next number type, from the one in which Q, K and V are stored."""
    now = session.settings.dtype or session.problem.q.dtype.name
    _set(session, _ORDER[(_ORDER.index(now) + 1) % len(_ORDER)])


def name_dtype(session: Session, text: str) -> None:
    """Compute in the number type that `text` names."""
    for name in DTYPE_NAMES:
        if text == name:
            _set(session, name)
            return
    raise Fault(f"'{plain(text[:QUOTED])}' is no number type here: it is one of {', '.join(DTYPE_NAMES)}")


def _set(session: Session, name: DtypeName) -> None:
    emulated = ": Q, K, V and every stage are rounded to it" if name in ("float16", "bfloat16") else ""
    change(session, f"number type {name}{emulated}", dtype=name)
