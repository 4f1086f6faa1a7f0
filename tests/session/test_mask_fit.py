"""Masks that do not fit are refused with the numbers that disagree; those that do allow what they say."""

from collections.abc import Callable

import numpy as np
import pytest

from attn_tui.session.computing.mask_arrays import allowed_by_mask
from attn_tui.session.computing.mask_fit import check_masks
from attn_tui.session.edits import toggles
from attn_tui.session.explaining.explain import explanation
from attn_tui.session.explaining.why_blocked import what_blocks, why_blocked
from attn_tui.session.faults import Fault
from attn_tui.session.mask_text import parse_mask
from attn_tui.session.session import Session
from attn_tui.session.settings import Matrix

Build = Callable[..., Session]


def may(text: str, i: int, j: int, T_k: int, offset: int = 0) -> bool:
    """Who may look at whom by the words alone, one pair at a time."""
    for word in text.split(" + "):
        name, _, numbers = word.partition(":")
        if name == "causal" and j > i + offset:
            return False
        if name == "window":
            left, right = (10**9 if side == "*" else int(side) for side in numbers.split(","))
            if not i + offset - left <= j <= i + offset + right:
                return False
        if name == "padding" and j + int(numbers) >= T_k:
            return False
        if name == "padding-left" and j < int(numbers):
            return False
        if name == "blocks":
            documents = [at for at, length in enumerate(numbers.split(",")) for _ in range(int(length))]
            if documents[i] != documents[j]:
                return False
    return True


@pytest.mark.parametrize(
    "text",
    ["padding:1", "padding:4", "padding-left:2", "padding-left:1 + padding:1", "blocks:4", "blocks:2,2", "blocks:1,3",
     "causal + padding:1", "causal + window:1,0 + blocks:3,1", "window:0,* + padding:2", "blocks:1,1,2 + causal"],
)  # fmt: skip
def test_every_combination_allows_what_all_its_masks_allow(crane: Session, text: str):
    toggles.mask_from(crane, text)
    allowed = crane.trace()[0].allowed
    for i in range(4):
        for j in range(4):
            assert allowed[i, j] == may(text, i, j, 4)
            assert bool(why_blocked(crane, i, j)) == (not allowed[i, j])
    assert (allowed_by_mask(crane.problem, crane.settings) == allowed).all()
    crane.undo()
    assert crane.settings.mask == ()


@pytest.mark.parametrize(
    ("text", "queries", "keys", "numbers"),
    [
        ("blocks:2,3", 4, 4, ["5", "4"]),
        ("blocks:2", 4, 4, ["2", "4"]),
        ("blocks:2,3", 4, 5, ["4", "5"]),
        ("padding:5", 4, 4, ["5", "4"]),
        ("padding-left:9 + causal", 4, 4, ["9", "4"]),
        ("causal + window:1,0 + causal-end", 4, 4, ["causal", "causal-end"]),
        ("blocks:9000", 9000, 9000, ["81,000,000", "33,554,432"]),
    ],
)
def test_a_mask_that_does_not_fit_is_refused_with_both_numbers(
    text: str, queries: int, keys: int, numbers: list[str]
):
    with pytest.raises(Fault) as caught:
        check_masks(parse_mask(text), queries, keys)
    assert all(number in str(caught.value) for number in numbers)


def test_a_mask_that_does_not_fit_changes_nothing(crane: Session):
    before = crane.state
    with pytest.raises(Fault, match="blocks:2,3 adds up to 5, expected 4"):
        toggles.mask_from(crane, "blocks:2,3")
    assert crane.state is before


def test_the_words_that_block_are_named_mask_by_mask(crane: Session):
    toggles.mask_from(crane, "causal + padding:1 + blocks:2,2")
    assert why_blocked(crane, 1, 3) == (
        "causal: steel (3) is after crane (1) and padding: steel (3) is the last key "
        "and blocks: steel in document 2, crane in 1"
    )
    assert why_blocked(crane, 2, 1) == "blocks: crane in document 1, lifted in 2"
    assert what_blocks(crane, 1, 3) == "causal, padding, blocks" and what_blocks(crane, 1, 1) == ""
    crane.select("weights", 1, 3)
    assert explanation(crane, 78)[1] == "blocked by causal, padding, blocks: -∞ instead of 0.445, weight 0"
    assert explanation(crane, 200)[1].startswith(
        "blocked by causal: steel (3) is after crane (1) and padding: "
    )
    toggles.toggle_cells(crane)
    toggles.toggle_cells(crane)
    assert what_blocks(crane, 1, 3) == "causal, padding, blocks"
    toggles.mask_from(crane, "none")
    toggles.toggle_cells(crane)
    assert explanation(crane, 78)[1] == "blocked by hand: -∞ instead of 0.445, weight 0"
    toggles.mask_from(crane, "padding-left:2")
    assert why_blocked(crane, 0, 1) == "padding: crane (1) is one of the first 2 keys"
    assert why_blocked(crane, 0, 2) == ""


def test_a_matrix_that_the_problem_brings_is_called_by_its_name(open_session: Build):
    matrix = Matrix(~np.eye(4, dtype=bool))
    session = open_session(mask=(matrix,))
    toggles.mask_from(session, "causal + matrix")
    assert session.trace()[0].allowed.tolist() == np.tril(np.ones((4, 4), dtype=bool), -1).tolist()
    with pytest.raises(Fault, match="is no mask"):
        toggles.mask_from(session, "matrix + matrix")


def test_the_mask_key_comes_round_to_the_problems_own_blocks(open_session: Build):
    session = open_session(mask=parse_mask("blocks:1,3 + causal"))
    said = []
    for _ in range(3):
        toggles.next_mask(session)
        said.append(session.message.text)
    assert said == ["mask: none", "mask: causal", "mask: blocks:1,3 + causal"]


@pytest.mark.parametrize(
    ("mask", "queries", "keys", "said"),
    [
        ("padding:2", 1, 1, "padding:2 is more than the 1 key there is: expected 1"),
        ("padding:3", 1, 2, "padding:3 is more than the 2 keys there are: expected 1 to 2"),
        ("blocks:1", 1, 3, "blocks:1 cuts one list of words, and here 1 query asks 3 keys"),
        ("blocks:1", 2, 1, "blocks:1 cuts one list of words, and here 2 queries ask 1 key"),
    ],
)
def test_one_key_and_one_query_are_counted_in_the_singular(mask: str, queries: int, keys: int, said: str):
    with pytest.raises(Fault, match=f"^{said}$"):
        check_masks(parse_mask(mask), queries, keys)
