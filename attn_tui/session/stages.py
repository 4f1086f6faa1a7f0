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
_MISTAKEN: dict[str, str] = {
    "raw": "scores · raw !",
    "scaled": "scores · after the scale !",
    "capped": "scores · after the cap !",
    "masked": "scores · before the weights !",
}
"""Titles while a mistake is in force, which do not say that anything was done as the formula has it."""

_OF_THE_FORMULA: tuple[Stage, ...] = ("M", "exp")


def stage_title(stage: Stage, settings: Settings) -> str:
    """The title of a stage of the scores, with `!` while a mistake is in force."""
    return (_MISTAKEN if settings.mistakes else STAGE_TITLES)[shown_stage(stage, settings)]


def changes_by_mask(settings: Settings) -> bool:
    """Whether a mask, a cell painted by hand, a bias or ALiBi is in force."""
    return may_block(settings) or settings.alibi is not None


def may_block(settings: Settings) -> bool:
    """Whether something is in force that can block a key: a mask, a cell painted by hand, or a bias, by its -∞."""
    return bool(settings.mask or settings.cells) or settings.bias is not None


def is_scaled(settings: Settings) -> bool:
    """Whether the scale does anything: it is neither off nor 1."""
    return settings.scale is True or (settings.scale is not False and settings.scale != 1)


def last_stage(settings: Settings) -> SHOWN:
    """What softmax reads, under the name of the last stage that changed it; with a mistake, of the last there is."""
    if changes_by_mask(settings) or settings.mistakes:
        return "masked"
    if settings.softcap is not None:
        return "capped"
    return "scaled" if is_scaled(settings) else "raw"


def shown_stage(stage: Stage, settings: Settings) -> SHOWN:
    """The stage that the score pane shows when `stage` is asked for.

    M and e to the score are the formula's, and are not shown while a mistake is in force.
    """
    if stage == "auto" or (settings.mistakes and stage in _OF_THE_FORMULA):
        return last_stage(settings)
    return stage


def stages_of(settings: Settings) -> tuple[Stage, ...]:
    """The stages worth pinning, in the formula's order; `capped` only where there is a soft cap."""
    capped: tuple[Stage, ...] = ("capped",) if settings.softcap is not None else ()
    stages: tuple[Stage, ...] = ("auto", "raw", "scaled", *capped, "M", "masked", "exp")
    return tuple(stage for stage in stages if not settings.mistakes or stage not in _OF_THE_FORMULA)
