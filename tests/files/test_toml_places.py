"""Every key, table and array element of a TOML text is found on its line."""

import tomllib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from attn_tui.files.presets.toml_places import places
from attn_tui.files.shipped import shipped

TEXT = '''\
# a comment with [brackets] and key = 1
title = "a # in \\" quotes"   # one
about = """
three
lines with ] and } and "two" quotes""\\"
"""
path = \'\'\'literal
'' two\'\'\'

"quoted key" . 'other' . bare = 1
rows = [ # here
  [1, 2], [3,
   4],
  [],

  { a = 1, b.c = [5, { d = "}" }] }, # with a comma after
]
when = 1979-05-27 07:32:00
dates = [1979-05-27 07:32:00, 2]

[settings]
x = 1e-3
[settings.deeper]
y = "\\u0041"

[[head]]
q = [[1],
     [2]]
[head.sub]
z = 1
[[head]]
"q" = [[3]]
[[head.inner]]
w = 1
[[head.inner]]
w = 2
'''


def test_the_lines_of_a_text_that_has_everything():
    found = places(TEXT)
    assert found[("title",)] == 2
    assert found[("about",)] == 3
    assert found[("path",)] == 7
    assert found[("quoted key", "other", "bare")] == found[("quoted key",)] == 10
    assert found[("rows",)] == 11
    assert [found[("rows", i)] for i in range(4)] == [12, 12, 14, 16]
    assert [found[("rows", 1, j)] for j in range(2)] == [12, 13]
    assert found[("rows", 3, "b", "c", 1, "d")] == 16
    assert found[("when",)] == 18
    assert found[("dates", 1)] == 19
    assert ("dates", 2) not in found
    assert found[("settings",)] == 21
    assert found[("settings", "deeper", "y")] == 24
    assert [found[("head", 0)], found[("head", 1)]] == [26, 31]
    assert found[("head", 0, "q", 1)] == 28
    assert found[("head", 0, "sub", "z")] == 30
    assert found[("head", 1, "q", 0)] == 32
    assert [found[("head", 1, "inner", i, "w")] for i in range(2)] == [34, 36]


def paths(value: object, path: tuple[str | int, ...] = ()):
    yield path
    if len(path) == 8:
        return
    steps = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for step, inner in steps:
        yield from paths(inner, (*path, step))


def test_nothing_is_found_but_what_tomllib_reads():
    assert set(places(TEXT)) == set(paths(tomllib.loads(TEXT)))


@pytest.mark.parametrize("name", [name for name, _ in shipped()])
def test_every_number_of_a_preset_stands_on_the_line_that_is_found(name: str):
    text = dict(shipped())[name].read_text(encoding="utf-8")
    lines, found = text.split("\n"), places(text)
    tables = tomllib.loads(text, parse_float=str)
    assert set(found) == set(paths(tables))
    for head, table in [((), tables), *((("head", i), one) for i, one in enumerate(tables.get("head", [])))]:
        for letter in set(table) & set("qkv"):
            for i, row in enumerate(table[letter]):
                for j, number in enumerate(row):
                    assert str(number) in lines[found[(*head, letter, i, j)] - 1]


keys = st.text(min_size=1, max_size=5)
plain_values = st.integers() | st.booleans() | st.text(max_size=8)
values = st.recursive(
    plain_values,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(keys, inner, max_size=3),
    max_leaves=8,
)


def quoted(text: str) -> str:
    return '"' + "".join(f"\\U{ord(character):08x}" for character in text) + '"'


class Writer:
    """Writes values as TOML with line ends and comments wherever they may stand, noting each path's line."""

    def __init__(self, draw: st.DrawFn) -> None:
        self.draw, self.text, self.lines = draw, "", {(): 1}

    def note(self, path: tuple[str | int, ...]) -> None:
        if len(path) <= 8:
            self.lines[path] = self.text.count("\n") + 1

    def gap(self) -> None:
        self.text += self.draw(st.sampled_from(["", " ", "\n", " # ] } \" ' = [\n\t", "\n\n "]))

    def value(self, value: object, path: tuple[str | int, ...]) -> None:
        if isinstance(value, list):
            self.text += "["
            for position, item in enumerate(value):
                self.gap()
                self.note((*path, position))
                self.value(item, (*path, position))
                self.gap()
                self.text += ","
            self.gap()
            self.text += "]"
        elif isinstance(value, dict):
            self.text += "{"
            for position, (key, inner) in enumerate(value.items()):
                self.text += ", " if position else " "
                self.pair(key, inner, path)
            self.text += " }"
        elif isinstance(value, str):
            self.text += self.draw(st.sampled_from([quoted(value), f'""{quoted(value)}""']))
        else:
            self.text += str(value).lower()

    def pair(self, key: str, value: object, path: tuple[str | int, ...]) -> None:
        self.note((*path, key))
        self.text += f"{quoted(key)} = "
        self.value(value, (*path, key))


@given(st.data())
def test_the_lines_are_those_on_which_a_writer_put_them(data: st.DataObject):
    writer = Writer(data.draw)
    tree = data.draw(st.dictionaries(keys, values, max_size=4))
    tables = data.draw(st.lists(st.dictionaries(keys, values, max_size=2), max_size=3))
    tree.pop("last", None)
    for key, value in tree.items():
        writer.pair(key, value, ())
        writer.text += "\n"
    for position, table in enumerate(tables):
        if position == 0:
            writer.note(("last",))
        writer.note(("last", position))
        writer.text += "[[ last ]]  # [x]\n"
        for key, value in table.items():
            writer.pair(key, value, ("last", position))
            writer.text += "\n\n"
    assert tomllib.loads(writer.text) == (tree | {"last": tables} if tables else tree)
    assert places(writer.text) == writer.lines
