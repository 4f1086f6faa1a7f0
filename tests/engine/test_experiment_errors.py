"""What an experiment ignores while it computes is ignored nowhere else, though it waits between its steps."""

from itertools import islice

import numpy as np
import pytest

from attn_tui.engine.experiments.online_softmax import online_steps, random_row
from attn_tui.engine.experiments.saturation import saturation_points
from attn_tui.engine.experiments.training import random_task, train
from attn_tui.engine.experiments.variance import variance_points

STEPS = {
    "training": lambda: train(random_task(4, 3, 0)),
    "online softmax": lambda: online_steps(random_row(4, 3, 2, 0)),
    "variance": lambda: variance_points((2, 4), 10, 0),
    "saturation": lambda: saturation_points((2, 4), 3, 5, 0),
}


@pytest.mark.parametrize("name", STEPS)
def test_between_two_steps_numpy_reports_errors_as_before(name):
    with np.errstate(all="raise"):
        for _ in islice(STEPS[name](), 3):
            assert set(np.geterr().values()) == {"raise"}
