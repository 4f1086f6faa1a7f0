"""What one key switches in the formula: the mask, the scale, the width, single cells. An undoable step each."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from attn_tui.session.computing.compute import bias_of, own_scale
from attn_tui.session.computing.mask_arrays import allowed_by_mask
from attn_tui.session.computing.mask_fit import check_masks
from attn_tui.session.digits import full
from attn_tui.session.edits.setting import change, same
from attn_tui.session.faults import Fault
from attn_tui.session.mask_text import mask_text, parse_mask
from attn_tui.session.numbers import parse_finite, parse_whole
from attn_tui.session.selection import Block
from attn_tui.session.session import Session
from attn_tui.session.settings import WIDEST, Causal, Cell, Mask, Matrix

WIDE_NUMBERS = 1 << 24
"""Numbers of one head's Q and K that `widen` may make."""
PAINTED, PAINTABLE = 1 << 14, 1 << 25
"""Cells that may be painted at once, and scores among which cells may be painted."""


def mask_choices(session: Session) -> list[tuple[Mask, ...]]:
    """What the mask key goes through: none, causal, the other corner where there is one, the problem's own."""
    choices: list[tuple[Mask, ...]] = [(), (Causal(),)]
    T_q, T_k = session.shape("scores")
    if T_q != T_k:
        choices.append((Causal(end=True),))
    own = session.problem.settings.mask
    return choices if own in choices else [*choices, own]


def next_mask(session: Session) -> None:
    """Go on to the next mask; cells painted by hand stay."""
    choices = mask_choices(session)
    now = session.settings.mask
    set_mask(session, choices[(choices.index(now) + 1) % len(choices)] if now in choices else choices[0])


def mask_from(session: Session, text: str) -> None:
    """Set the masks that `text` names; `matrix` is the one that the problem has written out."""
    masks = parse_mask(text, [mask for mask in session.problem.settings.mask if isinstance(mask, Matrix)])
    check_masks(masks, *session.shape("scores"))
    set_mask(session, masks)


def set_mask(session: Session, mask: tuple[Mask, ...]) -> None:
    """Put `mask` in force as one undoable step."""
    change(session, f"mask: {mask_text(mask)}", mask=mask)


def toggle_scale(session: Session) -> None:
    """The problem's own scale, or none; a problem that opens without one gets 1/√d_k."""
    own = own_scale(session.problem)
    scale = False if same(session.settings.scale, own) else own
    change(session, f"scale: {scale_words(scale)}", scale=scale)


def scale_from(session: Session, text: str) -> None:
    """Set the scale: a multiplier, `on` (1/√d_k) or `off`."""
    words = {"on": True, "true": True, "off": False, "false": False, "none": False}
    scale = words.get(text.strip().lower())
    if scale is None:
        scale = parse_finite(text, "scale")
    change(session, f"scale: {scale_words(scale)}", scale=scale)


def scale_words(scale: bool | float) -> str:
    """A scale in words."""
    if scale is True:
        return "÷ √d_k"
    return "off" if scale is False else f"× {full(scale)}"


def widen(session: Session, up: bool) -> None:
    """Repeat every number of Q and K twice as often, or half as often. Fault at ×1 and ×512."""
    now = session.settings.widen
    wanted = now * 2 if up else now // 2
    if not 1 <= wanted <= WIDEST:
        limit = f"×{WIDEST} is as wide as it goes" if up else "every number stands once already"
        raise Fault(f"the width is ×{now}: {limit}")
    _set_widen(session, wanted)


def widen_from(session: Session, text: str) -> None:
    """Repeat every number of Q and K as often as `text` says."""
    _set_widen(session, parse_whole(text, "width", 1, WIDEST))


def _set_widen(session: Session, times: int) -> None:
    d_k = session.problem.q.shape[2] * times
    numbers = (session.size("i") + session.size("j")) * d_k
    if times > session.settings.widen and numbers > WIDE_NUMBERS:
        raise Fault(f"×{times} makes {numbers:,} numbers of Q and K, and {WIDE_NUMBERS:,} is the most")
    change(session, f"width: every number of Q and K ×{times}, d_k = {d_k}", widen=times)


def toggle_cells(session: Session) -> None:
    """Block the selected cells of scores or weights, or allow them where the selected one is blocked."""
    if session.pane not in ("scores", "weights"):
        raise Fault("space blocks a cell of the scores or the weights: go there with Tab first")
    i, j = session.cell
    trace, first = session.trace(i, i + 1)
    may = not bool(trace.allowed[i - first, j])
    bias = bias_of(session.settings, session.head)
    if may and bias is not None and np.isneginf(bias[session.block.slices]).any():
        raise Fault("the bias is -inf here and blocks this cell: painting it cannot allow it")
    query, key = session.label("i", i), session.label("j", j)
    rows, columns = session.block.shape
    if rows * columns > PAINTED or session.size("i") * session.size("j") > PAINTABLE:
        raise Fault(f"too many cells to paint by hand: at most {PAINTED:,} at once, of {PAINTABLE:,} scores")
    one = (rows, columns) == (1, 1)
    where = f"{query} → {key}" if one else f"{rows}×{columns} cells"
    settings = replace(session.settings, cells=painted(session, session.block, may))
    session.replace(f"{where}: {'may look' if may else 'blocked'} by hand", settings=settings)


def painted(session: Session, block: Block, may: bool) -> tuple[Cell, ...]:
    """The cells painted by hand once `block` is; where the mask already says `may`, nothing needs painting."""
    inside = {(i, j) for i in range(block.top, block.bottom) for j in range(block.left, block.right)}
    kept = tuple(cell for cell in session.settings.cells if cell[:2] not in inside)
    by_mask = allowed_by_mask(session.problem, session.settings)
    return kept + tuple((i, j, may) for i, j in sorted(inside) if bool(by_mask[i, j]) != may)
