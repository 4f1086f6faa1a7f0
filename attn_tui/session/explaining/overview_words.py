"""What is told of all heads at once: the scale, what a square stands for, and the head that is chosen."""

from __future__ import annotations

from attn_tui.engine.thumbnails import Thumbnail
from attn_tui.session.computing.compute import table_head
from attn_tui.session.computing.mistakes import mistakes_of
from attn_tui.session.computing.overview import Overview
from attn_tui.session.computing.wiring import reads_words, wirings, wrongly_wired
from attn_tui.session.digits import computed, weight
from attn_tui.session.labels import plain
from attn_tui.session.phrases import named
from attn_tui.session.session import Session

NAME = 16
"""The most cells that a word or the name of a head takes."""


def tile_titles(session: Session, overview: Overview, at: int) -> tuple[str, ...]:
    """What a thumbnail is called, from the longest form to the shortest: its number, its name, what it reads."""
    head, heads = overview.head(at), overview.heads
    if head is None:
        return f"mean of {heads} heads", f"mean of {heads}", "mean"
    told = _named(session, head)
    (wiring, *more) = wirings(session)
    reads = (
        f" → kv{table_head(session.problem, 'k', head)}"
        if wiring.is_shared and not more and not wrongly_wired(session)
        else ""
    )
    return f"head {told}{reads}", f"{told}{reads}", f"{head}{reads}", told, str(head)


def mistakes_told(session: Session) -> tuple[str, ...]:
    """The mistakes that the weights are made with, from the longest form to the shortest; empty where none is."""
    made = mistakes_of(session.settings)
    if not made:
        return ()
    names = " ".join(f"! {mistake.name}" for mistake in made)
    count = f"! {len(made)} mistakes" if len(made) > 1 else "! a mistake"
    return (
        f"{names}: these are not the weights of the formula",
        names,
        f"{count}, which ! names",
        count,
        "!",
    )


def square_words(block: tuple[int, int]) -> tuple[str, str]:
    """What one square of a thumbnail stands for: with which way it lies, and without."""
    n, m = block
    what = f"a square: the largest of {n:,}×{m:,} weights" if n * m > 1 else "a square is one weight"
    return f"{what}; queries ↓ keys →", what


def chosen_words(session: Session, overview: Overview, at: int) -> str:
    """What the rows of a thumbnail come to: whose they are, the largest weight and where, entropy, empty rows."""
    head, thumbnail = overview.head(at), overview.thumbnails[at]
    parts = [_who(session, overview, head)]
    if thumbnail.rows < overview.T_q:
        parts[0] += f", rows 1–{thumbnail.rows:,} of {overview.T_q:,} so far"
    parts.append(_largest(session, thumbnail))
    if thumbnail.counted and not session.settings.mistakes:
        of = " of the averaged rows" if head is None else ""
        parts.append(f"mean entropy{of} {computed(thumbnail.entropy, 2)} bits")
    parts.append(_counted(thumbnail.empty, "row sees nothing", "rows see nothing") or "no empty row")
    which = "with nan, infinite or negative weights"
    odd = _counted(thumbnail.odd, f"row {which}", f"rows {which}")
    return " · ".join([*parts, *[odd] * bool(odd)])


def _who(session: Session, overview: Overview, head: int | None) -> str:
    if head is None:
        return f"the mean of the weights of {overview.heads} heads, which no head need have"
    return f"head {_named(session, head)} {reads_words(session, head)}"


def _named(session: Session, head: int) -> str:
    """The number of a head, which files and commands use, and its name where it has another."""
    name = named(plain(session.problem.head_names[head]), NAME)
    return str(head) if name.strip() in ("", str(head)) else f"{head} {name}"


def _largest(session: Session, thumbnail: Thumbnail) -> str:
    if thumbnail.place is None:
        return "no weight above 0" if thumbnail.rows else "nothing read yet"
    query, key = thumbnail.place
    words = f"{named(session.label('i', query), NAME)} gives {named(session.label('j', key), NAME)}"
    return f"largest weight {weight(thumbnail.largest, 3)}: {words}"


def _counted(count: int, one: str, several: str) -> str:
    return f"{count:,} {one if count == 1 else several}" if count else ""
