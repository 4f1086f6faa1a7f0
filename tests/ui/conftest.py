"""The machine stays out of the tests: a home of their own, and no colour settings."""

from __future__ import annotations

import pytest


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
