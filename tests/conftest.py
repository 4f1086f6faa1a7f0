"""Hypothesis draws the same examples on every run, and a busy machine fails none of them."""

from hypothesis import HealthCheck, settings

settings.register_profile(
    "same-examples",
    derandomize=True,
    deadline=None,
    database=None,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("same-examples")
