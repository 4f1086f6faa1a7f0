"""What the plane shows: which two columns, of which tables, how it is drawn, and whether it has the keys."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from attn_tui.session.history import NumbersEdit
from attn_tui.session.plane.plane_frame import Bounds

Space: TypeAlias = Literal["keys", "values", "embeddings"]


@dataclass(frozen=True, eq=False)
class Drag:
    """The arrow being dragged: what is shown meanwhile, so that it keeps still, and the edit made so far."""

    bounds: Bounds
    edit: NumbersEdit | None = None


@dataclass(frozen=True)
class Plane:
    """The plane of the keys, with the query, that of the values, with the output, or that of the embeddings.

    `k_columns` are the columns of Q and K across and upward, `v_columns` those of V, `x_columns` those of X, each
    from 0; where a table has fewer, its first two are meant. `plain` draws characters in place of Braille dots.
    """

    shown: bool = False
    has_keys: bool = False
    space: Space = "keys"
    k_columns: tuple[int, int] = (0, 1)
    v_columns: tuple[int, int] = (0, 1)
    x_columns: tuple[int, int] = (0, 1)
    plain: bool = False
    drag: Drag | None = None
