"""The published figures of the crane sentences come out of words, a table and three matrices, in the session."""

import numpy as np
import pytest

from attn_tui.commands import run_line
from attn_tui.files.sources import open_source
from attn_tui.session.edits.positioning import name_position
from attn_tui.session.edits.toggles import mask_from
from attn_tui.session.edits.vocabulary import vocabulary
from attn_tui.session.edits.wording import sentence_from, shuffle_ids
from attn_tui.session.faults import Fault
from attn_tui.session.session import Session
from tests.files import crane_words
from tests.files.crane_words import TABLE, W_K, W_Q, W_V, times

SENTENCES = ("the crane lifted steel", "the crane ate fish", "the crane ate steel", "steel ate", "fish")
PUBLISHED = {
    "the crane lifted steel": (0.19, 0.77),
    "the crane ate fish": (0.77, 0.19),
    "the crane ate steel": (0.47, 0.49),
}


def session_on(sentence: str) -> Session:
    session = Session(open_source("crane-words"))
    if sentence != session.problem.title:
        sentence_from(session, sentence)
    return session


def test_it_ships_with_the_table_and_the_matrices_that_were_published():
    problem = open_source("crane-words")
    words, projection = vocabulary(problem), problem.projection
    assert dict(zip(words.names, map(tuple, words.rows.tolist()), strict=True)) == TABLE
    for weights, expected in [(projection.w_q, W_Q), (projection.w_k, W_K), (projection.w_v, W_V)]:
        assert weights.tolist() == [list(row) for row in expected]


@pytest.mark.parametrize("sentence", SENTENCES)
def test_queries_keys_values_weights_and_output_are_those_of_plain_python(sentence):
    session = session_on(sentence)
    trace, words = session.trace()[0], sentence.split()
    for pane, weights in (("q", W_Q), ("k", W_K), ("v", W_V)):
        assert session.table(pane).tolist() == [pytest.approx(times(TABLE[word], weights)) for word in words]
    for i, word in enumerate(words):
        assert trace.scores[i].tolist() == pytest.approx(crane_words.scores(sentence, word))
        assert trace.weights[i].tolist() == pytest.approx(crane_words.weights(sentence, word))
        assert trace.output[i].tolist() == pytest.approx(crane_words.output(sentence, word))


def test_the_published_scores_and_weights_of_crane():
    session = session_on("the crane lifted steel")
    trace = session.trace()[0]
    assert [f"{score:.2f}" for score in trace.scores[1]] == ["0.14", "0.56", "0.70", "0.63"]
    assert [f"{100 * weight:.0f}" for weight in trace.weights[1]] == ["19", "26", "28", "27"]
    assert f"{100 * trace.weights[2, 3]:.1f}" == "29.8"
    apart = trace.scores - np.diag([np.inf] * 4)
    assert np.unravel_index(apart.argmax(), apart.shape) == (2, 3)
    mask_from(session, "causal")
    masked = session.trace()[0].weights
    assert [f"{100 * weight:.0f}" for weight in masked[1]] == ["43", "57", "0", "0"]
    assert masked[1, :2].tolist() == pytest.approx(
        crane_words.weights(session.problem.title, "crane", causal=True)
    )


@pytest.mark.parametrize("sentence", PUBLISHED)
def test_the_published_outputs_of_crane(sentence):
    session = session_on(sentence)
    output = session.trace()[0].output[1]
    assert tuple(round(float(number), 2) for number in output) == PUBLISHED[sentence]
    assert session.table("x")[1].tolist() == [0.4, 0.4]


def test_shuffled_ids_are_others_and_no_number_is():
    session = session_on("the crane lifted steel")
    before, trace = session.problem, session.trace()[0]
    ids = [vocabulary(before).names.index(word) for word in TABLE]
    shuffle_ids(session)
    after = session.problem
    assert all(vocabulary(after).names.index(word) != at for word, at in zip(TABLE, ids, strict=True))
    assert after.projection.x.tobytes() == before.projection.x.tobytes()
    assert session.trace()[0].output.tobytes() == trace.output.tobytes()
    sentence_from(session, "the crane ate steel")
    assert session.trace()[0].output[1].tolist() == pytest.approx(
        crane_words.output("the crane ate steel", "crane")
    )


def test_a_word_that_the_table_has_not_is_named_with_the_nearest_that_it_has():
    session = session_on("the crane lifted steel")
    with pytest.raises(Fault, match="has no 'stel': did you mean 'steel'"):
        sentence_from(session, "the crane ate stel")
    assert session.problem.title == "the crane lifted steel"


def test_edits_of_x_that_another_sentence_drops_are_said():
    session = Session(open_source("crane-words"))
    sentence_from(session, "the crane ate steel")
    assert session.message.text == "sentence: the crane ate steel"
    name_position(session, "sinusoidal")
    sentence_from(session, "the crane lifted steel")
    assert session.message.text == "sentence: the crane lifted steel"
    name_position(session, "none")
    session.select("x", 0, 0)
    run_line(session, "set 0.5")
    sentence_from(session, "the crane ate fish")
    assert session.message.text == (
        "sentence: the crane ate fish; embeddings are looked up anew: edits of X are gone, u brings them back"
    )
    session.undo()
    assert session.message.text == "undone: sentence: the crane ate fish"
    assert session.table("x")[0, 0] == 0.5
