"""Which rows and columns are in view: a window for each axis."""

from __future__ import annotations

from dataclasses import dataclass, field

from attn_tui.session.selection import ALL_AXES, Axis, Selection


@dataclass
class Windows:
    """The first position in view on each axis; all panes that share an axis scroll together."""

    first: dict[Axis, int] = field(default_factory=lambda: dict.fromkeys(ALL_AXES, 0))

    def follow(self, selection: Selection, room: dict[Axis, int], sizes: dict[Axis, int]) -> None:
        """Scroll as little as brings the selection into view; `room` is the smallest view of each axis."""
        for axis, count in room.items():
            at, first = selection.of(axis), self.first[axis]
            first = min(max(first, at - count + 1), at)
            self.first[axis] = max(0, min(first, sizes[axis] - count))

    def span(self, axis: Axis, count: int, size: int) -> range:
        """The positions that a view with room for `count` shows."""
        first = max(0, min(self.first[axis], size - count))
        return range(first, min(size, first + count))
