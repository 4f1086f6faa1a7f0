"""Whatever is wrong in a preset ends in one line: file, line, key, what was found and what was expected."""

import re

import pytest

from attn_tui.files.presets.preset import read_preset
from attn_tui.session.faults import Fault
from tests.files.presets_text import HEADS, SMALL, with_settings

ONE_LINE = re.compile(r"lesson\.toml:\d+: [^\n\r]+: [^\n\r]+")


def fault(toml: str) -> str:
    with pytest.raises(Fault) as caught:
        read_preset(toml, "lesson.toml", "lesson.toml")
    said = str(caught.value)
    assert ONE_LINE.fullmatch(said)
    assert said.isprintable()
    return said.removeprefix("lesson.toml:")


IN_THE_TABLES = [
    ("[1, 2.5, 0]", '[1, "two", 0]', '4: q[0,1]: found the text "two", expected a number'),
    ("[1, 2.5, 0]", "[1, true, 0]", "4: q[0,1]: found true, expected a number"),
    ("[1, 2.5, 0]", "[1, [2], 0]", "4: q[0,1]: found a list of 1, expected a number"),
    ("[1, 2.5, 0]", "[1, 1979-05-27, 0]", "4: q[0,1]: found a date or a time, expected a number"),
    ("[1, 2.5, 0]", "[1, {}, 0]", "4: q[0,1]: found a table, expected a number"),
    ("[3, 4, -1e-3]", "[3, 4]", "5: q[1]: found 2 numbers, expected 3 as in row 0"),
    ("[3, 4, -1e-3]", "[3]", "5: q[1]: found 1 number, expected 3 as in row 0"),
    ("[3, 4, -1e-3]", "[]", "5: q[1]: found an empty list, expected a row of numbers, such as [0.2, 0.7]"),
    ("[3, 4, -1e-3]", "3", "5: q[1]: found 3, expected a row of numbers, such as [0.2, 0.7]"),
    ("[0.1, 0.2],", "", "11: v: found 1 row, expected 2 as in k"),
    (
        "[5, 6, 0]",
        "[5, 6, 1" + "0" * 400 + "]",
        "8: k[0,2]: found a very large number, expected a number that a ",
    ),
    (
        "[5, 6, 0]",
        "[5, 6, 0x1" + "0" * 5000 + "]",
        "8: k[0,2]: found a very large number, expected a number that a",
    ),
    ('"red", "blue"', '"red"', "2: tokens: found 1, expected 2, one for a row of q"),
    ('"red", "blue"', '"red", 7', "2: tokens[1]: found 7, expected text in quotes"),
    ('["red", "blue"]', '"red blue"', '2: tokens: found the text "red blue", expected a list of texts'),
    ('["red", "blue"]', "[]", "2: tokens: found an empty list, expected a list of texts"),
    ('"a small one"', "3", "1: title: found 3, expected text in quotes"),
    ('title = "a small one"', "", "1: title: missing, expected text in quotes"),
    ("title", "titel", "1: titel: unknown key, did you mean title?"),
    ("tokens", "tokns", "2: tokns: unknown key, did you mean tokens?"),
    ("tokens", "layers", "2: layers: unknown key, expected one of title, about, source, tokens,"),
    ("v = [", "w = [", "11: w: unknown key, expected one of title, about, source,"),
]


@pytest.mark.parametrize(("right", "wrong", "said"), IN_THE_TABLES)
def test_a_fault_in_the_tables_names_the_row(right: str, wrong: str, said: str):
    assert right in SMALL
    assert fault(SMALL.replace(right, wrong, 1)).startswith(said)


def test_widths_and_lengths_that_disagree_name_both():
    narrow_k = SMALL.replace("[5, 6, 0]", "[5, 6]").replace("[7, 8, 1]", "[7, 8]")
    assert fault(narrow_k).startswith("7: k: found rows of 2, expected 3 numbers a row as in q")
    assert fault(SMALL.replace("[7, 8, 1],", "")).startswith("11: v: found 2 rows, expected 1 as in k")
    longer = SMALL.replace("    [7, 8, 1],", "[7, 8, 1], [9, 9, 9],").replace(
        "[0.3, 0.4]", "[0.3, 0.4], [1, 1]"
    )
    said = "2: tokens: found one list of words, expected query_tokens and key_tokens, since q has 2 rows and k has 3"
    assert fault(longer).startswith(said)


@pytest.mark.parametrize("letter", ["q", "k", "v"])
def test_a_table_that_is_missing_or_empty_is_named(letter: str):
    start = SMALL.index(f"{letter} = [")
    end = SMALL.index("\n]\n", start) + 3
    assert fault(SMALL[:start] + SMALL[end:]).startswith(f"1: {letter}: missing, expected rows of numbers")
    empty = SMALL[:start] + f"{letter} = []\n" + SMALL[end:]
    line = SMALL.count("\n", 0, start) + 1
    assert fault(empty).startswith(f"{line}: {letter}: found an empty list, expected rows of numbers")


IN_THE_LABELS = [
    ('columns = ["a"]', "16: columns: found 1, expected 3, one for a number in a row of q"),
    ('v_columns = ["a"]', "16: v_columns: found 1, expected 2, one for a number in a row of v"),
    (
        'query_tokens = ["a", "b"]',
        "16: query_tokens: found beside tokens, expected either tokens, or query_tokens",
    ),
    ("about = 1", "16: about: found 1, expected text in quotes"),
    ("source = []", "16: source: found an empty list, expected text in quotes"),
    ("settings = 1", "16: settings: found 1, expected a table"),
    ("head = []", "16: head: found an empty list, expected [[head]] tables"),
    ("[head]", "16: head: found a table, expected [[head]] tables"),
    ("[[head]]", "3: q: found beside [[head]] tables, expected a q in each of them instead"),
]


@pytest.mark.parametrize(("line", "said"), IN_THE_LABELS)
def test_a_fault_in_what_is_added_names_its_line(line: str, said: str):
    assert fault(f"{SMALL}\n{line}\n".replace("\n\n", "\n")).startswith(said.replace("16:", "15:"))


IN_THE_SETTINGS = [
    ("masc = 1", "masc: unknown key, did you mean mask?"),
    (
        "wrong = []",
        "wrong: unknown key, expected one of scale, softcap, blocked, offset, widen, dtype,",
    ),
    ("scale = 'on'", 'scale: found the text "on", expected true, false or a finite number to multiply by'),
    ("scale = nan", "scale: found nan, expected true, false or a finite number to multiply by"),
    ("softcap = 0", "softcap: found 0, expected a number from 1e-30 to 1e+30"),
    ("softcap = -1.5", "softcap: found -1.5, expected a number from 1e-30 to 1e+30"),
    ("softcap = inf", "softcap: found inf, expected a number from 1e-30 to 1e+30"),
    ("softcap = true", "softcap: found true, expected a number"),
    ("sink = [1, 2]", "sink: found a list of 2, expected one number, or a list of 1, one a head"),
    ("sink = ['x']", 'sink[0]: found the text "x", expected a number'),
    ("blocked = 'no'", 'blocked: found the text "no", expected a number'),
    ("offset = 1.0", "offset: found 1.0, expected a whole number from"),
    ("offset = true", "offset: found true, expected a whole number from"),
    ("offset = 10_000_000_000", "offset: found 10000000000, expected a whole number from"),
    ("widen = 0", "widen: found 0, expected a whole number from 1 to 512"),
    ("widen = 513", "widen: found 513, expected a whole number from 1 to 512"),
    ("widen = 2.0", "widen: found 2.0, expected a whole number from 1 to 512"),
    (
        "dtype = 'floot32'",
        'dtype: found the text "floot32", expected one of float16, bfloat16, float32, float64',
    ),
    ("dtype = 32", "dtype: found 32, expected text in quotes"),
    (
        "position = 'rotari'",
        'position: found the text "rotari", expected one of none, sinusoidal, rotary, rotary-halves',
    ),
    (
        "position = 'rotary'",
        "position: position rotary turns pairs of columns: d_k must be even, and it is 3",
    ),
    (
        "position = 'rotary-halves'\nwiden = 3",
        "position: position rotary-halves turns pairs of columns: d_k must be even, and it is 9",
    ),
    ("position = 'sinusoidal'", "position: position sinusoidal is added to embeddings, and there are none"),
    ("bias = [[1, 2]]", "bias: found 1 row of 2, expected 2 rows of 2"),
    (
        "bias = [[[1, 2], [3, 4]], [[1, 2], [3, 4]]]",
        "bias: found a list of 2, expected one matrix, or a list of 1",
    ),
    ("bias = [[[1, 2], [3, 'x']]]", 'bias[0,1,1]: found the text "x", expected a number'),
    ("cells = [[0, 2, 0]]", "cells[0,1]: found 2, expected a whole number from 0 to 1"),
    ("cells = [[0, 1, 0], [-1, 0, 0]]", "cells[1,0]: found -1, expected a whole number from 0 to 1"),
    ("cells = [[0, 1, 2]]", "cells[0,2]: found 2, expected a whole number from 0 to 1"),
    (
        "cells = [[0, 1]]",
        "cells[0]: found a list of 2, expected a cell [query, key, 0 or 1], such as [0, 3, 0]",
    ),
    ("cells = 3", "cells: found 3, expected a list of cells, such as [[0, 3, 0]]"),
    ("mask = 'causl'", 'mask: "causl" is no mask, expected none, causal, causal-end, window:L,R'),
    ("mask = 'window:2'", 'mask: "window:2" is no mask, expected none, causal, causal-end, window:L,R'),
    ("mask = 'window:-1,0'", 'mask: "window:-1,0" is no mask, expected'),
    ("mask = ['causal', 'windw']", 'mask[1]: "windw" is no mask, expected'),
    ("mask = ['causal', 'causal-end']", "mask: found causal together with causal-end, expected one of them"),
    ("mask = 'blocks:1,2'", "mask: blocks:1,2 adds up to 3, expected 2, the number of words"),
    (
        "mask = ['causal', 'padding:3']",
        "mask[1]: padding:3 is more than the 2 keys there are: expected 1 to 2",
    ),
    ("mask = 'causal + causal-end'", "mask: found causal together with causal-end, expected one of them"),
    ("alibi = [0.5, 0.25]", "alibi: found a list of 2, expected one number, or a list of 1, one a head"),
    ("alibi = inf", "alibi: found inf, expected true, false, or finite slopes"),
    ("alibi = 'on'", 'alibi: found the text "on", expected a number'),
    ("softcap = true", "softcap: found true, expected a number"),
    ("mask = 1", "mask: found 1, expected none, causal, causal-end, window:L,R"),
    ("mask = []", "mask: found an empty list, expected none, causal, causal-end, window:L,R"),
    ("mask = [[1, 0]]", "mask: found 1 row, expected 2, one for a row of q"),
    ("mask = [[1, 0], [1]]", "mask[1]: found 1 number, expected 2, one for a row of k"),
    ("mask = [[1, 0], [1, 2]]", "mask[1,1]: found 2, expected 0 or 1 (1 = may look)"),
    ("mask = [[1, 0], [1, true]]", "mask[1,1]: found true, expected 0 or 1 (1 = may look)"),
    ("mask = [[1, 0], [1, 0.5]]", "mask[1,1]: found 0.5, expected 0 or 1 (1 = may look)"),
    (
        "mask = ['causal', [[1, 0], [1, 'a']]]",
        'mask[1,1,1]: found the text "a", expected 0 or 1 (1 = may look)',
    ),
]


@pytest.mark.parametrize(("line", "said"), IN_THE_SETTINGS)
def test_a_fault_in_the_settings_names_the_key(line: str, said: str):
    assert fault(with_settings(line)).startswith(f"16: settings.{said}")


IN_THE_HEADS = [
    ('name = "first"', "nam = 1", "8: head[0].nam: unknown key, did you mean name?"),
    ('name = "first"', "name = 1", "8: head[0].name: found 1, expected text in quotes"),
    ("q = [[0, 1]]", "", "12: head[1].q: missing, expected rows of numbers"),
    ("q = [[0, 1]]", "q = [[0]]", "13: head[1].q: found 1 row of 1, expected 1 row of 2 as in head 0"),
    ("q = [[0, 1]]", "q = [[0, 'b']]", '13: head[1].q[0,1]: found the text "b", expected a number'),
    ("v = [[4], [5], [6]]", "", "12: head[1].v: missing, expected rows of numbers"),
    (
        "v = [[4], [5], [6]]",
        "v = [[4], [5]]",
        "14: head[1].v: found 2 rows of 1, expected 3 rows of 1 as in head 0",
    ),
    ("k = [[1, 2], [3, 4], [5, 6]]", "", "7: head[0].k: missing, expected rows of numbers"),
    (
        "k = [[1, 2], [3, 4], [5, 6]]",
        "k = [[1, 2], [3, 4]]",
        "10: head[0].v: found 3 rows, expected 2 as in k",
    ),
    (
        "scale = false",
        "sink = [1]",
        "5: settings.sink: found a list of 1, expected one number, or a list of 2",
    ),
]


@pytest.mark.parametrize(("right", "wrong", "said"), IN_THE_HEADS)
def test_a_fault_in_a_head_names_the_head(right: str, wrong: str, said: str):
    assert right in HEADS
    assert fault(HEADS.replace(right, wrong, 1)).startswith(said)


def test_a_table_that_no_head_reads_is_a_fault():
    said = "2: k: found beside one in every [[head]], expected one or the other"
    own = "k = [[1, 2], [3, 4], [5, 6]]\n"
    assert fault(HEADS.replace("v = [[1]", own + "v = [[1]") + own).startswith(said)


NOT_TOML = [
    ("q = [[1, 2]\nk = 3\n", "2: q: not TOML at column 1"),
    ("q = [[one, 2]]\n", "1: q: not TOML at column 7"),
    ("title =\n", "1: title: not TOML at column 8"),
    ("title = 'a\n", "1: title: not TOML"),
    ("title = 'a'\n\nthe crane\n", "3: title: not TOML at column 5"),
    ("title = 'a'\ntitle = 'b'\n", "2: title: given twice, expected once"),
    ("title = 'a'\r\n\r\ntitle = 'b'\r\n", "3: title: given twice, expected once"),
    ("[settings]\nscale = 1\n\n[settings]\n", "4: settings: given twice, expected once"),
    ("[a.b]\nc = 1\nc = 2\n", "3: c: given twice, expected once"),
    (
        "title = 'a'\n" + "a." * 100 + "b = 1",
        "2: a.a.a.a.a.a.a.a.a.a.…: found a key of a hundred parts, expected one or two",
    ),
    ("\0", "1: the file: not TOML at column 1"),
    ("\n\nx = \x1b[31m", "3: x: not TOML at column 5"),
    ("\n\nx = '\x1b[31m'", "3: x: not TOML at column 6"),
    ("", "1: title: missing"),
    ("title = 'a'\nq = [\n  [1],\n  [" + "[" * 5000 + "]" * 5000 + "]]", "4: q: found lists nested too deep"),
    (
        "x = 1\ny = " + "{a = " * 5000 + "1" + "}" * 5000,
        "2: y: found lists nested too deep, expected three levels",
    ),
    ("x = 1\n\ny = " + "1" * 5000, "3: y: found an integer of thousands of digits, expected fewer"),
]


@pytest.mark.parametrize(("toml", "said"), NOT_TOML)
def test_what_is_not_toml_names_the_line_and_the_key(toml: str, said: str):
    assert fault(toml).startswith(said)


def test_what_a_float32_can_not_hold_is_a_fault():
    toml = with_settings('dtype = "float32"').replace("[7, 8, 1]", "[7, 1e39, 1]")
    assert fault(toml).startswith("9: k[1,1]: found 1e+39, expected a number that a float32 can hold")


def test_a_quoted_key_can_not_move_the_terminal():
    assert fault(SMALL + '"\\u001b[2J\\n" = 1\n').startswith("15: \\x1b[2J\\n: unknown key")


def test_too_many_numbers_in_a_row_or_heads_are_a_fault():
    wide = "title = 't'\nq = [[" + "0," * 65_537 + "]]\nk = [[1]]\nv = [[1]]\n"
    assert fault(wide).startswith("2: q: found 1 row of 65537, expected at most 1048576 rows of 65536")
    many = "title = 't'\n" + "[[head]]\n" * 1025
    assert fault(many).startswith("2: head: found a list of 1025, expected at most 1024 heads")
