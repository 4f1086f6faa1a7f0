"""The formula as it stands, part by part: what each part does now is what it says."""

from __future__ import annotations

from dataclasses import dataclass

from attn_tui.session.mask_text import mask_text
from attn_tui.session.panes import sink_of
from attn_tui.session.session import Session
from attn_tui.session.settings import Settings


@dataclass(frozen=True)
class Part:
    """A piece of the formula; `live` is False where it is written but does nothing (the scale, switched off)."""

    text: str
    live: bool = True


def formula(session: Session) -> list[Part]:
    """`softmax( Q·Kᵀ ÷ √2 + causal ) · V`; what is neither scale nor mask shortens to `+ …`."""
    settings = session.settings
    terms = [f"+ {mask_name(settings)}"]
    if further_terms(session):
        terms.append("+ …")
    return [
        Part("softmax( Q·Kᵀ "),
        Part(scale_part(session), live=settings.scale is not False),
        Part(f" {' '.join(terms)} ) · V"),
    ]


def scale_part(session: Session) -> str:
    """The scale as written: `÷ √2`, or `× 0.05` where it is a number of its own."""
    scale = session.settings.scale
    own = session.opened.settings.scale
    if scale is False and not isinstance(own, bool):
        return f"× {own!r}"
    return f"÷ √{session.size('c')}" if isinstance(scale, bool) else f"× {scale!r}"


def mask_name(settings: Settings) -> str:
    """What is added to the scores, in a word or two: `0`, `causal`, `window:2,0`, `mask`, joined by ` + `."""
    return mask_text(settings.mask) if settings.mask else "0"


def further_terms(session: Session) -> list[str]:
    """What else is in force, each as a phrase: cells, bias, cap, sink, what blocked becomes, width, arithmetic."""
    settings = session.settings
    terms: list[str] = []
    if settings.cells:
        terms.append(f"+ {len(settings.cells)} cells by hand")
    if settings.bias is not None:
        terms.append("+ bias")
    if settings.softcap is not None:
        terms.append(f"cap {settings.softcap!r}·tanh(x ÷ {settings.softcap!r}) before the mask")
    if settings.sink is not None:
        terms.append(f"sink {sink_of(session)!r} in the denominator")
    if settings.blocked != float("-inf"):
        terms.append(f"blocked reads {settings.blocked!r}, not -∞")
    if settings.offset:
        terms.append(f"offset {settings.offset}")
    if settings.dtype not in (None, "float64"):
        terms.append(f"in {settings.dtype}")
    return terms
