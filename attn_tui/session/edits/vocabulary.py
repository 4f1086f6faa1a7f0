"""A vocabulary's words: a sentence of them, and their ids, which mean nothing."""

from __future__ import annotations

from dataclasses import replace
from difflib import get_close_matches
from typing import cast

import numpy as np

from attn_tui.session.computing.projection import projected
from attn_tui.session.edits.reindex import resized, with_words
from attn_tui.session.faults import Fault
from attn_tui.session.labels import plain
from attn_tui.session.numbers import QUOTED
from attn_tui.session.problem import Problem, Table, Words
from attn_tui.session.state import State

MOST_WORDS = 512
"""Words that a typed sentence may have."""


def vocabulary(problem: Problem) -> Words:
    """The vocabulary of a problem that has one."""
    assert problem.projection is not None and problem.projection.words is not None
    return problem.projection.words


def known_sentence(words: Words, text: str) -> tuple[str, ...]:
    """The words of a typed sentence. Fault for one that the vocabulary does not have, and for none or too many."""
    tokens = tuple(_known(words, token) for token in text.split())
    if not 1 <= len(tokens) <= MOST_WORDS:
        raise Fault(f"a sentence has from 1 to {MOST_WORDS} words, and this has {len(tokens)}")
    return tokens


def with_sentence(state: State, tokens: tuple[str, ...]) -> State:
    """The state with `tokens`, which its vocabulary has, for its words.

    Masks and biases are cut to them, or let new words see and be seen.
    """
    positions = resized(len(state.problem.query_tokens), len(tokens))
    state = with_words(state, positions, positions)
    projection, words = state.problem.projection, vocabulary(state.problem)
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


def known_tokens(problem: Problem) -> list[str]:
    """The words of the sentence that are in the vocabulary."""
    names = vocabulary(problem).names
    return [token for token in problem.query_tokens if token in names]


def differs_from_table(problem: Problem) -> bool:
    """Whether any word of the sentence has another embedding in X than the vocabulary's table has for it."""
    projection, words = problem.projection, vocabulary(problem)
    assert projection is not None
    ids = {name: at for at, name in enumerate(words.names)}
    return any(
        token in ids and not np.array_equal(row, words.rows[ids[token]], equal_nan=True)
        for token, row in zip(problem.query_tokens, projection.x, strict=True)
    )


def with_ids_shuffled(problem: Problem) -> Problem:
    """`problem` with another id for every word of its vocabulary, and its embedding with it.

    The order is random and no word keeps its id: each takes that of the next in one large circle.
    """
    projection, words = problem.projection, vocabulary(problem)
    assert projection is not None
    circle = np.random.default_rng(len(words.names)).permutation(len(words.names)).tolist()
    order = [0] * len(circle)
    for at, following in zip(circle, [*circle[1:], circle[0]], strict=True):
        order[at] = following
    shuffled = Words(tuple(words.names[at] for at in order), words.rows[order])
    return replace(problem, projection=replace(projection, words=shuffled))
