"""What of Markdown a lesson's text has that is not drawn, and so is shown as it is written."""

from __future__ import annotations

import re
from collections.abc import Iterator

from attn_tui.session.lessons.markdown import markdown_lines

_CODE = re.compile(r"`[^`]+`")
_FENCE = re.compile(r"^ {0,3}(?:```|~~~)", re.MULTILINE)
_FENCED = re.compile(r"^ {0,3}(```+|~~~+).*(?:\n(?!.*\1).*)*(?:\n.*|\Z)", re.MULTILINE)
"""A fence, what it holds, and the fence that ends it."""
_UNDRAWN = {
    "an image": re.compile(r"!\[[^\]\n]*\](?:\(|\[)"),
    "a link": re.compile(
        r"(?<!!)\[[^\]\n]+\]\([^)\n]*\)|<(?:https?://|mailto:)[^>\s]+>|^ {0,3}\[[^\]\n]+\]: ", re.MULTILINE
    ),
    "a quote": re.compile(r"^ {0,3}>[ >]?", re.MULTILINE),
    "an underlined heading": re.compile(r"^(?=.*\S).+\n {0,3}(?:=+|--+)[ ]*$", re.MULTILINE),
    "a rule": re.compile(r"(?:\A|\n[ ]*\n) {0,3}(?:(?:- *){3,}|(?:\* *){3,}|(?:_ *){3,})(?=\n|\Z)"),
    "a table": re.compile(r"^ *\|?(?: *:?-+:? *\|)+(?: *:?-+:? *)?$|^ *\|.*\| *$", re.MULTILINE),
    "a list with + or 1)": re.compile(r"(?:\A|\n[ ]*\n)[ ]*(?:\+|[0-9]{1,9}\))[ ]+\S"),
    "emphasis by _": re.compile(r"(?<![\w_])_{1,2}(?=[^\s_])[^_\n]+(?<=[^\s_])_{1,2}(?![\w_])"),
    "a struck text": re.compile(r"~~(?=\S)[^~\n]+~~"),
    "HTML": re.compile(r"</?[A-Za-z][A-Za-z0-9-]*(?:\s[^<>\n]*)?/?>|&(?:[a-z]+|#[0-9]+);|<!--"),
    "a backslash escape": re.compile(r"\\[\\`*_{}\[\]()#+.!|<>~-]"),
}
"""Each kind, and how it is recognised outside code."""
_OF_BLOCKS = {
    "a list": re.compile(r"\s*(?:[-*]|[0-9]{1,3}\.)\s+\S"),
    "a heading": re.compile(r"\s*#{1,6}\s+\S"),
}
"""What begins a block, and is not drawn in a sentence."""
_LEFT_OVER = re.compile(r"\*\*|(?<![\w*])\*(?=\w)|(?<=\w)\*(?![\w*])")
"""Stars that open or close emphasis and were not taken for any."""


def undrawn(text: str) -> Iterator[str]:
    """The kinds of Markdown in `text` that are shown as they are written."""
    if _FENCE.search(text):
        yield "a code fence"
        yield from undrawn(_FENCED.sub("", text))
        return
    found = [kind for kind, pattern in _UNDRAWN.items() if pattern.search(_CODE.sub("x", text))]
    yield from found
    if found:
        return
    left = "\n".join(
        "".join(piece.text for piece in line if piece.kind == "text")
        for line in markdown_lines(text, 1 << 16)
    )
    if "`" in left:
        yield "a backtick without its other"
    if _LEFT_OVER.search(left):
        yield "a star without its other"


def undrawn_inline(text: str) -> Iterator[str]:
    """The same of a sentence, such as a question, in which no list and no heading is drawn either."""
    yield from undrawn(text)
    yield from (kind for kind, pattern in _OF_BLOCKS.items() if pattern.match(text))


def has_markup(text: str) -> bool:
    """Whether `text`, which is shown as it is written, has Markdown in it, drawn elsewhere or not."""
    lines = markdown_lines(text, 1 << 16)
    return any(piece.kind != "text" for line in lines for piece in line) or any(undrawn(text))
