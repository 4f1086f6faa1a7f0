"""What becomes of a mask where words are inserted, deleted or moved.

Causal masks and windows go by position whatever the words. So do padding and documents, which words join and leave: a
deleted word is one less where it stood, a new one is one more, and a word that is moved over a border changes sides.
A mask written out follows its words.
"""

from __future__ import annotations

from attn_tui.session.computing.mask_arrays import documents, padded
from attn_tui.session.edits.row_order import Positions, taken
from attn_tui.session.settings import Blocks, Mask, Matrix, Padding


def mask_with_words(mask: Mask, query: Positions, key: Positions, T_k: int) -> tuple[Mask, ...]:
    """The mask for these query rows and key rows of what had `T_k` keys; none at all where nothing is left of it.

    Documents are of one list of words: where queries and keys part, they are written out.
    """
    match mask:
        case Matrix():
            return (_written_out(mask, query, key),)
        case Padding():
            return _padding(mask, key, T_k)
        case Blocks() if list(query) == list(key):
            return (_blocks(mask, key),)
        case Blocks():
            document = documents(mask)
            return (_written_out(Matrix(document[:, None] == document), query, key),)
        case _:
            return (mask,)


def _written_out(mask: Matrix, query: Positions, key: Positions) -> Matrix:
    """A new word sees and is seen."""
    return Matrix(taken(taken(mask.allowed, query, 0, True), key, 1, True))


def _padding(mask: Padding, key: Positions, T_k: int) -> tuple[Mask, ...]:
    """A new word is padding where it stands inside it or beyond it, and not where it stands before it."""
    was, is_padding, count = padded(mask, T_k), False, 0
    for at in reversed(key) if mask.left else key:
        is_padding = is_padding if at is None else bool(was[at])
        count += is_padding
    return (Padding(count, mask.left),) if count else ()


def _blocks(mask: Blocks, key: Positions) -> Blocks:
    """A new word joins the document of the word before it; a document without words is gone."""
    was = documents(mask)
    here = int(was[next((at for at in key if at is not None), 0)])
    lengths = [0] * len(mask.lengths)
    for at in key:
        here = here if at is None else int(was[at])
        lengths[here] += 1
    return Blocks(tuple(length for length in lengths if length))
