"""Each mistake as a loop over plain Python floats, written from its sentence: no line is shared with the engine."""

import struct
from math import copysign, exp, inf, nan, sqrt, tanh
from typing import Any

Matrix = list[list[float]]

NOT_DRAWN = (
    "divide-by-total",
    "no-scale",
    "scale-by-d",
    "scale-by-sqrt-d-model",
    "scale-after-softmax",
    "softmax-over-queries",
    "softmax-unshifted",
    "mask-zero",
    "mask-multiplied",
    "mask-after-softmax",
    "mask-after-softmax-renormalised",
    "mask-diagonal-too",
    "mask-reversed",
    "causal-wrong-corner",
    "window-off-by-one",
    "large-negative-for-infinity",
    "softcap-after-mask",
    "heads-by-reshape",
    "groups-tiled",
    "keys-values-swapped",
    "key-not-transposed",
    "half-overflow",
    "alibi-sign-flipped",
)
"""What this file computes. dropout-left-on is left to a test of its own, for its draws are the engine's."""


def slow_mistaken(
    wrong: str, q: list[Matrix], k: list[Matrix], v: list[Matrix], h: int, options: dict[str, Any]
) -> dict[str, Matrix]:
    """Weights and output of query head h. mask and bias are (T_q, T_k) lists or None; blocked keys are −∞."""
    assert wrong in NOT_DRAWN
    Q = head_of(q, h, wrong)
    K = head_of(k, read_by(h, len(q), len(k), wrong), wrong)
    V = head_of(v, read_by(h, len(q), len(v), wrong), wrong)
    if wrong == "keys-values-swapped":
        K, V = V, K
    T_q, T_k = len(Q), len(K)
    may = [[may_look(i, j, T_q, T_k, wrong, options) for j in range(T_k)] for i in range(T_q)]
    scaled = [[scaled_score(Q, K, i, j, len(q), wrong, options) for j in range(T_k)] for i in range(T_q)]
    masked = [
        [masked_score(scaled[i][j], i, j, may[i][j], wrong, options) for j in range(T_k)] for i in range(T_q)
    ]
    everything = [[True] * T_k for _ in range(T_q)]
    lets_in = wrong in LETS_BLOCKED_IN or (wrong == "softcap-after-mask" and options["softcap"] is not None)
    counted = everything if lets_in else may
    weights = shares_of(masked, counted, wrong, options["sink"])
    weights = [afterwards(weights[i], may[i], len(Q[0]), wrong, options) for i in range(T_q)]
    output = [[sum(w * V[j][e] for j, w in enumerate(row)) for e in range(len(V[0]))] for row in weights]
    return {"weights": weights, "output": output}


LETS_BLOCKED_IN = (
    "mask-zero",
    "mask-multiplied",
    "mask-after-softmax",
    "mask-after-softmax-renormalised",
    "large-negative-for-infinity",
)


def head_of(tensor: list[Matrix], g: int, wrong: str) -> Matrix:
    """Head g of (H, T, d); or, of (T, H·d) laid out in a line, the g-th part of T rows of d."""
    if wrong != "heads-by-reshape":
        return tensor[g]
    T = len(tensor[0])
    line = [head[t] for t in range(T) for head in tensor]
    return line[g * T : (g + 1) * T]


def read_by(h: int, H_q: int, H: int, wrong: str) -> int:
    if wrong == "groups-tiled":
        return list(range(H))[h % H]
    return [g for g in range(H) for _ in range(H_q // H)][h]


def may_look(i: int, j: int, T_q: int, T_k: int, wrong: str, options: dict[str, Any]) -> bool:
    offset = options["offset"]
    if wrong == "causal-wrong-corner":
        offset = T_k - T_q if offset == 0 else 0
    left, right = options["window"] or (None, None)
    if wrong == "window-off-by-one" and left is not None:
        left += 1
    p, bias, mask = i + offset, options["bias"], options["mask"]
    may = not (options["causal"] and j > p)
    may = may and (left is None or p - j <= left) and (right is None or j - p <= right)
    may = may and (mask is None or mask[i][j]) and (bias is None or bias[i][j] != -inf)
    shut = bias is not None and any(added == -inf for row in bias for added in row)
    if options["causal"] or (left, right) != (None, None) or mask is not None or shut:
        if wrong == "mask-diagonal-too":
            return may and j != p
        if wrong == "mask-reversed":
            return not may
    return may


def scaled_score(
    Q: Matrix, K: Matrix, i: int, j: int, heads: int, wrong: str, options: dict[str, Any]
) -> float:
    d_k = len(Q[0])
    if wrong == "key-not-transposed":
        score = sum(Q[i][m] * K[m][j] for m in range(d_k))
    elif wrong == "half-overflow":
        score = half(sum(half(a) * half(b) for a, b in zip(Q[i], K[j], strict=True)))
    else:
        score = sum(a * b for a, b in zip(Q[i], K[j], strict=True))
    match wrong:
        case "no-scale" | "scale-after-softmax":
            return score
        case "scale-by-d":
            return score / d_k
        case "scale-by-sqrt-d-model":
            return score / sqrt(heads * d_k)
        case _:
            return score * scale_of(d_k, options)


def scale_of(d_k: int, options: dict[str, Any]) -> float:
    return 1 / sqrt(d_k) if options["scale"] is None else options["scale"]


def masked_score(scaled: float, i: int, j: int, may: bool, wrong: str, options: dict[str, Any]) -> float:
    cap = options["softcap"]
    capped = scaled if cap is None or wrong == "softcap-after-mask" else cap * tanh(scaled / cap)
    bias = 0.0 if options["bias"] is None or options["bias"][i][j] == -inf else options["bias"][i][j]
    offset = options["offset"]
    if wrong == "causal-wrong-corner":
        offset = len_difference(options) if offset == 0 else 0
    far = abs(i + offset - j) * (options["alibi"] or 0.0)
    extra = bias + (far if wrong == "alibi-sign-flipped" else -far)
    added = capped + extra
    match wrong:
        case "mask-zero" | "mask-multiplied":
            return added if may else 0.0
        case "mask-after-softmax" | "mask-after-softmax-renormalised":
            return added
        case "large-negative-for-infinity":
            return added if may else capped + (extra - 1e9)
        case "softcap-after-mask" if cap is not None:
            return cap * tanh(added / cap) if may else -cap
        case _:
            return added if may else -inf


def len_difference(options: dict[str, Any]) -> int:
    T_q, T_k = options["sizes"]
    return T_k - T_q


def shares_of(masked: Matrix, counted: list[list[bool]], wrong: str, sink: float | None) -> Matrix:
    if wrong == "softmax-over-queries":
        columns = shares_of(turned(masked), turned(counted), "", sink)
        return turned(columns)
    return [one_row(row, there, wrong, sink) for row, there in zip(masked, counted, strict=True)]


def turned(matrix: list[list[Any]]) -> list[list[Any]]:
    return [list(column) for column in zip(*matrix, strict=True)]


def one_row(row: list[float], there: list[bool], wrong: str, sink: float | None) -> list[float]:
    counted = [x for x, t in zip(row, there, strict=True) if t]
    if wrong == "divide-by-total":
        total = sum(counted) + (sink or 0.0)
        return [(x / total if total else nan) if t else 0.0 for x, t in zip(row, there, strict=True)]
    peak = max(counted + ([] if sink is None else [sink]), default=0.0)
    peak = 0.0 if wrong == "softmax-unshifted" else peak
    e = [exp(x - peak) if t else 0.0 for x, t in zip(row, there, strict=True)]
    total = sum(e) + (0.0 if sink is None else exp(sink - peak))
    return [x / total if total else 0.0 for x in e]


def afterwards(
    weights: list[float],
    may: list[bool],
    d_k: int,
    wrong: str,
    options: dict[str, Any],
) -> list[float]:
    if wrong == "scale-after-softmax":
        return [w * scale_of(d_k, options) for w in weights]
    if wrong == "mask-after-softmax":
        return [w if m else 0.0 for w, m in zip(weights, may, strict=True)]
    if wrong == "mask-after-softmax-renormalised":
        left = [w if m else 0.0 for w, m in zip(weights, may, strict=True)]
        return [w / sum(left) if w else 0.0 for w in left]
    return weights


def half(x: float) -> float:
    """float16 as `struct` packs it."""
    try:
        return struct.unpack("e", struct.pack("e", x))[0]
    except OverflowError:
        return copysign(inf, x)
