"""The machine stays out of the tests: a home of their own, no colour settings, the same examples on every run."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile(
    "same-examples",
    derandomize=True,
    deadline=None,
    database=None,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("same-examples")


@pytest.fixture(autouse=True)
def own_home(tmp_path, monkeypatch):
    """Copies are saved below the test's own folder."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    for name in ("NO_COLOR", "COLORTERM", "TEXTUAL_COLOR_SYSTEM", "TEXTUAL_THEME", "COLUMNS", "LINES"):
        monkeypatch.delenv(name, raising=False)
