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


@pytest.fixture
def state_home(tmp_path_factory):
    """A folder of the test's own for what the program saves by itself."""
    return tmp_path_factory.mktemp("state")


@pytest.fixture(autouse=True)
def own_home(state_home, monkeypatch):
    """Copies are saved in a folder of the tests."""
    monkeypatch.setenv("XDG_STATE_HOME", str(state_home))
    for name in ("NO_COLOR", "COLORTERM", "TEXTUAL_COLOR_SYSTEM", "TEXTUAL_THEME", "COLUMNS", "LINES"):
        monkeypatch.delenv(name, raising=False)
