"""The settings with which a dump opens: its scale, its mask, and which corner a causal mask starts from."""

from __future__ import annotations

from math import isfinite

from attn_tui.files.dumps.dump_values import Dump
from attn_tui.files.plain_values import is_number
from attn_tui.session.computing.mask_fit import check_masks
from attn_tui.session.faults import Fault
from attn_tui.session.mask_text import parse_mask
from attn_tui.session.phrases import counted
from attn_tui.session.settings import Causal, Mask, Settings
from attn_tui.session.term_text import FARTHEST


def dump_settings(dump: Dump, queries: int, keys: int) -> Settings:
    """The settings in a dump of T_q queries and T_k keys. What could mean two things is a `Fault`."""
    offset = dump.whole("offset") or 0
    if abs(offset) > FARTHEST:
        raise dump.expected("offset", f"a whole number from {-FARTHEST} to {FARTHEST}")
    causal, mask = _causal(dump), _mask(dump, queries, keys)
    corner_open = dump.value("causal") != "causal" and "offset" not in dump
    if causal == (Causal(),) and queries != keys and corner_open:
        found = f"found true with {counted(queries, 'query', 'queries')} and {counted(keys, 'key')}"
        mend = '"causal" (query 0 sees key 0), "causal-end" (the last query sees the last key), or an offset'
        raise dump.fault("causal", f"{found}, expected {mend}")
    if causal and any(isinstance(one, Causal) and one not in causal for one in mask):
        raise dump.fault("mask", f"found {dump.text('mask')} with another causal, expected one of them")
    masks = causal + tuple(one for one in mask if one not in causal)
    return Settings(scale=_scale(dump), mask=masks, offset=offset)


def _scale(dump: Dump) -> bool | float:
    scale = dump.value("scale")
    if scale is None or isinstance(scale, bool):
        return scale is not False
    try:
        usable = is_number(scale) and isfinite(scale)
    except OverflowError:
        usable = False
    if not usable:
        raise dump.expected("scale", "a finite number to multiply by")
    return float(scale)


def _causal(dump: Dump) -> tuple[Mask, ...]:
    causal = dump.value("causal")
    if causal is None or causal in (False, "none"):
        return ()
    if causal in (True, "causal", "causal-end"):
        return (Causal(end=causal == "causal-end"),)
    raise dump.expected("causal", 'true, false, "causal" or "causal-end"')


def _mask(dump: Dump, queries: int, keys: int) -> tuple[Mask, ...]:
    """A mask by its name. One written out is refused, since True may mean keep or drop."""
    if "mask" not in dump:
        return ()
    if not isinstance(dump.value("mask"), str):
        raise dump.fault("mask", "found an array, in which 1 may mean look or not, expected a mask's name")
    try:
        masks = parse_mask(dump.text("mask"))
        check_masks(masks, queries, keys)
        return masks
    except Fault as fault:
        raise dump.fault("mask", str(fault)) from None
