"""The formula as it stands, part by part: what each part does now is what it says."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import inf

from attn_tui.session.computing.compute import own_scale, slope_of
from attn_tui.session.computing.mask_arrays import goes_by_offset
from attn_tui.session.computing.mistakes import mistakes_of
from attn_tui.session.computing.position_stage import is_rotary
from attn_tui.session.digits import compact, full
from attn_tui.session.mask_text import mask_text
from attn_tui.session.panes import sink_of
from attn_tui.session.session import Session
from attn_tui.session.settings import Settings
from attn_tui.session.stages import is_scaled


@dataclass(frozen=True)
class Part:
    """A piece of the formula; `live` is False where it is written but does nothing (the scale, switched off)."""

    text: str
    live: bool = True


def formula(session: Session, brief: bool = False) -> list[Part]:
    """`softmax( Q·Kᵀ ÷ √2 + causal ) · V`; what is neither scale nor mask shortens to `+ …`.

    A scale that is off is marked and says so in a word as well. In `brief`, every mask after the first shortens
    too, and a scale with many digits is rounded: `× ≈0.04762`.
    """
    masks = mask_names(session.settings)
    shown = masks[:1] if brief else masks
    folded = bool(further_terms(session)) or len(shown) < len(masks)
    terms = [*shown, "…"] if folded else shown or ["0"]
    live = is_scaled(session.settings)
    return [
        Part(f"softmax( {product_part(session.settings)} "),
        Part(scale_part(session, brief), live),
        Part(f"{'' if live else ' off'} + {' + '.join(terms)} ) · V"),
    ]


def whole_formula(session: Session) -> str:
    """The formula with every term in its place: `softmax( 7.5·tanh( Q·Kᵀ ÷ √2 ÷ 7.5 ) + causal + bias, sink 1 ) · V`.

    The sink is one more logit that softmax counts and no key has.
    """
    settings = session.settings
    inner = product_part(settings)
    if is_scaled(settings):
        inner += f" {scale_part(session)}"
    opened, closed = _cap(settings)
    terms = [f"{opened}{inner}{closed}", *(mask_names(settings) or ["0"])]
    if count := len(settings.cells):
        terms[-1] = f"{count} cell{'s' * (count > 1)} by hand"
    terms += _added(settings)
    return f"softmax( {' + '.join(terms)}{_with_sink(session)} ) · V{mistakes_part(session)}"


def full_formula(session: Session) -> list[Part]:
    """The formula with everything in force, as the short form marks it: what is no term of it stands behind it.

    `softmax( 2.0·tanh( Q·Kᵀ ÷ √2 ÷ 2.0 ) + causal + bias, sink 1.0 ) · V, float16`
    """
    settings, live = session.settings, is_scaled(session.settings)
    opened, closed = _cap(settings)
    terms = [*mask_names(settings), *_added(settings)]
    behind = "".join(f", {words}" for words in _behind(session))
    return [
        Part(f"softmax( {opened}{product_part(settings)} "),
        Part(scale_part(session), live),
        Part(
            f"{'' if live else ' off'}{closed} + {' + '.join(terms) or '0'}{_with_sink(session)} ) · V{behind}"
        ),
    ]


def _cap(settings: Settings) -> tuple[str, str]:
    """What stands before and behind the scaled score where a soft cap is in force."""
    cap = settings.softcap
    return ("", "") if cap is None else (f"{full(cap)}·tanh( ", f" ÷ {full(cap)} )")


def _added(settings: Settings) -> list[str]:
    """What is added to the scores besides masks."""
    return ["bias"] * (settings.bias is not None) + ["ALiBi"] * (settings.alibi is not None)


def _with_sink(session: Session) -> str:
    sink = sink_of(session)
    return "" if sink is None else f", sink {full(sink)}"


def _behind(session: Session) -> Iterator[str]:
    """What is in force and is no term of the formula, in a word or two each."""
    settings = session.settings
    if settings.blocked != -inf:
        yield f"blocked {full(settings.blocked)}"
    if settings.offset and goes_by_offset(settings):
        yield f"offset {settings.offset}"
    if settings.position == "sinusoidal":
        yield "X + waves"
    yield from number_type(session)


def number_type(session: Session) -> Iterator[str]:
    """The number type that is computed in, where it is another than that of the tables."""
    dtype = session.settings.dtype
    if dtype is not None and dtype != session.problem.q.dtype.name:
        yield dtype


def mistakes_part(session: Session, brief: bool = False) -> str:
    """What stands behind the formula while a mistake is in force: ` ! scale-by-d`, in `brief` ` ! 2 mistakes`."""
    made = mistakes_of(session.settings)
    if made and brief:
        return f" ! {len(made)} mistake{'s' * (len(made) > 1)}"
    return "".join(f" ! {mistake.name}" for mistake in made)


def product_part(settings: Settings) -> str:
    """`Q·Kᵀ`, or where both are turned by their positions `rot(Q)·rot(K)ᵀ`."""
    return "rot(Q)·rot(K)ᵀ" if is_rotary(settings.position) else "Q·Kᵀ"


def scale_part(session: Session, brief: bool = False) -> str:
    """The scale as written: `÷ √2`, or `× 0.05` where it is a number of its own; the one to come back if it is off."""
    scale = session.settings.scale if is_scaled(session.settings) else own_scale(session.problem)
    if isinstance(scale, bool):
        return f"÷ √{session.size('c')}"
    written, rounded = full(scale), compact(f"{scale:.4g}")
    return f"× ≈{rounded}" if brief and len(rounded) < len(written) else f"× {written}"


def mask_names(settings: Settings) -> list[str]:
    """The masks in force, each in a word or two: `causal`, `window:2,0`, `matrix`, and `cells` painted by hand."""
    names = [mask_text((mask,)) for mask in settings.mask]
    return [*names, "cells"] if settings.cells else names


def further_terms(session: Session) -> list[str]:
    """What else is in force, each as a phrase: cells, bias, cap, sink, what blocked becomes, offset, arithmetic."""
    settings = session.settings
    terms: list[str] = []
    if settings.bias is not None:
        terms.append("+ bias")
    if (slope := slope_of(session.problem, settings, session.head)) is not None:
        terms.append(f"+ ALiBi: {full(-slope)} times the distance of query and key")
    if settings.softcap is not None:
        cap = full(settings.softcap)
        terms.append(f"cap {cap}·tanh(x ÷ {cap}) before the mask")
    if (sink := sink_of(session)) is not None:
        terms.append(f"sink e^{full(sink)} in the denominator")
    if settings.blocked != -inf:
        terms.append(f"blocked reads {full(settings.blocked)}, not -∞")
    if settings.offset and goes_by_offset(settings):
        terms.append(f"offset {settings.offset}")
    if settings.position == "sinusoidal":
        terms.append("sinusoidal waves are added to X before the projection")
    return [*terms, *(f"in {dtype}" for dtype in number_type(session))]
