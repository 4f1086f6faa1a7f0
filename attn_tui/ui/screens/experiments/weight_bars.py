"""The weights of a row, with the scale and without, as bars with their digits."""

from __future__ import annotations

from collections.abc import Sequence

from attn_tui.session.digits import share
from attn_tui.session.labels import fit
from attn_tui.session.labels import plain as plain_text
from attn_tui.ui.views.line import Line, Span, fitted

BARS_HIGH = 5
"""Lines they take."""
_NAMES = 9
_COLUMN = 7
_BARS = " ▁▂▃▄▅▆▇█"
_CHARACTERS = " .:-=+*#@"


def weight_bars(
    labels: Sequence[str], rows: tuple[Sequence[float], Sequence[float]], key: int, width: int, plain: bool
) -> list[Line]:
    """A line of labels, `key` marked by `>`, then for each row a line of bars and one of shares.

    Where not all keys fit, they are `key`, the one with the most of each row, and the first others.
    """
    room = max(1, (width - _NAMES) // _COLUMN)
    most = (max(range(len(labels)), key=weights.__getitem__) for weights in rows)
    first = list(dict.fromkeys((key, *most, *range(len(labels)))))
    shown = sorted(first[:room])
    left_out = len(labels) - len(shown)
    head: Line = [Span("weights".ljust(_NAMES), "title")]
    head += [_label(labels[index], index == key) for index in shown]
    lines = [head]
    for name, weights in zip(("scaled", "no scale"), rows, strict=True):
        bars = [_bar(weights[index], plain) for index in shown]
        digits = [Span(f"{share(weights[index]):>{_COLUMN - 1}} ") for index in shown]
        lines += [[Span(name.ljust(_NAMES), "title"), *bars], [Span(" " * _NAMES), *digits]]
    if left_out:
        lines[-1][0] = Span(f"+{left_out} more".ljust(_NAMES), "title")
    return [fitted(line, width) for line in lines]


def _label(label: str, marked: bool) -> Span:
    text = fit(plain_text(label), _COLUMN - 2)
    return Span(f"{'>' if marked else ' '}{text} ", "label.marked" if marked else "label")


def _bar(weight: float, plain: bool) -> Span:
    """A bar as high as the weight: a line of eighths, or characters that grow darker."""
    ramp = _CHARACTERS if plain else _BARS
    at = min(len(ramp) - 1, max(0, round(weight * (len(ramp) - 1)))) if weight == weight else 0
    return Span(f" {ramp[at] * (_COLUMN - 2)} ", "formula")
