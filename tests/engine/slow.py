"""Attention of one head as a loop over plain Python floats: the oracle that shares no line with the engine."""

from math import exp, inf, nan, sqrt, tanh

Matrix = list[list[float]]


def slow_attention(
    q: Matrix,
    k: Matrix,
    v: Matrix,
    *,
    d_v: int,
    scale: float | None = None,
    causal: bool = False,
    offset: int = 0,
    window: tuple[int | None, int | None] | None = None,
    mask: list[list[bool]] | None = None,
    bias: Matrix | None = None,
    alibi: float | None = None,
    softcap: float | None = None,
    sink: float | None = None,
    blocked: float = -inf,
) -> dict[str, Matrix]:
    """Every stage by name, and `allowed`. mask and bias are (T_q, T_k) lists; d_v is for the case of no keys."""
    stages: dict[str, Matrix] = {name: [] for name in STAGES}
    for i, query in enumerate(q):
        row = {name: [] for name in STAGES}
        for j, key in enumerate(k):
            score = sum(a * b for a, b in zip(query, key, strict=True))
            scaled = score * (scale if scale is not None else 1 / sqrt(len(query)) if query else 1.0)
            capped = scaled if softcap is None else softcap * tanh(scaled / softcap)
            added = 0.0 if bias is None else bias[i][j]
            far = 0.0 if alibi is None else abs(i + offset - j) * alibi
            may = added != -inf and _may_look(i + offset, j, causal, window)
            may = may and (mask is None or mask[i][j])
            row["scores"].append(score)
            row["scaled"].append(scaled)
            row["capped"].append(capped)
            row["allowed"].append(may)
            row["masked"].append(capped + added - far if may else blocked)
        row["weights"] = _softmax(row["masked"], row["allowed"], sink, blocked)
        row["output"] = _mix(row["weights"], v, row["allowed"], blocked, d_v)
        for name in STAGES:
            stages[name].append(row[name])
    return stages


STAGES = ("scores", "scaled", "capped", "masked", "weights", "output", "allowed")


def _may_look(p: int, j: int, causal: bool, window: tuple[int | None, int | None] | None) -> bool:
    if causal and j > p:
        return False
    left, right = window or (None, None)
    return (left is None or j >= p - left) and (right is None or j <= p + right)


def _softmax(masked: list[float], allowed: list[bool], sink: float | None, blocked: float) -> list[float]:
    """Over those that take part alone, as if the others were not there."""
    there = [j for j in range(len(masked)) if allowed[j] or blocked != -inf]
    weights = [0.0] * len(masked)
    if not there:
        return weights
    peak = max([masked[j] for j in there] + ([] if sink is None else [sink]))
    total = sum(exp(masked[j] - peak) for j in there) + (0.0 if sink is None else exp(sink - peak))
    for j in there:
        weights[j] = exp(masked[j] - peak) / total if total else nan
    return weights


def _mix(weights: list[float], v: Matrix, allowed: list[bool], blocked: float, d_v: int) -> list[float]:
    there = [j for j in range(len(weights)) if allowed[j] or blocked != -inf]
    return [sum(weights[j] * v[j][e] for j in there) for e in range(d_v)]
