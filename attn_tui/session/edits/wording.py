"""What a vocabulary's words are put to: another sentence of them, and other ids."""

from __future__ import annotations

from attn_tui.session.edits.vocabulary import (
    differs_from_table,
    known_sentence,
    known_tokens,
    vocabulary,
    with_ids_shuffled,
    with_sentence,
)
from attn_tui.session.faults import Fault
from attn_tui.session.history import Replacement
from attn_tui.session.labels import plain
from attn_tui.session.problem import Projection, Words
from attn_tui.session.session import Session


def require_projection(session: Session) -> Projection:
    """What Q, K and V follow from. Fault where they follow from nothing."""
    projection = session.problem.projection
    if projection is None:
        raise Fault("Q, K and V are the numbers to edit here: no embeddings and no weights stand behind them")
    return projection


def require_words(session: Session) -> Words:
    """The vocabulary. Fault where there is none."""
    words = require_projection(session).words
    if words is None:
        raise Fault("this problem has no [words]: no table says which embedding a word has")
    return words


def sentence_from(session: Session, text: str) -> None:
    """The problem of another sentence: each word's embedding is looked up, and Q, K and V follow. One undo."""
    after = with_sentence(session.state, known_sentence(require_words(session), text))
    what = " ".join(map(plain, after.problem.query_tokens))
    gone = differs_from_table(session.problem)
    session.do(Replacement(f"sentence: {what}", session.state, after, session.place()))
    if gone:
        session.say(
            f"sentence: {what}; embeddings are looked up anew: edits of X are gone, u brings them back"
        )


def shuffle_ids(session: Session) -> None:
    """Give every word another id. Its embedding goes with it, so that no number of the problem changes. One undo."""
    if len(require_words(session).names) == 1:
        raise Fault("the vocabulary has one word, whose id is 0 in any order")
    problem = with_ids_shuffled(session.problem)
    names = vocabulary(problem).names
    ids = ", ".join(f"{plain(word)} {names.index(word)}" for word in dict.fromkeys(known_tokens(problem)))
    session.replace(f"ids shuffled: {ids}; every embedding and every number is as it was", problem=problem)
