"""Free choice of words: a sentence of those in the vocabulary, their ids shuffled, and the level that is shown."""

from __future__ import annotations

from dataclasses import replace
from difflib import get_close_matches
from typing import cast

import numpy as np

from attn_tui.session.faults import Fault
from attn_tui.session.history import Replacement, State
from attn_tui.session.labels import plain
from attn_tui.session.numbers import QUOTED
from attn_tui.session.problem import Problem, Projection, Table, Words
from attn_tui.session.projection import projected
from attn_tui.session.reindex import resized, with_words
from attn_tui.session.selection import EDITABLE, Pane
from attn_tui.session.session import Session

MOST_WORDS = 512
"""Words that a typed sentence may have."""
_BEHIND: dict[Pane, Pane] = {
    "q": "x",
    "k": "w_k",
    "v": "w_v",
    "x": "q",
    "w_q": "q",
    "w_k": "k",
    "w_v": "v",
    "w_o": "v",
}
"""Where the selection goes on the other level: from Q to the embeddings, from W_K to K."""


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


def toggle_sources(session: Session) -> None:
    """Show X and the weights W on the left in place of Q, K and V, or these again."""
    require_projection(session)
    session.anchor = None
    session.shows_sources = not session.shows_sources
    if session.pane in EDITABLE:
        session.pane = _BEHIND[session.pane]
    shown = (
        "X and the weights that make Q, K and V"
        if session.shows_sources
        else "Q, K and V, which follow from X and W"
    )
    session.say(f"on the left: {shown}; L goes back")


def sentence_from(session: Session, text: str) -> None:
    """The problem of another sentence: each word's embedding is looked up, and Q, K and V follow. One undo."""
    words = require_words(session)
    tokens = tuple(_known(words, token) for token in text.split())
    if len(tokens) > MOST_WORDS:
        raise Fault(f"{len(tokens)} words are too many to type: {MOST_WORDS} is the most")
    after = with_sentence(session.state, words, tokens)
    session.do(
        Replacement(f"sentence: {' '.join(map(plain, tokens))}", session.state, after, session.place())
    )


def with_sentence(state: State, words: Words, tokens: tuple[str, ...]) -> State:
    """The state with `tokens` for its words; masks and biases are cut to them, or let new words see and be seen."""
    positions = resized(len(state.problem.query_tokens), len(tokens))
    state = with_words(state, positions, positions)
    projection = state.problem.projection
    assert projection is not None
    x = cast(Table, np.stack([words.embedding(token) for token in tokens]))
    problem = replace(state.problem, title=" ".join(tokens), query_tokens=tokens, key_tokens=tokens)
    return State(projected(problem, replace(projection, x=x)), state.settings)


def _known(words: Words, token: str) -> str:
    if token in words.names:
        return token
    near = get_close_matches(token[:60], words.names[:5000], n=1, cutoff=0.5)
    hint = f"did you mean '{plain(near[0])}'?" if near else f"it knows {known_words(words)}"
    raise Fault(f"the vocabulary has no '{plain(token[:QUOTED])}': {hint}")


def known_words(words: Words, most: int = 12) -> str:
    """The words of the vocabulary, `most` at most, in a phrase."""
    names = [plain(name) for name in words.names]
    return ", ".join(names[:most]) + (f" and {len(names) - most} more" if len(names) > most else "")


def shuffle_ids(session: Session) -> None:
    """Give every word another id. Its embedding goes with it, so that no number of the problem changes. One undo."""
    words = require_words(session)
    if len(words.names) == 1:
        raise Fault("the vocabulary has one word, whose id is 0 in any order")
    problem = with_ids(session.problem, _another_order(words))
    shuffled = require_words_of(problem)
    ids = ", ".join(
        f"{plain(word)} {shuffled.names.index(word)}" for word in dict.fromkeys(known_tokens(problem))
    )
    session.replace(f"ids shuffled: {ids}; every embedding and every number is as it was", problem=problem)


def require_words_of(problem: Problem) -> Words:
    """The vocabulary of a problem that has one."""
    assert problem.projection is not None and problem.projection.words is not None
    return problem.projection.words


def known_tokens(problem: Problem) -> list[str]:
    """The words of the sentence that are in the vocabulary."""
    names = require_words_of(problem).names
    return [token for token in problem.query_tokens if token in names]


def with_ids(problem: Problem, order: list[int]) -> Problem:
    """`problem` with the word that had id order[n] at id n, its embedding with it."""
    projection, words = problem.projection, require_words_of(problem)
    assert projection is not None
    shuffled = Words(tuple(words.names[at] for at in order), words.rows[order])
    return replace(problem, projection=replace(projection, words=shuffled))


def _another_order(words: Words) -> list[int]:
    """A random order in which no word has the id that it has now: each takes that of the next in one large circle."""
    order = np.random.default_rng(len(words.names)).permutation(len(words.names)).tolist()
    turned = [0] * len(order)
    for at, following in zip(order, [*order[1:], order[0]], strict=True):
        turned[at] = following
    return turned
