"""Where the labels of a picture stand: beside what they name, over no mark and over no other label."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from attn_tui.session.labels import cell_width

Cell = tuple[int, int]


@dataclass(frozen=True)
class Wish:
    """A label that wants a place beside a mark: its mark's cell, and how far the mark reaches to each side of it.

    `forms` are its texts, the fullest first. `leftward` says that the left side is the better one.
    """

    forms: tuple[str, ...]
    cell: Cell
    reach: Cell
    look: str
    key: int | None = None
    leftward: bool = False


@dataclass(frozen=True)
class Label:
    """A text at its place, column and row; `key` is the key that it names."""

    x: int
    y: int
    text: str
    look: str
    key: int | None = None


def placed(
    wishes: Sequence[Wish], size: tuple[int, int], taken: Collection[Cell], crossed: Collection[Cell]
) -> list[Label]:
    """The labels that find a place in `size` (columns, rows), the first wishes first.

    None stands on a `taken` cell or touches another label. Of its places a label takes the one that covers the
    fewest `crossed` cells, and of its forms the fullest that has a place.
    """
    labels: list[Label] = []
    rows: dict[int, list[tuple[int, int]]] = {}
    for wish in wishes:
        label = _place(wish, size, taken, crossed, rows)
        if label is not None:
            labels.append(label)
            rows.setdefault(label.y, []).append((label.x, label.x + cell_width(label.text)))
    return labels


def _place(
    wish: Wish,
    size: tuple[int, int],
    taken: Collection[Cell],
    crossed: Collection[Cell],
    rows: dict[int, list[tuple[int, int]]],
) -> Label | None:
    for text in wish.forms:
        width = cell_width(text)
        best: tuple[int, int, int] | None = None
        for x, y in _places(wish, width):
            if y not in range(size[1]) or x < 0 or x + width > size[0]:
                continue
            if any(x <= right and left <= x + width for left, right in rows.get(y, ())):
                continue
            under = [(column, y) for column in range(x, x + width)]
            if any(cell in taken for cell in under):
                continue
            cost = sum(cell in crossed for cell in under)
            if best is None or cost < best[0]:
                best = cost, x, y
        if best is not None:
            return Label(best[1], best[2], text, wish.look, wish.key)
    return None


def _places(wish: Wish, width: int) -> Iterator[Cell]:
    """Beside the mark, then above and below it, then further off."""
    (x, y), (across, down) = wish.cell, wish.reach
    right, left = x + across + 1, x - across - width
    sides = (left, right) if wish.leftward else (right, left)
    for side in sides:
        yield side, y
    for row in (y - down - 1, y + down + 1):
        yield x - width // 2, row
        for side in (x, x - width + 1):
            yield side, row
    for row in (y - 1, y + 1):
        for side in sides:
            yield side, row
