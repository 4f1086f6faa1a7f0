"""A lesson's text: a little Markdown (paragraphs, lists, *emphasis*, **strong**, `code`) in lines of so many cells."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple, TypeAlias

from attn_tui.session.labels import cell_width, plain

Kind: TypeAlias = Literal["text", "em", "strong", "code"]


class Piece(NamedTuple):
    """Harmless text of one kind."""

    text: str
    kind: Kind = "text"


_INLINE = re.compile(
    r"`(?P<code>[^`]+)`"
    r"|(?<![\w*])\*\*(?=\S)(?P<strong>[^*]+)(?<=\S)\*\*(?![\w*])"
    r"|(?<![\w*])\*(?=\S)(?P<em>[^*]+)(?<=\S)\*(?![\w*])"
)
_ITEM = re.compile(r"\s*(?:[-*]|(?P<number>[0-9]{1,3})\.)\s+(?P<text>.*)")
_PER_CENT = re.compile(r"(?<=[0-9]) (?=%)")
_HEADING = re.compile(r"#{1,6}\s+(?P<text>.*)")


def markdown_lines(text: str, width: int, spaced: bool = True) -> list[list[Piece]]:
    """`text` in lines of at most `width` cells, with an empty one between paragraphs where `spaced`.

    Items of a list follow one another, hanging behind their mark. What is no Markdown of ours stays as it is.
    """
    lines: list[list[Piece]] = []
    was_item = False
    for mark, paragraph in _blocks(text):
        if lines and spaced and not (was_item and mark):
            lines.append([])
        was_item = bool(mark)
        hang = cell_width(mark)
        wrapped = _wrapped(_words(_pieces(paragraph)), max(width - hang, 2))
        for at, line in enumerate(wrapped):
            before = (mark if at == 0 else " " * hang) if hang else ""
            lines.append([Piece(before), *line] if before else line)
    return lines


def inline(text: str) -> list[Piece]:
    """A sentence of a lesson, such as a question or a reason, in pieces; a line break is a space."""
    return [piece for piece in _pieces(" ".join(text.split())) if piece.text]


def words_of(pieces: Iterable[Piece]) -> str:
    """The text alone, for where nothing can be told apart."""
    return "".join(text for text, _ in pieces).replace("\u00a0", " ")


def unmarked(text: str) -> str:
    """A sentence without its marks: `who reads *crane*` as `who reads crane`."""
    return words_of(inline(text))


def inline_lines(pieces: Sequence[Piece], width: int, hang: int = 0) -> list[list[Piece]]:
    """Pieces in lines of at most `width` cells, broken between words; all but the first are set in by `hang`."""
    if sum(cell_width(text) for text, _ in pieces) <= width:
        return [list(pieces)]
    first, *others = _wrapped(_words(pieces), width, hang)
    return [first, *([Piece(" " * hang), *line] if hang else line for line in others)]


def _blocks(text: str) -> list[tuple[str, str]]:
    """Each paragraph and item with its mark (`• `, `2. ` or none); a line break inside one is a space."""
    blocks: list[tuple[str, str]] = []
    opened = False
    for line in text.splitlines():
        if not line.strip():
            opened = False
        elif (item := _ITEM.fullmatch(line)) is not None:
            blocks.append((f"{item['number']}. " if item["number"] else "• ", item["text"]))
            opened = True
        elif (heading := _HEADING.fullmatch(line)) is not None:
            blocks.append(("", f"**{heading['text']}**"))
            opened = False
        elif opened:
            mark, before = blocks[-1]
            blocks[-1] = (mark, f"{before} {line.strip()}")
        else:
            blocks.append(("", line.strip()))
            opened = True
    return blocks


def _words(pieces: Iterable[Piece]) -> list[list[Piece]]:
    """The words, each in pieces, since emphasis may end inside one: `*crane*'s`."""
    words: list[list[Piece]] = []
    joins = False
    for text, kind in pieces:
        for at, word in enumerate(text.split(" ")):
            if at > 0:
                joins = False
            if not word:
                continue
            if joins:
                words[-1].append(Piece(word, kind))
            else:
                words.append([Piece(word, kind)])
            joins = True
    return words


def _pieces(paragraph: str) -> list[Piece]:
    pieces: list[Piece] = []
    at = 0
    for found in _INLINE.finditer(paragraph):
        pieces.append(Piece(_harmless(paragraph[at : found.start()])))
        kind = found.lastgroup
        pieces.append(Piece(_harmless(found[kind or 0]), _KINDS[kind or ""]))
        at = found.end()
    return [*pieces, Piece(_harmless(paragraph[at:]))]


_KINDS: dict[str, Kind] = {"code": "code", "strong": "strong", "em": "em"}


def _harmless(text: str) -> str:
    """Plain text, in which a number and its per cent sign stay together."""
    return _PER_CENT.sub("\u00a0", plain(text.replace("\t", " ").replace("\ufe0f", "")))


def _wrapped(words: list[list[Piece]], width: int, hang: int = 0) -> list[list[Piece]]:
    """Lines of at most `width` cells, the first one, and `width` less `hang`, the others."""
    lines: list[list[Piece]] = [[]]
    left = width
    for word in words:
        for part in _parts(word, width - hang):
            wide = sum(cell_width(piece.text) for piece in part)
            gap = 1 if lines[-1] else 0
            if gap + wide > left and lines[-1]:
                lines.append([])
                left, gap = width - hang, 0
            lines[-1] += [Piece(" ")] * gap + part
            left -= gap + wide
    return lines


def _parts(word: list[Piece], width: int) -> list[list[Piece]]:
    """The word whole, or in parts where it is wider than a line."""
    if sum(cell_width(piece.text) for piece in word) <= width:
        return [word]
    parts: list[list[Piece]] = [[]]
    left = width
    for text, kind in word:
        for character in text:
            if cell_width(character) > left:
                parts.append([])
                left = width
            parts[-1].append(Piece(character, kind))
            left -= cell_width(character)
    return parts
