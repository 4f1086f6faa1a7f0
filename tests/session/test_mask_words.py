"""Padding and documents where words come, go and move."""

from collections.abc import Callable

import pytest

from attn_tui.session.edits import structure, toggles
from attn_tui.session.mask_text import mask_text, parse_mask
from attn_tui.session.session import Session
from attn_tui.session.settings import Matrix

Build = Callable[..., Session]
FIVE = [[0.1 * n, 0.2] for n in range(5)]
WORDS = ("a", "b", "c", "d", "e")


def after(open_session: Build, mask: str, row: int, change: Callable[[Session], None]) -> str:
    session = open_session(FIVE, FIVE, FIVE, query_tokens=WORDS, key_tokens=WORDS, mask=parse_mask(mask))
    session.select("q", row, 0)
    change(session)
    own = session.problem.settings.mask
    assert own == session.settings.mask
    session.trace()
    assert toggles.mask_choices(session)
    masks = mask_text(session.settings.mask)
    session.undo()
    assert mask_text(session.settings.mask) == mask
    return masks


def insert(session: Session) -> None:
    structure.insert_word(session, "new")


def append(session: Session) -> None:
    structure.insert_word(session, "new", after=1)


def up(session: Session) -> None:
    structure.move_word(session, -1)


def down(session: Session) -> None:
    structure.move_word(session, 1)


@pytest.mark.parametrize(
    ("mask", "row", "change", "wanted"),
    [
        ("padding:2", 0, insert, "padding:2"),
        ("padding:2", 3, insert, "padding:2"),  # before the first of the padding: a word
        ("padding:2", 4, insert, "padding:3"),  # inside the padding: more of it
        ("padding:2", 4, append, "padding:3"),
        ("padding:2", 0, structure.delete_word, "padding:2"),
        ("padding:2", 4, structure.delete_word, "padding:1"),
        ("padding:1", 4, structure.delete_word, "none"),
        ("padding:2", 3, up, "padding:2"),
        ("padding-left:2", 0, insert, "padding-left:3"),
        ("padding-left:2", 1, insert, "padding-left:3"),
        ("padding-left:2", 2, insert, "padding-left:2"),
        ("padding-left:2", 4, append, "padding-left:2"),
        ("padding-left:1 + causal", 0, structure.delete_word, "causal"),
        ("blocks:2,3", 0, insert, "blocks:3,3"),
        ("blocks:2,3", 1, append, "blocks:3,3"),
        ("blocks:2,3", 3, insert, "blocks:2,4"),
        ("blocks:2,3", 4, append, "blocks:2,4"),
        ("blocks:2,3", 0, structure.delete_word, "blocks:1,3"),
        ("blocks:1,4", 0, structure.delete_word, "blocks:4"),
        ("blocks:2,3", 1, down, "blocks:2,3"),
        ("window:1,0 + blocks:2,3", 2, up, "window:1,0 + blocks:2,3"),
    ],
)
def test_a_word_joins_and_leaves_where_it_stands(
    open_session: Build, mask: str, row: int, change: Callable[[Session], None], wanted: str
):
    assert after(open_session, mask, row, change) == wanted


def test_documents_are_written_out_where_the_keys_part_from_the_queries(open_session: Build):
    asking = tuple("ABCDE")
    session = open_session(
        FIVE, FIVE, FIVE, query_tokens=asking, key_tokens=WORDS, mask=parse_mask("blocks:2,3")
    )
    session.select("k", 0, 0)
    structure.delete_word(session)
    (mask,) = session.settings.mask
    assert isinstance(mask, Matrix)
    assert mask.allowed.astype(int).tolist() == [[1, 0, 0, 0]] * 2 + [[0, 1, 1, 1]] * 3
