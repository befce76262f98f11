"""What all tests of training have in common."""

from __future__ import annotations

import pytest


@pytest.fixture(autouse=True)
def _one_thread() -> None:
    """Several tests run at once, and get in each other's way with more."""
    pytest.importorskip("torch").set_num_threads(1)
