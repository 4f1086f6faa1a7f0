"""Training with and without the scale, against a trainer in plain Python floats and against PyTorch."""

from itertools import islice
from math import exp, sqrt

import numpy as np
import pytest

from attn_tui.engine import attention
from attn_tui.engine.experiments.training import Task, descend, first_reaching, random_task, train


def slow_training(q, k, scale, rate, steps):
    """(loss, gradient norm, weight) of each step in plain Python: one query, the target is key 1, loss ½‖w − e₁‖²."""
    found = []
    for _ in range(steps + 1):
        z = [scale * sum(a * b for a, b in zip(q, key, strict=True)) for key in k]
        e = [exp(score - max(z)) for score in z]
        w = [term / sum(e) for term in e]
        error = [share - (j == 1) for j, share in enumerate(w)]
        mean = sum(a * b for a, b in zip(w, error, strict=True))
        by_z = [share * (off - mean) for share, off in zip(w, error, strict=True)]
        by_q = [scale * sum(d * key[c] for d, key in zip(by_z, k, strict=True)) for c in range(len(q))]
        by_k = [[scale * d * a for a in q] for d in by_z]
        norm = sqrt(sum(d * d for row in (by_q, *by_k) for d in row))
        found.append((0.5 * sum(off * off for off in error), norm, w[1]))
        q = [a - rate * d for a, d in zip(q, by_q, strict=True)]
        k = [[a - rate * d for a, d in zip(*rows, strict=True)] for rows in zip(k, by_k, strict=True)]
    return found


def figures(steps):
    return np.array([(step.loss, step.gradient_norm, step.weight) for step in steps])


def test_at_512_the_scale_trains_and_without_it_training_stalls_as_plain_python_says():
    task = random_task(512, 16, 0)
    q, k = task.q[0].tolist(), task.k.tolist()
    pairs = list(islice(train(task), 71))
    scaled, unscaled = [pair.scaled for pair in pairs], [pair.unscaled for pair in pairs]
    np.testing.assert_allclose(figures(scaled), slow_training(q, k, 1 / sqrt(512), 1.0, 70), rtol=1e-6)
    slow = slow_training(q, k, 1.0, 1.0, 70)
    np.testing.assert_allclose(figures(unscaled), slow, rtol=1e-6, atol=1e-30)
    assert first_reaching(scaled, 0.9) == 62
    assert first_reaching(unscaled, 0.9) is None
    assert unscaled[-1].loss > 0.99 and unscaled[-1].gradient_norm < 1e-20


def test_over_many_seeds_the_scale_always_trains_and_its_absence_mostly_stalls():
    reached = {"scaled": 0, "unscaled": 0}
    for seed in range(12):
        pairs = list(islice(train(random_task(512, 16, seed)), 101))
        for side in reached:
            reached[side] += first_reaching([getattr(pair, side) for pair in pairs], 0.9) is not None
    assert reached["scaled"] == 12
    assert reached["unscaled"] <= 3


def test_at_small_d_k_both_sides_learn():
    pairs = list(islice(train(random_task(2, 16, 1)), 201))
    assert first_reaching([pair.scaled for pair in pairs], 0.9) is not None
    assert first_reaching([pair.unscaled for pair in pairs], 0.9) is not None


def test_the_gradient_norm_is_that_of_finite_differences_with_v_learnt_too():
    task = random_task(3, 4, 5, query=2, key=0, learn_v=True)

    def loss(q, k, v):
        """The target stays the value that the key had at the start."""
        output = attention(q, k, v).output[2]
        return 0.5 * sum((output - task.v[0]) ** 2)

    squares, h = 0.0, 1e-6
    for name in "qkv":
        for at in np.ndindex(getattr(task, name).shape):
            ends = []
            for sign in (1, -1):
                tables = {other: getattr(task, other).copy() for other in "qkv"}
                tables[name][at] += sign * h
                ends.append(loss(**tables))
            squares += ((ends[0] - ends[1]) / (2 * h)) ** 2
    assert next(descend(task, None)).gradient_norm == pytest.approx(sqrt(squares), rel=1e-6)


def test_the_same_seed_is_the_same_training_and_what_was_given_is_left_alone():
    task = random_task(8, 5, 3)
    before = task.q.copy(), task.k.copy()
    first, again = (
        figures(pair.scaled for pair in islice(train(given), 20)) for given in (task, random_task(8, 5, 3))
    )
    np.testing.assert_array_equal(first, again)
    np.testing.assert_array_equal(task.q, before[0])
    np.testing.assert_array_equal(task.k, before[1])


def test_a_mask_is_in_force_all_the_way():
    given = random_task(4, 5, 0, query=2, key=0)
    task = Task(given.q, given.k, given.v, 2, 0, options={"causal": True})
    steps = list(islice(descend(task, None), 60))
    assert all((step.weights[3:] == 0).all() for step in steps)
    assert steps[-1].weight > steps[0].weight


def test_the_scaled_side_takes_the_multiplier_it_was_given():
    given = random_task(4, 5, 0)
    task = Task(given.q, given.k, given.v, 0, 1, scale=0.25)
    np.testing.assert_array_equal(
        figures(pair.scaled for pair in islice(train(task), 5)), figures(islice(descend(given, 0.25), 5))
    )


def test_a_rate_beyond_reason_ends_in_numbers_not_in_a_fault():
    task = Task(
        *(table * 1e100 for table in (random_task(2, 3, 0).q, random_task(2, 3, 0).k)),
        np.eye(3),
        0,
        1,
        rate=1e300,
    )
    assert len(list(islice(train(task), 5))) == 5


@pytest.mark.oracle
@pytest.mark.parametrize("learn_v", [False, True])
@pytest.mark.parametrize("scale", [None, 1.0])
def test_every_step_equals_autograd(learn_v, scale):
    torch = pytest.importorskip("torch")
    task = random_task(16, 6, 4, query=3, key=2, learn_v=learn_v, rate=0.5)
    q, k, v = (torch.tensor(table, requires_grad=True) for table in (task.q, task.k, task.v))
    target, learnt = torch.tensor(task.v[2]), (q, k, v) if learn_v else (q, k)
    for step in islice(descend(task, scale), 40):
        scores = q @ k.T * (scale or 16**-0.5)
        weights = torch.softmax(scores, dim=-1)[3]
        loss = 0.5 * ((weights @ v - target) ** 2).sum()
        by = torch.autograd.grad(loss, learnt)
        norm = sum((gradient**2).sum() for gradient in by).sqrt()
        assert step.loss == pytest.approx(loss.item(), rel=1e-9)
        assert step.gradient_norm == pytest.approx(norm.item(), rel=1e-9)
        np.testing.assert_allclose(step.weights, weights.detach().numpy(), rtol=1e-9)
        with torch.no_grad():
            for table, gradient in zip(learnt, by, strict=True):
                table -= 0.5 * gradient
