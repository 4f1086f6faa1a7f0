"""The list of mistakes, and a mistake by its name."""

from __future__ import annotations

from dataclasses import replace
from difflib import get_close_matches

from attn_tui.engine.mistakes import arithmetic, blocking, looking, scale, softmax, tables
from attn_tui.engine.mistakes.mistake import Mistake

MISTAKES: tuple[Mistake, ...] = (
    softmax.DIVIDE_BY_TOTAL,
    scale.NO_SCALE,
    scale.SCALE_BY_D,
    scale.SCALE_BY_SQRT_D_MODEL,
    scale.SCALE_AFTER_SOFTMAX,
    softmax.SOFTMAX_OVER_QUERIES,
    softmax.SOFTMAX_UNSHIFTED,
    blocking.MASK_ZERO,
    blocking.MASK_MULTIPLIED,
    blocking.MASK_AFTER_SOFTMAX,
    blocking.MASK_AFTER_SOFTMAX_RENORMALISED,
    looking.MASK_DIAGONAL_TOO,
    looking.MASK_REVERSED,
    looking.CAUSAL_WRONG_CORNER,
    looking.WINDOW_OFF_BY_ONE,
    blocking.LARGE_NEGATIVE_FOR_INFINITY,
    blocking.SOFTCAP_AFTER_MASK,
    tables.HEADS_BY_RESHAPE,
    tables.GROUPS_TILED,
    tables.KEYS_VALUES_SWAPPED,
    tables.KEY_NOT_TRANSPOSED,
    softmax.DROPOUT_LEFT_ON,
    arithmetic.HALF_OVERFLOW,
    looking.ALIBI_SIGN_FLIPPED,
)
"""Every mistake, each with its default value.

To find which of them explains a result, compute each where it can change anything:

    for mistake in MISTAKES:
        for each in mistake.variants():
            if missing(each, q, k, v, head=2, causal=True) is None:
                trace = mistaken([each], q, k, v, head=2, causal=True)
"""
_BY_ID = {mistake.id: mistake for mistake in MISTAKES}


def by_id(name: str) -> Mistake:
    """The mistake ID, with its default value, or ID:VALUE with that one; a mistake's `name` reads back.

    Raises ValueError for an id that is not in the list, naming near ones, and for a value it does not take.
    """
    identity, colon, value = name.partition(":")
    mistake = _BY_ID.get(identity)
    if mistake is None:
        raise ValueError(_unknown(identity))
    if not colon:
        return mistake
    if mistake.read is None:
        raise ValueError(f"the mistake {identity} takes no value, and {name} gives it one")
    try:
        return replace(mistake, value=mistake.read(value))
    except ValueError as wrong:
        raise ValueError(f"the mistake {identity} takes {wrong}, not {value or 'nothing'}") from None


def _unknown(identity: str) -> str:
    parts = [known for known in _BY_ID if identity and identity in known]
    near = list(dict.fromkeys([*get_close_matches(identity, _BY_ID), *parts]))
    if not near:
        return f"there is no mistake {identity}; the {len(MISTAKES)} are {', '.join(_BY_ID)}"
    return f"there is no mistake {identity}; near it are {', '.join(near)}"
