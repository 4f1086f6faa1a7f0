"""A question is answered by a number or a choice; a wrong answer gets the reason with the numbers on the screen."""

import pytest

from attn_tui.session.edits import editing
from attn_tui.session.explaining.explain import explanation
from attn_tui.session.faults import Fault
from attn_tui.session.lessons.asking import answer, begin_answer, question_pieces, question_words
from attn_tui.session.lessons.walking import restore
from attn_tui.session.session import Session
from tests.session.lessons import asked, learner

NUMBER = '{ question = "How much?", answer = 0.43, tolerance = 0.01, reason = "It is two of five." }'
CELL = '{ question = "How much?", cell = "weights[crane, lifted]" }'
CHOICES = (
    '{ question = "Which axis?", choices = ["rows", "columns"], correct = 1, reasons = ["They ask.", "So."] }'
)


def is_right(session: Session, text: str) -> bool:
    answer(session, text)
    assert session.walk is not None and session.walk.reply is not None
    assert session.walk.reply.given == text
    return session.walk.reply.is_right


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("0.43", True),
        (" 0.44 ", True),
        ("0.42", True),
        ("43%", True),
        ("0.4401", False),
        ("43", True),
        ("44", True),
        ("44.1", False),
        ("43/100", True),
        ("2/5", False),
        (" 86 / 200 ", True),
        ("-43/-100", True),
        ("-1", False),
    ],
)
def test_a_number_is_right_within_the_tolerance(text: str, right: bool):
    assert is_right(asked(NUMBER), text) is right


@pytest.mark.parametrize(
    ("ask", "text", "right"),
    [
        ('cell = "weights[crane, lifted]"', "28.3", True),
        ('cell = "weights[crane, lifted]"', "28.3 %", True),
        ('cell = "weights[crane, lifted]"', "29", False),
        ('cell = "weights[crane, lifted]", tolerance = 0.01', "29", True),
        ('cell = "weights[crane, lifted]", answer = 0.283', "28.3", True),
        ('cell = "scores[crane, lifted]"', "49.5", False),
        ('cell = "scores[crane, lifted]"', "0.495", True),
        ('cell = "output[crane, machine]"', "67.2", False),
        ('cell = "v[crane, machine]", answer = 0.5', "50", False),
        ("answer = 0.3333, tolerance = 0.01", "33", True),
        ("answer = 0.3333, tolerance = 0.01", "1/3", True),
        ("answer = 0.3333, tolerance = 0.01", "0.33", True),
        ("answer = 0.3333, tolerance = 0.01", "0.33 %", False),
        ("answer = 8, tolerance = 0", "800", False),
        ("answer = 8, tolerance = 0", "16/2", True),
        ("answer = 1, tolerance = 0", "100", False),
        ("answer = 0.0099, tolerance = 0.0002", "0.99", False),
    ],
)
def test_a_share_is_right_in_per_cent_as_well_and_no_other_number_is(ask: str, text: str, right: bool):
    assert is_right(asked(f'{{ question = "How much?", {ask} }}'), text) is right


def test_a_right_choice_sends_the_explanation_to_the_cell_beside_it():
    session = asked(
        '{ question = "Whom?", choices = ["the", "*lifted*"], correct = 1, cell = "weights[crane, lifted]" }',
        'select = { pane = "scores", row = "crane", column = "the" }',
    )
    assert (session.pane, session.cell) == ("scores", (1, 0))
    answer(session, "Lifted")
    assert session.message.text == "right: b) lifted"
    assert (session.pane, session.cell) == ("weights", (1, 2))


def test_what_is_marked_in_a_question_is_told_apart_and_read_without_its_marks():
    session = asked(
        '{ question = "Does *crane* ask?", choices = ["`yes`", "no"], correct = 1, reasons = ["It *does*.", "So."] }'
    )
    assert session.walk is not None and session.walk.step.ask is not None
    assert question_words(session.walk.step.ask) == "Does crane ask?  a) yes  b) no"
    pieces = question_pieces(session.walk.step.ask)
    assert [piece for piece in pieces if piece.kind != "text"] == [("crane", "em"), ("yes", "code")]
    answer(session, "a")
    assert session.message.text == "no: a) yes. It does. Right is b) no. So."
    assert session.walk.reply is not None
    assert ("does", "em") in session.walk.reply.told


def test_a_star_that_is_typed_is_no_mark():
    session = asked('{ question = "?", answer = 1, reason = "*So*." }')
    answer(session, "2")
    assert session.message.text == "no, not 2: it is 1. So."
    with pytest.raises(Fault, match=r"'\*a\* b' is not a number"):
        answer(session, "*a* b")


def test_a_wrong_number_gets_the_right_one_and_the_reason():
    session = asked(NUMBER)
    answer(session, "0.5")
    assert session.message.text == "no, not 0.5: it is 0.43. It is two of five."
    answer(session, "0.43")
    assert session.message.text == "right: it is 0.43"


def test_a_cell_is_right_as_it_stands_now_and_the_explanation_goes_there():
    session = asked(CELL)
    answer(session, "0.2")
    assert session.message.text == "no, not 0.2: weights[crane, lifted] is 0.283"
    assert (session.pane, session.cell) == ("weights", (1, 2))
    assert explanation(session, 78) == (
        "crane asks lifted: 0.70·0.10 + 0.70·0.90 = 0.70    ÷ √2 = 0.495",
        "e^0.495 = 1.640 of 5.792 in the row: 28.3 % of lifted's value",
    )
    assert is_right(session, "28.3%")
    session.select("q", 1, 0)
    editing.fill(session, 0.0)
    assert not is_right(session, "0.283")
    assert "weights[crane, lifted] is 0.2" in session.message.text


@pytest.mark.parametrize(
    ("text", "right"),
    [("b", True), ("B", True), ("2", True), ("Columns", True), ("a", False), ("rows", False)],
)
def test_a_choice_is_meant_by_letter_by_number_and_by_its_words(text: str, right: bool):
    assert is_right(asked(CHOICES), text) is right


def test_a_choice_is_told_its_reason():
    session = asked(CHOICES)
    answer(session, "a")
    assert session.message.text == "no: a) rows. They ask. Right is b) columns. So."
    answer(session, "b")
    assert session.message.text == "right: b) columns. So."


def test_a_question_shows_its_choices_by_letter():
    session = asked(CHOICES)
    assert session.walk is not None and session.walk.step.ask is not None
    assert question_words(session.walk.step.ask) == "Which axis?  a) rows  b) columns"


@pytest.mark.parametrize(
    ("ask", "text", "why"),
    [
        (NUMBER, "much", "'much' is not a number"),
        (NUMBER, "", "no number yet"),
        (NUMBER, "inf", "'inf' is no answer"),
        (NUMBER, "1/0", "'1/0' is no answer: nothing is divided by 0"),
        (NUMBER, "1/3/2", "'3/2' is not a number"),
        (NUMBER, "1/", "no number yet"),
        (CHOICES, "c", "'c' is no choice: type a letter from a to b"),
        (CHOICES, "0", "'0' is no choice"),
        (CHOICES, "\x1b[1m", r"'\\x1b\[1m' is no choice"),
    ],
)
def test_what_is_no_answer_leaves_the_question_open(ask: str, text: str, why: str):
    session = asked(ask)
    begin_answer(session)
    with pytest.raises(Fault, match=why):
        answer(session, text)
    assert session.walk is not None and session.walk.waits
    assert session.answering is not None


def test_panes_are_covered_until_any_answer_and_again_when_the_step_is_restored():
    session = asked(CELL, 'hide = ["weights", "q"]')
    assert session.covered == {"weights", "q", "output", "concat", "result"}
    with pytest.raises(Fault, match="Q is covered until the step's question is answered"):
        editing.fill(session, 3.0)
    answer(session, "0.9")
    assert session.covered == frozenset()
    restore(session)
    assert session.covered == {"weights", "q", "output", "concat", "result"}


def test_where_nothing_is_asked_nothing_is_answered():
    for session in (learner(), learner("title = 'x'\nq = [[1]]\nk = [[1]]\nv = [[1]]")):
        with pytest.raises(Fault, match="nothing is asked"):
            begin_answer(session)


@pytest.mark.parametrize(
    ("text", "right"), [("43", True), ("43%", True), ("0.43", True), ("45", False), ("4.3", False)]
)
def test_where_per_cent_is_asked_for_a_share_is_right_either_way(text: str, right: bool):
    session = asked('{ question = "How much, in per cent?", answer = 0.43, tolerance = 0.01 }')
    assert is_right(session, text) is right


def test_an_answer_written_in_per_cent_takes_both_as_well():
    session = asked('{ question = "How much, in per cent?", answer = 25, tolerance = 0.5 }')
    assert is_right(session, "25%") and is_right(session, "25")
    answer(session, "3")
    assert session.message.text == "no, not 3: it is 25"
