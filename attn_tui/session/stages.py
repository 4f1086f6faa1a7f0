"""Which stage the score pane shows: the last one in force, or one that was pinned."""

from __future__ import annotations

from typing import Literal, TypeAlias, get_args

from attn_tui.session.settings import Settings

Stage: TypeAlias = Literal["auto", "raw", "scaled", "capped", "M", "masked", "exp"]
STAGES: tuple[Stage, ...] = get_args(Stage)
SHOWN: TypeAlias = Literal["raw", "scaled", "capped", "M", "masked", "exp"]

STAGE_TITLES: dict[str, str] = {
    "raw": "scores · raw",
    "scaled": "scores · scaled",
    "capped": "scores · capped",
    "M": "scores · M itself",
    "masked": "scores · masked",
    "exp": "scores · e to the score",
}


def changes_by_mask(settings: Settings) -> bool:
    """Whether a mask, a cell painted by hand or a bias is in force."""
    return bool(settings.mask or settings.cells) or settings.bias is not None


def is_scaled(settings: Settings) -> bool:
    """Whether the scale does anything: it is neither off nor 1."""
    return settings.scale is True or (settings.scale is not False and settings.scale != 1)


def last_stage(settings: Settings) -> SHOWN:
    """What softmax reads, under the name of the last stage that changed it."""
    if changes_by_mask(settings):
        return "masked"
    if settings.softcap is not None:
        return "capped"
    return "scaled" if is_scaled(settings) else "raw"


def shown_stage(stage: Stage, settings: Settings) -> SHOWN:
    """The stage that the score pane shows when `stage` is asked for."""
    return last_stage(settings) if stage == "auto" else stage


def stages_of(settings: Settings) -> tuple[Stage, ...]:
    """The stages worth pinning, in the formula's order; `capped` only where there is a soft cap."""
    capped: tuple[Stage, ...] = ("capped",) if settings.softcap is not None else ()
    return ("auto", "raw", "scaled", *capped, "M", "masked", "exp")
