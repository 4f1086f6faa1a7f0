"""Masks as one writes them on a line: none, causal, causal-end, window:2,0, padding:1, blocks:2,3; several with +."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from attn_tui.session.faults import Fault
from attn_tui.session.labels import plain
from attn_tui.session.settings import Blocks, Causal, Mask, Matrix, Padding, Window

MASK_WORDS = (
    "none, causal, causal-end, window:L,R (such as window:2,0 or window:2,*, where * is open), padding:N or "
    "padding-left:N (the last or first N keys), blocks:N,N (documents of these lengths), or several joined by +"
)
_SIDE = r"\s*([0-9]{1,9}|\*)\s*"
_COUNT = r"\s*[1-9][0-9]{0,8}\s*"
_WINDOW = re.compile(rf"window:{_SIDE},{_SIDE}")
_PADDING = re.compile(rf"padding(-left)?:({_COUNT})")
_BLOCKS = re.compile(rf"blocks:({_COUNT}(?:,{_COUNT})*)")


def parse_mask(text: str, written_out: Sequence[Matrix] = ()) -> tuple[Mask, ...]:
    """The masks that `text` names, joined by `+`; "none" is the empty tuple. A `Fault` says what a mask looks like.

    "matrix" is the next of those `written_out` that the problem has. Whether a mask fits the problem is for
    `check_masks` to say.
    """
    if text.strip() == "none":
        return ()
    matrices = iter(written_out)
    return tuple(_parsed(part.strip(), text, matrices) for part in text.split("+"))


def _parsed(word: str, text: str, matrices: Iterator[Matrix]) -> Mask:
    if word in ("causal", "causal-end"):
        return Causal(end=word == "causal-end")
    if (window := _WINDOW.fullmatch(word)) is not None:
        left, right = (None if side == "*" else int(side) for side in window.groups())
        return Window(left, right)
    if (padding := _PADDING.fullmatch(word)) is not None:
        return Padding(int(padding[2]), left=padding[1] is not None)
    if (blocks := _BLOCKS.fullmatch(word)) is not None:
        return Blocks(tuple(map(int, blocks[1].split(","))))
    if word == "matrix" and (matrix := next(matrices, None)) is not None:
        return matrix
    raise Fault(f'"{plain(text.strip()[:40])}" is no mask, expected {MASK_WORDS}')


def mask_text(masks: tuple[Mask, ...]) -> str:
    """What `parse_mask` would read back; several are joined by " + ", and one written out is "matrix"."""
    return " + ".join(map(_one, masks)) or "none"


def _one(mask: Mask) -> str:
    match mask:
        case Causal():
            return "causal-end" if mask.end else "causal"
        case Window():
            left, right = ("*" if side is None else side for side in (mask.left, mask.right))
            return f"window:{left},{right}"
        case Padding():
            return f"padding{'-left' * mask.left}:{mask.count}"
        case Blocks():
            return f"blocks:{','.join(map(str, mask.lengths))}"
        case Matrix():
            return "matrix"
