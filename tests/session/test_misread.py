"""Rows that a mistake lets a head read in the place of its own: a score follows from the rows that are named."""

import re
from collections.abc import Iterator
from itertools import product

import pytest

from attn_tui.session.computing.misread import misread
from attn_tui.session.edits.mistake_toggles import mistake_from
from attn_tui.session.explaining.explain import explanation
from attn_tui.session.explaining.whole import whole_explanation
from attn_tui.session.session import Session
from tests.session.mistaken_cases import arrays, mistaken_problem

MIXING = ("heads-by-reshape", "groups-tiled", "keys-values-swapped")


def cells(wrong: str) -> Iterator[tuple[Session, int, int, int]]:
    """Every head, query and key, of four query heads on two of keys and values."""
    for h, i, j in product(range(4), range(5), range(3)):
        session = Session(mistaken_problem(), head=h)
        mistake_from(session, wrong)
        session.select("scores", i, j)
        yield session, h, i, j


@pytest.mark.parametrize("wrong", MIXING)
def test_the_score_is_that_of_the_rows_that_are_named(wrong: str):
    tables = arrays()
    some = 0
    for session, h, i, j in cells(wrong):
        rows = {"Q": tables["q"][h, i], "K": tables["k"][h // 2, j]}
        text = " ".join(line.text for line in whole_explanation(session))
        for own, table, word, head in re.findall(
            r"for ([QK]) \S+ of (?:kv|head )\d it reads ([QKV]) (\S+) of (?:kv|head )(\d)", text
        ):
            rows[own] = tables[table.lower()][int(head), int(word)]
            some += 1
        assert session.trace()[0].scores[i, j] == pytest.approx(sum(map(float, rows["Q"] * rows["K"])))
    assert some


@pytest.mark.parametrize("wrong", MIXING)
def test_the_numbers_that_are_listed_give_the_score(wrong: str):
    for session, _, i, j in cells(wrong):
        lines = [line.text.strip() for line in whole_explanation(session)]
        listed = {
            line[8]: [float(number) for number in line[11:].split()]
            for line in lines
            if line.startswith("read as")
        }
        if listed:
            score = sum(a * b for a, b in zip(listed["Q"], listed["K"], strict=True))
            assert session.trace()[0].scores[i, j] == pytest.approx(score)


def test_only_the_tables_that_are_read_wrongly_are_so_called():
    called = {}
    for wrong, h in product((*MIXING, "scale-by-d"), range(4)):
        session = Session(mistaken_problem(), head=h)
        mistake_from(session, wrong)
        called[wrong, h] = "".join(sorted(misread(session)))
    assert [called["groups-tiled", h] for h in range(4)] == ["", "kv", "kv", ""]
    assert [called["keys-values-swapped", h] for h in range(4)] == ["kv"] * 4
    assert [called["heads-by-reshape", h] for h in range(4)] == ["kqv"] * 4
    assert {called["scale-by-d", h] for h in range(4)} == {""}


def test_the_first_line_below_the_board_names_what_was_read():
    session = Session(mistaken_problem(), head=1)
    mistake_from(session, "groups-tiled")
    session.select("scores", 0, 2)
    assert explanation(session, 80)[0] == "! groups-tiled: for K 2 of kv0 it reads K 2 of kv1"
