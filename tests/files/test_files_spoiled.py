"""However a file is spoiled, it opens or is refused with one line; nothing else happens."""

import json
import zipfile
from io import BytesIO

import numpy as np
from hypothesis import example, given, settings
from hypothesis import strategies as st

from attn_tui.files.shipped import shipped
from attn_tui.files.sources import open_source
from attn_tui.session.faults import Fault
from attn_tui.session.problem import Problem
from tests.files.dumps import members, npy, one_line
from tests.files.presets_text import HEADS, SMALL, with_settings

EVERYTHING = with_settings(
    'scale = 0.5\nmask = ["causal", "window:1,*", [[1, 0], [1, 1]]]\ncells = [[0, 1, 1]]\nsoftcap = 7.5\n'
    'sink = [1]\nbias = [[0, 1], [2, 3]]\nblocked = 0\noffset = 1\nwiden = 3\ndtype = "float32"',
    SMALL.replace("title", "columns = ['a', 'b', 'c']\nv_columns = ['d', 'e']\ntitle", 1),
)
SHORT = [path.read_text(encoding="utf-8") for name, path in shipped() if name != "it-real"]
PRESETS = [EVERYTHING, SMALL, HEADS, *SHORT]
SCRAPS = [
    "[", "]", "[[", "]]", "{", "}", '"', "'", '"""', ",", "=", ".", "#", "\n", "\r", "\\", "\0",
    "\x1b[31m", "é", "\U0001f600", "\ud800", "true", "nan", "-inf", "1e999", "0x" + "f" * 400, "9" * 4400,
    "1979-05-27 07:32:00", "[" * 600, "{a=" * 600, "a.b.c = 1\n", "[settings]\n", "[[head]]\n", "[head.x]\n",
    "q = 1\n", "{}", "[]", "[[]]", '"x"',
]  # fmt: skip


def check(content: bytes) -> Problem | None:
    """The problem in `content`, whose parts fit one another, or None where it is refused with one line."""
    try:
        problem = open_source("-", stdin=BytesIO(content))
    except Fault as fault:
        said = str(fault)
        assert said.startswith("standard input:")
        assert one_line(said)
        assert len(said) < 400
        return None
    heads, queries, d_k = problem.q.shape
    assert heads % problem.k.shape[0] == heads % problem.v.shape[0] == 0
    assert problem.k.shape[1:] == (len(problem.key_tokens), d_k)
    assert problem.v.shape[1] == problem.k.shape[1]
    assert len(problem.query_tokens) == queries
    assert (len(problem.columns), len(problem.v_columns)) == (d_k, problem.v.shape[2])
    assert len(problem.head_names) == heads
    assert problem.q.dtype == problem.k.dtype == problem.v.dtype
    return problem


@st.composite
def spoiled_text(draw: st.DrawFn, texts: list[str]) -> str:
    """A text of which pieces were cut, doubled, moved or replaced by scraps."""
    text = draw(st.sampled_from(texts))
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(text)))
        end = min(len(text), start + draw(st.sampled_from([0, 1, 2, 5, 40])))
        piece = draw(
            st.sampled_from(SCRAPS) | st.just(text[start:end] * 2) | st.just("") | st.text(max_size=3)
        )
        text = text[:start] + piece + text[end:]
    return text


@given(spoiled_text(PRESETS))
@settings(max_examples=400, deadline=None)
@example("a" + ".a" * 50_000 + " = 1")
@example("a" * 500_000)
@example('".' * 50_000)
@example('"' + "k" * 70_000 + '" = 1')
@example("title = 'a'\nq = " + "[" * 300 + "1" + "]" * 300)
@example("settings.mask.x = 1")
@example("title = ''\nq = [[1]]\nk = [[1]]\nv = [[1]]\n[[head]]\nname = ''\n[[head.q]]\nx = 1")
def test_a_spoiled_preset_opens_or_is_refused_with_one_line(text: str):
    check(text.encode("utf-8", "surrogatepass"))


def test_the_texts_that_are_spoiled_open():
    assert all(check(text.encode()) for text in PRESETS)


JSON = json.dumps(
    {key: value.tolist() for key, value in members().items()}
    | {
        "scale": 0.125,
        "causal": True,
        "layer": 9,
        "heads": [6, 7, 8],
        "text": "it was",
        "layout": "HTD",
        "offset": 0,
    }
)


@given(spoiled_text([JSON]))
@settings(max_examples=300, deadline=None)
def test_a_spoiled_json_dump_opens_or_is_refused_with_one_line(text: str):
    check(text.encode("utf-8", "surrogatepass"))


leaves = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=4)
    | st.sampled_from(["inf", "causal"])
)
anything = st.recursive(
    leaves, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner)
)


@given(
    st.dictionaries(
        st.sampled_from([*json.loads(JSON), "mask", "query_tokens", "key_tokens"]), anything, max_size=4
    )
)
@settings(max_examples=150, deadline=None)
def test_any_value_in_a_json_dump_opens_or_is_refused_with_one_line(changed: dict[str, object]):
    check(json.dumps(json.loads(JSON) | changed).encode())


def npz(compressed: bool) -> bytes:
    stream = BytesIO()
    (np.savez_compressed if compressed else np.savez)(stream, **members(scale=0.125, causal=True))
    return stream.getvalue()


ARCHIVES = [npz(compressed=False), npz(compressed=True)]


@given(st.data())
@settings(max_examples=300, deadline=None)
def test_a_spoiled_archive_opens_or_is_refused_with_one_line(data: st.DataObject):
    content = bytearray(data.draw(st.sampled_from(ARCHIVES)))
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(4, len(content) - 1))
        length = data.draw(st.sampled_from([0, 1, 1, 2, 8]))
        content[at : at + length] = data.draw(st.binary(max_size=8))
    check(bytes(content))


@given(st.data())
@settings(max_examples=300, deadline=None)
def test_a_spoiled_array_in_an_archive_opens_or_is_refused_with_one_line(data: st.DataObject):
    stream = BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        for name, value in members(scale=0.125, causal=True).items():
            content = bytearray(npy(np.asarray(value)))
            if data.draw(st.booleans()):
                at = data.draw(st.integers(0, min(len(content), 100)))
                content[at : at + data.draw(st.integers(0, 3))] = data.draw(st.binary(max_size=3))
            archive.writestr(f"{name}.npy", bytes(content))
    check(stream.getvalue())


def test_the_archives_that_are_spoiled_open():
    assert all(check(content) for content in [*ARCHIVES, JSON.encode()])
