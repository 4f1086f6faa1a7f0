"""A search goes to words, exact ones first, round and round."""

import pytest

from attn_tui.session import moving
from attn_tui.session.faults import Fault


@pytest.fixture
def sentence(open_session):
    words = (" The", " animal", "the", " street", "It", " it", "ther")
    return open_session([[1.0]] * 7, [[1.0]] * 7, [[1.0]] * 7, query_tokens=words, key_tokens=words)


def test_a_whole_word_comes_before_words_that_have_it_in_them(sentence):
    moving.search(sentence, "the")
    assert sentence.search.matches == (0, 2)
    moving.search(sentence, "th")
    assert sentence.search.matches == (0, 2, 6)
    moving.search(sentence, " IT ")
    assert sentence.search.matches == (4, 5)


def test_matches_go_round(sentence):
    sentence.select("weights", 3, 3)
    moving.search(sentence, "the")
    rows = [sentence.cell[0]]
    for step in (1, 1, -1, -1):
        moving.next_match(sentence, step)
        rows.append(sentence.cell[0])
    assert rows == [0, 2, 0, 2, 0]
    assert "match 1 of 2" in sentence.message.text


def test_the_search_goes_through_the_rows_of_the_pane(sentence):
    sentence.select("v", 0, 0)
    moving.search(sentence, "street")
    assert (sentence.selection.i, sentence.selection.j) == (0, 3)


@pytest.mark.parametrize("text", ["", "  ", "zebra", "\x1b[31m" + "x" * 500])
def test_a_search_without_a_match_says_so_in_one_harmless_line(sentence, text):
    with pytest.raises(Fault) as caught:
        moving.search(sentence, text)
    assert "\x1b" not in str(caught.value) and len(str(caught.value)) < 160
    assert sentence.search is None


def test_next_match_without_a_search_says_how_to_begin_one(sentence):
    with pytest.raises(Fault, match="/ begins one"):
        moving.next_match(sentence, 1)


def test_heads_are_gone_through_and_named(open_session):
    session = open_session([[[1.0]]] * 2, [[1.0]], [[1.0]])
    moving.next_head(session, 1)
    assert session.head == 1 and session.message.text == "head 1 (2 of 2)"
    with pytest.raises(Fault, match="last of 2"):
        moving.next_head(session, 1)
    moving.head_from(session, "0")
    assert session.head == 0
    with pytest.raises(Fault, match="first of 2"):
        moving.next_head(session, -1)
    with pytest.raises(Fault, match="from 0 to 1"):
        moving.head_from(session, "2")
    with pytest.raises(Fault, match="one head"):
        moving.next_head(open_session(), 1)
