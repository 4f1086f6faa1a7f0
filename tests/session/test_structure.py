"""Words and columns come, go and move, and every number, mask and bias goes with its words."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from attn_tui.session.computing.mask_arrays import allowed_by_mask
from attn_tui.session.edits import structure, toggles
from attn_tui.session.faults import Fault
from attn_tui.session.session import Session
from attn_tui.session.settings import Matrix

Build = Callable[..., Session]
Pairs = dict[tuple[str, str], Any]


def by_words(session: Session, matrix: Any) -> Pairs:
    """A (T_q, T_k) matrix as what it says of each pair of words."""
    problem = session.problem
    return {
        (query, key): matrix[i][j]
        for i, query in enumerate(problem.query_tokens)
        for j, key in enumerate(problem.key_tokens)
    }


def told(session: Session) -> dict[str, Pairs]:
    """What mask, own mask, bias, hand and scores say of each pair of words."""
    its, own = session.settings, session.problem.settings
    cells = {cell[:2]: cell[2] for cell in its.cells}
    T_q, T_k = session.shape("scores")
    return {
        "mask": by_words(session, its.mask[0].allowed),
        "own mask": by_words(session, own.mask[0].allowed),
        "bias": by_words(session, its.bias[0]),
        "by hand": by_words(session, [[cells.get((i, j)) for j in range(T_k)] for i in range(T_q)]),
        "scores": by_words(session, session.trace()[0].scores),
    }


def numbers(session: Session) -> dict[str, Any]:
    """Each word's rows of Q, K and V."""
    problem = session.problem
    q = {("q", word): problem.q[:, i].tolist() for i, word in enumerate(problem.query_tokens)}
    k = {("k", word): problem.k[:, j].tolist() for j, word in enumerate(problem.key_tokens)}
    v = {("v", word): problem.v[:, j].tolist() for j, word in enumerate(problem.key_tokens)}
    return q | k | v


def labelled(open_session: Build, T_q: int, T_k: int, self_attention: bool) -> Session:
    rng = np.random.default_rng(5)
    keys = tuple("abcdefgh"[:T_k])
    return open_session(
        rng.normal(size=(2, T_q, 3)),
        rng.normal(size=(1, T_k, 3)),
        rng.normal(size=(2, T_k, 2)),
        query_tokens=keys if self_attention else tuple("ABCDEFGH"[:T_q]),
        key_tokens=keys,
        mask=(Matrix(rng.random((T_q, T_k)) < 0.5),),
        bias=rng.normal(size=(2, T_q, T_k)),
        cells=((0, 0, True), (1, 3, False), (2, 2, True)),
    )


CHANGES: list[tuple[Callable[[Session], None], str]] = [
    (lambda session: structure.insert_word(session, "new"), "inserted"),
    (structure.delete_word, "deleted"),
    (lambda session: structure.move_word(session, 1), "moved"),
    (lambda session: structure.move_word(session, -1), "moved"),
]


@pytest.mark.parametrize("self_attention", [True, False])
@pytest.mark.parametrize("pane", ["q", "k", "v", "scores", "weights", "output"])
@pytest.mark.parametrize("row", [1, 2])
@pytest.mark.parametrize(("change", "message"), CHANGES)
def test_everything_follows_its_words(
    open_session: Build, self_attention: bool, pane: str, row: int, change: Any, message: str
):
    session = labelled(open_session, 4, 4, True) if self_attention else labelled(open_session, 4, 5, False)
    before, rows = told(session), numbers(session)
    session.select(pane, row, 0)
    change(session)
    assert message in session.message.text
    after, rows_after = told(session), numbers(session)
    for what, new_word_gets in (
        ("mask", True),
        ("own mask", True),
        ("bias", 0.0),
        ("by hand", None),
        ("scores", 0.0),
    ):
        for words, value in after[what].items():
            wanted = new_word_gets if "new" in words else before[what][words]
            assert value == wanted or (what == "scores" and value == pytest.approx(wanted)), (what, words)
    for word, value in rows_after.items():
        assert value == (rows[word] if word[1] != "new" else (np.zeros_like(value)).tolist())
    change_of_size = {"inserted": 1, "deleted": -1, "moved": 0}[message]
    on_queries = self_attention or pane not in ("k", "v")
    assert session.size("i") == len(session.problem.query_tokens) == 4 + on_queries * change_of_size
    session.undo()
    assert told(session) == before and numbers(session) == rows


def test_the_order_of_words_is_as_asked(crane: Session):
    crane.select("k", 1, 0)
    structure.move_word(crane, 1)
    assert crane.problem.key_tokens == ("the", "lifted", "crane", "steel") == crane.problem.query_tokens
    assert crane.cell == (2, 0)
    structure.insert_word(crane, "red")
    assert crane.problem.query_tokens == ("the", "lifted", "red", "crane", "steel")
    crane.select("k", 4, 0)
    structure.delete_word(crane)
    assert crane.problem.query_tokens == ("the", "lifted", "red", "crane") and crane.cell == (3, 0)


def test_a_word_renamed_is_so_for_queries_and_keys_of_self_attention_only(
    crane: Session, open_session: Build
):
    crane.select("v", 1, 0)
    structure.rename_word(crane, "  bird ")
    assert crane.problem.query_tokens[1] == crane.problem.key_tokens[1] == "bird"
    cross = labelled(open_session, 3, 5, False)
    cross.select("v", 1, 0)
    structure.rename_word(cross, "x")
    assert cross.problem.query_tokens == ("A", "B", "C") and cross.problem.key_tokens[1] == "x"


def test_words_nobody_named_are_numbered_anew(open_session: Build):
    session = open_session(np.ones((3, 1)), np.ones((3, 1)), np.ones((3, 1)))
    session.select("q", 0, 0)
    structure.delete_word(session)
    assert session.problem.query_tokens == ("0", "1")


def test_columns_of_q_and_k_change_together_and_those_of_v_alone(open_session: Build):
    session = labelled(open_session, 3, 5, False)
    q, k, v = session.problem.q, session.problem.k, session.problem.v
    session.select("k", 0, 1)
    structure.insert_column(session, "size")
    assert session.problem.columns == ("0", "size", "1", "2")
    assert (np.delete(session.problem.q, 1, axis=2) == q).all() and (session.problem.q[:, :, 1] == 0).all()
    assert (np.delete(session.problem.k, 1, axis=2) == k).all() and (session.problem.v == v).all()
    structure.move_column(session, 1)
    assert session.problem.columns == ("0", "1", "size", "2") and session.cell == (0, 2)
    structure.delete_column(session)
    assert (session.problem.q == q).all() and session.problem.columns == ("0", "1", "2")
    session.select("output", 0, 1)
    structure.rename_column(session, "dark")
    structure.delete_column(session)
    assert session.problem.v.shape == (2, 5, 1) and (session.problem.q == q).all()


def test_a_copied_column_stands_for_the_one_it_repeats(open_session: Build):
    session = open_session(widen=4)
    session.select("q", 0, 5)
    structure.rename_column(session, "iron")
    assert session.problem.columns == ("animal", "iron")
    structure.delete_column(session)
    assert session.problem.columns == ("animal",) and session.shape("q") == (4, 4)


@pytest.mark.parametrize("act", [structure.delete_word, structure.delete_column])
def test_the_last_word_and_the_last_column_stay(open_session: Build, act: Any):
    session = open_session([[1.0]], [[1.0]], [[1.0]])
    with pytest.raises(Fault, match="the last"):
        act(session)


def test_what_cannot_be_done_here_says_why(crane: Session):
    crane.select("scores", 0, 0)
    for act in (
        lambda: structure.delete_column(crane),
        lambda: structure.insert_column(crane, "x"),
        lambda: structure.move_column(crane, 1),
        lambda: structure.rename_column(crane, "x"),
    ):
        with pytest.raises(Fault, match="the columns here are the keys"):
            act()
    crane.select("q", 0, 0)
    for text in ("", "   "):
        with pytest.raises(Fault, match="needs a name"):
            structure.insert_word(crane, text)
    with pytest.raises(Fault, match="first already"):
        structure.move_word(crane, -1)
    assert not crane.is_edited


def test_a_causal_mask_goes_by_position_whatever_the_words(crane: Session):
    toggles.mask_from(crane, "causal")
    crane.select("q", 0, 0)
    structure.move_word(crane, 2)
    assert (allowed_by_mask(crane.problem, crane.settings) == np.tri(4, dtype=bool)).all()


def test_a_small_paste_that_sticks_out_says_that_it_would_fit_further_up(crane: Session):
    crane.select("k", 0, 1)
    structure.paste(crane, np.ones((2, 2)))
    assert crane.question is not None
    assert crane.question.text.startswith(
        "the paste is 2×2 and sticks out here, though not from the first cell: "
    )
