"""The plane as a picture: axes, the query and embeddings as arrows, keys or values as marks, and their labels."""

from __future__ import annotations

from dataclasses import dataclass

from attn_tui.session.labels import cell_width, fit
from attn_tui.session.phrases import named
from attn_tui.session.plane.plane_frame import Bounds, Frame, barbs, frame_in, is_drawn
from attn_tui.session.plane.plane_marks import Mark
from attn_tui.session.plane.plane_scene import Scene
from attn_tui.ui.views.braille import ACROSS, DOWN, Canvas, Ink
from attn_tui.ui.views.heat import step
from attn_tui.ui.views.line import Line, Span, fitted
from attn_tui.ui.views.plane_labels import Cell, Label, Wish, placed

AXIS = Ink("plane.axis", 0, ".")
TICK = Ink("plane.axis", 1, "+")
RAY = Ink("plane.axis", 2, ".")
OTHER = Ink("plane.axis", 2, "x")
STALK, HEAD = Ink("plane.mark", 3, ":"), Ink("plane.mark", 4, "o")
BLOCKED = Ink("plane.axis", 4, "x")
QUERY, TIP = Ink("plane.query", 5, "*"), Ink("plane.query", 6, "#")
OUTPUT = Ink("plane.output", 7, "X")
RAYS = 8
"""Keys up to which each has a line from 0, and words up to which each is an arrow."""
LONGEST, SHORT = 12, 6
"""Cells of a word, and of one where there is little room."""


@dataclass(frozen=True)
class Picture:
    """Lines of cells, and what they show: `bounds`, drawn into `frame`.

    `tip` is the cell of the arrow's tip; `keys` has the key whose mark or label is at a cell; `named` are the keys
    that have a label.
    """

    lines: list[Line]
    bounds: Bounds
    frame: Frame
    tip: Cell | None
    keys: dict[Cell, int]
    named: frozenset[int]


def picture(scene: Scene, width: int, height: int, plain: bool) -> Picture:
    """The scene in `width` × `height` cells."""
    frame = frame_in(scene.bounds, width * ACROSS, height * DOWN)
    canvas = Canvas(width, height)
    _axes(canvas, frame)
    crossed = _origin_cells(frame, width, height)
    marks = [mark for mark in scene.marks if mark.is_drawn]
    embeddings = scene.space == "embeddings"
    taken = (_embeddings if embeddings else _marks)(canvas, frame, scene, marks, crossed)
    tip = _own_arrow(canvas, frame, scene, crossed)
    output = _output(canvas, frame, scene, taken)
    taken |= {tip} if tip is not None else set()
    wishes = [
        *_axis_wishes(scene, frame, width, plain),
        *_special_wishes(scene, tip, output),
        *(_word_wishes if embeddings else _mark_wishes)(scene, frame, marks),
    ]
    labels = placed(wishes, (width, height), taken, crossed)
    keys = {(x, label.y): label.key for label in labels if label.key is not None for x in _span(label)}
    keys |= {_cell(frame.dot(mark.x, mark.y)): mark.key for mark in marks}
    lines = [_line(canvas, y, [label for label in labels if label.y == y], plain) for y in range(height)]
    return Picture(
        lines,
        scene.bounds,
        frame,
        tip,
        keys,
        frozenset(label.key for label in labels if label.key is not None),
    )


def _axes(canvas: Canvas, frame: Frame) -> None:
    zero_x, zero_y = frame.dot(0, 0)
    canvas.line((0, zero_y), (frame.width - 1, zero_y), AXIS, every=2)
    canvas.line((zero_x, 0), (zero_x, frame.height - 1), AXIS, every=2)
    columns, rows = frame.ticks()
    for x in columns:
        for y in _around(zero_y, DOWN):
            canvas.dot(x, y, TICK)
    for y in rows:
        for x in _around(zero_x, ACROSS):
            canvas.dot(x, y, TICK)


def _around(dot: int, cell: int) -> range:
    """The dot and those beside it that are in its cell, so that a tick stands in one line."""
    first = dot // cell * cell
    return range(max(dot - 1, first), min(dot + 2, first + cell))


def _origin_cells(frame: Frame, width: int, height: int) -> set[Cell]:
    """The cells of both axes."""
    column, row = _cell(frame.dot(0, 0))
    return {(x, row) for x in range(width)} | {(column, y) for y in range(height)}


def _own_arrow(canvas: Canvas, frame: Frame, scene: Scene, crossed: set[Cell]) -> Cell | None:
    """The arrow that can be moved, from 0; the cell of its tip, where it is in the picture."""
    if scene.space == "values" or scene.arrow is None or not is_drawn(*scene.arrow):
        return None
    tip = frame.dot(*scene.arrow)
    _draw_arrow(canvas, frame.dot(0, 0), tip, (QUERY, TIP), crossed)
    return _cell(tip)


def _draw_arrow(canvas: Canvas, zero: Cell, tip: Cell, inks: tuple[Ink, Ink], crossed: set[Cell]) -> None:
    """An arrow from dot to dot, a spot where it would be too short; its cells are `crossed`."""
    stroke, end_ink = inks
    length = max(abs(tip[0] - zero[0]), abs(tip[1] - zero[1]))
    canvas.line(zero, tip, stroke)
    if length < DOWN:
        canvas.disc(tip, 1.5, stroke)
    else:
        for end in barbs(zero, tip, min(5, length / 2)):
            canvas.line(tip, end, stroke)
            crossed.add(_cell(end))
    for at in range(length + 1):
        part = at / max(length, 1)
        crossed.add(
            _cell((round(zero[0] + (tip[0] - zero[0]) * part), round(zero[1] + (tip[1] - zero[1]) * part)))
        )
    canvas.dot(*tip, end_ink)


def _embeddings(
    canvas: Canvas, frame: Frame, scene: Scene, marks: list[Mark], crossed: set[Cell]
) -> set[Cell]:
    """Fainter points for the other words, arrows for those of the sentence, or spots where these are many."""
    others = [mark for mark in scene.others if mark.is_drawn]
    for mark in others:
        canvas.disc(frame.dot(mark.x, mark.y), 1, OTHER)
    for mark in marks:
        tip = frame.dot(mark.x, mark.y)
        if len(marks) > RAYS:
            canvas.disc(tip, 1.5, HEAD)
        elif not mark.selected:
            _draw_arrow(canvas, frame.dot(0, 0), tip, (STALK, HEAD), crossed)
    return {_cell(frame.dot(mark.x, mark.y)) for mark in (*marks, *others)}


def _marks(canvas: Canvas, frame: Frame, scene: Scene, marks: list[Mark], _crossed: set[Cell]) -> set[Cell]:
    """Discs for keys, squares for values, a cross where one is blocked; the cells of their middles."""
    zero = frame.dot(0, 0)
    for mark in marks:
        middle, ink = frame.dot(mark.x, mark.y), _ink(scene, mark)
        if scene.space == "keys" and len(marks) <= RAYS:
            canvas.line(zero, middle, RAY, every=3)
        if mark.share == "·":
            canvas.cross(middle, 2, BLOCKED)
        elif scene.space == "keys":
            canvas.disc(middle, mark.radius, ink)
        else:
            canvas.square(middle, mark.radius, ink)
    return {_cell(frame.dot(mark.x, mark.y)) for mark in marks}


def _output(canvas: Canvas, frame: Frame, scene: Scene, taken: set[Cell]) -> Cell | None:
    """The output among the values: a lozenge; its cell."""
    if scene.space != "values" or len(scene.output) != 2 or not is_drawn(scene.output[0], scene.output[1]):
        return None
    x, y = frame.dot(scene.output[0], scene.output[1])
    for away in range(4):
        canvas.line((x - away, y - 3 + away), (x + away, y - 3 + away), OUTPUT)
        canvas.line((x - away, y + 3 - away), (x + away, y + 3 - away), OUTPUT)
    taken.add(_cell((x, y)))
    return _cell((x, y))


def _ink(scene: Scene, mark: Mark) -> Ink:
    """What a mark is drawn with; without Braille the character grows with the weight."""
    grown = "oO@"[min(2, int((mark.weight or 0.0) * 3))] if mark.weight == mark.weight else "?"
    return Ink("plane.mark", 4, grown if scene.space == "keys" else "#")


def _axis_wishes(scene: Scene, frame: Frame, width: int, plain: bool) -> list[Wish]:
    """The names of the columns, at the right end of one axis and at the upper end of the other."""
    across, upward = (named(name, LONGEST) for name in scene.names)
    column, row = _cell(frame.dot(0, 0))
    right, up = (">", "^") if plain else ("→", "↑")
    text = f"{across} {right}"
    return [
        Wish((text,), (width - 1 - cell_width(text) // 2, row), (cell_width(text), 0), "plane.axis"),
        Wish((f"{upward} {up}",), (column, 0), (0, 0), "plane.axis"),
    ]


def _special_wishes(scene: Scene, tip: Cell | None, output: Cell | None) -> list[Wish]:
    wishes: list[Wish] = []
    reader = named(scene.reader, LONGEST)
    if scene.space == "keys" and tip is not None and scene.arrow is not None:
        leftward = scene.arrow[0] < 0
        wishes.append(Wish((f"{reader} asks", reader), tip, (1, 0), "plane.query", None, leftward))
    if output is not None:
        wishes.append(Wish((f"{reader} becomes", "output"), output, (2, 1), "plane.output"))
    return wishes


def _mark_wishes(scene: Scene, frame: Frame, marks: list[Mark]) -> list[Wish]:
    """The selected key first, then the others, those of the largest weights before the rest."""
    wishes: list[Wish] = []
    for mark in sorted(marks, key=lambda mark: (not mark.selected, -(mark.weight or 0.0))):
        across, down = int((mark.radius + 1) / ACROSS) + 1, round(mark.radius / DOWN)
        look = f"heat.{step(mark.weight or 0.0, 0.0, scene.top)}"
        sign = "▸" if mark.selected else ""
        forms = tuple(f"{sign}{named(mark.label, cells)} {mark.share}" for cells in (LONGEST, SHORT))
        cell = _cell(frame.dot(mark.x, mark.y))
        wishes.append(Wish(forms, cell, (across, down), look, mark.key, mark.x < 0))
    return wishes


def _word_wishes(scene: Scene, frame: Frame, marks: list[Mark]) -> list[Wish]:
    """The selected word first, then the others of the sentence, then those of the vocabulary."""
    wishes: list[Wish] = []
    there = sorted(marks, key=lambda mark: not mark.selected)
    for mark in (*there, *(mark for mark in scene.others if mark.is_drawn)):
        look = "plane.query" if mark.selected else "plane.axis" if mark.key < 0 else "plane.mark"
        sign = "▸" if mark.selected else ""
        forms = tuple(f"{sign}{named(mark.label, cells)}" for cells in (LONGEST, SHORT))
        cell, key = _cell(frame.dot(mark.x, mark.y)), None if mark.key < 0 else mark.key
        wishes.append(Wish(forms, cell, (1, 0), look, key, mark.x < 0))
    return wishes


def _line(canvas: Canvas, y: int, labels: list[Label], plain: bool) -> Line:
    """One line of the picture with its labels over it."""
    line: Line = []
    x = 0
    for label in [*sorted(labels, key=lambda label: label.x), None]:
        end = canvas.width if label is None else label.x
        for column in range(x, end):
            span = canvas.cell(column, y, plain)
            if line and line[-1].look == span.look and line[-1].word is None:
                line[-1] = Span(line[-1].text + span.text, span.look)
            else:
                line.append(span)
        if label is not None:
            line.append(Span(fit(label.text, cell_width(label.text)), label.look))
            x = label.x + cell_width(label.text)
    return fitted(line, canvas.width)


def _span(label: Label) -> range:
    return range(label.x, label.x + cell_width(label.text))


def _cell(dot: tuple[int, int]) -> Cell:
    return dot[0] // ACROSS, dot[1] // DOWN
