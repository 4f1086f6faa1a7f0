"""The experiments, in the order in which they are offered."""

from __future__ import annotations

from attn_tui.ui.screens.experiments.cost import COST
from attn_tui.ui.screens.experiments.online_softmax import ONLINE_SOFTMAX
from attn_tui.ui.screens.experiments.run import Experiment
from attn_tui.ui.screens.experiments.saturation import SATURATION
from attn_tui.ui.screens.experiments.training import TRAINING
from attn_tui.ui.screens.experiments.variance import VARIANCE

EXPERIMENTS: tuple[Experiment, ...] = (VARIANCE, SATURATION, TRAINING, COST, ONLINE_SOFTMAX)
BY_NAME = {experiment.name: experiment for experiment in EXPERIMENTS}
