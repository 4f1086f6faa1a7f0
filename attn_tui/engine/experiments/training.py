"""Q and K learnt by gradient descent until a row attends where it was asked to, with and without the scale.

The loss is the squared error ½·‖output − target‖² of one row. To learn Q and K alone, V is the identity, so that
the output is the row of weights itself, and the target has 1 at the key that was asked for and 0 elsewhere. To
learn V too, the target is the value which that key had at the start.

Either way the error reaches Q and K only through diag(w) − w·wᵀ, the derivative of the softmax, as in a model.
Where the softmax is saturated that is nearly 0, and training stalls however large the error is. (A cross-entropy
of the weights themselves would undo just this factor and hide it.)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import count

import numpy as np

from attn_tui.engine.arrays import Array
from attn_tui.engine.attention import attention
from attn_tui.engine.gradients import Gradients, gradients
from attn_tui.engine.inputs import Options


@dataclass(frozen=True, eq=False)
class Task:
    """Row `query` is to attend to `key`. q (T_q, d_k), k (T_k, d_k), v (T_k, d_v) are where it starts, float64.

    `rate` is what a gradient is multiplied by before it is subtracted. `scale` is that of the side that has one,
    None for 1/√d_k. `options` are the other settings of `attention`; a scale or rows among them are not read.
    """

    q: Array
    k: Array
    v: Array
    query: int
    key: int
    learn_v: bool = False
    rate: float = 1.0
    scale: float | None = None
    options: Options = field(default_factory=Options)


@dataclass(frozen=True, eq=False)
class TrainingStep:
    """One side after `step` changes, 0 being the start. `weights` (T_k,) are those of the row that learns.

    `weight` is the share of the key that was asked for; `gradient_norm` the root of the sum of the squares of
    the loss's derivatives by every number that is learnt.
    """

    step: int
    loss: float
    gradient_norm: float
    weight: float
    weights: Array


@dataclass(frozen=True)
class TrainingPair:
    """The two sides after equally many steps from the same start."""

    scaled: TrainingStep
    unscaled: TrainingStep


def random_task(
    d_k: int,
    tokens: int,
    seed: int,
    *,
    query: int = 0,
    key: int = 1,
    learn_v: bool = False,
    rate: float = 1.0,
) -> Task:
    """Q, K and, where it is learnt, V of (tokens, d_k), `default_rng(seed).standard_normal` in this order."""
    random = np.random.default_rng(seed)
    q, k = (random.standard_normal((tokens, d_k)) for _ in "qk")
    v = random.standard_normal((tokens, d_k)) if learn_v else np.eye(tokens)
    return Task(q, k, v, query, key, learn_v, rate)


def train(task: Task) -> Iterator[TrainingPair]:
    """Both sides step by step, without end."""
    sides = descend(task, task.scale), descend(task, 1.0)
    return (TrainingPair(scaled, unscaled) for scaled, unscaled in zip(*sides, strict=True))


def descend(task: Task, scale: float | None) -> Iterator[TrainingStep]:
    """One side step by step, without end: the numbers as they stand, then all of them moved down the gradient.

    Numbers that grow beyond all bounds come out as inf or nan, as IEEE arithmetic says.
    """
    q, k, v = task.q, task.k, task.v
    target = task.v[task.key]
    here: Options = {**task.options, "scale": scale, "rows": (task.query, task.query + 1)}
    for step in count():
        with np.errstate(all="ignore"):
            trace = attention(q, k, v, **here)
            error = trace.output - target  # (1, d_v), which is also the derivative of the loss by the output
            by = gradients(q, k, v, error, **here)
            weights = trace.weights[0]
            loss = 0.5 * float(np.square(error).sum())
            here_now = TrainingStep(step, loss, _norm(by, task.learn_v), float(weights[task.key]), weights)
            q, k = _moved(q, task.query, task.rate * by.q), k - task.rate * by.k
            if task.learn_v:
                v = v - task.rate * by.v
        yield here_now


def first_reaching(steps: Iterable[TrainingStep], goal: float) -> int | None:
    """The first step at which the asked key has at least this share; None if there is none."""
    return next((step.step for step in steps if step.weight >= goal), None)


def _norm(by: Gradients, with_v: bool) -> float:
    learnt = (by.q, by.k, by.v) if with_v else (by.q, by.k)
    return float(np.sqrt(sum(np.square(gradient).sum() for gradient in learnt)))


def _moved(q: Array, row: int, by: Array) -> Array:
    moved = q.copy()
    moved[row] -= by[0]
    return moved
