"""The words of crane-words by plain Python: their table, the three matrices, and what attention makes of a sentence."""

from itertools import islice
from math import exp, sqrt

Row = tuple[float, float]
TABLE: dict[str, Row] = {
    "the": (0.1, 0.1), "crane": (0.4, 0.4), "lifted": (0.1, 0.9), "steel": (0.0, 0.9), "ate": (0.9, 0.1),
    "fish": (0.9, 0.0),
}  # fmt: skip
W_Q, W_K, W_V = ((1.25, 0.5), (0.5, 1.25)), ((1.0, 0.0), (0.0, 1.0)), ((1.25, 0.0), (0.0, 1.25))


def times(row: Row, weights: tuple[Row, Row]) -> Row:
    """A row of X times one of the matrices."""
    (a, b), (c, d) = weights
    return row[0] * a + row[1] * c, row[0] * b + row[1] * d


def scores(sentence: str, word: str) -> list[float]:
    """q·k of a word for every word of the sentence, before the scale."""
    q = times(TABLE[word], W_Q)
    keys = (times(TABLE[other], W_K) for other in sentence.split())
    return [q[0] * k[0] + q[1] * k[1] for k in keys]


def weights(sentence: str, word: str, causal: bool = False) -> list[float]:
    """The shares that a word gives; under the causal mask only to itself and to what came before."""
    seen = sentence.split().index(word) + 1 if causal else None
    e = [exp(score / sqrt(2)) for score in islice(scores(sentence, word), seen)]
    return [one / sum(e) for one in e]


def output(sentence: str, word: str) -> Row:
    """The mix of the values of the sentence's words."""
    values = [times(TABLE[other], W_V) for other in sentence.split()]
    shares = weights(sentence, word)
    return sum(w * v[0] for w, v in zip(shares, values, strict=True)), sum(
        w * v[1] for w, v in zip(shares, values, strict=True)
    )
